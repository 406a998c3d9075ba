"""Setting up a delve (p74): the stacks of tiles, the deck, and a map of one tile."""

from typing import TYPE_CHECKING

from server.rules.battle.delve.components import SHAPES, DelvePlan
from server.rules.battle.state import Deck

if TYPE_CHECKING:
    from server.rules.battle.components import Catalogue


def decks(box: "Catalogue", plan: DelvePlan) -> dict[str, Deck]:
    """The delve deck, and a stack of tiles for each shape (DEL-2)."""
    cards = plan.cards or tuple(c.id for c in box.delve_cards.values() if not c.special)
    tiles = [box.tiles[name] for name in plan.tiles or box.tiles]
    return {
        "delve": Deck(cards={card: cards.count(card) for card in dict.fromkeys(cards)}),
        **{
            f"tiles-{shape}": Deck(cards={tile.id: 1 for tile in tiles if tile.shape == shape})
            for shape in SHAPES
        },
    }
