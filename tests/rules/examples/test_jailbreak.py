"""The Jailbreak introduction (p73, p92-94)."""

from typing import Any

import pytest
from msgspec.structs import replace

from protocol.battle import (
    Advanced,
    DamageDealt,
    DieExhausted,
    EngageBegan,
    TurnBegan,
    UnitDeployed,
)
from protocol.hexes import distance
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
    assert [scene.state.dice[die].face for die in scene.mat("a1").active] == [
        scene.catalogue.dice["shield-discipline"].faces.index("shield-discipline:1")
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


def closing(
    party: dict[str, tuple[str, ...]], *, fate: str = "", first: dict[str, Any] | None = None
) -> Scene:
    """A Jailbreak that is decided, as its cleanup begins: who has achieved what.

    `first` are figures of the first of the party, `fate` is what has become of all of them.
    """
    heroes = [
        hero(name, at=(1, -n), fate=fate, **(first or {} if n == 1 else {}))
        for n, name in enumerate(party, 1)
    ]
    scene = Scene(*heroes, turn=None)
    won = {what: name for name, achieved in party.items() for what in achieved}
    outcome = "defeat" if fate else "victory"
    state = replace(scene.play.start, phase="cleanup", outcome=outcome, achievements=won)
    return Scene.at(state, scene.catalogue)


def sheets(scene: Scene, *but: str) -> list[str]:
    """The sheets in the box, as a shuffle has them, without those that were taken or set aside."""
    classes = sorted(one.id for one in scene.catalogue.classes.values() if one.set == "base")
    return [name for name in classes if name not in but]


SHANNON = ("take-first-turn", "cache-lockpick")
RYAN = ("defeat-high-elf-bandit", "take-last-turn", "first-damage-range-2-plus")


@pytest.mark.rule("JB-7", "JB-9")
def test_we_022_classes_by_achievement() -> None:
    """WE-022 (p93): Shannon may be Dragonknight or Rogue; Ryan Sorcerer, Healer or Archer."""
    scene = closing({"shannon": SHANNON, "ryan": RYAN})
    assert set(scene.offered("jailbreak.class")) == {"rogue", "dragonknight", "other"}
    scene.answer("jailbreak.class", "rogue", by="shannon")
    earned = {"arcanist", "sorcerer", "healer", "archer", "other"}
    assert set(scene.offered("jailbreak.class")) == earned - {"arcanist"}
    scene.answer("jailbreak.class", "healer", by="ryan")
    assert (scene.mat("shannon").cls, scene.mat("ryan").cls) == ("rogue", "healer")
    assert not scene.events(Advanced)


@pytest.mark.rule("JB-10")
def test_we_023_with_fewer_than_two_classes_a_sheet_is_drawn() -> None:
    """WE-023 (p93): Shannon waits, sets the Knight aside, and draws the Bard among 13 sheets."""
    scene = closing(
        {"shannon": ("first-damage-range-1",), "ryan": ("defeat-high-elf-bandit", "take-last-turn")}
    )
    assert scene.asked("jailbreak.class").to == ("ryan",)
    left = sheets(scene, "sorcerer", "knight")
    assert (len(left), "healer" in left) == (13, True)
    scene.rolls(left.index("bard")).answer("jailbreak.class", "sorcerer", by="ryan").done()
    assert scene.offered("jailbreak.class") == ["knight", "bard"]
    scene.answer("jailbreak.class", "knight", by="shannon")
    assert (scene.mat("shannon").cls, scene.mat("ryan").cls) == ("knight", "sorcerer")


@pytest.mark.rule("JB-11", "JB-6")
def test_we_024_all_adventurers_defeated() -> None:
    """WE-024 (p93): each of the two chooses between two sheets of the shuffled ones."""
    scene = closing({"shannon": (), "ryan": ()}, fate="defeated")
    all_sheets = sheets(scene)
    first, second = sheets(scene, "warden"), sheets(scene, "warden", "bard")
    scene.rolls(all_sheets.index("warden"), first.index("scout"))
    assert scene.offered("jailbreak.class") == ["warden", "scout"]
    scene.rolls(first.index("bard"), second.index("knight"))
    scene.answer("jailbreak.class", "warden", by="shannon")
    assert scene.offered("jailbreak.class") == ["bard", "knight"]
    scene.answer("jailbreak.class", "knight", by="ryan").done()
    assert (scene.mat("shannon").cls, scene.mat("ryan").cls) == ("warden", "knight")


@pytest.mark.rule("JB-6", "JB-11", "DEF-5")
def test_we_024_the_battle_ends_with_the_round_in_which_the_last_one_falls() -> None:
    """WE-024 (p93)."""
    scene = Scene(
        hero(hp=1), foe("e1", "high-elf-bandit", at=(0, 0), combat=1, skills=()), turn=None
    )
    scene.rolls("enemy:1", 0, 0)
    assert scene.state.outcome == "defeat"
    assert scene.offered("jailbreak.class") == ["acrobat", "archer"]


@pytest.mark.rule("CRE-13")
def test_who_has_a_class_is_not_offered_another() -> None:
    """Whatever it did in the Jailbreak; the others go on choosing."""
    scene = closing({"shannon": SHANNON, "ryan": RYAN}, first={"cls": "sorcerer"})
    assert scene.asked("jailbreak.class").to == ("ryan",)
    scene.answer("jailbreak.class", "healer", by="ryan")
    assert (scene.mat("shannon").cls, scene.mat("ryan").cls) == ("sorcerer", "healer")
    assert not scene.questions


@pytest.mark.rule("JB-12")
def test_we_025_refusing_the_earned_classes_costs_tenacity_and_items() -> None:
    """WE-025 (p94): the Acrobat, once everybody else has chosen."""
    rich = {"tenacity": 1, "ready": ["falkreath-meat-loaf"]}
    scene = closing({"shannon": SHANNON, "ryan": RYAN}, first=rich)
    assert "acrobat" not in scene.offered("jailbreak.class")
    scene.answer("jailbreak.class", "other", by="shannon")
    assert scene.asked("jailbreak.class").to == ("ryan",)
    scene.answer("jailbreak.class", "sorcerer", by="ryan")
    offered = scene.offered("jailbreak.class")
    assert "acrobat" in offered
    assert "sorcerer" not in offered
    scene.answer("jailbreak.class", "acrobat", by="shannon")
    mat = scene.mat("shannon")
    assert (mat.cls, mat.tenacity, mat.ready, mat.pack) == ("acrobat", 0, (), ())
    assert scene.state.decks["common"].discard == ("falkreath-meat-loaf",)


@pytest.mark.rule("JB-8", "JB-13", "EOB-3", "ACT-5", "SET-9")
def test_we_026_after_jailbreak_everybody_rests_as_at_an_inn() -> None:
    """WE-026 (p93, p94): first the active die is exhausted, then all comes back."""
    shield = "shield-discipline"
    worn = {
        "hp": 3,
        "tenacity": 1,
        "active": [f"{shield}@{shield}:1"],
        "track": ["combat", shield, "LF"],
    }
    scene = closing({"shannon": SHANNON}, first=worn)
    assert scene.track("shannon") == ["combat", shield, "LF", shield]
    assert len(scene.events(DieExhausted)) == 1
    scene.answer("jailbreak.class", "rogue")
    assert scene.state.phase == "over"
    assert (scene.hp("shannon"), scene.track("shannon")) == (5, [])
    assert sorted(scene.row("shannon")) == ["combat", shield, shield]
    assert scene.mat("shannon").tenacity == 1


@pytest.mark.rule("EOB-1", "EOB-2", "CD-17", "STA-9")
def test_bonus_hp_go_and_drained_dice_come_back_as_the_battle_ends() -> None:
    worn = {"bonus": 2, "track": ["LF", "bane"], "drained": ["combat"]}
    scene = closing({"shannon": SHANNON}, first=worn).answer("jailbreak.class", "rogue")
    assert scene.unit("shannon").bonus == 0
    assert scene.row("shannon") == ["combat"]
    assert (scene.state.supply["LF"], scene.state.supply["status"]) == (20, 12)


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
