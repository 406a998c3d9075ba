from dataclasses import replace
from typing import Any

import msgspec
import pytest

from server.rules.battle.kernel.state import Deck, MapStatus
from server.rules.battle.kernel.words import EncounterKind
from server.rules.content.catalogue import catalogue
from tests.scene import Scene, foe, hero
from tests.scene.builders import Foe, Hero
from tests.scene.delves import below

rule = pytest.mark.rule
FAR = foe("e9", at=(-4, 4), skills=())
HERE, LOAF = (2, -1), "falkreath-meat-loaf"


def scout(**figures: Any) -> Hero:
    drawn: dict[str, Any] = {
        "race": "dark-elf", "cls": "scout", "tenacity": 5, "at": (1, -1), **figures
    }  # fmt: skip
    return hero(**drawn)


def turn_of(*others: Foe | Hero, **figures: Any) -> Scene:
    return Scene(scout(**figures), *others, FAR)


def asks(scene: Scene, why: str) -> bool:
    return any(question.why == why for question in scene.questions)


def set_up(*, players: int = 3, **figures: Any) -> Scene:
    """The Jailbreak of three is being set up: three enemies are there, nobody else yet."""
    party = [scout(**figures), *(hero(f"a{n}", at=(n, -3)) for n in range(2, players + 1))]
    drawn = Scene(*party, FAR).state
    nowhere = {
        name: msgspec.structs.replace(unit, at=None)
        for name, unit in drawn.units.items()
        if unit.kind == "adventurer"
    }
    start = msgspec.structs.replace(
        drawn, phase="setup", turn=None, order=(), units=nowhere, tiles={}, round=1, rounds=0
    )
    return Scene.at(start).rolls(*[0] * players)


def places(scene: Scene) -> list[Any]:
    return [unit.at for unit in scene.state.units.values() if unit.side == "enemy"]


@rule("CLS-2")
def test_once_a_clash_is_set_up_two_enemies_may_change_places() -> None:
    scene = set_up()
    first, second, third = places(scene)
    ids = [unit.id for unit in scene.state.units.values() if unit.side == "enemy"]
    scene.answer("enemies_deployed", "misdirection").answer("scout.first", ids[0])
    scene.answer("scout.second", ids[2])
    assert places(scene) == [third, second, first]
    assert asks(scene, "setup.first")


def test_a_master_lets_any_number_of_them_change_places() -> None:
    scene = set_up(master=True)
    first, second, third = places(scene)
    ids = [unit.id for unit in scene.state.units.values() if unit.side == "enemy"]
    scene.answer("enemies_deployed", "great_misdirection").answer("scout.first", ids[0])
    scene.answer("scout.second", ids[1]).answer("scout.first", ids[1])
    scene.answer("scout.second", ids[2])
    assert places(scene) == [second, third, first]


def test_enemies_that_come_later_stay_where_they_come() -> None:
    near = foe("e1", at=(0, 0), hp=1, skills=("instigate",))
    decks = {"bag-1": Deck(cards={"skeever-pup": 1})}
    scene = Scene(scout(row=["combat"]), near, FAR, decks=decks)
    scene.rolls("combat:1").engage("a1", "e1", ["combat"]).rolls(0).resolve("combat")
    scene.answer("instigate", scene.offered("instigate")[0])
    assert not asks(scene, "enemies_deployed")


@rule("CLS-5")
@pytest.mark.parametrize("master", [False, True])
def test_treasure_hunter_buys_a_check_one_more_attempt(master: bool) -> None:
    deck = Deck(cards={LOAF: 1}, top="3:5-2-2")
    scene = Scene(
        scout(tenacity=1, master=master), FAR, caches={HERE: "common"}, decks={"common": deck}
    )
    scene.move(HERE).answer("cache.pick", "pick").rolls("d6:1", "d6:1", "d6:1")
    scene.answer("lockpick", "treasure-hunter").passes("lockpick.adjust")
    text = scene.asked("lockpick.keep").shape.slots[0].options[0].text  # type: ignore[union-attr]
    assert ("3 left" in text, scene.mat("a1").tenacity) == (True, 0)


def delve(**figures: Any) -> Scene:
    """A delve whose deck holds three cards."""
    cards = dict.fromkeys(("spore-chamber", "crumbling-passage", "sluice-room"), 1)
    return below(scout(**figures, at=(0, 0)), decks={"delve": Deck(cards=cards)})


@pytest.mark.parametrize("master", [False, True])
def test_anglers_instinct_looks_at_two_delve_cards_and_orders_them(master: bool) -> None:
    """The alphabet decides what is drawn: crumbling-passage, then sluice-room."""
    scene = delve(tenacity=1, master=master).rolls(0, 0).answer("turn.act", "anglers-instinct")
    scene.answer("anglers-instinct").answer("anglers-instinct.order", "1", "0")
    pile = scene.state.decks["delve"]
    assert (pile.ahead, pile.under) == (("sluice-room", "crumbling-passage"), ())
    assert scene.mat("a1").tenacity == 0


def test_a_card_that_was_put_under_the_deck_is_drawn_last() -> None:
    scene = delve().rolls(0, 0).answer("turn.act", "anglers-instinct")
    scene.answer("anglers-instinct", "0")
    pile = scene.state.decks["delve"]
    assert (pile.ahead, pile.under) == (("sluice-room",), ("crumbling-passage",))


def test_in_a_clash_there_is_nothing_to_angle_for() -> None:
    assert "use:scout:anglers-instinct" not in turn_of().offered("turn.act")


def test_savage_defense_hurts_and_dazes_all_adjacent_enemies_and_then_the_scout() -> None:
    scene = turn_of(
        foe("e1", at=(0, 0), health=5, hp=5, skills=()),
        foe("e2", at=(2, -1), health=5, hp=5, defense=1, skills=()),
        tenacity=2,
    )
    scene.answer("turn.act", "savage-defense")
    assert (scene.hp("e1"), scene.hp("e2"), scene.mat("a1").tenacity) == (3, 4, 0)
    assert scene.unit("e1").statuses == scene.unit("e2").statuses == ("daze",)
    assert scene.track("a1") == ["daze"]


def test_after_a_savage_defense_a_master_may_be_placed_two_hexes_away() -> None:
    near = foe("e1", at=(0, 0), health=5, hp=5, skills=())
    scene = turn_of(near, tenacity=2, master=True).answer("turn.act", "savage-defense")
    assert "4,-1" not in scene.offered("savage-defense")
    scene.answer("savage-defense", "3,-1")
    assert (scene.unit("a1").at, scene.track("a1")) == ((3, -1), ["daze"])


def test_a_master_may_stay_after_a_savage_defense() -> None:
    near = foe("e1", at=(0, 0), health=5, hp=5, skills=())
    scene = turn_of(near, tenacity=2, master=True).answer("turn.act", "savage-defense")
    assert scene.answer("savage-defense", "").unit("a1").at == (1, -1)


@pytest.mark.parametrize(("master", "left"), [(False, 2), (True, 3)])
def test_a_barbed_trap_maims_the_next_unit_that_enters_its_hex(master: bool, left: int) -> None:
    walker = foe("e1", at=(-3, 0), range=1, combat=0, skills=())
    scene = Scene(scout(at=(0, 0), master=master), walker)
    scene.answer("turn.act", "barbed-trap").answer("barbed-trap", "-1,0")
    assert scene.state.laid == {"-1,0": (MapStatus("maim"),)}
    assert scene.mat("a1").tenacity == left
    scene.end_turn()
    assert (scene.unit("e1").at, scene.unit("e1").statuses) == ((-1, 0), ("maim",))
    assert scene.state.laid == {}


def test_a_barbed_trap_knows_no_friends() -> None:
    scene = turn_of().answer("turn.act", "barbed-trap").answer("barbed-trap", "2,-1")
    scene.move((2, -1))
    assert scene.track("a1") == ["maim"]


def test_a_trap_needs_a_free_hex() -> None:
    scene = turn_of().answer("turn.act", "barbed-trap")
    assert "1,-1" not in scene.offered("barbed-trap")


@rule("CLS-5")
def test_fade_away_hides_a_master_at_any_time() -> None:
    scene = turn_of(master=True, tenacity=4).answer("anytime", "fade-away")
    assert (scene.track("a1"), scene.mat("a1").tenacity) == (["stealth"], 0)


def test_fade_away_hides_a_master_between_other_units_turns() -> None:
    near = foe("e1", at=(0, 0), combat=0, skills=())
    scene = Scene(scout(master=True, tenacity=4), near, FAR, turn=None)
    scene.answer("enemy.order", "e1").answer("turn_ends", "fade-away")
    assert scene.track("a1") == ["stealth"]


def test_who_is_hidden_does_not_fade() -> None:
    assert not asks(turn_of(master=True, tenacity=4, track=["stealth"]), "anytime")


def ended(kind: EncounterKind = "delve", outcome: str = "victory", *, final: bool = False) -> Scene:
    """A battle of that kind has been decided."""
    box = catalogue()
    held = replace(box.encounters["jailbreak"], kind=kind, final=final, after=None)
    cards = replace(box, encounters={"jailbreak": held})
    drawn = Scene(scout(), FAR, cards=cards).state
    state = msgspec.structs.replace(drawn, phase="cleanup", turn=None, outcome=outcome)
    return Scene.at(state, cards)


@rule("CLS-1", "CLS-20")
def test_a_delve_that_was_won_makes_a_master() -> None:
    scene = ended().answer("battle_ends", "promotion")
    assert scene.mat("a1").master
    assert scene.state.phase == "over"


@pytest.mark.parametrize(
    ("kind", "outcome", "final"),
    [("clash", "victory", False), ("delve", "defeat", False), ("delve", "victory", True)],
)
def test_a_clash_a_lost_delve_and_a_quest_make_none(
    kind: EncounterKind, outcome: str, final: bool
) -> None:
    assert not ended(kind, outcome, final=final).mat("a1").master
    assert ended(kind, outcome, final=final).questions == ()


def test_tracking_is_for_the_way() -> None:
    sheet = catalogue().classes["scout"]
    costs = [[one.cost for one in side.elsewhere] for side in (sheet.novice, sheet.master)]
    assert costs == [[3], [2]]


def targeted(*others: Foe | Hero, away: int = 2, **figures: Any) -> Scene:
    """An enemy that stands so far away is about to target a master Scout."""
    shooter = foe("e1", at=(1 - away, -1), range=3, combat=1, skills=figures.pop("skills", ()))
    return Scene(scout(master=True, **figures), *others, shooter, turn=None)


@rule("CLS-5", "STS-10")
def test_fade_away_comes_in_time_before_an_enemy_targets_the_scout() -> None:
    """It looks for targets anew, and finds none."""
    scene = targeted().answer("targeting", "fade-away").default()
    assert (scene.hp("a1"), scene.mat("a1").tenacity) == (5, 1)
    assert scene.track("a1") == ["stealth"]


@pytest.mark.parametrize(("away", "skills"), [(1, ()), (2, ("detection",))])
def test_it_is_not_offered_where_stealth_would_not_help(away: int, skills: tuple[str, ...]) -> None:
    scene = targeted(away=away, skills=skills).rolls("enemy:0")
    assert all(question.why != "targeting" for question in scene.questions)
