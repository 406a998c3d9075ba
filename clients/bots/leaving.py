"""When a sensible bot leaves a battle: with the party, or alone by a way out when badly hurt."""

from clients.bots import board, delving, reasons
from clients.bots.board import View
from protocol.ids import SeatId
from protocol.questions import Picks, Question

YES, NO = "yes", "no"
PROPOSED = "round:retreat"
"""What the state notes when somebody has proposed to retreat this round."""


def answer(view: View, seat: SeatId, question: Question) -> Picks:
    """Answer whether the party retreats: yes where that wins, or where somebody else proposed it.

    Those asked before it have agreed, or it would not be asked. Nobody is held in a battle by bots.
    """
    wins = question.default == (YES,)
    others = _is_proposed(view) or view["settings"]["party"][0] != seat
    return (YES,) if wins or others or delving.is_stuck(view) else (NO,)


def _is_proposed(view: View) -> bool:
    return PROPOSED in view.get("used", {})


def reason(view: View, question: Question, picks: Picks) -> str:
    """Return the sentence for why it leaves or stays; "" for an answer to any other question."""
    if question.why != "round.retreat":
        leaves = reasons.LEAVES_TO_WIN if board.goals(view) else reasons.LEAVES
        return leaves if any("escape" in pick for pick in picks) else ""
    if picks == (NO,):
        return reasons.STAYS
    if question.default == (YES,):
        return reasons.WINS
    return reasons.NOTHING_LEFT if delving.is_stuck(view) else reasons.AGREES
