"""Tenacity: gaining it, losing it, and paying more than a price (p25, p61, p74)."""

from protocol.battle import NamedReason, Reason, TenacityChanged
from protocol.ids import UnitId, Why
from protocol.questions import One, Option, Question
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.state import MAX_TENACITY


def gain(battle: Battle, unit: UnitId, points: int, why: Reason) -> int:
    """Move the peg up, to 5 at most (CLS-11, CLS-12). Returns the points really gained."""
    mat = battle.mat(unit)
    now = min(MAX_TENACITY, mat.tenacity + points)
    if now > mat.tenacity:
        battle.emit(TenacityChanged(unit, now, why))
    return now - mat.tenacity


def lose(battle: Battle, unit: UnitId, points: int, why: Reason) -> int:
    """Move the peg down, to 0 at least. Returns the points really lost."""
    mat = battle.mat(unit)
    now = max(0, mat.tenacity - points)
    if now < mat.tenacity:
        battle.emit(TenacityChanged(unit, now, why))
    return mat.tenacity - now


def pay_more(battle: Battle, unit: UnitId, most: int, why: Why, text: str) -> int:
    """Ask how many more points of tenacity are paid for an ability in use, up to `most`, and pay
    them. Returns how many.
    """
    most = min(most, battle.mat(unit).tenacity)
    options = tuple(Option(str(n), str(n)) for n in range(most + 1))
    question = Question(battle.deciders(unit), why, text, One(options), default=(str(most),))
    return lose(battle, unit, int(battle.pick(question)), NamedReason(why))
