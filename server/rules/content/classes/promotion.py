"""How a class sheet turns over (p25, p31; CLS-1, CLS-20): the player may do it at once or later."""

from protocol.battle import Noted, Promoted
from protocol.ids import NoteName
from server.rules.battle.adventurer import class_sheet
from server.rules.battle.components.effects import Hook, When, hook
from server.rules.battle.kernel import notes
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Happening, Moment


def promotion(cls: str, when: When, *, at: Moment = Moment.ANYTIME, defeated: bool = False) -> Hook:
    """Return the hook that offers the promotion while `when` holds: at any time, or at one moment
    alone. `defeated` offers it to a defeated adventurer too.
    """

    @hook(at, f"Become a master {cls}", when=when, rule=class_sheet.PROMOTION, defeated=defeated)
    def promotion(battle: Battle, me: Me, now: Happening) -> None:
        """The sheet turns over."""
        battle.emit(Promoted(me.unit))

    return promotion


def promotion_after(
    cls: str, *ways: tuple[Moment, When], defeated: bool = False
) -> tuple[Hook, ...]:
    """Return the hooks of a condition that is met by something happening, in one of several ways.

    It is noted, the promotion is offered at once, and at any time later in the battle.
    """
    hooks = [promotion(cls, earned, defeated=defeated)]
    for at, when in ways:
        hooks += [_noting(at, when, defeated), promotion(cls, when, at=at, defeated=defeated)]
    return tuple(hooks)


def _noting(at: Moment, when: When, defeated: bool) -> Hook:
    @hook(at, "", when=when, forced=True, defeated=defeated)
    def earn(battle: Battle, me: Me, now: Happening) -> None:
        """Remember that the condition was met."""
        note(battle, me)

    return earn


def note(battle: Battle, me: Me) -> None:
    """Note for the rest of the battle that the condition of a promotion is met."""
    if not _noted(battle, me):
        battle.emit(Noted(_name(me), "battle"))


def earned(battle: Battle, me: Me, now: Happening) -> bool:
    """Return whether the condition of a promotion was noted: the predicate of its hook."""
    return _noted(battle, me)


def _name(me: Me) -> NoteName:
    return notes.named(me.unit, me.source, "mastery")


def _noted(battle: Battle, me: Me) -> bool:
    return notes.count(battle.state, _name(me), "battle") > 0
