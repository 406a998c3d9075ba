from typing import Any

import pytest
from msgspec.structs import replace

from server.rules.battle.kernel.state import Deck
from tests.rules.battle.encounters import encounter
from tests.scene import Scene, foe, hero

rule = pytest.mark.rule
PARASOL = "shoulder-mounted-parasol"


def taking(item: str, *others: Any, **figures: Any) -> Scene:
    """An item is used in its owner's turn; with nobody else drawn, an enemy stands far away."""
    pieces = others or (foe("e1", at=(-4, 0)),)
    scene = Scene(hero(ready=[item], **figures), *pieces)
    return scene.answer("turn.act", ":take")


def engaging_twice(*track: str, difficulty: str = "adept") -> Scene:
    """The second engage of a turn is about to cost light fatigue."""
    scene = Scene(
        hero(race="orc", ready=[PARASOL], row=["combat", "combat"], track=list(track)),
        foe("e1", at=(0, 0), health=9, hp=9, skills=()),
        difficulty=difficulty,
    )
    scene.rolls("tenacity", "tenacity").engage("a1", "e1", ["combat"]).resolve("combat")
    return scene.engage("a1", "e1", ["combat"])


@rule("ITM-14")
def test_with_a_parasol_light_fatigue_leaves_the_track_in_place_of_coming() -> None:
    scene = engaging_twice("LF").answer("fatigue_coming", "parasol")
    assert scene.track("a1") == ["combat"]
    assert scene.mat("a1").ready


def test_a_parasol_answers_any_amount_of_light_fatigue_at_once() -> None:
    scene = engaging_twice("LF", difficulty="expert").answer("fatigue_coming", "parasol")
    assert scene.track("a1") == ["combat"]


def test_without_light_fatigue_in_the_track_a_parasol_cannot_help() -> None:
    scene = engaging_twice()
    assert scene.track("a1") == ["combat", "LF"]


def picking(item: str, *dice: str) -> Scene:
    """The owner of an item tries the lock 6-4-2 with 2 attempts."""
    scene = Scene(
        hero(race="orc", ready=[item]),
        foe("e1", at=(-4, 0)),
        caches={(1, 0): "common"},
        decks={"common": Deck(cards={"steel-maul": 1}, top="2:6-4-2")},
    )
    return scene.rolls(*dice).move((1, 0)).answer("cache.pick", "pick")


def test_bent_lockpicks_add_two_attempts_to_a_check() -> None:
    scene = picking("bent-lockpicks", *["d6:1"] * 12)
    scene.answer("lockpick", "bent_lockpicks")
    for _ in range(3):
        scene.passes("lockpick.adjust").answer("lockpick.keep", "roll")
    scene.passes("lockpick.adjust").done()
    assert scene.mat("a1").ready == ()
    assert scene.state.decks["common"].discard == ("bent-lockpicks",)


def test_knucklebones_turn_a_lockpick_die_over_once_a_round() -> None:
    scene = picking("lucky-knucklebones", "d6:1", "d6:4", "d6:1", "d6:1")
    scene.answer("lockpick_rolled", "knucklebones").answer("lucky-knucklebones.die", "1")
    scene.passes("lockpick.adjust").answer("lockpick.keep", "roll", "0", "1")
    assert scene.asked("lockpick.adjust").text.startswith("You have 6-4-1")


def test_smelling_salts_recover_the_two_leftmost_dice() -> None:
    scene = taking("smelling-salts", track=["OF", "combat", "LF"])
    assert (scene.track("a1"), scene.row("a1")) == (["LF", "OF"], ["combat"])
    assert scene.mat("a1").ready == ()


def test_a_poultice_heals_two_and_takes_a_status_of_somebody_near() -> None:
    scene = taking(
        "bright-throat-poultice",
        hero("a2", at=(2, -1), hp=2, track=["bane"]),
        hero("a3", at=(3, 0), hp=1),
        foe("e1", at=(-4, 0)),
    )
    assert (scene.hp("a2"), scene.track("a2")) == (4, [])
    assert scene.state.decks["common"].discard == ("bright-throat-poultice",)


def test_a_grappling_hook_places_its_owner_within_three_hexes_once_a_battle() -> None:
    scene = taking("grappling-hook", at=(0, 0))
    assert "-3,0" in scene.offered("grappling-hook.hex")
    assert "4,0" not in scene.offered("grappling-hook.hex")
    scene.answer("grappling-hook.hex", "0,3")
    assert scene.unit("a1").at == (0, 3)
    assert not any("grappling" in key for key in scene.offered("turn.act"))


def test_a_grappling_hook_needs_sight() -> None:
    """From a tile to the one behind the next there is none."""
    scene = Scene(
        hero(ready=["grappling-hook"], at=(0, 0)),
        foe("e1", at=(-2, 0)),
        tiles={"near": ((-2, 0), (-1, 0), (0, 0)), "next": ((1, 0),), "far": ((2, 0),)},
    )
    scene.answer("turn.act", ":take")
    assert scene.offered("grappling-hook.hex") == ["1,0", "-1,0"]


def test_a_hook_that_lands_on_a_cache_offers_its_lock() -> None:
    scene = Scene(
        hero(ready=["grappling-hook"], at=(0, 0)),
        foe("e1", at=(-4, 0)),
        caches={(0, 3): "common"},
        decks={"common": Deck(cards={"steel-maul": 1}, top="2:6-4-2")},
    )
    scene.answer("turn.act", ":take").answer("grappling-hook.hex", "0,3")
    assert scene.asked("cache.pick").about == "0,3"


def test_a_whistle_sends_a_friend_two_hexes_for_light_fatigue() -> None:
    scene = taking("signal-whistle", hero("a2", at=(3, 0)), foe("e1", at=(-4, 0)))
    scene.answer("signal-whistle.move", "2,1", "1,2", by="a2")
    assert (scene.track("a1"), scene.unit("a2").at) == (["LF"], (1, 2))
    assert not any("whistle" in key for key in scene.offered("turn.act"))


@rule("ITM-11")
def test_an_alembic_refreshes_an_expended_potion_which_can_be_drunk_again() -> None:
    drawn = hero("a2", at=(2, -1), hp=3, ready=["cloudy-healing-draught"])
    drawn.ready[0] = replace(drawn.ready[0], expended=True)
    scene = taking("traveling-alembic", drawn, foe("e1", at=(-4, 0)))
    (card,) = scene.mat("a2").ready
    assert not card.expended
    assert scene.state.decks["common"].discard == ("traveling-alembic",)
    scene.end_turn().answer("turn.act", ":drink")
    assert scene.hp("a2") == 5


@rule("ITM-16")
def test_suet_takes_all_chips_off_a_pet() -> None:
    drawn = hero(ready=["pouch-of-suet", "palefrost-elk", "kennel-hound"])
    drawn.ready[1] = replace(drawn.ready[1], chips=2)
    drawn.ready[2] = replace(drawn.ready[2], chips=1)
    scene = Scene(drawn, foe("e1", at=(-4, 0))).answer("turn.act", ":take")
    scene.answer("pouch-of-suet.pet", "elk")
    assert [(card.item, card.chips) for card in scene.mat("a1").ready] == [
        ("palefrost-elk", 0),
        ("kennel-hound", 1),
    ]


def test_caltrops_maim_up_to_two_enemies_within_two_hexes() -> None:
    scene = taking(
        "sack-of-caltrops",
        foe("e1", at=(0, 0)),
        foe("e2", at=(-1, -1)),
        foe("e3", at=(1, 0)),
        foe("e4", at=(-4, 0)),
    )
    scene.answer("sack-of-caltrops.who", "e1", "e2")
    maimed = [name for name in ("e1", "e2", "e3", "e4") if "maim" in scene.unit(name).statuses]
    assert maimed == ["e1", "e2"]


def listening(cards: dict[str, int], top: str = "") -> Scene:
    scene = Scene(
        hero(ready=["listening-horn"]),
        foe("e1", at=(-4, 0)),
        decks={"common": Deck(cards=cards, top=top)},
    )
    return scene.rolls(0).answer("turn.act", ":take")


def test_a_listening_horn_shows_the_next_lock_and_leaves_it() -> None:
    scene = listening({"steel-maul": 1, "smelling-salts": 1})
    assert scene.asked("listening-horn.card").text.startswith(
        "Listening Horn: the next common card has the lock 6-4-2, 2 attempts."
    )
    scene.answer("listening-horn.card", "stay")
    assert scene.state.decks["common"].top == "2:6-4-2"
    assert not any("horn" in key for key in scene.offered("turn.act"))


def test_a_listening_horn_may_put_the_card_under_its_deck() -> None:
    scene = listening({"steel-maul": 1, "smelling-salts": 1}).answer("listening-horn.card", "under")
    deck = scene.state.decks["common"]
    assert (deck.top, deck.bottom) == ("", ("2:6-4-2",))


def test_a_marching_drum_heartens_everybody_as_a_round_starts_once_a_battle() -> None:
    scene = Scene(
        hero("a1", ready=["marching-drum"]),
        hero("a2", at=(3, -1), tenacity=5),
        foe("e1", at=(-4, 0), combat=0, range=0),
        cards=encounter(),
    )
    scene.end_turn().end_turn()
    while scene.questions[0].why != "round_starts":
        scene.answer(scene.questions[0].why, *scene.questions[0].default)
    scene.answer("round_starts", "drum").default()
    assert [scene.mat(name).tenacity for name in ("a1", "a2")] == [1, 5]
    scene.end_turn().end_turn().default()
    assert (scene.state.rounds, scene.mat("a1").tenacity) == (3, 1)


def test_lampblack_hides_its_owner() -> None:
    scene = taking("jar-of-lampblack")
    assert (scene.track("a1"), scene.mat("a1").ready) == (["stealth"], ())
