"""Which results of an engage nobody used.

No event says so: a die that was resolved goes to the cooldown track like one that was not. So it is
followed from event to event what was rolled, and what was picked to be resolved; what goes away
unpicked after the last pick was left.
"""

from collections.abc import Iterable
from typing import NamedTuple

from clients.core.names import Names, listed
from clients.core.story import typed
from clients.core.view import Played
from protocol import battle as ev
from protocol.events import Answered, BeatRestarted, Event, Undone
from protocol.ids import DieId, UnitId

_RESOLVE = "engage.resolve"
_TURNED_AWAY = ("unresolved", "removed")
"""Why a die is turned as it goes away: what it showed then is no result any more."""
_KEPT = 60
"""So many commits back an undo is followed; a player seldom goes back beyond an engage."""


class _Result(NamedTuple):
    unit: UnitId
    face: int = -1
    used: bool = False


class _Known(NamedTuple):
    rolled: dict[DieId, _Result]
    left: dict[UnitId, tuple[tuple[DieId, int], ...]]


class Leftovers:
    """What has been left unused in a battle's engages, as its commits come."""

    def __init__(self) -> None:
        self._now = _Known({}, {})
        self._version = 0
        self._past: list[tuple[int, _Known]] = []

    def told(self, played: Played, names: Names) -> tuple[str, ...]:
        """Take a commit in and return a sentence for each engage that ends in it with results left.

        Of an engage whose roll was in a commit that this has not seen, nothing is said.
        """
        if played.version != self._version + 1:
            self._now, self._past = _Known({}, {}), []
        self._version = played.version
        why = {question.id: question.why for question in played.asked_before}
        said = []
        for event in filter(None, map(typed, played.commit.events)):
            match event:
                case Undone(version=version) | BeatRestarted(version=version):
                    self._back(version)
                case Answered(question=question, picks=picks):
                    if why.get(question) == _RESOLVE and picks:
                        self._picked(picks)
                case ev.EngageEnded(unit=unit) if unit in self._now.left:
                    said.append(_sentence(names, unit, self._now.left[unit]))
                    self._forget(unit)
                case _:
                    self._note(event)
        self._past = [*self._past[-_KEPT:], (played.version, self._now)]
        return tuple(said)

    def _back(self, version: int) -> None:
        self._past = [one for one in self._past if one[0] <= version]
        self._now = self._past[-1][1] if self._past else _Known({}, {})

    def _note(self, event: Event) -> None:
        match event:
            case ev.EngageBegan(unit=unit):
                self._forget(unit)
            case ev.DiceGathered(unit=unit, dice=dice):
                self._put({die: _Result(unit) for die in dice})
            case ev.DiceShown(dice=dice, faces=faces, why=why) if why not in _TURNED_AWAY:
                known = [
                    (die, self._now.rolled[die], face)
                    for die, face in zip(dice, faces, strict=False)
                    if die in self._now.rolled
                ]
                # One that is rolled "again" is resolved at once, if it can be.
                self._put(
                    {
                        die: _Result(one.unit, face, one.used or why == "again")
                        for die, one, face in known
                    }
                )
            case ev.Spared(why=why, taken=taken) if why == _RESOLVE:
                self._picked(option.key for option in taken)
            case ev.DieExhausted(die=die) | ev.DieDrained(die=die) | ev.DieRecovered(die=die):
                self._gone(die)
            case _:
                pass  # the others touch no result

    def _put(self, dice: dict[DieId, _Result]) -> None:
        self._now = self._now._replace(rolled=self._now.rolled | dice)

    def _forget(self, unit: UnitId) -> None:
        left = {one: dice for one, dice in self._now.left.items() if one != unit}
        self._now = self._now._replace(left=left)

    def _picked(self, keys: Iterable[str]) -> None:
        rolled = self._now.rolled
        used = {die: rolled[die]._replace(used=True) for die in map(DieId, keys) if die in rolled}
        self._put(used)
        # What went away unpicked before this was paid or lost, not left.
        for one in used.values():
            self._forget(one.unit)

    def _gone(self, die: DieId) -> None:
        if (result := self._now.rolled.get(die)) is None:
            return
        rolled = {one: known for one, known in self._now.rolled.items() if one != die}
        left = self._now.left
        if not result.used:
            left = left | {result.unit: (*left.get(result.unit, ()), (die, result.face))}
        self._now = _Known(rolled, left)


def _sentence(names: Names, unit: UnitId, left: Iterable[tuple[DieId, int]]) -> str:
    words = [
        names.die(die) if face < 0 else f"{names.die(die)} [{names.face(die, face)}]"
        for die, face in left
    ]
    return f"{names.unit(unit)}'s engage is over, left unused: {listed(words)}."
