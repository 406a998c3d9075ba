"""The Melee Phase: combats, the order of attacks in them, and the attacks (SK-108 to SK-112)."""

from collections.abc import Iterator
from itertools import groupby

from protocol.ids import SeatId, UnitId
from protocol.option_keys import option_key
from protocol.questions import One, Option, Order, Question, Split
from protocol.skirmish import CombatBegan, CombatEnded
from server.rules.engine.game import Unfit
from server.rules.skirmish.components import MeleeWeapon
from server.rules.skirmish.fight import attacks, targets
from server.rules.skirmish.fight.attacks import Hit, Strike
from server.rules.skirmish.injuries import lose
from server.rules.skirmish.kernel.checks import Edge
from server.rules.skirmish.kernel.match import Match
from server.rules.skirmish.kernel.state import MatchState, Unit

Combat = tuple[UnitId, ...]
"""A connected group of engaged units, in the order of their ids (SK-108)."""

BARE = MeleeWeapon(id="", name="bare hands", slots=0, cost=0)
"""What a unit without a weapon attacks with."""


def fight_one(match: Match) -> bool:
    """Resolve one combat of the active side. Returns whether the phase goes on."""
    left = combats(match.state)
    if not left:
        return False
    _resolve(match, left[0] if len(left) == 1 else _chosen(match, left))
    return True


def combats(state: MatchState) -> list[Combat]:
    """Return the unresolved combats with a unit of the active side (SK-108)."""
    found: list[Combat] = []
    for unit in state.units.values():
        is_met = any(unit.id in combat for combat in found)
        if unit.side == state.active and not is_met and unit.id not in state.fought:
            combat = connected(state, unit.id)
            if len(combat) > 1:
                found.append(combat)
    return found


def connected(state: MatchState, name: UnitId) -> Combat:
    """Return all units that are engaged with a unit, directly or through others, and itself."""
    # The result is in the order of the state, as the set `met` has none.
    met, waiting = {name}, [name]
    while waiting:
        here = waiting.pop()
        for pair in state.pairs.values():
            for other in pair:
                if here in pair and other not in met:
                    met.add(other)
                    waiting.append(other)
    return tuple(unit for unit in state.units if unit in met)


def _chosen(match: Match, left: list[Combat]) -> Combat:
    """Ask which combat comes next (DP-12)."""
    # A combat's key is its first unit, as no unit is in two combats.
    options = tuple(
        Option(combat[0], ", ".join(match.unit(name).name for name in combat)) for combat in left
    )
    question = Question(
        (match.active,),
        "match.melee.next",
        "Which melee is fought next?",
        One(options),
        rule="SK-108",
        default=(left[0][0],),
    )
    picked = match.pick(question)
    return next(combat for combat in left if combat[0] == picked)


def _resolve(match: Match, combat: Combat) -> None:
    order = _swapped(match, in_order(match, combat))
    match.emit(CombatBegan(tuple(order)))
    for name in order:
        unit = match.unit(name)
        # Checked when its turn comes: a unit that was downed before then drops out (SK-109).
        if not unit.is_lost and not unit.is_downed:
            strike_all(match, name)
    match.emit(CombatEnded(combat))


def in_order(match: Match, combat: Combat) -> list[UnitId]:
    """Return the units that attack, in order (SK-109): first those that engaged this turn, then the
    others; in each group the better Agility first, ties by a d20.
    """
    able = [name for name in combat if not match.unit(name).is_downed]
    order: list[UnitId] = []
    # A unit that engaged this turn strikes first, however slow it is (SK-27).
    for is_late in (False, True):
        group = [name for name in able if match.unit(name).did("charged") != is_late]
        group.sort(key=lambda name: match.unit(name).type.agility)
        for _, tied in groupby(group, key=lambda name: match.unit(name).type.agility):
            order += _rolled_off(match, list(tied))
    return order


def _rolled_off(match: Match, tied: list[UnitId]) -> list[UnitId]:
    """Return tied units in the order of a d20 for each, the higher first; ties are rerolled."""
    if len(tied) < 2:
        return tied
    faces = {name: match.roll("order", name)[0] for name in tied}
    # Units with the same number roll again among themselves; the others keep their places.
    ranked = sorted(tied, key=lambda name: -faces[name])
    return [
        name
        for _, same in groupby(ranked, key=lambda name: faces[name])
        for name in _rolled_off(match, list(same))
    ]


def _swapped(match: Match, order: list[UnitId]) -> list[UnitId]:
    """Let players reorder their units that follow one another directly (DP-13). Returns the
    order.
    """
    found: list[UnitId] = []
    for (side, _), run in groupby(order, key=lambda name: _place_of(match, name)):
        names = list(run)
        options = tuple(Option(name, match.unit(name).name) for name in names)
        question = Question(
            (side,),
            "match.melee.order",
            "Your units here strike one after the other: in which order?",
            Order(options),
            rule="SK-109",
            default=tuple(names),
        )
        found += [UnitId(pick) for pick in match.picks(question)]
    return found


def _place_of(match: Match, name: UnitId) -> tuple[SeatId, bool]:
    """Return what units need to have in common to be reordered: side and whether they engaged."""
    unit = match.unit(name)
    return unit.side, unit.did("charged")


def strike_all(match: Match, name: UnitId) -> None:
    """Let a unit make its attacks: its player splits them over targets and weapons, then they are
    resolved target by target.
    """
    foes = targets.of(match, name)
    if not foes:
        return
    blows = _split(match, name, foes)
    for foe in foes:
        weapons = [weapon for target, weapon in blows if target == foe.id]
        # Split before any die was rolled (SK-111), so attacks on a unit lost by now are wasted.
        if weapons and not match.unit(foe.id).is_lost:
            _strike(match, name, foe.id, weapons)


def _strike(match: Match, name: UnitId, target: UnitId, weapons: list[MeleeWeapon]) -> None:
    """Make the attacks on one target: all rolls to hit, then the defence (SK-112). A stunned target
    is lost without a roll (SK-94).
    """
    if match.unit(target).injury == "stunned":
        lose(match, target, name)
        return
    hits: list[Hit] = []
    for weapon in weapons:
        strike = strike_of(match, name, target, weapon)
        hits += attacks.roll(match, name, target, strike, "melee").hits
    attacks.land(match, target, hits, name, is_melee=True)


def strike_of(match: Match, name: UnitId, target: UnitId, weapon: MeleeWeapon) -> Strike:
    """Return the strike of a unit's attack on a target with a weapon."""
    unit, foe = match.unit(name), match.unit(target)
    is_armed = weapon is not BARE or unit.type.is_unarmed
    edge = Edge(
        better=unit.did("jumped") or foe.injury == "dazed",
        worse=unit.did("daunted") or not is_armed,
    )
    return Strike(
        weapon.id,
        # Subtracted: a weapon's bonus lowers the number to roll (SK-77).
        unit.type.melee - weapon.melee,
        unit.type.injury + weapon.injury,
        unit.type.pierce + weapon.pierce,
        edge,
    )


def weapons_of(unit: Unit) -> list[MeleeWeapon]:
    """Return the weapons that a unit attacks with, which shields are not; `BARE` if none
    (SK-110).
    """
    return [weapon for weapon in unit.melee if not weapon.is_shield] or [BARE]


def attacks_of(unit: Unit) -> int:
    """Return how many attacks a unit makes in a melee (SK-110)."""
    weapons = weapons_of(unit)
    second = 1 if len(weapons) > 1 and all(weapon.pairs for weapon in weapons) else 0
    return unit.type.attacks + second + sum(weapon.attacks for weapon in weapons)


def _split(match: Match, name: UnitId, foes: list[Unit]) -> list[tuple[UnitId, MeleeWeapon]]:
    """Ask how a unit's attacks are split over targets and weapons (DP-14). Returns target and
    weapon of each attack. Raises `Unfit` if one of two weapons is not used (SK-110).
    """
    unit = match.unit(name)
    weapons, count = weapons_of(unit), attacks_of(unit)
    unlike = list({weapon.id: weapon for weapon in weapons}.values())
    blows = {
        option_key("strike", foe.id, weapon.id): (foe.id, weapon)
        for foe in foes
        for weapon in unlike
    }
    usual = _usual(foes[0], weapons, count)
    question = Question(
        (unit.side,),
        "match.melee.split",
        f"How does {unit.name} split its attacks?",
        Split(tuple(_blow_options(match, blows)), count, count),
        rule="SK-111",
        default=usual,
        about=name,
    )
    # With one enemy and one weapon there is nothing to split.
    picks = usual if len(blows) == 1 else match.picks(question)
    for weapon in unlike:
        if len(unlike) > 1 and not any(blows[pick][1] is weapon for pick in picks):
            raise Unfit(f"Each weapon strikes at least once: {weapon.name} has no attack.")
    return [blows[pick] for pick in picks]


def _usual(foe: Unit, weapons: list[MeleeWeapon], count: int) -> tuple[str, ...]:
    """Return the default split: all attacks on one enemy, each weapon once and the first one for
    the rest.
    """
    used = _spread(weapons, count)
    return tuple(option_key("strike", foe.id, weapon.id) for weapon in used)


def usual_weapons(unit: Unit) -> list[MeleeWeapon]:
    """Return the weapon of each of a unit's attacks as the default split has them."""
    return _spread(weapons_of(unit), attacks_of(unit))


def _spread(weapons: list[MeleeWeapon], count: int) -> list[MeleeWeapon]:
    return [*weapons[:count], *[weapons[0]] * (count - len(weapons))]


def _blow_options(match: Match, blows: dict[str, tuple[UnitId, MeleeWeapon]]) -> Iterator[Option]:
    for key, (foe, weapon) in blows.items():
        yield Option(key, f"{match.unit(foe).name}: {weapon.name}")
