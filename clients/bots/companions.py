"""Keeping with the party: who fights ahead is not left alone."""

from clients.bots import board
from clients.bots.board import Unit, View
from protocol.hexes import Hex, distance
from protocol.ids import UnitId

FIGHTING = 2
"""How near, in hexes, an enemy is to somebody who is in a fight, or will be as it moves."""
TOGETHER = 2
"""How far, in hexes, from a comrade in a fight a bot stays at most: a step and a blow away."""


def fighting(view: View, unit: UnitId) -> list[Unit]:
    """Return the other adventurers who have an enemy near that takes turns."""
    units = view["units"]
    comrades = [units[name] for name in view["adventurers"] if name != unit and name in units]
    return [
        one
        for one in comrades
        if not one["fate"] and (at := board.at(one)) and not board.is_quiet(view, at, FIGHTING)
    ]


def in_a_fight(view: View, unit: UnitId) -> list[Hex]:
    """Return the hexes of other adventurers who have an enemy near that takes turns."""
    return [at for one in fighting(view, unit) if (at := board.at(one))]


def far_from(here: Hex, comrades: list[Hex]) -> int:
    """Return by how many hexes the nearest comrade is farther than `TOGETHER`; 0 if none is."""
    return max(0, min((distance(here, at) for at in comrades), default=0) - TOGETHER)
