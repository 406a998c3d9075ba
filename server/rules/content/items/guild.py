"""What a guild gives in campaigns (p41): no card of a deck, but carried and used like one."""

from server.rules.battle.kernel.lock import Lock
from server.rules.content.items.cards import tool
from server.rules.content.items.harms import afflicts
from server.rules.content.items.using import discarded, enemies_within, one

DECK = "guild"
"""Where such items lie while nobody has them."""

ITEMS = (
    tool(
        "Mark of the Black Hand",
        Lock(3, (1, 4, 5)),
        "Discard it: an adjacent enemy gains Fear.",
        discarded(one(enemies_within(1), "Who gains Fear?", afflicts("fear"))),
        "",
        deck=DECK,
        source="docs: the Dark Brotherhood's town action, a Fear die in a ready slot",
    ),
)
