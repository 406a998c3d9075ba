"""Geometry of the table: lengths, contact, sight, routes. In whole mils, without floats and without
the state of a game.

`lengths` and `contact` measure; `pieces` are the types of terrain and bodies, `ways` those of
routes. `routes` finds the shortest route, `reaching` the places that a unit can reach, `difficult`
what difficult ground takes off. `stopping` says how far a failed Engage goes, `intercepting` where
it can be intercepted, `room` how units make room at its end. `standing` finds places with room,
`sight` says who sees whom. All use `plane`, `levels` and `finding`.
"""

from server.rules.skirmish.geometry import (
    contact,
    difficult,
    intercepting,
    lengths,
    pieces,
    plane,
    reaching,
    room,
    routes,
    sight,
    standing,
    stopping,
    ways,
)

__all__ = [
    "contact",
    "difficult",
    "intercepting",
    "lengths",
    "pieces",
    "plane",
    "reaching",
    "room",
    "routes",
    "sight",
    "standing",
    "stopping",
    "ways",
]
