"""Challenge modifiers and special rules about enemies (p72): stronger, tougher, more of them."""

from dataclasses import replace
from typing import Any

import pytest

from protocol.ids import UnitId
from server.rules.battle.kernel.state import Deck
from server.rules.battle.kernel.values import Stat
from server.rules.content.catalogue import catalogue
from tests.rules.battle.running import running
from tests.rules.battle.setup.test_enemy_pool import about_to_set_up
from tests.rules.content.encounters.drawing import drawn, fought
from tests.scene import Scene, foe, hero

rule = pytest.mark.rule
QUIET: dict[str, Any] = {"combat": 0, "range": 9, "skills": ()}
PUP = catalogue().chips["skeever-pup"]
BIG = replace(PUP, id="skeever", name="Skeever", level=5, health=6, skills=(), back="")
SMALL = replace(PUP, id="whelp", name="Whelp", skills=(), combat=0, range=9, back="")
CHIPS = (BIG, SMALL)


def stronger(**figures: Any) -> dict[str, Any]:
    return {"rule": "stronger", **figures}


@rule("CLA-5", "ENC-9")
@pytest.mark.parametrize(
    ("stat", "of", "now"),
    [
        ("combat", Stat.COMBAT, 3),
        ("defense", Stat.DEFENSE, 3),
        ("range", Stat.RANGE, 3),
        ("movement", Stat.MOVEMENT, 3),
        ("targets", Stat.TARGETS, 3),
    ],
)
def test_enemies_have_more_of_a_stat(stat: str, of: Stat, now: int) -> None:
    cards = drawn({}, stronger(stat=stat, by=1))
    battle = running(fought(cards, hero(), foe("e1", at=(0, 0), **QUIET)))
    assert battle.value(UnitId("e1"), of, 2).value == now
    assert battle.value(UnitId("a1"), of, 2).value == 2, "nobody of the party has"


def test_the_target_icon_for_all_stays_what_it_is() -> None:
    cards = drawn({}, stronger(stat="targets"))
    battle = running(fought(cards, hero(), foe("e1", at=(0, 0), **QUIET)))
    assert battle.value(UnitId("e1"), Stat.TARGETS, 0).value == 0


@rule("ECH-7")
def test_fewer_targets_are_never_turned_into_all_of_them() -> None:
    cards = drawn({}, stronger(stat="targets", by=-1))
    battle = running(fought(cards, hero(), foe("e1", at=(0, 0), **QUIET)))
    assert [battle.value(UnitId("e1"), Stat.TARGETS, n).value for n in (0, 1, 2)] == [0, 1, 1]


@rule("ECH-2")
@pytest.mark.parametrize(("only", "values"), [("beast", [2, 1]), ("skeleton", [1, 2])])
def test_a_rule_may_mean_a_type_or_a_chip_only(only: str, values: list[int]) -> None:
    cards = drawn({}, stronger(stat="combat", only=only))
    foes = foe("e1", "skeever-pup", at=(0, 0)), foe("e2", "skeleton", at=(-1, 0))
    battle = running(fought(cards, hero(), *foes))
    assert [battle.value(UnitId(name), Stat.COMBAT, 1).value for name in ("e1", "e2")] == values


@rule("CLA-5")
def test_a_challenge_works_in_a_party_of_its_size_alone() -> None:
    cards = drawn({}, challenge={"2": [stronger(stat="combat")]})
    for count, combat in ((1, 1), (2, 2), (3, 1)):
        heroes = [hero(f"a{n}", at=(n, -1)) for n in range(count)]
        battle = running(fought(cards, *heroes, foe("e1", at=(0, 0), **QUIET)))
        assert battle.value(UnitId("e1"), Stat.COMBAT, 1).value == combat


def set_up(*rules: dict[str, Any], party: int = 1, draws: int = 1, **more: Any) -> Scene:
    cards = drawn({(-1, 0): "2", (-2, 0): "3"}, *rules, chips=CHIPS, bag=["whelp"], **more)
    return about_to_set_up(party, cards, draws=draws, encounter="drawn")


@rule("CLA-5", "STA-2")
def test_enemies_enter_with_more_hp_than_their_health() -> None:
    scene = set_up({"rule": "tougher", "hp": 2})
    health = PUP.health
    assert [(u.hp, u.health) for u in scene.state.units.values() if u.side == "enemy"] == [
        (health + 2, health)
    ]


@rule("CLA-5")
@pytest.mark.parametrize("less", [1, PUP.health, PUP.health + 5])
def test_enemies_may_enter_with_less_hp_but_with_1_at_least(less: int) -> None:
    scene = set_up({"rule": "tougher", "hp": -less})
    (pup,) = (unit for unit in scene.state.units.values() if unit.side == "enemy")
    assert (pup.hp, pup.health, pup.fate) == (max(1, PUP.health - less), PUP.health, "")


@pytest.mark.parametrize(
    ("hp", "told"), [(2, "enters with 2 HP more"), (-2, "enters with 2 HP less (but 1 at least)")]
)
def test_the_map_tells_how_much_tougher_enemies_are(hp: int, told: str) -> None:
    assert f"Each enemy {told}." in set_up({"rule": "tougher", "hp": hp}).state.objective


def test_tougher_means_a_chip_only_if_it_names_one() -> None:
    scene = set_up({"rule": "tougher", "hp": 2, "only": "skeleton"})
    assert [u.hp for u in scene.state.units.values() if u.side == "enemy"] == [PUP.health]


@pytest.mark.parametrize(("level", "more"), [(0, 2), (1, 2), (5, 0)])
def test_tougher_may_mean_a_level_only(level: int, more: int) -> None:
    scene = set_up({"rule": "tougher", "hp": 2, "level": level})
    enemies_ = [unit for unit in scene.state.units.values() if unit.side == "enemy"]
    assert [unit.hp - unit.health for unit in enemies_] == [more]


@pytest.mark.parametrize(("level", "combat"), [(1, 2), (5, 1)])
def test_stronger_may_mean_a_level_only(level: int, combat: int) -> None:
    cards = drawn({}, stronger(stat="combat", level=level))
    battle = running(fought(cards, hero(), foe("e1", "skeever-pup", at=(0, 0))))
    assert battle.value(UnitId("e1"), Stat.COMBAT, 1).value == combat


def arriving(rule_: dict[str, Any], *, bag: int = 9) -> Scene:
    cards = drawn({(2, -2): "A", (-2, 2): "A"}, rule_, chips=CHIPS)
    decks = {"bag-1": Deck(cards={"whelp": bag})}
    here = foe("e1", at=(0, 3), **QUIET)
    return fought(cards, hero(at=(3, -1)), here, decks=decks)


def enemies(scene: Scene) -> list[str]:
    return [unit.chip for unit in scene.state.units.values() if unit.side == "enemy"]


@rule("DUN-3", "MAP-6")
def test_reinforcements_arrive_where_the_party_says() -> None:
    scene = arriving({"rule": "reinforcements", "at": "A", "level": 1})
    scene.rolls(0).end_turn()
    assert scene.offered("arrive") == ["2,-2", "-2,2"]
    scene.answer("arrive", "-2,2")
    assert scene.state.rounds == 2
    assert [u.at for u in scene.state.units.values() if u.chip == "whelp"] == [(-2, 2)]


def test_reinforcements_come_in_their_rounds_only() -> None:
    rule_ = {"rule": "reinforcements", "at": "A", "level": 1, "first": 3, "last": 3}
    scene = arriving(rule_).rolls(0)
    scene.end_turn()
    assert "whelp" not in enemies(scene)
    scene.end_turn().answer("arrive", "2,-2").end_turn().default()
    assert enemies(scene).count("whelp") == 1


@rule("LIM-7", "EP-3")
def test_without_a_chip_or_a_hex_nobody_comes() -> None:
    scene = arriving({"rule": "reinforcements", "at": "A", "level": 1}, bag=0).end_turn()
    assert enemies(scene) == ["skeever-pup-e1"]
    scene = arriving({"rule": "reinforcements", "at": "A", "level": 1, "count": 3})
    scene.rolls(0, 0).end_turn().answer("arrive", "2,-2")
    assert enemies(scene).count("whelp") == 2, "two hexes, not three"


def gathered(party: int, draws: int, **more: Any) -> list[Any]:
    """Where enemies stand as round 1 begins, of which the points pay one for each adventurer."""
    words = {(-1, 0): "2", (-2, 0): "3", (0, 1): "4"}
    cards = drawn(words, {"rule": "crowd", "count": 3, **more.pop("crowd", {})}, **more)
    scene = about_to_set_up(party, cards, draws=draws, encounter="drawn")
    if party > 1:
        scene.answer("setup.first", "a1")
    for _ in range(party):
        scene.answer("deploy", *scene.asked("deploy").default)
    return [u.at for u in scene.state.units.values() if u.side == "enemy"]


@rule("CLA-5", "EP-3")
@pytest.mark.parametrize("party", [1, 2])
def test_a_crowd_makes_up_the_number_on_free_numbered_hexes(party: int) -> None:
    assert gathered(party, draws=3) == [(0, 0), (-1, 0), (-2, 0)]


@pytest.mark.parametrize(("party", "count"), [(1, 2), (2, 3)])
def test_a_crowd_may_be_smaller_against_a_lone_adventurer(party: int, count: int) -> None:
    assert len(gathered(party, draws=count, crowd={"alone": 2})) == count


def test_nobody_joins_enemies_who_are_enough() -> None:
    assert gathered(2, draws=2, crowd={"count": 2}) == [(0, 0), (-1, 0)]


@rule("LIM-7")
def test_a_crowd_is_as_large_as_its_bag_allows() -> None:
    assert gathered(1, draws=1, chips=CHIPS, bag=["whelp"]) == [(0, 0)]


@rule("CLA-5")
def test_a_flipped_chip_gives_way_to_one_of_the_next_level() -> None:
    cards = drawn({}, {"rule": "flipped", "level": 1}, chips=CHIPS, bag=["whelp", "skeever"])
    scene = about_to_set_up(1, cards, draws=1, encounter="drawn")
    scene.rolls(0).answer("deploy", *scene.asked("deploy").default)
    assert [u.chip for u in scene.state.units.values() if u.side == "enemy" and not u.fate] == [
        "skeever"
    ]


def test_a_flipped_chip_shows_its_own_back() -> None:
    chips = (replace(BIG, back="whelp"), replace(SMALL, back="skeever"))
    cards = drawn({}, {"rule": "flipped", "level": 1}, chips=chips)
    cards = replace(cards, chips={chip.id: chip for chip in chips})
    scene = about_to_set_up(1, cards, draws=1, encounter="drawn")
    scene.rolls(0).answer("deploy", *scene.asked("deploy").default)
    shown = [u for u in scene.state.units.values() if u.side == "enemy" and not u.fate]
    assert [(u.chip, u.at) for u in shown] == [("skeever", (0, 0))]


@rule("STS-3")
def test_enemies_begin_with_a_status() -> None:
    scene = set_up({"rule": "afflicted", "status": "stealth"}).default()
    statuses = [u.statuses for u in scene.state.units.values() if u.side == "enemy"]
    assert statuses == [("stealth",)]
    assert scene.track("a1") == []


@rule("STS-1")
def test_the_party_may_begin_with_a_status() -> None:
    scene = set_up({"rule": "afflicted", "status": "bane", "side": "party"})
    scene.answer("deploy", *scene.asked("deploy").default)
    assert "bane" in scene.track("a1")
