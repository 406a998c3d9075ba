"""Cache chips (p68) and the decks behind them."""

from typing import Any

import pytest

from protocol.battle import NamedReason
from protocol.events import Drawn
from protocol.ids import UnitId
from server.rules.battle.adventurer.caches import serve
from server.rules.battle.adventurer.tenacity import gain
from server.rules.battle.components.effects import hook
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.kernel.state import Deck
from tests.rules.battle.encounters import encounter
from tests.scene import Scene, foe, hero

rule = pytest.mark.rule
HERE, NEXT = (1, 0), (1, 1)
LOAF, SALTS, MAUL = "falkreath-meat-loaf", "smelling-salts", "steel-maul"


def entered(deck: Deck, *, kind: str = "common", **figures: Any) -> Scene:
    """An adventurer has moved onto a cache."""
    scene = Scene(
        hero(race="nord", **figures),
        foe("e1", at=(-4, 0)),
        caches={HERE: kind},
        decks={kind: deck},
    )
    return scene.move(HERE)


def opened(deck: Deck, card: int = 0, *, kind: str = "common") -> Scene:
    """The lock is picked at once; chance draws that card of those with the shown lock."""
    scene = entered(deck, kind=kind).rolls("d6:5", "d6:2", "d6:2", card)
    return scene.answer("cache.pick", "pick")


@rule("CAC-1", "CAC-4")
@pytest.mark.parametrize("where", ["ready", "pack"])
def test_a_common_cache_gives_the_card_on_top_of_the_common_deck(where: str) -> None:
    scene = opened(Deck(cards={LOAF: 1}, top="3:5-2-2")).answer("item.gained", where)
    assert [card.item for card in getattr(scene.mat("a1"), where)] == [LOAF]
    assert not scene.state.caches
    assert scene.state.decks["common"].cards[LOAF] == 0


@rule("CAC-4")
def test_a_card_that_is_not_wanted_is_discarded_and_the_chip_goes_with_it() -> None:
    scene = opened(Deck(cards={LOAF: 1}, top="3:5-2-2")).answer("item.gained", "discard")
    assert scene.state.decks["common"].discard == (LOAF,)
    assert not scene.state.caches
    assert not scene.mat("a1").ready


@rule("CAC-5")
def test_a_failed_check_costs_the_chip_and_the_top_card_goes_under_its_deck() -> None:
    """C-21: the lock does not stay in place."""
    scene = entered(Deck(cards={LOAF: 1, SALTS: 1}, top="3:5-2-2")).rolls("d6:1", "d6:1", "d6:1")
    scene.answer("cache.pick", "pick").passes("lockpick.adjust").passes("lockpick.keep")
    deck = scene.state.decks["common"]
    assert not scene.state.caches
    assert (deck.bottom, deck.top, sum(deck.cards.values())) == (("3:5-2-2",), "", 2)


@rule("CAC-7")
def test_a_cache_that_is_passed_over_can_be_tried_on_coming_back() -> None:
    scene = entered(Deck(cards={LOAF: 1}, top="3:5-2-2")).passes("cache.pick")
    assert scene.state.caches
    scene.move(NEXT, HERE)
    assert scene.offered("cache.pick")


@rule("CAC-8")
def test_a_turn_may_hold_several_checks() -> None:
    scene = Scene(
        hero(race="nord", stamina=3),
        foe("e1", at=(-4, 0)),
        caches={HERE: "common", NEXT: "common"},
        decks={"common": Deck(cards={LOAF: 1, SALTS: 1}, top="3:5-2-2")},
    )
    scene.move(HERE, NEXT).rolls("d6:1", "d6:1", "d6:1", 0).answer("cache.pick", "pick")
    scene.passes("lockpick.adjust").passes("lockpick.keep")
    assert scene.asked("cache.pick").about == "1,1"


@rule("CAC-2")
def test_nobody_picks_a_lock_on_somebody_elses_turn() -> None:
    scene = Scene(
        hero("a1", race="high-elf", at=(0, 0)),
        hero("a2", race="nord", at=(-1, 0)),
        foe("e1", at=(-4, 0)),
        tiles={"clash": ((-4, 0), (-1, 0), (0, 0)), "entrance": (HERE,)},
        caches={HERE: "common"},
        decks={"common": Deck(cards={LOAF: 1}, top="3:5-2-2")},
    )
    scene.answer("turn.act", "syrabanes-boon").answer("syrabane", "a2")
    assert scene.unit("a2").at == HERE
    assert all(question.why != "cache.pick" for question in scene.questions)


@rule("CAC-2")
def test_being_placed_on_a_cache_in_the_own_turn_is_enough() -> None:
    scene = Scene(
        hero("a1", race="high-elf", at=(0, 0)),
        foe("e1", at=(-4, 0)),
        tiles={"clash": ((-4, 0), (0, 0)), "entrance": (HERE,)},
        caches={HERE: "common"},
        decks={"common": Deck(cards={LOAF: 1}, top="3:5-2-2")},
    )
    scene.answer("turn.act", "syrabanes-boon")
    assert scene.offered("cache.pick")


@rule("CAC-3")
def test_the_lock_of_the_top_card_is_drawn_when_it_is_first_seen_and_stays() -> None:
    scene = Scene(
        hero(race="nord"),
        foe("e1", at=(-4, 0)),
        caches={HERE: "common"},
        decks={"common": Deck(cards={LOAF: 1, MAUL: 1})},
    )
    scene.rolls(0).move(HERE).passes("cache.pick").move(NEXT, HERE).done()
    assert scene.state.decks["common"].top == "2:6-4-2"


def test_cards_under_the_deck_come_last_with_the_locks_that_are_known() -> None:
    """Two cards, the maul's known to lie below: the loaf is the only one that can be on top."""
    scene = Scene(
        hero(race="nord"),
        foe("e1", at=(-4, 0)),
        caches={HERE: "common"},
        decks={"common": Deck(cards={LOAF: 1, MAUL: 1}, bottom=("2:6-4-2",))},
    )
    scene.rolls(0).move(HERE)
    assert scene.state.decks["common"].top == "3:5-2-2"


def test_once_only_cards_with_known_locks_are_left_the_oldest_is_on_top_without_a_draw() -> None:
    scene = entered(Deck(cards={LOAF: 1, MAUL: 1}, bottom=("2:6-4-2", "3:5-2-2")))
    assert scene.state.decks["common"].top == "2:6-4-2"
    assert scene.state.decks["common"].bottom == ("3:5-2-2",)


def test_of_the_cards_with_the_lock_on_view_each_is_as_likely_the_one_on_top() -> None:
    scene = opened(Deck(cards={LOAF: 1, MAUL: 1, SALTS: 1}, top="3:5-2-2"), card=1)
    (drawn,) = [event for event in scene.events(Drawn) if event.deck == "common"]
    assert (drawn.total, drawn.card) == (2, SALTS)


@rule("LIM-14")
def test_an_empty_deck_is_made_anew_of_its_discard_pile() -> None:
    scene = Scene(
        hero(race="nord"),
        foe("e1", at=(-4, 0)),
        caches={HERE: "common"},
        decks={"common": Deck(cards={LOAF: 0}, discard=(MAUL, MAUL))},
    )
    scene.rolls(0).move(HERE)
    deck = scene.state.decks["common"]
    assert (deck.cards, deck.discard, deck.top) == ({MAUL: 2}, (), "2:6-4-2")


def test_who_first_picks_a_cache_earns_the_achievement() -> None:
    scene = opened(Deck(cards={LOAF: 1}, top="3:5-2-2"))
    assert scene.state.achievements == {"cache-lockpick": "a1"}


CAGE = Deck(cards={LOAF: 1, SALTS: 1}, top="3:5-2-2")


def _free_the_captive(battle: Battle, unit: str, success: bool) -> None:
    if success:
        gain(battle, UnitId(unit), 2, NamedReason("captive"))


@rule("CAC-6")
@pytest.mark.parametrize(("dice", "tenacity"), [((5, 2, 2), 2), ((1, 1, 1), 0)])
def test_a_lock_that_serves_another_effect_gives_no_card(
    dice: tuple[int, int, int], tenacity: int
) -> None:
    scene = Scene(
        hero(race="nord"),
        foe("e1", at=(-4, 0)),
        caches={HERE: "common"},
        decks={"common": CAGE},
        cards=encounter(locks={HERE: _free_the_captive}),
    )
    scene.move(HERE).rolls(*(f"d6:{value}" for value in dice)).answer("cache.pick", "pick")
    if not tenacity:
        scene.passes("lockpick.adjust").passes("lockpick.keep")
    deck = scene.state.decks["common"]
    assert scene.mat("a1").tenacity == tenacity
    assert (deck.bottom, deck.top, sum(deck.cards.values())) == (("3:5-2-2",), "", 2)
    assert not scene.state.caches
    assert (scene.mat("a1").ready, scene.mat("a1").pack) == ((), ())


def _reaches_gate(battle: Battle, me: Me, now: Happening) -> bool:
    return NEXT in now.hexes


@hook(Moment.MOVE_ENDS, "Gate", when=_reaches_gate, forced=True)
def _try_gate(battle: Battle, me: Me, now: Happening) -> None:
    if serve(battle, now.unit, "common", NEXT, keep=True):
        gain(battle, now.unit, 2, NamedReason("gate"))


@rule("CAC-6", "LOK-13")
def test_a_lock_whose_text_keeps_the_chip_can_be_tried_again_on_the_next_card() -> None:
    scene = Scene(
        hero(race="nord"),
        foe("e1", at=(-4, 0)),
        caches={NEXT: "common"},
        decks={"common": CAGE},
        cards=encounter(hooks=(_try_gate,)),
    )
    scene.move(HERE, NEXT).rolls("d6:5", "d6:2", "d6:2").passes("cache.pick").done()
    assert scene.mat("a1").tenacity == 2
    assert scene.state.caches == {"1,1": "common"}
    assert scene.state.decks["common"].bottom == ("3:5-2-2",)
