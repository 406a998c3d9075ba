"""A match set up in a few lines: units where they stand, forced dice, answers by their keys.

Lengths are inches, as in the rules; a die is what it shows, from 1 to 20.
"""

from typing import Any

import pytest
from msgspec.structs import replace

from protocol.events import BeatBegan, Event
from protocol.ids import SeatId, UnitId
from protocol.questions import Question, options_of
from protocol.skirmish import Phase, Point
from server.rules.engine.advance import Illegal, Play
from server.rules.engine.dice import Chance
from server.rules.skirmish.components import Area, Board, BoardLadder, Piece, Spot
from server.rules.skirmish.components.weapons import MeleeWeapon, RangedWeapon
from server.rules.skirmish.content.shipped import box
from server.rules.skirmish.kernel.state import MatchState, Side, Token, Unit, Variant, pair_key
from server.rules.skirmish.rules import SkirmishRules

ONE, TWO = SeatId("1"), SeatId("2")
OWN, FOE = "abcde", "tuvwi"
"""How ids of the active side's units begin, and those of the other side."""


def mil(inches: float) -> int:
    """A length in inches as the rules hold it."""
    return round(inches * 1000)


def point(*at: float) -> Point:
    """A point in inches, on the ground where no height is named."""
    x, y, z = (*at, 0)[:3]
    return mil(x), mil(y), mil(z)


def block(
    name: str, x: tuple[float, float], y: tuple[float, float], high: float, **more: Any
) -> Piece:
    """A piece of terrain over a rectangle; one that says nothing else can be climbed."""
    corners = ((x[0], y[0]), (x[1], y[0]), (x[1], y[1]), (x[0], y[1]))
    more.setdefault("climbable", high > 0)
    return Piece(
        id=name,
        name=name,
        corners=tuple(Spot(mil(a), mil(b)) for a, b in corners),
        high=mil(high),
        **more,
    )


def ladder(name: str, x: float, y: float, height: float) -> BoardLadder:
    """A ladder from the ground."""
    return BoardLadder(name, Spot(mil(x), mil(y)), mil(height))


def board(*pieces: Piece | BoardLadder) -> Board:
    """A board of 36 inches with some terrain."""
    return Board(
        id="test",
        name="Test",
        width=mil(36),
        depth=mil(36),
        pieces=tuple(one for one in pieces if isinstance(one, Piece)),
        ladders=tuple(one for one in pieces if isinstance(one, BoardLadder)),
        treasures=(),
        zones=(Area((0, mil(36)), (0, mil(2))), Area((0, mil(36)), (mil(34), mil(36)))),
    )


def unit(name: str, kind: str, *at: float, arms: tuple[str, ...] = (), **more: Any) -> Unit:
    """A unit; its id says whose it is."""
    shipped = box()
    printed = replace(shipped.types[kind], **more.pop("printed", {}))
    carried = [shipped.arms[arm] for arm in arms]
    armour = more.pop("armour", "")
    return Unit(
        id=UnitId(name),
        name=name,
        side=ONE if name[0] in OWN else TWO,
        type=printed,
        wounds=more.pop("wounds", printed.wounds),
        melee=tuple(one for one in carried if isinstance(one, MeleeWeapon)),
        ranged=tuple(one for one in carried if isinstance(one, RangedWeapon)),
        armour=shipped.armours[armour] if armour else None,
        spells=tuple(shipped.spells[spell] for spell in printed.spells),
        at=point(*at) if at else None,
        **more,
    )


class Dice:
    """Dice that fall as they are told; one more is an error."""

    def __init__(self, *shown: int) -> None:
        self.left = list(shown)

    def number(self, ordinal: int, index: int, sides: int) -> int:
        """The next one, counting from 0."""
        assert self.left, f"one die more than expected, of {sides} sides"
        return self.left.pop(0) - 1


class OnePhase(SkirmishRules):
    """The rules up to the end of a phase: what comes after it rolls no dice of a test."""

    def __init__(self, phase: Phase) -> None:
        super().__init__()
        self.phase = phase

    def next_beat(self, state: MatchState) -> BeatBegan | None:
        """Nothing comes after the phase."""
        return super().next_beat(state) if state.phase == self.phase else None


class Table:
    """A match in the middle of a turn of the side `ONE`. `log` is all that has been told."""

    def __init__(
        self,
        *units: Unit,
        on: Board | None = None,
        phase: Phase = "engage",
        dice: tuple[int, ...] = (),
        pairs: tuple[tuple[str, str], ...] = (),
        turn: int = 3,
        tokens: dict[str, Point] | None = None,
        ends: bool = False,
        chance: Chance | None = None,
        **more: Any,
    ) -> None:
        """`ends` lets the match be over with the phase, `chance` throws other dice than `dice`."""
        self.dice = Dice(*dice)
        shipped = box()
        warbands = shipped.warbands["sellswords"], shipped.warbands["ratlings"]
        start = MatchState(
            board=on or board(),
            sides={ONE: Side(ONE, warbands[0], 0), TWO: Side(TWO, warbands[1], 1)},
            units={each.id: each for each in units},
            tokens={name: Token(at) for name, at in (tokens or {}).items()},
            phase=phase,
            turn=turn,
            first=ONE,
            active=ONE,
            pairs={pair_key(UnitId(a), UnitId(b)): (UnitId(a), UnitId(b)) for a, b in pairs},
            variant=more.pop("variant", Variant()),
            **more,
        )
        rules = OnePhase(phase) if ends else SkirmishRules()
        self.play: Play[MatchState] = Play(rules, start, chance or self.dice)
        self.log: list[Event] = list(self.play.begin().events)

    @property
    def state(self) -> MatchState:
        """The state now."""
        return self.play.state

    @property
    def asked(self) -> Question:
        """The open question."""
        (question,) = self.play.questions
        return question

    def offered(self) -> list[str]:
        """The keys of the open question's options."""
        return [option.key for option in options_of(self.asked.shape)]

    def answer(self, *picks: str) -> None:
        """Answer the open question; nothing passes."""
        question = self.asked
        self.log += self.play.answer(question.id, question.to[0], picks).events

    def refused(self, *picks: str) -> str:
        """Give an answer that the rules do not take. Returns their sentence."""
        before, dice = self.state, list(self.dice.left)
        question = self.asked
        with pytest.raises(Illegal) as refusal:
            self.play.answer(question.id, question.to[0], picks)
        assert (self.state, self.dice.left) == (before, dice), "a refusal spends nothing"
        return str(refusal.value)

    def defaults(self) -> None:
        """Answer with the default, or a pass, until nothing is asked any more."""
        while self.play.questions:
            question = self.play.questions[0]
            self.answer(*(() if question.may_pass else question.default))

    def until(self, why: str) -> None:
        """Pass until a question is asked."""
        while self.asked.why != why:
            self.answer()

    def told(self, kind: type[Any]) -> list[Any]:
        """Every event of a kind so far."""
        return [event for event in self.log if isinstance(event, kind)]

    def at(self, name: str) -> tuple[float, ...]:
        """Where a unit stands, in inches; without its height on the ground."""
        at = self.state.units[UnitId(name)].at
        assert at is not None, f"{name} is off the board"
        x, y, z = (each / 1000 for each in at)
        return (x, y, z) if z else (x, y)

    def unit(self, name: str) -> Unit:
        """A unit."""
        return self.state.units[UnitId(name)]

    def engaged(self) -> set[str]:
        """The pairs, as "a-t"."""
        return {"-".join(pair) for pair in self.state.pairs.values()}

    def engage(
        self, name: str, *targets: str, choice: int = 1, checks: tuple[str, ...] = ()
    ) -> None:
        """Declare an attempt."""
        self.answer(*declared(name, *targets, choice=choice, checks=checks))


def declared(
    name: str, *targets: str, choice: int = 1, checks: tuple[str, ...] = ()
) -> tuple[str, ...]:
    """The picks that declare an attempt."""
    return (f"unit:{name}", *(f"target:{each}" for each in targets), f"path:{choice}", *checks)


def waiting() -> Unit:
    """A unit of the active side far away, for whom the phase stays open."""
    return unit("e9", "infantry", 35, 1)
