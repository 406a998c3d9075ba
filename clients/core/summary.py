"""A battle looked back on: who did what, whose dice fell well, and its best moment.

`Summary` takes the commits of a battle one after the other, and answers at any time. It knows no
rule: all is read off the events. What an undo or a restarted beat made void does not count.
"""

import math
from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple

from clients.core.fold import State
from clients.core.hit_points import HitPoints
from clients.core.story import typed
from clients.core.view import Played
from protocol import battle as ev
from protocol.events import BeatRestarted, Undone
from protocol.ids import DieId, UnitId

Faces = Mapping[str, tuple[str, ...]]
"""What the faces of each kind of die show ("snipe:2"), as the catalogue in words has it."""

TENACITY = "tenacity"
ROLL = "roll"
KILL_WORTH, HEAL_WORTH = 2, 1
"""What a defeat and a healed HP add to a moment, in points of damage: a defeat is what people
remember, and a healed HP is one that somebody would have lost."""
STEEPNESS = 1.702
"""Makes the logistic curve follow the normal one to within a hundredth."""


class Deed(NamedTuple):
    """Something that one of the party did. `act` is the version at which its engage began, else
    its own. A roll's `amount` is the points that fell; `expected` and `variance` are of its die.
    """

    version: int
    act: int
    unit: UnitId
    what: Literal["damage", "prevented", "healed", "kill", "roll"]
    amount: int
    expected: float = 0.0
    variance: float = 0.0


class Share(NamedTuple):
    """What one unit of the party did, in HP, enemies defeated, and points on dice."""

    unit: UnitId
    damage: int
    prevented: int
    healed: int
    kills: int
    rolled: int
    expected: float
    spread: float

    @property
    def luck(self) -> int:
        """Return in how many of a hundred battles the same dice fall worse; 50 without any."""
        if not self.spread:
            return 50
        over = (self.rolled - self.expected) / self.spread
        return round(100 / (1 + math.exp(-STEEPNESS * over)))


class Best(NamedTuple):
    """The battle's best moment: what a unit did in one engage, or at one stroke, from `version`."""

    version: int
    unit: UnitId
    damage: int
    healed: int
    kills: int


class Summary:
    """A battle as it has been seen from version `since` on, 0 for all of it."""

    def __init__(self, since: int = 0, faces: Faces | None = None) -> None:
        self.since, self._faces = since, faces or {}
        self._deeds: list[Deed] = []
        self._engages: dict[UnitId, int] = {}

    def take(self, played: Played) -> None:
        """Look at a commit."""
        hp = HitPoints(played.before)
        for plain in played.commit.events:
            event = typed(plain)
            match event:
                case Undone(version=version) | BeatRestarted(version=version):
                    self._go_back(version)
                case ev.EngageBegan(unit=unit):
                    self._engages[unit] = played.version
                case ev.EngageEnded(unit=unit):
                    self._engages.pop(unit, None)
                case _:
                    self._deeds += self._done(played, event, hp)
            hp.note(event)

    def _go_back(self, version: int) -> None:
        self._deeds = [deed for deed in self._deeds if deed.version <= version]
        self._engages = {unit: at for unit, at in self._engages.items() if at <= version}

    def _done(self, played: Played, event: object, hp: HitPoints) -> list[Deed]:
        match event:
            case ev.DamageDealt(unit=unit, by=by):
                return self._hurt(played, event, unit, by)
            case ev.HpChanged(unit=unit, hp=now, why="heal", by=by):
                gained = now - hp.of(unit)[0]
                mine = _is_ours(played, unit) and _is_ours(played, by) and gained > 0
                return [self._deed(played, by, "healed", gained)] if mine else []
            case ev.UnitDefeated(unit=unit, by=by):
                mine = _is_ours(played, by) and not _is_ours(played, unit)
                return [self._deed(played, by, "kill", 1)] if mine else []
            case ev.DiceShown(dice=dice, faces=faces, why="roll"):
                pairs = zip(dice, faces, strict=False)
                rolls = [self._roll(played, die, face) for die, face in pairs]
                return [roll for roll in rolls if roll is not None]
            case _:
                return []

    def _hurt(self, played: Played, event: ev.DamageDealt, unit: UnitId, by: UnitId) -> list[Deed]:
        found: list[Deed] = []
        lost = event.taken + event.bonus
        if lost and _is_ours(played, by) and not _is_ours(played, unit):
            found.append(self._deed(played, by, "damage", lost))
        if event.prevented and _is_ours(played, unit):
            found.append(self._deed(played, unit, "prevented", event.prevented))
        return found

    def _deed(
        self,
        played: Played,
        unit: UnitId,
        what: Literal["damage", "prevented", "healed", "kill"],
        amount: int,
    ) -> Deed:
        return Deed(played.version, self._act(played, unit), unit, what, amount)

    def _act(self, played: Played, unit: UnitId) -> int:
        return self._engages.get(unit, played.version)

    def _roll(self, played: Played, die: DieId, face: int) -> Deed | None:
        found = played.after.get("dice", {}).get(die) or played.before.get("dice", {}).get(die)
        shown = self._faces.get(found["kind"], ()) if found else ()
        if not found or not 0 <= face < len(shown):
            return None
        values = [points(each) for each in shown]
        mean = sum(values) / len(values)
        variance = sum((value - mean) ** 2 for value in values) / len(values)
        unit = UnitId(found["owner"])
        act = self._act(played, unit)
        return Deed(played.version, act, unit, "roll", values[face], mean, variance)

    # What came of it

    def shares(self) -> tuple[Share, ...]:
        """Return what each unit that did something did; who dealt most damage first."""
        units = dict.fromkeys(deed.unit for deed in self._deeds)
        shares = [_share(unit, [d for d in self._deeds if d.unit == unit]) for unit in units]
        return tuple(sorted(shares, key=lambda share: (-share.damage, -share.kills, share.unit)))

    def best(self) -> Best | None:
        """Return the best moment, the first of several; None where nobody did anything."""
        moments: dict[tuple[int, UnitId], list[Deed]] = {}
        for deed in self._deeds:
            moments.setdefault((deed.act, deed.unit), []).append(deed)
        found = [_moment(act, unit, deeds) for (act, unit), deeds in moments.items()]
        worthy = [one for one in found if worth(one) > 0]
        return max(worthy, key=lambda one: (worth(one), -one.version), default=None)


def faces_of(words: Mapping[str, State]) -> Faces:
    """Return the faces of all dice, from the catalogue in words."""
    return {kind: tuple(die["faces"]) for kind, die in words["dice"].items()}


def points(face: str) -> int:
    """Return the number on a face; 1 on a result without one, 0 on tenacity."""
    icon, _, number = face.partition(":")
    return 0 if icon == TENACITY else int(number or 1)


def worth(moment: Best) -> int:
    """Return how much a moment weighs."""
    return moment.damage + KILL_WORTH * moment.kills + HEAL_WORTH * moment.healed


def _is_ours(played: Played, unit: UnitId) -> bool:
    """Return whether a unit is of the party, before the commit if it was there."""
    for state in (played.before, played.after):
        found = state.get("units", {}).get(unit)
        if found is not None:
            return bool(found["side"] == "party")
    return False


def _sum(deeds: Iterable[Deed], what: str) -> int:
    return sum(deed.amount for deed in deeds if deed.what == what)


def _share(unit: UnitId, deeds: list[Deed]) -> Share:
    return Share(
        unit,
        _sum(deeds, "damage"),
        _sum(deeds, "prevented"),
        _sum(deeds, "healed"),
        _sum(deeds, "kill"),
        _sum(deeds, "roll"),
        sum(deed.expected for deed in deeds),
        math.sqrt(sum(deed.variance for deed in deeds)),
    )


def _moment(act: int, unit: UnitId, deeds: list[Deed]) -> Best:
    return Best(act, unit, _sum(deeds, "damage"), _sum(deeds, "healed"), _sum(deeds, "kill"))
