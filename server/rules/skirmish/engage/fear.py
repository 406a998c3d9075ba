"""Fear in an attempt (SK-70 to SK-75)."""

from protocol.ids import UnitId
from protocol.skirmish import FearChecked
from server.rules.skirmish.components import Skill
from server.rules.skirmish.kernel import morale
from server.rules.skirmish.kernel.match import Match


def dares(match: Match, name: UnitId, targets: tuple[UnitId, ...]) -> bool:
    """Return whether a unit dares to engage: if a target causes fear and it does not, it has to
    pass a Morale Check (SK-70), one for all targets (SK-73).
    """
    if match.unit(name).has(Skill.FEAR):
        return True  # SK-72
    feared = next((foe for foe in targets if match.unit(foe).has(Skill.FEAR)), None)
    return feared is None or _stands(match, name, feared)


def face(match: Match, name: UnitId, foes: tuple[UnitId, ...]) -> None:
    """Let each of the targets make a Morale Check against a unit that causes fear; those that fail
    have disadvantage on their attacks this turn (SK-71, SK-73).
    """
    for foe in _in_order(match, foes):
        daunt(match, foe, name)


def daunt(match: Match, name: UnitId, of: UnitId) -> None:
    """Let a unit make a Morale Check at the contact with `of`, if that causes fear and it does not;
    after a failure it has disadvantage on its attacks this turn (SK-71, SK-74).
    """
    is_afraid = match.unit(of).has(Skill.FEAR) and not match.unit(name).has(Skill.FEAR)
    if is_afraid and not _stands(match, name, of):
        match.mark(name, "daunted")


def _stands(match: Match, name: UnitId, of: UnitId) -> bool:
    passed = morale.check_morale(match, name, "fear")
    match.emit(FearChecked(name, of, passed))
    return passed


def _in_order(match: Match, names: tuple[UnitId, ...]) -> list[UnitId]:
    return [unit for unit in match.state.units if unit in names]
