"""The phases of a side's turn; the other closed lists of words are those of the events."""

from protocol.skirmish import Phase

TURN: tuple[Phase, ...] = ("upkeep", "engage", "move", "cast", "ranged", "melee", "end")
"""The phases of a turn, in order (SK-4, SK-23)."""
