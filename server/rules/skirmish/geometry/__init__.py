"""Places on the table: lengths, contact, sight, routes. Whole mils, no floats, no state of a game.

`lengths` and `contact` measure, `pieces` are what lies and stands there, `ways` what a route is,
`routes` finds the shortest, `reaching` where a unit gets to, `difficult` what that costs,
`stopping` how far a failed Engage goes, `intercepting` who can step into its way, `room` who makes
way at its end, `standing` where there is room, `sight` who sees whom. They stand on `plane`,
`levels` and `finding`.
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
