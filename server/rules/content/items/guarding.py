"""What armor does: effects against an enemy's engage, each with its sentence (p29; ITM-4, C-47).

A `Guard` is one ability of an armor, the standard one or the overtax. The wearer chooses with the
roll on the table and before its damage: while damage is coming, else right after a roll that deals
none, where only what does not prevent is of any use. What reads "then" waits until the engage is
over.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from server.rules.battle import bearers, inventory
from server.rules.battle import engage as engaging
from server.rules.battle.battle import Battle
from server.rules.battle.components import Item, Lock
from server.rules.battle.effects import Act, Hook, Me, When, always, hook
from server.rules.battle.moments import Happening, Moment
from server.rules.battle.prevention import everything
from server.rules.content.items.using import Effect, Use, afterwards
from server.rules.content.naming import id_of

Points = Callable[[Battle, Me, Happening], int]


def _nothing(battle: Battle, me: Me, now: Happening) -> None:
    """The blow stays as it is."""


class Guard(NamedTuple):
    """One ability of an armor: its sentence, what it does, and whether it would do anything now.

    `prevents` is what it does to a blow; None where dice decide that.
    """

    text: str
    do: Act
    works: When
    prevents: Act | None = _nothing


def both(first: Guard, second: Guard) -> Guard:
    """Two effects, one after the other; either may be what it is used for."""

    def do(battle: Battle, me: Me, now: Happening) -> None:
        first.do(battle, me, now)
        second.do(battle, me, now)

    def works(battle: Battle, me: Me, now: Happening) -> bool:
        return first.works(battle, me, now) or second.works(battle, me, now)

    return Guard(f"{first.text} {second.text}", do, works, _prevention_of(first, second))


def _prevention_of(*guards: Guard) -> Act | None:
    """What several abilities prevent together; None where dice decide that."""
    acts = [one.prevents for one in guards if one.prevents is not None]

    def prevents(battle: Battle, me: Me, now: Happening) -> None:
        for act in acts:
            act(battle, me, now)

    return prevents if len(acts) == len(guards) else None


def _physical(battle: Battle, me: Me, now: Happening) -> bool:
    landing = now.moment is Moment.DAMAGE_COMING and now.blow is not None
    return landing and now.blow is not None and now.blow.physical > 0


def _any_damage(battle: Battle, me: Me, now: Happening) -> bool:
    landing = now.moment is Moment.DAMAGE_COMING and now.blow is not None
    return landing and now.blow is not None and now.blow.left > 0


def _prevents(text: str, points: Points) -> Guard:
    def do(battle: Battle, me: Me, now: Happening) -> None:
        assert now.blow is not None
        now.blow.prevent(points(battle, me, now))

    def works(battle: Battle, me: Me, now: Happening) -> bool:
        return _physical(battle, me, now) and points(battle, me, now) > 0

    return Guard(text, do, works, do)


def prevents(points: int) -> Guard:
    """So much of the damage."""
    return _prevents(f"Prevent {points}.", lambda battle, me, now: points)


def prevents_more(points: int) -> Guard:
    """So much on top of what a standard ability prevents."""
    return prevents(points)._replace(text=f"Prevent {points} more.")


def _all_there_is(battle: Battle, me: Me, now: Happening) -> int:
    return now.blow.physical if now.blow is not None else 0


prevents_all = _prevents("Prevent all of it.", _all_there_is)


def prevents_by_distance(near: int, far: int) -> Guard:
    """`near` of what comes from an adjacent enemy, `far` of what comes from farther away."""

    def points(battle: Battle, me: Me, now: Happening) -> int:
        return near if now.blow is not None and now.blow.adjacent else far

    less, more = sorted((near, far))
    where = "an adjacent enemy" if near > far else "a distance"
    return _prevents(f"Prevent {less}, or {more} from {where}.", points)


def prevents_with_company(most: int) -> Guard:
    """As much as there are adventurers next to the wearer."""

    def points(battle: Battle, me: Me, now: Happening) -> int:
        return min(most, sum(battle.adjacent(u.id, me.unit) for u in battle.adventurers()))

    return _prevents(f"Prevent 1 for each adjacent adventurer, up to {most}.", points)


def prevents_any(points: int) -> Guard:
    """Damage of either type, true damage first (DMG-7)."""

    def do(battle: Battle, me: Me, now: Happening) -> None:
        assert now.blow is not None
        now.blow.prevent(points - now.blow.prevent_true(points))

    return Guard(f"Prevent {points}, true damage too.", do, _any_damage, do)


prevents_everything = Guard(
    "Prevent all of it, true damage too.", everything, _any_damage, everything
)


def _turn_aside(battle: Battle, me: Me, now: Happening) -> None:
    """The engage keeps its roll; only this wearer is spared the difference."""
    assert now.engage is not None
    assert now.blow is not None
    (value,) = engaging.combat_dice(battle, 1, me.unit)
    now.blow.prevent(max(now.engage.free) - value)


def _rolled_well(battle: Battle, me: Me, now: Happening) -> bool:
    return _physical(battle, me, now) and bool(now.engage and any(now.engage.free))


turns_aside = Guard(
    "Roll the enemy's best die anew: prevent what it shows less.", _turn_aside, _rolled_well, None
)


def at_once(text: str, use: Use) -> Guard:
    """Something else that the wearer gets right away."""

    def do(battle: Battle, me: Me, now: Happening) -> None:
        if use.can(battle, me):
            use.do(battle, me)

    return Guard(text, do, lambda battle, me, now: use.can(battle, me))


def hard_hit(points: int, guard: Guard) -> Guard:
    """An ability against heavy blows alone."""

    def works(battle: Battle, me: Me, now: Happening) -> bool:
        heavy = now.blow is not None and now.blow.dealt >= points
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
    """An ability that the wearer pays for."""

    def do(battle: Battle, me: Me, now: Happening) -> None:
        price.do(battle, me, me.unit)
        guard.do(battle, me, now)

    return Guard(f"{text} {guard.text}", do, guard.works, guard.prevents)


def then(text: str, use: Use) -> Guard:
    """What the wearer does once the engage is over."""

    def do(battle: Battle, me: Me, now: Happening) -> None:
        assert now.engage is not None
        afterwards(battle, me, now.engage, use)

    return Guard(f"Then: {text}", do, always)


def then_attacker(text: str, *effects: Effect, adjacent: bool = False) -> Guard:
    """What who engaged gets once the engage is over; with `adjacent` only next to the wearer."""

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


def _engaged(forms: tuple[str, ...]) -> When:
    """An enemy's engage on the wearer was rolled, and this card has not answered it (ITM-24)."""

    def when(battle: Battle, me: Me, now: Happening) -> bool:
        return (
            now.unit == me.unit
            and now.engage is not None
            and now.blow is not None
            and now.engage.by == now.by
            and battle.unit(now.by).side == "enemy"
            and me.card not in now.engage.armor
            and (now.moment is Moment.DAMAGE_COMING or not now.blow.left)
            and (not forms or battle.mat(me.unit).form in forms)
        )

    return when


def _with_spells(worn: Act | None) -> Act | None:
    """What an armor prevents together with what enchantments on it add (ITM-8)."""
    if worn is None:
        return None

    def prevents(battle: Battle, me: Me, now: Happening) -> None:
        worn(battle, me, now)
        answered = replace(now, moment=Moment.ARMORED, card=me.card)
        for spell, one in bearers.hooks(battle, battle.unit(me.unit), Moment.ARMORED):
            if one.prevents is not None and one.when(battle, spell, answered):
                one.prevents(battle, spell, answered)

    return prevents


def _answers(name: str, moment: Moment, forms: tuple[str, ...], *abilities: Guard) -> Hook:
    """The hook of the standard ability, or of it and the overtax."""
    engaged, overtaxed = _engaged(forms), len(abilities) > 1

    def when(battle: Battle, me: Me, now: Happening) -> bool:
        return engaged(battle, me, now) and any(one.works(battle, me, now) for one in abilities)

    def wear(battle: Battle, me: Me, now: Happening) -> None:
        engage = now.engage
        assert engage is not None
        engage.armor.append(me.card)
        for one in abilities:
            one.do(battle, me, now)
        facts = {"unit": me.unit, "by": now.by, "blow": now.blow, "engage": engage}
        battle.at(Happening(Moment.ARMORED, card=me.card, **facts))  # type: ignore[arg-type]
        if overtaxed:
            engage.after.append(lambda: inventory.lose_overtaxed(battle, me.unit, me.card))
        if battle.catalogue.items[me.source].expends:
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
    trait: str,
    standard: Guard,
    overtax: Guard,
    *,
    deck: str = "common",
    forms: tuple[str, ...] = (),
    expends: bool = False,
) -> Item:
    """An armor card for a body area; `forms` are the icons it needs, if any (ITM-21)."""
    text = f"{'Expend: ' if expends else ''}{standard.text}"
    moments = (Moment.BEFORE_DAMAGE, Moment.DAMAGE_COMING)
    worn = tuple(_answers(name, at, forms, standard) for at in moments)
    spent = tuple(_answers(name, at, forms, standard, overtax) for at in moments)
    return Item(
        id=id_of(name),
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
