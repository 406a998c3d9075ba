"""The delve deck where some of its cards have been seen (p76)."""

from server.rules.battle.delve import deck
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.state import Deck
from tests.rules.battle.running import running
from tests.scene import hero
from tests.scene.delves import below

CARDS = {"crumbling-passage": 1, "sluice-room": 1, "spore-chamber": 1}


def battle_with(pile: Deck, *numbers: int) -> Battle:
    scene = below(hero(at=(0, 0)), decks={"delve": pile}).rolls(*numbers)
    return running(scene, scene.state)


def test_a_card_that_was_seen_on_top_is_the_next_one() -> None:
    battle = battle_with(Deck(cards=dict(CARDS), ahead=("spore-chamber", "sluice-room")), 0, 0, 0)
    assert [deck.draw(battle) for _ in range(3)] == [
        "spore-chamber",
        "sluice-room",
        "crumbling-passage",
    ]


def test_cards_that_were_put_under_the_deck_come_last_in_their_order() -> None:
    pile = Deck(cards=dict(CARDS), under=("sluice-room", "crumbling-passage"))
    battle = battle_with(pile, 0, 0, 0)
    assert [deck.draw(battle) for _ in range(3)] == [
        "spore-chamber",
        "sluice-room",
        "crumbling-passage",
    ]


def test_looking_at_more_cards_than_nobody_knows_reaches_those_at_the_bottom() -> None:
    pile = Deck(cards=dict(CARDS), under=("sluice-room", "crumbling-passage"))
    battle = battle_with(pile, 0)
    assert deck.peek(battle, 2) == ("spore-chamber", "sluice-room")
    assert battle.state.decks["delve"].under == ("crumbling-passage",)


def test_a_spent_deck_has_nothing_to_look_at() -> None:
    assert not deck.can_peek(battle_with(Deck()))
