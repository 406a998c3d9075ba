"""The Jailbreak introduction (p73, p92-94)."""

from typing import Any

import pytest
from msgspec.structs import replace

from protocol.battle import (
    DamageDealt,
    EngageBegan,
    TurnBegan,
    UnitDeployed,
)
from protocol.hexes import Hex, distance
from protocol.ids import DieId, DieKind, UnitId
from server.rules.battle.rules import BattleRules
from server.rules.content.catalogue import catalogue
from server.rules.content.encounters.jailbreak import BAG, ENTRANCE, FAR_END, JAILBREAK
from tests.scene import Refused, Scene, foe, hero


def created(*seats: str, **settings: Any) -> Scene:
    """A party with everything chosen by default, up to the first player token."""
    scene = Scene.fresh(*seats, **settings)
    for _ in seats:
        while scene.questions[0].why.startswith("create"):
            question = scene.questions[0]
            if question.why == "create.rows" and len(scene.state.adventurers) == len(seats) - 1:
                return scene
            scene.answer(question.why, *question.default)
    return scene


def set_up(*seats: str, draws: list[int] | None = None, **settings: Any) -> Scene:
    """A Jailbreak that is set up, waiting for the first player token (or deployment, if alone)."""
    scene = created(*seats, **settings)
    scene.rolls(*(draws if draws is not None else [0] * len(seats)))
    return scene.answer("create.rows", *scene.asked("create.rows").default)


def enemies(scene: Scene) -> list[str]:
    """The chips on the map, in the order in which they were deployed."""
    return [unit.chip for unit in scene.state.units.values() if unit.side == "enemy"]


@pytest.mark.rule("JB-1", "JB-2", "JB-3", "EP-1", "EP-2", "EP-3", "EP-4", "CLA-1", "CLA-2", "CLA-3")
@pytest.mark.rule("BAT-2", "BAT-9", "ECH-3", "EP-11", "CLA-4")
def test_we_010_set_up_for_two() -> None:
    scene = set_up("shannon", "ryan", draws=[1, 0])
    first, second = [u for u in scene.state.units.values() if u.side == "enemy"]
    assert (first.chip, first.at) == ("high-elf-bandit", JAILBREAK.numbered[0])
    assert (second.chip, second.at) == ("argonian-bandit", JAILBREAK.numbered[1])
    assert first.hp == first.health == 3
    left = [chip for chip, n in scene.state.decks["bag-1"].cards.items() if n]
    assert left == ["skeever-pup", "skeleton", "spriggan"]
    assert list(scene.state.caches.values()) == ["common"]
    assert scene.state.round == 1


@pytest.mark.rule("JB-2", "EP-2", "GEN-12")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_we_011_as_many_enemies_as_adventurers(players: int) -> None:
    scene = set_up(*"1234"[:players])
    assert len(enemies(scene)) == players
    assert all(chip in BAG for chip in enemies(scene))
    assert all(u.level == 1 for u in scene.state.units.values() if u.side == "enemy")


@pytest.mark.rule("BAT-4", "BAT-5", "FRM-7", "MAP-6")
def test_we_012_deployment_in_turn_order() -> None:
    scene = set_up("ryan", "shannon").answer("setup.first", "a2")
    assert scene.state.order == ("a2", "a1")
    with pytest.raises(Refused) as refused:
        scene.answer("deploy", "hex:5,-3", "form:magic", by="ryan")
    assert refused.value.code == "not_yours"
    scene.answer("deploy", "hex:4,-2", "form:light-weapon", by="shannon")
    with pytest.raises(Refused):
        scene.answer("deploy", "hex:4,-2", "form:magic", by="ryan")
    scene.answer("deploy", "hex:5,-3", "form:magic", by="ryan")
    assert (scene.unit("a2").at, scene.unit("a1").at) == ((4, -2), (5, -3))
    assert (scene.mat("a2").form, scene.mat("a1").form) == ("light-weapon", "magic")
    assert scene.events(TurnBegan)[0].unit == "a2"


def test_the_diagram_keeps_the_distances_of_the_examples() -> None:
    """From the northmost hex of the 2-hex column 3 hexes lead beside enemy hex 1, 4 from hex 2."""
    one, two = JAILBREAK.numbered[:2]
    columns = [sum(at[0] == q for at in ENTRANCE) for q in dict.fromkeys(at[0] for at in ENTRANCE)]
    assert columns == [2, 3]
    stand = (one[0] + 1, one[1] - 1)
    assert distance(ENTRANCE[0], stand) == 3
    assert distance(stand, two) == 4
    north = (two[0], two[1] - 1)
    assert distance(north, stand) == 3


@pytest.mark.rule("BAT-9", "BAT-10")
def test_we_013_round_1_starts_without_increment_or_fatigue() -> None:
    scene = Scene(hero(track=["OF"]), foe("e1", at=(0, 0)), turn=None)
    fresh = replace(scene.play.state, phase="round", rounds=0, round=1)
    scene = Scene.at(fresh, scene.catalogue)
    assert scene.state.round == 1
    assert scene.track("a1") == ["OF"]
    assert scene.hp("a1") == 5


@pytest.mark.rule("TRN-1", "CD-13")
def test_we_014_recovery_with_an_empty_track() -> None:
    scene = set_up("shannon").answer("deploy", "hex:4,-2", "form:light-weapon")
    assert scene.asked("turn.act").to == ("shannon",)
    assert scene.track("a1") == []


@pytest.mark.rule("MOV-1", "MAP-1", "MAP-8", "STA-11")
def test_we_015_shannons_move() -> None:
    scene = Scene(
        hero(at=(4, -2), stamina=3), foe("e1", at=(0, 0)), foe("e2", "argonian-bandit", at=(-1, 3))
    )
    with pytest.raises(Refused):
        scene.move((3, -2), (2, -1), (1, -1), (1, -2))
    scene.move((3, -2), (2, -1), (1, -1))
    at = scene.unit("a1").at
    assert at == (1, -1)
    assert distance(at, (0, 0)) == 1
    assert distance(at, (-1, 3)) == 4
    assert "turn.move" in [question.why for question in scene.questions]


@pytest.mark.rule("ENG-2", "ENG-5", "ENG-8", "ENG-9", "ENG-10", "FRM-1", "MAP-10")
def test_we_016_target_and_gather() -> None:
    scene = Scene(
        hero(row=["shield-discipline", "shield-discipline", "combat"]),
        foe("e1", "high-elf-bandit", at=(0, 0)),
        foe("e2", "argonian-bandit", at=(-1, 3)),
    )
    with pytest.raises(Refused):
        scene.engage("a1", "e2", ["combat"])
    scene.rolls("tenacity", "tenacity", "tenacity")
    scene.engage("a1", "e1", ["shield-discipline", "shield-discipline", "combat"])
    assert scene.track("a1") == []
    assert len(scene.mat("a1").rolled) == 3


@pytest.mark.rule("ENG-17", "ENG-18", "ENG-20", "SKR-1", "ENS-3", "DMG-1")
def test_we_017_dodge_and_the_placed_dice() -> None:
    scene = Scene(
        hero(row=["shield-discipline", "shield-discipline", "combat"]),
        foe("e1", "high-elf-bandit", at=(0, 0)),
    )
    scene.rolls("shield-discipline:1", "shield-discipline:1", "tenacity")
    scene.engage("a1", "e1", ["shield-discipline", "shield-discipline", "combat"])
    scene.resolve("shield-discipline", "shield-discipline", "combat")
    (damage,) = scene.events(DamageDealt)
    assert (damage.unit, damage.dealt, damage.prevented, damage.taken) == ("e1", 2, 1, 1)
    assert [event.targets for event in scene.events(EngageBegan)] == [("e1",)]
    assert scene.hp("e1") == 2
    assert [scene.state.dice[DieId(die)].face for die in scene.mat("a1").active] == [
        scene.catalogue.dice[DieKind("shield-discipline")].faces.index("shield-discipline:1")
    ] * 2
    assert scene.active("a1") == ["shield-discipline", "shield-discipline"]
    assert scene.track("a1") == ["combat"]
    assert scene.mat("a1").tenacity == 1


@pytest.mark.rule("JB-14")
def test_we_018_without_a_class_there_is_no_class_ability() -> None:
    scene = Scene(hero(tenacity=1), foe("e1", at=(0, 3)))
    assert not [key for key in scene.offered("turn.act") if key.startswith("use:sorcerer")]
    with pytest.raises(Refused):
        scene.answer("turn.act", "use:sorcerer:power-surge")
    scene.rolls("enemy:0", "enemy:0", "enemy:0", "enemy:0").end_turn()
    assert scene.mat("a1").tenacity == 1


@pytest.mark.rule("CD-13", "CD-14", "CD-16")
def test_we_019_the_next_recovery() -> None:
    scene = Scene(
        hero(at=(4, -2), cooldown=2, track=["combat", "shield-discipline", "LF"]),
        foe("e1", at=(-3, 0), combat=0),
        turn=None,
    ).default()
    assert scene.events(TurnBegan)[-1].unit == "a1"
    assert scene.row("a1") == ["combat", "shield-discipline"]
    assert scene.track("a1") == ["LF"]


@pytest.mark.rule("JB-4", "JB-5", "JB-6", "ENC-4")
def test_we_021_escape() -> None:
    ryan, shannon = hero("a1", at=FAR_END[0]), hero("a2", at=(4, 0), hp=3)
    scene = Scene(ryan, shannon, foe("e1", at=(0, 0), combat=0, range=1), turn=None)
    while "turn_starts" not in [question.why for question in scene.questions]:
        scene.default()
    scene.answer("turn_starts", "escape", by="a1")
    assert scene.unit("a1").fate == "escaped"
    assert scene.state.achievements["escape-first"] == "a1"
    assert scene.events(TurnBegan)[-1].unit == "a2"
    assert not scene.state.outcome


@pytest.mark.rule("JB-5")
def test_the_way_out_is_only_open_at_the_start_of_a_turn() -> None:
    scene = Scene(hero(at=FAR_END[0]), foe("e1", at=(4, 0)))
    assert not [key for key in scene.offered("turn.act") if "escape" in key]


@pytest.mark.rule("JB-7")
@pytest.mark.parametrize("chip", BAG)
def test_each_of_the_five_enemies_is_an_achievement_for_who_defeats_it(chip: str) -> None:
    other = foe("e2", at=(-3, 0), combat=0)
    enemy = foe("e1", chip, at=(0, 0), hp=1, skills=(), defense=0)
    drawn = Scene(hero(row=["combat", "combat"]), enemy, other)
    state = drawn.play.start
    unit = replace(state.units[UnitId("e1")], chip=chip)
    plain = Scene.at(replace(state, units={**state.units, "e1": unit}), drawn.catalogue)
    plain.rolls("combat:2", "combat:2").engage("a1", "e1", ["combat", "combat"])
    plain.resolve("combat", "combat").default()
    assert plain.unit("e1").fate == "defeated"
    assert plain.state.achievements == {f"defeat-{chip}": "a1"}


@pytest.mark.rule("JB-7")
@pytest.mark.parametrize(
    ("at", "what"), [((0, 1), "first-damage-range-1"), ((0, 2), "first-damage-range-2-plus")]
)
def test_the_first_hurt_by_an_enemy_from_so_near_has_an_achievement(at: Hex, what: str) -> None:
    """The second one who is hurt has not."""
    scene = Scene(
        hero("a1", at=at),
        hero("a2", at=(0, -at[1])),
        foe("e1", at=(0, 0), combat=1, range=2, targets=2, skills=()),
        turn=None,
    )
    scene.rolls("enemy:1").answer("enemy.target", "a2")
    assert (scene.hp("a1"), scene.hp("a2")) == (4, 4)
    assert scene.state.achievements == {what: "a2"}


@pytest.mark.rule("BAT-13", "BAT-9", "EOB-1", "RET-1")
def test_we_039_the_round_ends_and_the_battle_goes_on() -> None:
    scene = Scene(hero(at=(4, -4)), foe("e1", at=(-4, 4), combat=0), turn=None)
    assert scene.state.round == 2
    assert scene.state.order == ("a1",)
    assert not scene.state.outcome
    assert not [q for q in scene.questions if q.why == "round.retreat"]


def test_the_first_turn_and_the_last_are_noted_once() -> None:
    scene = set_up("1", "2").answer("setup.first", "a2")
    scene.answer("deploy", "hex:4,-2", "form:magic").answer("deploy", "hex:4,-1", "form:magic")
    assert scene.state.achievements == {"take-first-turn": "a2"}
    scene.end_turn()
    assert scene.state.achievements["take-last-turn"] == "a1"


def test_the_catalogue_has_every_chip_of_the_bag() -> None:
    rules = BattleRules(catalogue())
    assert all(rules.catalogue.chips[name].level == 1 for name in BAG)
    assert not [e for e in set_up("1").events(UnitDeployed) if e.unit == "a1"]
