"""What pets, keepsakes and clothing of a pack do out of turn, by name: a moment, and what is done.

answer = { effect = "prevents", points = 1 }
answer = { effect = "at", moment = "turn-ends", does = [{ effect = "heals", points = 1 }] }
"""

from typing import Any, Literal, NewType, Protocol, runtime_checkable

from msgspec import field

from server.rules.battle.components.effects import Act, Hook, When, my
from server.rules.battle.damage import hurt
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.kernel.state import LF, OF
from server.rules.battle.kernel.words import Status
from server.rules.content.blocks.effects import Doing, Points
from server.rules.content.items import foresee, pet
from server.rules.content.items.cards import answer, prevention
from server.rules.content.items.using import Use
from server.rules.content.lockpicking import on_the_table, tries_again
from server.rules.content.named import Named, made, named, shelf

AnswerTable = NewType("AnswerTable", dict[str, Any])
"""What a card does out of turn: `effect` names it, the other keys are its figures."""


@runtime_checkable
class HasAnswer(Protocol):
    """A block of this shelf: it can be made into a hook."""

    def answer(self, name: str) -> Hook:
        """Return the hook that does it, on a card of this name."""


@named("prevents")
class Prevents(Named, frozen=True):
    """Prevent `points` of the damage that is dealt to you."""

    points: Points = 1

    def answer(self, name: str) -> Hook:
        """Return the hook that does it, on a card of this name."""
        return prevention(pet.prevents(self.points), hurt)


@named("shields")
class Shields(Named, frozen=True):
    """Prevent `points` of the damage that is dealt to an adventurer next to you."""

    points: Points = 1

    def answer(self, name: str) -> Hook:
        """Return the hook that does it, on a card of this name."""
        return prevention(pet.prevents(self.points), pet.neighbour_hurt)


@named("ignores-fatigue")
class IgnoresFatigue(Named, frozen=True):
    """Ignore fatigue that you would gain."""

    kind: Literal["any", "light", "over"] = "any"

    def answer(self, name: str) -> Hook:
        """Return the hook that does it, on a card of this name."""
        kinds = {"any": (), "light": (LF,), "over": (OF,)}[self.kind]
        return answer(Moment.FATIGUE_COMING, pet.ignores_fatigue, pet.coming(*kinds))


@named("ignores-status")
class IgnoresStatus(Named, frozen=True):
    """Ignore a status that you would gain: one of these, or any if none is named."""

    statuses: list[Status] = field(default_factory=list)

    def answer(self, name: str) -> Hook:
        """Return the hook that does it, on a card of this name."""
        return answer(Moment.STATUS_COMING, pet.ignores, pet.coming(*self.statuses))


@named("strikes-back")
class StrikesBack(Named, frozen=True):
    """Deal damage to an enemy that has just damaged you by its engage, if it stands within so many
    hexes.
    """

    points: Points = 1
    within: Points = 1

    def answer(self, name: str) -> Hook:
        """Return the hook that does it, on a card of this name."""
        return answer(Moment.ENGAGED, pet.strikes(self.points), pet.was_hurt(self.within))


@named("rerolls")
class Rerolls(Named, frozen=True):
    """Reroll one die of a roll of your own."""

    def answer(self, name: str) -> Hook:
        """Return the hook that does it, on a card of this name."""
        return foresee


@named("more-attempts")
class MoreAttempts(Named, frozen=True):
    """Make one more attempt at a lock when your dice show the wrong digits."""

    def answer(self, name: str) -> Hook:
        """Return the hook that does it, on a card of this name."""
        return answer(Moment.LOCKPICK_ROLLED, tries_again, on_the_table)


MOMENTS: dict[str, tuple[Moment, When]] = {
    "turn-starts": (Moment.TURN_STARTS, my),
    "turn-ends": (Moment.TURN_ENDS, my),
    "after-recovery": (Moment.AFTER_RECOVERY, my),
    "round-starts": (Moment.ROUND_STARTS, lambda battle, me, now: True),
    "hurt": (Moment.ENGAGED, pet.was_hurt(99)),  # hexes: from however far
}


@named("at")
class At(Doing, frozen=True, kw_only=True):
    """Do something at the start or end of your turn, after your Recovery step, as a round starts,
    or after an enemy's engage has damaged you.
    """

    moment: Literal["turn-starts", "turn-ends", "after-recovery", "round-starts", "hurt"]

    def answer(self, name: str) -> Hook:
        """Return the hook that does it, on a card of this name."""
        moment, when = MOMENTS[self.moment]
        use = self.use(name)
        return answer(moment, _does(use), _useful(when, use))


def _does(use: Use) -> Act:
    def do(battle: Battle, me: Me, now: Happening) -> None:
        use.do(battle, me)

    return do


def _useful(when: When, use: Use) -> When:
    def useful(battle: Battle, me: Me, now: Happening) -> bool:
        return when(battle, me, now) and not battle.unit(me.unit).fate and use.can(battle, me)

    return useful


ANSWERS: dict[str, type[Named]] = shelf(
    Prevents, Shields, IgnoresFatigue, IgnoresStatus, StrikesBack, Rerolls, MoreAttempts, At
)  # fmt: skip


def answer_of(name: str, table: AnswerTable) -> Hook:
    """Return the hook that a table describes, on a card of this name. Raises ValueError or
    msgspec.ValidationError for a table that names no block or does not fit it.
    """
    block = made(table, ANSWERS, "effect")
    assert isinstance(block, HasAnswer)
    return block.answer(name)
