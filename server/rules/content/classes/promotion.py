"""How a class sheet turns over (p25, p31; CLS-1, CLS-20): the player's option, at once or later."""

from protocol.battle import Noted, Promoted
from server.rules.battle.battle import Battle
from server.rules.battle.effects import Hook, Me, When, hook
from server.rules.battle.moments import Happening, Moment
from server.rules.battle.sheet import PROMOTION


def promotion(cls: str, when: When, *, at: Moment = Moment.ANYTIME, defeated: bool = False) -> Hook:
    """The hook of a condition that is looked up at any time, or at one moment alone."""

    @hook(at, f"Become a master {cls}", when=when, rule=PROMOTION, defeated=defeated)
    def promotion(battle: Battle, me: Me, now: Happening) -> None:
        """The sheet turns over."""
        battle.emit(Promoted(me.unit))

    return promotion


def promotion_after(
    cls: str, *ways: tuple[Moment, When], defeated: bool = False
) -> tuple[Hook, ...]:
    """The hooks of a condition that is met by something happening, in one of several ways.

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
    """The condition of a promotion is met from now on."""
    if not _noted(battle, me):
        battle.emit(Noted(_name(me), "battle"))


def earned(battle: Battle, me: Me, now: Happening) -> bool:
    """The predicate of a condition that was noted."""
    return _noted(battle, me)


def _name(me: Me) -> str:
    return f"{me.unit}.{me.source}.mastery"


def _noted(battle: Battle, me: Me) -> bool:
    return f"battle:{_name(me)}" in battle.state.used
