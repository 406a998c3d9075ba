"""What armor does: effects against an enemy's engage, each with its sentence (p29; ITM-4, C-47).

A `Guard` is one ability of an armor, the standard one or the overtax. The wearer chooses with the
roll on the table and before its damage: while damage is coming, else right after a roll that deals
none, where only what does not prevent is of any use. What reads "then" waits until the engage is
over.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from msgspec import structs

from protocol.ids import ItemId
from server.rules.battle.adventurer import inventory
from server.rules.battle.components import unit_effects
from server.rules.battle.components.catalogue import catalogue_of
from server.rules.battle.components.effects import Act, Hook, When, always, hook
from server.rules.battle.components.printed import Item
from server.rules.battle.damage import prevention
from server.rules.battle.engage import engage_action as engaging
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.lock import Lock
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.kernel.words import BodyArea, Form
from server.rules.content.items.using import Effect, Use, afterwards
from server.rules.content.naming import item_id

Points = Callable[[Battle, Me, Happening], int]


def _nothing(battle: Battle, me: Me, now: Happening) -> None:
    """Prevent nothing."""


class Guard(NamedTuple):
    """One ability of an armor: its sentence, what it does, and whether it would do anything now.

    `prevents` is what it does to a damage instance; None where dice decide that.
    """

    text: str
    do: Act
    works: When
    prevents: Act | None = _nothing


def both(first: Guard, second: Guard) -> Guard:
    """Return two effects as one, done one after the other; either may be what it is used for."""

    def do(battle: Battle, me: Me, now: Happening) -> None:
        first.do(battle, me, now)
        second.do(battle, me, now)

    def works(battle: Battle, me: Me, now: Happening) -> bool:
        return first.works(battle, me, now) or second.works(battle, me, now)

    return Guard(f"{first.text} {second.text}", do, works, _prevention_of(first, second))


def _prevention_of(*guards: Guard) -> Act | None:
    """Return what several abilities prevent together; None where dice decide that."""
    acts = [one.prevents for one in guards if one.prevents is not None]

    def prevents(battle: Battle, me: Me, now: Happening) -> None:
        for act in acts:
            act(battle, me, now)

    return prevents if len(acts) == len(guards) else None


def _physical(battle: Battle, me: Me, now: Happening) -> bool:
    landing = now.moment is Moment.DAMAGE_COMING and now.instance is not None
    return landing and now.instance is not None and now.instance.physical > 0


def _any_damage(battle: Battle, me: Me, now: Happening) -> bool:
    landing = now.moment is Moment.DAMAGE_COMING and now.instance is not None
    return landing and now.instance is not None and now.instance.left > 0


def _prevents(text: str, points: Points) -> Guard:
    def do(battle: Battle, me: Me, now: Happening) -> None:
        assert now.instance is not None
        now.instance.prevent(points(battle, me, now))

    def works(battle: Battle, me: Me, now: Happening) -> bool:
        return _physical(battle, me, now) and points(battle, me, now) > 0

    return Guard(text, do, works, do)


def prevents(points: int) -> Guard:
    """Return the ability to prevent so much of the damage."""
    return _prevents(f"Prevent {points}.", lambda battle, me, now: points)


def prevents_more(points: int) -> Guard:
    """Return the ability to prevent so much on top of what a standard ability prevents."""
    return prevents(points)._replace(text=f"Prevent {points} more.")


def _all_there_is(battle: Battle, me: Me, now: Happening) -> int:
    return now.instance.physical if now.instance is not None else 0


prevents_all = _prevents("Prevent all of it.", _all_there_is)


def prevents_by_distance(near: int, far: int) -> Guard:
    """Return the ability to prevent `near` of the damage that an adjacent enemy deals, `far` of
    what comes from farther away.
    """

    def points(battle: Battle, me: Me, now: Happening) -> int:
        return near if now.instance is not None and now.instance.adjacent else far

    less, more = sorted((near, far))
    where = "an adjacent enemy" if near > far else "a distance"
    return _prevents(f"Prevent {less}, or {more} from {where}.", points)


def prevents_with_company(most: int) -> Guard:
    """Return the ability to prevent 1 damage for each adventurer next to the wearer, up to
    `most`.
    """

    def points(battle: Battle, me: Me, now: Happening) -> int:
        return min(most, sum(battle.adjacent(u.id, me.unit) for u in battle.adventurers()))

    return _prevents(f"Prevent 1 for each adjacent adventurer, up to {most}.", points)


def prevents_any(points: int) -> Guard:
    """Return the ability to prevent damage of either type, true damage first (DMG-7)."""

    def do(battle: Battle, me: Me, now: Happening) -> None:
        assert now.instance is not None
        now.instance.prevent(points - now.instance.prevent_true(points))

    return Guard(f"Prevent {points}, true damage too.", do, _any_damage, do)


prevents_everything = Guard(
    "Prevent all of it, true damage too.", prevention.everything, _any_damage, prevention.everything
)


def _turn_aside(battle: Battle, me: Me, now: Happening) -> None:
    """Reroll the enemy's best die and prevent the difference for this wearer; the engage's roll
    stays as it is for other targets.
    """
    assert now.engage is not None
    assert now.instance is not None
    # Overtaxed it may be worn for its other ability alone, against an enemy without Combat dice.
    if best := max(now.engage.free, default=0):
        (value,) = engaging.combat_dice(battle, 1, me.unit)
        now.instance.prevent(best - value)


def _rolled_well(battle: Battle, me: Me, now: Happening) -> bool:
    return _physical(battle, me, now) and bool(now.engage and any(now.engage.free))


turns_aside = Guard(
    "Roll the enemy's best die anew: prevent what it shows less.", _turn_aside, _rolled_well, None
)


def at_once(text: str, use: Use) -> Guard:
    """Return an ability that uses something else for the wearer right away."""

    def do(battle: Battle, me: Me, now: Happening) -> None:
        if use.can(battle, me):
            use.do(battle, me)

    return Guard(text, do, lambda battle, me, now: use.can(battle, me))


def hard_hit(points: int, guard: Guard) -> Guard:
    """Return an ability that works only against an instance of so much damage or more."""

    def works(battle: Battle, me: Me, now: Happening) -> bool:
        heavy = now.instance is not None and now.instance.dealt >= points
        return heavy and guard.works(battle, me, now)

    def do(battle: Battle, me: Me, now: Happening) -> None:
        if works(battle, me, now):
            guard.do(battle, me, now)

    def prevents(battle: Battle, me: Me, now: Happening) -> None:
        if guard.prevents is not None and works(battle, me, now):
            guard.prevents(battle, me, now)

    known = prevents if guard.prevents is not None else None
    return Guard(f"Against {points} or more damage: {guard.text}", do, works, known)


def priced(price: Effect, text: str, guard: Guard) -> Guard:
    """Return an ability that has a price for the wearer, paid first."""

    def do(battle: Battle, me: Me, now: Happening) -> None:
        price.do(battle, me, me.unit)
        guard.do(battle, me, now)

    return Guard(f"{text} {guard.text}", do, guard.works, guard.prevents)


def then(text: str, use: Use) -> Guard:
    """Return an ability that uses something for the wearer once the engage is over."""

    def do(battle: Battle, me: Me, now: Happening) -> None:
        assert now.engage is not None
        afterwards(battle, me, now.engage, use)

    return Guard(f"Then: {text}", do, always)


def then_attacker(text: str, *effects: Effect, adjacent: bool = False) -> Guard:
    """Return an ability that affects the enemy once its engage is over, if both are in play; with
    `adjacent` only while it is next to the wearer.
    """

    def do(battle: Battle, me: Me, now: Happening) -> None:
        assert now.engage is not None
        enemy = now.by

        def follow() -> None:
            for effect in effects:
                fallen = battle.unit(me.unit).fate or battle.unit(enemy).fate
                out_of_reach = adjacent and not battle.adjacent(me.unit, enemy)
                if not fallen and not out_of_reach and effect.works(battle, me, enemy):
                    effect.do(battle, me, enemy)

        now.engage.after.append(follow)

    def works(battle: Battle, me: Me, now: Happening) -> bool:
        return not adjacent or battle.adjacent(me.unit, now.by)

    return Guard(f"Then: {text}", do, works)


def _engaged(forms: tuple[Form, ...]) -> When:
    """Return the predicate that an enemy's engage on the wearer was rolled, and this card has not
    answered it (ITM-24).
    """

    def when(battle: Battle, me: Me, now: Happening) -> bool:
        return (
            now.unit == me.unit
            and now.engage is not None
            and now.instance is not None
            and now.engage.by == now.by
            and battle.unit(now.by).side == "enemy"
            and me.card not in now.engage.armor
            and (now.moment is Moment.DAMAGE_COMING or not now.instance.left)
            and (not forms or battle.mat(me.unit).form in forms)
        )

    return when


def _with_spells(worn: Act | None) -> Act | None:
    """Return what an armor prevents together with what enchantments on it add (ITM-8)."""
    if worn is None:
        return None

    def prevents(battle: Battle, me: Me, now: Happening) -> None:
        worn(battle, me, now)
        answered = structs.replace(now, moment=Moment.ARMORED, card=me.card)
        for spell, one in unit_effects.hooks(battle, battle.unit(me.unit), Moment.ARMORED):
            if one.prevents is not None and one.when(battle, spell, answered):
                one.prevents(battle, spell, answered)

    return prevents


def _answers(name: str, moment: Moment, forms: tuple[Form, ...], *abilities: Guard) -> Hook:
    """Return the hook at a moment that offers the standard ability, or it together with the
    overtax.
    """
    engaged, overtaxed = _engaged(forms), len(abilities) > 1

    def when(battle: Battle, me: Me, now: Happening) -> bool:
        return engaged(battle, me, now) and any(one.works(battle, me, now) for one in abilities)

    def wear(battle: Battle, me: Me, now: Happening) -> None:
        engage = now.engage
        assert engage is not None
        engage.armor.append(me.card)
        for one in abilities:
            one.do(battle, me, now)
        battle.at(
            Happening(Moment.ARMORED, me.unit, now.by, engage, now.instance, card=me.card),
        )
        if overtaxed:
            engage.after.append(lambda: inventory.lose_overtaxed(battle, me.unit, me.card))
        if catalogue_of(battle).items[ItemId(me.source)].expends:
            engage.after.append(lambda: inventory.expend(battle, me.unit, me.card))

    wear.__doc__ = " ".join(one.text for one in abilities)
    text = f"{name}, overtaxed" if overtaxed else name
    rule = "ITM-20" if overtaxed else "ITM-4"
    prevents = _with_spells(_prevention_of(*abilities))
    made = hook(moment, text, when=when, rule=rule, prevents=prevents)(wear)
    return replace(made, key="overtax" if overtaxed else "wear")


def armor(
    name: str,
    lock: Lock,
    trait: BodyArea,
    standard: Guard,
    overtax: Guard,
    *,
    deck: str = "common",
    forms: tuple[Form, ...] = (),
    expends: bool = False,
) -> Item:
    """Return an armor card for a body area (`trait`); `forms` are the icons it needs, if any
    (ITM-21).
    """
    text = f"{'Expend: ' if expends else ''}{standard.text}"
    moments = (Moment.BEFORE_DAMAGE, Moment.DAMAGE_COMING)
    worn = tuple(_answers(name, at, forms, standard) for at in moments)
    spent = tuple(_answers(name, at, forms, standard, overtax) for at in moments)
    return Item(
        id=item_id(name),
        name=name,
        subtype="armor",
        deck=deck,
        lock=lock,
        text=f"{text} Overtax: {overtax.text}",
        source="original",
        forms=forms,
        trait=trait,
        hooks=(*worn, *spent),
        weapon_text=text,
        overtax_text=overtax.text,
        expends=expends,
    )
