"""The decks of a delve's set-up (p74): the delve deck and the stacks of tiles."""

from server.rules.battle.components.catalogue import Catalogue
from server.rules.battle.components.delve_parts import SHAPES, DelvePlan
from server.rules.battle.kernel.state import Deck


def decks(box: Catalogue, plan: DelvePlan, province: str = "") -> dict[str, Deck]:
    """Return the delve deck, and a stack of tiles for each shape, by deck name (DEL-2).

    In a campaign, cards of other provinces are left out (SET-5).
    """
    usual = [c for c in box.delve_cards.values() if not c.special and c.lies_in(province)]
    cards = plan.cards or tuple(card.id for card in usual)
    tiles = [box.tiles[name] for name in plan.tiles or box.tiles]
    return {
        "delve": Deck(cards={card: cards.count(card) for card in dict.fromkeys(cards)}),
        **{
            f"tiles-{shape}": Deck(cards={tile.id: 1 for tile in tiles if tile.shape == shape})
            for shape in SHAPES
        },
    }
