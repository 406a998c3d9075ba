"""What a party has found that begins later than the Jailbreak, outside a campaign (original)."""

from typing import Any

import pytest
from msgspec.structs import replace

from protocol.battle import ItemGained
from protocol.ids import SeatId, UnitId
from protocol.questions import Some
from server.battles.games import Built
from server.commands.setups import setups
from server.rules.battle.kernel.state import BattleState, Deck
from server.rules.battle.setup import kit
from server.rules.content.catalogue import catalogue
from tests.rules.battle.running import running
from tests.scene import Scene, foe, hero

FAR = foe("e1", at=(-3, 0), combat=0, skills=())
DECKS = {
    name: Deck(cards={one.id: 1 for one in catalogue().items.values() if one.deck == name})
    for name in ("common", "legendary")
}
PLACES = ((4, -1), (4, -2))


def waiting(*names: str, xp: int, decks: dict[str, Deck] | None = None, **settings: Any) -> Scene:
    """A party before its deployment to the plain clash, whose draws all give the first card."""
    pieces = [hero(name, at=at) for name, at in zip(names, PLACES, strict=False)]
    drawn = Scene(
        *pieces, FAR, encounter="plain-clash", xp=xp, decks=decks or DECKS, kit=True, **settings
    )
    state = drawn.play.start
    units = {
        **state.units,
        **{UnitId(name): replace(state.units[UnitId(name)], at=None) for name in names},
    }
    scene = Scene.at(replace(state, phase="deploy", turn=None, units=units, rounds=0))
    scene.script.numbers += [0] * 60
    return scene


def deployed(*names: str, xp: int, **settings: Any) -> Scene:
    scene = waiting(*names, xp=xp, **settings)
    return scene.answer("deploy", scene.offered("deploy")[0], "form:magic")


def kept(scene: Scene) -> tuple[int, int]:
    """How many cards are drawn, and how many of them are kept."""
    shape = scene.asked("kit.choose").shape
    assert isinstance(shape, Some)
    assert shape.low == shape.high
    return len(shape.options), shape.low


def cards(state: BattleState) -> int:
    """All item cards there are, wherever they lie."""
    decks = (state.decks[name] for name in DECKS)
    piles = sum(sum(d.cards.values()) + len(d.discard) + len(d.drawn) for d in decks)
    return piles + sum(len(m.ready) + len(m.pack) for m in state.adventurers.values())


def found(size: int, xp: int, difficulty: str = "adept") -> tuple[int, int, int]:
    """Common cards, legendary cards, tenacity of each."""
    names = ("a1", "a2", "a3", "a4")[:size]
    scene = Scene(*[hero(n, at=(i, -1)) for i, n in enumerate(names)], xp=xp, difficulty=difficulty)
    return kit.found(running(scene, scene.state))


def test_at_2_xp_nobody_has_found_anything_but_on_apprentice() -> None:
    assert not deployed("a1", xp=2).events(ItemGained)
    scene = deployed("a1", xp=2, difficulty="apprentice")
    assert kept(scene) == (3, 1)
    assert scene.mat("a1").tenacity == 4


def test_legendary_cards_are_chosen_first_each_among_a_few_more() -> None:
    scene = deployed("a1", xp=4)
    assert kept(scene) == (5, 3)
    assert scene.asked("kit.choose").to == ("a1",)
    legendary = scene.offered("kit.choose")[1:4]
    scene.answer("kit.choose", *legendary)
    assert kept(scene) == (6, 4)
    scene.default()
    mat = scene.mat("a1")
    assert [card.item for card in (*mat.ready, *mat.pack)][:3] == list(legendary)
    assert (len(mat.ready) + len(mat.pack), mat.tenacity) == (7, 5)


def test_cards_that_were_not_chosen_are_in_their_deck_again() -> None:
    scene = deployed("a1", xp=4)
    whole = cards(scene.state)
    scene.answer("kit.choose", *scene.offered("kit.choose")[1:4]).default()
    assert cards(scene.state) == whole == sum(len(deck.cards) for deck in DECKS.values())
    assert not any(scene.state.decks[name].drawn for name in DECKS)


def test_a_lone_adventurer_finds_more_than_each_of_several() -> None:
    assert [found(size, 4) for size in (1, 2, 3, 4)] == [(4, 3, 5), (1, 0, 1), (1, 0, 1), (1, 0, 1)]
    scene = deployed("a1", "a2", xp=4).default("round_starts")
    assert len(scene.mat("a1").ready) == 1


@pytest.mark.parametrize(
    ("difficulty", "hp", "bonus"), [("apprentice", 5, 6), ("adept", 5, 0), ("expert", 3, 0)]
)
def test_a_battle_begins_after_a_night_as_good_as_the_difficulty(
    difficulty: str, hp: int, bonus: int
) -> None:
    unit = deployed("a1", xp=2, difficulty=difficulty).default().state.units[UnitId("a1")]
    assert (unit.hp, unit.bonus) == (hp, bonus)


def test_an_uneasy_night_leaves_at_least_1_hp() -> None:
    scene = waiting("a1", xp=2, difficulty="expert")
    units = {**scene.state.units, UnitId("a1"): replace(scene.state.units[UnitId("a1")], hp=2)}
    scene = Scene.at(replace(scene.state, units=units))
    scene.script.numbers += [0] * 60
    scene.answer("deploy", scene.offered("deploy")[0], "form:magic")
    assert scene.hp("a1") == 1


@pytest.mark.parametrize("size", [1, 2, 3, 4])
@pytest.mark.parametrize("xp", [4, 8, 12, 20])
def test_an_easier_difficulty_never_gives_less_and_expert_gives_least(size: int, xp: int) -> None:
    easy, adept, hard = (found(size, xp, one) for one in ("apprentice", "adept", "expert"))
    assert sum(easy) > sum(adept)
    assert sum(adept) > sum(hard) or sum(adept) <= 2, "halves are rounded up"
    assert all(more >= less for more, less in zip(easy, adept, strict=True))
    assert all(more >= less for more, less in zip(adept, hard, strict=True))


@pytest.mark.parametrize("difficulty", ["apprentice", "adept", "expert"])
def test_nobody_begins_with_more_than_the_eight_cards_of_an_inventory(difficulty: str) -> None:
    common, legendary, _ = found(1, 40, difficulty)
    assert common + legendary <= 8


def test_of_two_armors_for_a_body_area_one_waits_in_the_pack() -> None:
    caps = ("dented-iron-helm", "quilted-arming-cap")
    decks = {"common": Deck(cards=dict.fromkeys(caps, 1)), "legendary": Deck()}
    scene = deployed("a1", xp=4, decks=decks)
    mat = scene.mat("a1")
    assert ([c.item for c in mat.ready], [c.item for c in mat.pack]) == ([caps[0]], [caps[1]])


def test_with_empty_decks_there_is_nothing_to_choose_from() -> None:
    scene = deployed("a1", xp=8, decks={"common": Deck(), "legendary": Deck()})
    assert all(question.why != "kit.choose" for question in scene.questions)


@pytest.mark.rule("LIM-14")
@pytest.mark.parametrize(("left", "discarded"), [(1, 4), (3, 2), (0, 5)])
def test_a_deck_too_small_for_all_the_draws_is_made_anew_and_loses_no_card(
    left: int, discarded: int
) -> None:
    """What was drawn before the discard pile became the deck still lies there to be chosen."""
    names = tuple(DECKS["common"].cards)[: left + discarded]
    pile = Deck(cards=dict.fromkeys(names[:left], 1), discard=names[left:])
    scene = deployed("a1", xp=4, decks={"common": pile, "legendary": Deck()})
    shape = scene.asked("kit.choose").shape
    assert isinstance(shape, Some)
    assert {option.key for option in shape.options} == set(names)
    scene.default()
    assert cards(scene.state) == left + discarded


def test_a_table_may_decline_the_kit_and_the_jailbreak_knows_none() -> None:
    by_name = {setup.name: setup for setup in setups()}
    clash, jail = by_name["plain-clash"], by_name["jailbreak"]

    def has_kit(built: Built) -> bool:
        assert isinstance(built.start, BattleState)
        return built.start.settings.kit

    assert has_kit(clash.build((SeatId("1"),), "", {}))
    assert not has_kit(clash.build((SeatId("1"),), "", {"kit": "no"}))
    assert not has_kit(jail.build((SeatId("1"),), "", {}))
    with pytest.raises(ValueError, match="bare hands"):
        jail.build((SeatId("1"),), "", {"kit": "yes"})
    with pytest.raises(ValueError, match="yes or no"):
        clash.build((SeatId("1"),), "", {"kit": "perhaps"})


def test_what_was_found_before_is_not_gained_in_the_battle() -> None:
    """Or else a Burglar would be a master before the first blow."""
    scene = waiting("a1", xp=4)
    mat = replace(scene.state.adventurers[UnitId("a1")], cls="burglar")
    scene = Scene.at(replace(scene.state, adventurers={"a1": mat}))
    scene.script.numbers += [0] * 60
    scene.answer("deploy", scene.offered("deploy")[0], "form:magic")
    while scene.questions[0].why != "deploy.items":
        scene.answer(scene.questions[0].why, *scene.questions[0].default)
    assert len(scene.events(ItemGained)) >= 4
    assert not any("burglar" in note for note in scene.state.used)
