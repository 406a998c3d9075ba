"""The Upkeep Phase, and what is settled after a rout."""

import pytest

from protocol.skirmish import MatchEnded, RoutTested, SpellEnded, SpellId, TokenSecured, TokenTaken
from server.rules.skirmish.kernel.state import OngoingSpell, Unit
from tests.rules.skirmish.table import ONE, TWO, Table, point, unit

HERE = {"token-1": point(10, 10)}


def lost(many: int, kind: str = "infantry") -> tuple[Unit, ...]:
    """Units of the active side that have fallen in the first turn."""
    return tuple(unit(f"b{number}", kind, fell=1) for number in range(many))


@pytest.mark.rule("SK-113", "SK-1")
@pytest.mark.parametrize(
    ("fallen", "die", "stands"), [(6, 8, True), (6, 7, False), (7, 8, False), (7, 9, True)]
)
def test_a_side_that_has_lost_its_threshold_checks_the_best_morale_of_its_heroes(
    fallen: int, die: int, stands: bool
) -> None:
    # given a captain (Morale 8) and a champion (10), and a threshold of 6
    heroes = unit("a", "captain", 5, 5), unit("c", "champion", 8, 5)
    match = Table(
        *heroes, unit("t", "underrat", 20, 20), *lost(fallen), phase="upkeep", dice=(die,)
    )
    # then each loss beyond it makes the check harder by 1
    if stands:
        assert match.asked.why == "match.rout"
        match.answer("stay")
        assert match.told(RoutTested)[0].stays
        assert not match.play.over
    else:
        assert not match.told(RoutTested)[0].stays
        assert match.told(MatchEnded)[0].winner == TWO
        assert match.play.over


@pytest.mark.rule("SK-113")
def test_treasure_that_the_enemy_holds_counts_and_below_the_threshold_nobody_checks() -> None:
    hero, thief = unit("a", "captain", 5, 5), unit("t", "underrat", 20, 20, token="token-1")
    match = Table(hero, thief, *lost(5), phase="upkeep", tokens=HERE, dice=(8,))
    assert match.asked.why == "match.rout"
    match.answer("rout")
    assert match.told(MatchEnded)[0].winner == TWO
    honest = unit("t", "underrat", 20, 20)
    assert not Table(hero, honest, *lost(5), phase="upkeep").told(RoutTested)


@pytest.mark.rule("SK-98", "SK-113")
def test_a_large_unit_counts_twice_and_without_heroes_the_side_routs() -> None:
    man, foe = unit("a", "infantry", 5, 5), unit("t", "underrat", 20, 20)
    match = Table(man, foe, *lost(4), unit("c", "bone-giant", fell=1), phase="upkeep")
    assert match.told(MatchEnded)[0].winner == TWO
    assert not Table(man, foe, *lost(5), phase="upkeep").told(MatchEnded)


@pytest.mark.rule("SK-114")
def test_in_the_recover_step_own_units_get_better_by_one_state() -> None:
    match = Table(
        unit("a", "infantry", 5, 5, injury="stunned"),
        unit("b", "infantry", 8, 5, injury="dazed"),
        unit("c", "infantry", 11, 5, injury="staggered"),
        unit("t", "underrat", 20, 20, injury="stunned"),
        phase="upkeep",
    )
    assert [match.unit(name).injury for name in "abct"] == ["dazed", "staggered", "", "stunned"]


@pytest.mark.rule("SK-115")
def test_who_touches_a_token_may_take_it() -> None:
    match = Table(
        unit("a", "infantry", 10.5, 10), unit("t", "underrat", 20, 20), phase="upkeep", tokens=HERE
    )
    match.answer("take")
    assert match.unit("a").token == "token-1"
    away = unit("a", "infantry", 10.52, 10)
    assert Table(away, unit("t", "underrat", 20, 20), phase="upkeep", tokens=HERE).asked.why == (
        "match.engage"
    )


@pytest.mark.rule("SK-115")
@pytest.mark.parametrize(("die", "taken"), [(10, True), (9, False)])
def test_an_active_enemy_within_two_inches_of_a_token_asks_for_morale(
    die: int, taken: bool
) -> None:
    own = unit("a", "infantry", 10.5, 10)
    match = Table(own, unit("t", "underrat", 12.5, 10), phase="upkeep", tokens=HERE, dice=(die,))
    match.answer("take")
    assert bool(match.unit("a").token) is taken
    # and one that is down troubles nobody
    down = unit("t", "underrat", 12.5, 10, injury="dazed")
    calm = Table(own, down, phase="upkeep", tokens=HERE)
    calm.answer("take")
    assert calm.unit("a").token


@pytest.mark.rule("SK-115")
@pytest.mark.parametrize("kind", ["giant-rat", "bone-giant"])
def test_animals_large_units_carriers_and_downed_ones_take_no_token(kind: str) -> None:
    foe = unit("t", "underrat", 20, 20)
    at = (10.5, 10) if kind == "giant-rat" else (11, 10)
    for other in (
        unit("a", kind, *at),
        unit("a", "infantry", 10.5, 10, injury="stunned"),
        unit("a", "infantry", 10.5, 10, token="token-2"),
    ):
        tokens = {**HERE, "token-2": point(1, 1)}
        match = Table(other, foe, unit("b", "captain", 30, 5), phase="upkeep", tokens=tokens)
        assert match.asked.why == "match.engage"


@pytest.mark.rule("SK-116")
def test_after_a_rout_the_winner_takes_what_lies_near_its_units_alone() -> None:
    # given a side without heroes that routs, and a token 5 inches from an enemy
    tokens = {"token-1": point(10, 10)}
    own, near = unit("a", "infantry", 30, 30), unit("t", "underrat", 15.5, 10)
    match = Table(own, near, *lost(6), phase="upkeep", tokens=tokens)
    if not match.play.over:
        match.answer("t")
    assert [(each.token, each.side) for each in match.told(TokenSecured)] == [("token-1", TWO)]
    far = unit("t", "underrat", 15.51, 10)
    assert not Table(own, far, *lost(6), phase="upkeep", tokens=tokens).told(TokenSecured)


@pytest.mark.rule("SK-116")
@pytest.mark.parametrize(
    ("dice", "winner"), [((16,), TWO), ((15, 10), ONE), ((15, 9), None)], ids=str
)
def test_where_both_are_near_the_winner_checks_and_then_the_loser(
    dice: tuple[int, ...], winner: object
) -> None:
    own, foe = unit("a", "infantry", 12, 10), unit("t", "underrat", 8, 10)
    match = Table(own, foe, *lost(6), phase="upkeep", tokens=HERE, dice=dice)
    while not match.play.over:
        match.answer(*match.asked.default)
    secured = match.told(TokenSecured)
    assert [each.side for each in secured] == ([winner] if winner else [])
    assert len(match.told(TokenTaken)) == len(secured)
    assert not match.dice.left


@pytest.mark.rule("SK-116")
@pytest.mark.parametrize("is_contested", [False, True])
def test_nobody_is_asked_who_takes_a_token_where_that_makes_no_difference(
    is_contested: bool,
) -> None:
    """Given a rout with two of the winner's units near a token, and nobody of the loser's: then the
    nearest has it without a question. With one of the loser's near, all the same, as both have one
    Morale, and it checks."""
    own = unit("a", "infantry", 30, 30), unit("b", "infantry", 12 if is_contested else 31, 10)
    foes = unit("t", "underrat", 8, 10), unit("u", "underrat", 9, 10)
    dice = (16,) if is_contested else ()
    match = Table(*own, *foes, *lost(6), phase="upkeep", tokens=HERE, dice=dice)
    assert match.play.over
    assert [(each.unit, each.token) for each in match.told(TokenTaken)] == [("u", "token-1")]
    assert not match.dice.left


@pytest.mark.rule("SK-116")
def test_who_has_another_morale_may_try_for_a_token_in_place_of_the_nearest() -> None:
    """Given units of two Morales near a token, and an enemy: then the winner chooses, and is told
    where the token lies."""
    own = unit("a", "infantry", 12, 10)
    foes = unit("t", "underrat", 9, 10), unit("u", "enforcer", 8, 10)
    match = Table(own, *foes, *lost(6), phase="upkeep", tokens=HERE, dice=(13,))
    assert (match.asked.why, match.offered()) == ("match.secure", ["t", "u"])
    assert "10, 10" in match.asked.text
    match.answer("u")
    assert [(each.unit, each.token) for each in match.told(TokenTaken)] == [("u", "token-1")]


@pytest.mark.rule("SK-103")
@pytest.mark.parametrize(("die", "ends"), [(8, False), (7, True)])
def test_who_keeps_a_spell_up_checks_morale_in_its_upkeep(die: int, ends: bool) -> None:
    match = Table(
        unit("a", "necromancer", 5, 5),
        unit("t", "underrat", 20, 20),
        phase="upkeep",
        spells={"a": OngoingSpell(SpellId("hex"), unit("t", "underrat").id)},
        dice=(die,),
    )
    assert bool(match.told(SpellEnded)) is ends
    assert bool(match.state.spells) is not ends
