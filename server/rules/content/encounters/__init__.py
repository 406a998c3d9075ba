"""Encounters: the diagram, the objective, the special rules.

`shipped` are those of the game. A map is read from a `diagram` into a `layout`; `printed` is an
encounter as it is written, `building` makes one of it. Special rules are `blocks`, on the `shelf`
by name; `rules_objectives` has those that say what wins.
"""

from server.rules.content.encounters import (
    blocks,
    building,
    diagram,
    layout,
    printed,
    rules_objectives,
    shelf,
    shipped,
)

__all__ = [
    "blocks",
    "building",
    "diagram",
    "layout",
    "printed",
    "rules_objectives",
    "shelf",
    "shipped",
]
