"""Melees of several units: exactly as the slow way has them, and as seeded dice play them."""

from collections import Counter
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from protocol.ids import UnitId
from protocol.previews import ALL_WAYS, CombatOdds, Fate
from protocol.skirmish import SpellId
from server.rules.engine.foresight import TooMany, whole
from server.rules.skirmish.components import Board
from server.rules.skirmish.content.shipped import box
from server.rules.skirmish.fight import melee
from server.rules.skirmish.kernel.state import OngoingSpell, Unit
from server.rules.skirmish.preview.branching import Likely, Work
from server.rules.skirmish.preview.chances import became
from server.rules.skirmish.preview.melees import Melee
from tests.rules.skirmish.brawls import LONG_ROOF, ROOF, TWO_SWORDS, side_by_side
from tests.rules.skirmish.preview.slowly import slowly
from tests.rules.skirmish.table import Table, block, board, unit, waiting

ARMS: tuple[tuple[str, ...], ...] = (
    (), ("sword",), ("spear",), ("sword", "sword"), ("great-sword",), ("sword", "shield"),
    ("fighting-claws",),
)  # fmt: skip


def somebody(random: Random, name: str, kinds: list[str], *at: float) -> Unit:
    """A unit of one of these kinds that may be hurt, have engaged, or fear."""
    kind = random.choice(kinds)
    likely = (("charged", 0.25), ("jumped", 0.1), ("daunted", 0.15))
    marks: Any = tuple(mark for mark, share in likely if random.random() < share)
    printed = {"agility": random.choice((5, 8, 10))} if random.random() < 0.4 else {}
    injury: Any = random.choice((*[""] * 6, "dazed", "stunned", "staggered"))
    wounds = random.randint(1, box().types[kind].wounds)
    arms = random.choice(ARMS)
    return unit(
        name, kind, *at, arms=arms, injury=injury, marks=marks, printed=printed, wounds=wounds
    )


def some_melee(seed: int, most: int, on: Board | None = None) -> Table:
    """A melee of 2 to `most` units, with spells on some, at the edge of a roof if there is one."""
    random = Random(seed)
    many = random.randint(2, most)
    own = random.randint(1, many - 1)
    kinds = random.sample(list(box().types), random.choice((1, 2, 3)))
    z = (4,) if on else ()
    units = [somebody(random, f"a{n}", kinds, 6 + n, 9.5, *z) for n in range(own)]
    foes = [somebody(random, f"t{n}", kinds, 6.4 + n, 10.4, *z) for n in range(many - own)]
    pairs = [(one.id, foe.id) for one in units for foe in foes if random.random() < 0.7]
    spells = {
        one.id: OngoingSpell(SpellId("blight-hex"), random.choice(units).id)
        for one in foes
        if random.random() < 0.15
    }
    pairs = pairs or [(units[0].id, foes[0].id)]
    more: dict[str, Any] = {"on": on} if on else {}
    return Table(*units, *foes, waiting(), pairs=tuple(pairs), spells=spells, **more)


def begun(match: Table, names: tuple[UnitId, ...]) -> Likely:
    """The match, and a third of the times one in which the last of its melee is daunted."""
    state, last = match.state, match.unit(names[-1])
    if last.did("daunted"):
        return [(state, Fraction(1))]
    daunted = replace(last, marks=(*last.marks, "daunted"))
    other = replace(state, units={**state.units, last.id: daunted})
    return [(state, Fraction(2, 3)), (other, Fraction(1, 3))]


def is_exact(match: Table) -> bool:
    """Whether both ways come to the same."""
    (one, *_), *_ = match.state.pairs.values()
    names = melee.connected(match.state, one)
    rules, likely = match.play.ruleset, begun(match, names)
    quick = whole(Melee(rules, likely, names, Work("too many")).fates())
    return quick == slowly(rules, likely, names)


@pytest.mark.slow
@pytest.mark.rule("SK-94", "SK-95", "SK-109", "SK-111", "SK-112")
@pytest.mark.parametrize("seeds", [range(n, n + 20) for n in range(0, 120, 20)])
def test_melees_come_to_exactly_what_the_slow_way_finds(seeds: range) -> None:
    """Given melees of two to five units, hurt, hexed, daunted, of one Agility or several, then each
    unit's chances are the same fractions that a sum over all orders finds."""
    assert [seed for seed in seeds if not is_exact(some_melee(seed, 5))] == []


@pytest.mark.slow
@pytest.mark.rule("SK-87", "SK-91")
@pytest.mark.parametrize("seed", range(12))
def test_melees_on_a_roof_come_to_exactly_what_the_slow_way_finds(seed: int) -> None:
    """Given melees at the edge of a roof with a lower one beside it, then the same."""
    assert is_exact(some_melee(seed, 3, ROOF))


@pytest.mark.slow
@pytest.mark.rule("SK-87", "SK-91")
@pytest.mark.parametrize("seed", range(12))
def test_melees_above_the_open_ground_come_to_exactly_what_the_slow_way_finds(seed: int) -> None:
    """Given melees at the edge of a roof with nothing beside it, then the same, though where each
    falls to depends on who lies there."""
    assert is_exact(some_melee(seed, 3, LONG_ROOF))


@pytest.mark.slow
@pytest.mark.rule("SK-11", "SK-91")
def test_who_falls_to_an_enemy_that_stands_below_stays_engaged_with_it() -> None:
    """Given an enemy on a crate at the foot of a roof, too low to be touched from above but not
    from the ground, then the same."""
    crate = block("crate", (6, 8), (7.2, 8.2), 1)
    units = (
        unit("a0", "infantry", 6.5, 9.3, 3, arms=TWO_SWORDS),
        unit("t0", "infantry", 6.5, 7.9, 1, arms=TWO_SWORDS, marks=("charged",)),
        unit("t1", "infantry", 7.4, 10.1, 3, arms=TWO_SWORDS, marks=("charged",)),
    )
    pairs = (("a0", "t0"), ("a0", "t1"))
    on = board(block("roof", (5, 16), (9, 15), 3), crate)
    assert is_exact(Table(*units, waiting(), pairs=pairs, on=on))


@pytest.mark.slow
@pytest.mark.rule("SK-109")
@pytest.mark.parametrize(("own", "foes"), [(2, 2), (2, 3), (3, 1)])
def test_a_melee_of_equals_comes_to_exactly_what_the_slow_way_finds(own: int, foes: int) -> None:
    """Given units of one kind on both sides, of one Agility, then the same."""
    assert is_exact(side_by_side(own, foes))


@pytest.mark.slow
@pytest.mark.rule("SK-91", "SK-109")
@pytest.mark.parametrize(
    ("own", "foes", "is_hexed"), [(2, 1, False), (1, 2, False), (2, 1, True)], ids=str
)
def test_nobody_strikes_from_a_roof_at_who_fell_off_it(own: int, foes: int, is_hexed: bool) -> None:
    """Given units of one kind at the edge of a roof above the open ground, of whom one that strikes
    late may be left without the enemy that fell, with a spell on one of them and without, then the
    same."""
    match = side_by_side(own, foes, on=LONG_ROOF)
    hexes = {UnitId("t0"): OngoingSpell(SpellId("blight-hex"), UnitId("a0"))} if is_hexed else {}
    units = match.state.units.values()
    pairs = tuple(match.state.pairs.values())
    assert is_exact(Table(*units, pairs=pairs, on=LONG_ROOF, spells=hexes))


@pytest.mark.slow
@pytest.mark.rule("SK-111")
def test_a_unit_is_not_mistaken_for_its_like_of_the_other_side() -> None:
    """Given units that strike as their enemies do, of whom one comes back to whom it left lying
    when nobody else stands, then the same."""
    units = (
        unit("a0", "infantry", 6, 9.5, arms=TWO_SWORDS),
        unit("a1", "captain", 7, 9.5),
        unit("t0", "infantry", 6.4, 10.4, arms=TWO_SWORDS),
        unit("t1", "infantry", 7.4, 10.4, arms=TWO_SWORDS, marks=("charged",), injury="staggered"),
        unit("t2", "infantry", 8.4, 10.4, arms=TWO_SWORDS, marks=("daunted",)),
    )
    pairs = (("a0", "t0"), ("a0", "t1"), ("a1", "t0"), ("a1", "t1"), ("a1", "t2"))
    assert is_exact(Table(*units, waiting(), pairs=pairs))


def foreseen(match: Table, name: str = "a0") -> CombatOdds:
    found = match.play.ruleset.preview(match.state, "combat", UnitId(name), ())
    assert isinstance(found, CombatOdds)
    return found


@pytest.mark.parametrize(("own", "foes"), [(3, 3), (4, 2), (5, 5), (6, 5), (5, 6)])
def test_melees_of_a_match_are_told_whoever_is_tied(own: int, foes: int) -> None:
    """Given so many of one Agility against each other, each with two swords, then what becomes of
    every unit is told."""
    told = foreseen(side_by_side(own, foes))
    assert len(told.fates) == own + foes


@pytest.mark.parametrize(
    ("match", "many"),
    [
        (side_by_side(5, 5, on=LONG_ROOF), 10),
        (side_by_side(2, 2, on=LONG_ROOF, kind="bone-giant"), 4),
        (side_by_side(2, 2, on=ROOF, kind="bone-giant"), 4),
    ],
)
def test_melees_at_the_edge_of_a_roof_are_told(match: Table, many: int) -> None:
    """Given five against five in two ranks above the open ground, or giants above a lower roof,
    then what becomes of every unit is told."""
    assert len(foreseen(match).fates) == many


def test_a_melee_of_too_many_is_refused_as_such() -> None:
    """Given six against six of one Agility, then the refusal speaks of them, not of dice."""
    with pytest.raises(TooMany, match="Too many units fight in this melee"):
        foreseen(side_by_side(6, 6))


class Thrown:
    """Dice of a seed."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)

    def number(self, ordinal: int, index: int, sides: int) -> int:
        return self.random.randrange(sides)


@pytest.mark.slow
@pytest.mark.rule("SK-108", "SK-109", "SK-111", "SK-112")
@pytest.mark.parametrize(("own", "foes"), [(3, 3), (4, 2)])
def test_what_is_foreseen_is_how_often_it_comes_to_that(own: int, foes: int) -> None:
    """Given three against three and four against two, when their melee is fought with the dice of
    many seeds, then it ends as often in each way as was foreseen."""
    match = side_by_side(own, foes)
    odds = foreseen(match)
    units = [match.unit(fate.unit) for fate in odds.fates]
    pairs = tuple(match.state.pairs.values())
    throws = 800
    ends: Counter[tuple[str, str]] = Counter()
    for seed in range(throws):
        played = Table(*units, phase="melee", ends=True, pairs=pairs, chance=Thrown(seed))
        played.defaults()
        ends.update((one.id, became(one, played.unit(one.id))) for one in units)
    for fate in odds.fates:
        for what in Fate.__struct_fields__[1:]:
            share = getattr(fate, what) / ALL_WAYS
            spread = 4.5 * (throws * share * (1 - share)) ** 0.5 + 1
            assert abs(ends[fate.unit, what] - throws * share) < spread, (fate.unit, what)
