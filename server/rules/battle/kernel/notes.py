"""Notes: counts of limited uses, and marks of lasting effects, that a battle keeps.

A note has a name and lasts for a turn, a round or the battle. The state is stored with texts as
keys of maps; only this module makes these keys ("round:a1.burglar.sprint") and reads them.
"""

from collections.abc import Iterator, Mapping

from protocol.ids import NoteName
from server.rules.battle.kernel.state import BattleState
from server.rules.battle.kernel.words import Scope


def named(*parts: str) -> NoteName:
    """Return the name of a note from its parts, the unit first: "a1.burglar.sprint"."""
    return NoteName(".".join(parts))


def key(name: NoteName, scope: Scope) -> str:
    """Return the key of a note of a round or of the battle in the state's `used`."""
    return f"{scope}:{name}"


def count(state: BattleState, name: NoteName, scope: Scope) -> int:
    """Return how often something is noted. Between turns, notes of a turn are those of the
    round.
    """
    if scope != "turn":
        return state.used.get(key(name, scope), 0)
    if state.turn is None:
        return state.used.get(key(name, "round"), 0)
    return state.turn.used.get(name, 0)


def in_turn(state: BattleState, name: NoteName) -> int:
    """Return how often something is noted in the turn in progress; 0 between turns."""
    return state.turn.used.get(name, 0) if state.turn is not None else 0


def below(
    used: Mapping[str, int], *parts: str, scopes: tuple[Scope, ...] = ("turn",)
) -> Iterator[str]:
    """Yield, of each note whose name begins with these parts, the rest of the name, in the order in
    which they were noted.

    `used` are the notes of a turn, or of the state; then `scopes` are "round", "battle" or both.
    """
    head = named(*parts, "")
    starts = [head if scope == "turn" else key(head, scope) for scope in scopes]
    for note in used:
        for start in starts:
            if note.startswith(start):
                yield note[len(start) :]


def without(used: Mapping[str, int], scope: Scope, *parts: str) -> dict[str, int]:
    """Return the state's `used` without the notes of a scope, or only without those of them whose
    names begin with the parts.
    """
    start = key(named(*parts, ""), scope) if parts else key(NoteName(""), scope)
    return {note: times for note, times in used.items() if not note.startswith(start)}
