"""What weapons do: effects on the engage they are used in, each with its sentence (p29; ITM-6).

A `Wield` is one ability of a weapon, the standard one or the overtax. `do` runs as the dice are
gathered, before the roll; `hooks` work later in that engage. What reads "then" waits until the
engage is over; a unit that is defeated by then neither does nor gets anything.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from protocol.battle import NamedReason
from protocol.ids import NamedCode, UnitId
from server.rules.battle.adventurer import inventory
from server.rules.battle.components.catalogue import catalogue_of
from server.rules.battle.components.effects import Hook, When, hook, mine
from server.rules.battle.components.printed import Item
from server.rules.battle.damage import deal, heal
from server.rules.battle.engage import dealing, engage_action
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.engagement import Engage
from server.rules.battle.kernel.lock import Lock
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.kernel.words import Form
from server.rules.content.items.using import Effect, Use, afterwards
from server.rules.content.naming import item_id
from server.rules.content.rerolling import roll_some_again, rolled

EVERYTHING = 99  # points or dice: stands for all of them, more than there ever are
Do = Callable[[Battle, Engage], None]


def _nothing(battle: Battle, engage: Engage) -> None:
    pass


class Wield(NamedTuple):
    """One ability of a weapon and the sentence printed for it."""

    text: str
    do: Do = _nothing
    hooks: tuple[Hook, ...] = ()


def both(first: Wield, second: Wield) -> Wield:
    """Return two effects as one, done one after the other."""

    def do(battle: Battle, engage: Engage) -> None:
        first.do(battle, engage)
        second.do(battle, engage)

    return Wield(f"{first.text} {second.text}", do, (*first.hooks, *second.hooks))


def bearer(battle: Battle, engage: Engage) -> Me:
    """Return the unit that engages as the bearer of the weapon it uses."""
    item = inventory.item_of(battle, engage.by, engage.weapon)
    return Me(engage.by, item.id, card=engage.weapon)


def more_dice(count: int) -> Wield:
    """Return the ability to roll so many enemy Combat dice more; a weapon of Magic form has none
    (C-49).
    """

    def do(battle: Battle, engage: Engage) -> None:
        engage.add_combat_dice(count)

    return Wield(f"{_dice(count)} more.", do)


def more_dice_from(count: int, hexes: int) -> Wield:
    """Return the ability to roll more enemy Combat dice if the target is at least so many hexes
    away.
    """

    def do(battle: Battle, engage: Engage) -> None:
        if engage.target and battle.distance(engage.by, engage.target) >= hexes:
            engage.add_combat_dice(count)

    return Wield(f"{_dice(count)} more if the target is {hexes} or more hexes away.", do)


def more_dice_against(kind: str, many: int, few: int) -> Wield:
    """Return the ability to roll `many` enemy Combat dice more against chips of a type, `few`
    against others.
    """

    def do(battle: Battle, engage: Engage) -> None:
        chip = (
            catalogue_of(battle).chips.get(battle.unit(engage.target).chip)
            if engage.target
            else None
        )
        engage.add_combat_dice(many if chip is not None and chip.type == kind else few)

    return Wield(f"{_dice(few)} more, {many} against {kind.capitalize()}.", do)


def _dice(count: int) -> str:
    return f"{count} enemy Combat {'die' if count == 1 else 'dice'}"


def ignores(points: int) -> Wield:
    """Return the ability to ignore so much of the target's defense."""

    def do(battle: Battle, engage: Engage) -> None:
        if engage.target:
            engage.ignored[engage.target] = engage.ignored.get(engage.target, 0) + points

    amount = "all" if points == EVERYTHING else points
    return Wield(f"Ignore {amount} defense of the target.", do)


def strikes(points: int) -> Wield:
    """Return the ability to deal damage to the target, together with that of the dice."""

    def do(battle: Battle, engage: Engage) -> None:
        if dealing.reaches(battle, engage, engage.target):
            dealing.hit(battle, engage, engage.target, points)

    return Wield(f"{points} damage to the target.", do)


def pierces(points: int) -> Wield:
    """Return the ability to deal true damage to the target, together with that of the dice."""

    def do(battle: Battle, engage: Engage) -> None:
        if dealing.reaches(battle, engage, engage.target):
            dealing.hit_true(battle, engage, engage.target, points)

    return Wield(f"{points} true damage to the target.", do)


def _silence(battle: Battle, engage: Engage) -> None:
    if engage.target:
        battle.silence(engage, engage.target)


silences = Wield("The target's skills sleep for the rest of the engage.", _silence)


def _come_home(battle: Battle, engage: Engage) -> None:
    engage.recovers = True


recovers_all = Wield("The dice of this engage are recovered instead of exhausted.", _come_home)


def drinks(most: int) -> Wield:
    """Return the ability to heal by the HP that the target loses, up to `most`."""

    def do(battle: Battle, engage: Engage) -> None:
        def drink() -> None:
            heal(battle, engage.by, min(most, engage.taken.get(engage.target, 0)), engage.by)

        engage.landed.append(drink)

    amount = (
        "if the target loses HP" if most == 1 else f"for each HP the target loses, up to {most}"
    )
    return Wield(f"Heal 1 {amount}.", do)


def then(text: str, use: Use) -> Wield:
    """Return the ability to use something once the engage is over."""

    def do(battle: Battle, engage: Engage) -> None:
        afterwards(battle, bearer(battle, engage), engage, use)

    return Wield(f"Then: {text}", do)


def then_target(text: str, *effects: Effect) -> Wield:
    """Return the ability to affect the target once the engage is over, if it is still in play."""

    def do(battle: Battle, engage: Engage) -> None:
        me = bearer(battle, engage)

        def follow() -> None:
            for effect in effects:
                fallen = battle.unit(me.unit).fate or battle.unit(engage.target).fate
                if not fallen and effect.works(battle, me, engage.target):
                    effect.do(battle, me, engage.target)

        if engage.target:
            engage.after.append(follow)

    return Wield(f"Then: {text}", do)


def spreads(points: int) -> Wield:
    """Return the ability to deal damage to each enemy next to the target; which those are is
    settled before the roll.
    """

    def do(battle: Battle, engage: Engage) -> None:
        me = bearer(battle, engage)
        near = [u.id for u in battle.neighbours(engage.target, "enemy")] if engage.target else []
        engage.after.append(lambda: _strike(battle, me, near, points))

    return Wield(f"Then: {points} damage to each enemy next to the target.", do)


def _cleave(battle: Battle, engage: Engage) -> None:
    me = bearer(battle, engage)
    near = [u.id for u in battle.neighbours(engage.target, "enemy")] if engage.target else []

    def follow() -> None:
        _strike(battle, me, near, engage.taken.get(engage.target, 0))

    engage.after.append(follow)


cleaves = Wield("Then: each enemy next to the target is dealt what the target lost.", _cleave)


def sweeps(points: int) -> Wield:
    """Return the ability to deal damage to the other enemies next to the user once the engage is
    over.
    """

    def do(battle: Battle, engage: Engage) -> None:
        me = bearer(battle, engage)

        def follow() -> None:
            near = [u.id for u in battle.neighbours(me.unit, "enemy")]
            _strike(battle, me, [unit for unit in near if unit != engage.target], points)

        engage.after.append(follow)

    return Wield(f"Then: {points} damage to each other enemy next to you.", do)


def _strike(battle: Battle, me: Me, units: list[UnitId], points: int) -> None:
    for unit in units:
        if points and not battle.unit(me.unit).fate:
            deal(battle, unit, me.unit, points, how=NamedReason(me.source))


def _has_rolled(battle: Battle, me: Me, now: Happening) -> bool:
    return now.engage is not None and bool(rolled(battle, now.engage))


def rerolls(most: int) -> Wield:
    """Return the ability to reroll up to `most` dice of the roll (`EVERYTHING`: any number), all at
    once.
    """

    def reroll(battle: Battle, me: Me, now: Happening) -> None:
        assert now.engage is not None
        roll_some_again(battle, now.engage, most, NamedCode(me.source))

    text = f"You may reroll {'one die' if most == 1 else 'any number of dice'}."
    one = hook(Moment.AFTER_ROLL, "reroll", when=_has_rolled, once="engage")(reroll)
    return Wield(text, hooks=(one,))


def _missed(battle: Battle, me: Me, now: Happening) -> bool:
    return now.engage is not None and 0 in now.engage.free


@hook(Moment.AFTER_ROLL, "misses roll again", when=_missed, forced=True, once="engage")
def seek(battle: Battle, me: Me, now: Happening) -> None:
    """Reroll once every enemy Combat die that misses."""
    assert now.engage is not None
    misses = [at for at, value in enumerate(now.engage.free) if not value]
    for at, face in zip(misses, battle.roll(len(misses), "reroll", me.unit), strict=True):
        now.engage.free[at] = engage_action.ENEMY_COMBAT_DIE[face]


seeks = Wield("Enemy Combat dice that miss are rolled again once.", hooks=(seek,))


def fitted(name: str, wield: Wield, *, overtaxed: bool) -> tuple[Hook, ...]:
    """Return the hooks of an ability as the card's own: they work only while that ability is
    used.
    """
    suffix = "_overtaxed" if overtaxed else ""
    return tuple(
        replace(
            one,
            key=f"{one.key}{suffix}",
            text=f"{name}: {one.text}",
            when=_in_use(one.when, overtaxed),
            rule="ITM-6",
        )
        for one in wield.hooks
    )


def _in_use(when: When, overtaxed: bool) -> When:
    def while_wielded(battle: Battle, me: Me, now: Happening) -> bool:
        used = now.engage is not None and now.engage.weapon == me.card
        ready = used and now.engage is not None and (now.engage.overtaxed or not overtaxed)
        return ready and mine(battle, me, now) and when(battle, me, now)

    return while_wielded


def weapon(
    name: str,
    lock: Lock,
    forms: tuple[Form, ...],
    standard: Wield,
    overtax: Wield,
    *,
    deck: str = "common",
    source: str = "original",
    expends: bool = False,
) -> Item:
    """Return a weapon card that can be used in any of `forms`; with `expends` its use expends
    it.
    """
    text = f"{'Expend: ' if expends else ''}{standard.text}"
    return Item(
        id=item_id(name),
        name=name,
        subtype="weapon",
        deck=deck,
        lock=lock,
        text=f"{text} Overtax: {overtax.text}",
        source=source,
        forms=forms,
        hooks=(*fitted(name, standard, overtaxed=False), *fitted(name, overtax, overtaxed=True)),
        weapon=standard.do,
        overtax=overtax.do,
        weapon_text=text,
        overtax_text=overtax.text,
        expends=expends,
    )
