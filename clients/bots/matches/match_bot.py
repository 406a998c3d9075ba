"""A bot that plays a match to win: it takes treasure, keeps out of reach, and strikes first."""

from clients.bots.matches import deploying, engaging, fighting, moving
from clients.bots.matches.table import View, is_match
from clients.bots.policy import Answer, Questions
from clients.bots.reacting import fallback
from protocol.ids import SeatId
from protocol.questions import Picks, Question, refuse

NOTES: dict[str, str] = {
    "match.engage": "It should strike first.",
    "match.intercept": "Better this one than the other.",
    "match.shoot.target": "There most is won.",
    "match.treasure": "Each treasure weighs as much as a loss.",
}
"""Why it chose so, in a sentence."""

__all__ = ["answer", "is_match"]


def answer(view: View, seat: SeatId, questions: Questions) -> Answer:
    """Return the answer to the first of the open questions."""
    question = questions[0]
    picks = _picks(view, seat, question)
    if refuse(question, picks) is not None:
        picks = fallback(question)
    return Answer(question.id, picks, NOTES.get(question.why, "") if picks else "")


def _picks(view: View, seat: SeatId, question: Question) -> Picks:
    match question.why:
        case "match.engage":
            return engaging.declares(view, seat, question)
        case "match.intercept":
            return engaging.intercepts(view, question)
        case "match.move":
            return moving.moves(view, seat, question)
        case "match.go":
            return moving.goes(view, seat, question)
        case "match.shoot":
            return fighting.shoots(view, seat, question)
        case "match.shoot.target":
            return fighting.aims(view, question)
        case "match.shoot.protect":
            return fighting.protects(view, question)
        case "match.cast":
            return fighting.casts(view, question)
        case "match.melee.split":
            return fighting.splits(view, question)
        case "match.treasure":
            return ("take",)
        case "match.rout":
            return ("stay",)
        case "match.deploy":
            return deploying.deploys(view, seat, question)
        case _:
            return question.default
