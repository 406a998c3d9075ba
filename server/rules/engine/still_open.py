"""Which open questions stay the same after a commit, so that an answer to one that crossed another
answer still counts.
"""

from msgspec.structs import replace

from protocol.events import Answered, Event
from protocol.ids import QuestionId
from protocol.questions import Question
from server.rules.engine import limits

FormerIds = dict[QuestionId, QuestionId]
"""Maps each id that an open question had earlier to its present id. Never changed in place, as
marks share it.
"""

TOGETHER = ("together.", "create.")
"""Prefixes of the codes of questions that several seats answer at once, each for itself."""


def still_open(
    former: FormerIds,
    before: tuple[Question, ...],
    now: tuple[Question, ...],
    events: tuple[Event, ...],
) -> FormerIds:
    """Return the former ids of the questions open after a commit.

    `former` are those from before it, `before` and `now` the open questions, `events` the commit's.

    A question stays the same as long as it is open without a break and commits do nothing but
    answer another question beside it, as by a pass. The engine cannot tell what a decision is
    about, so anything else in a commit (a roll, a change, a new beat) ends all open questions: one
    that is asked in the same words afterwards is a new decision. So is the answered question, if it
    is asked again. A question asked `TOGETHER` with other seats' stays the same whatever their
    answers lead to, as long as its own words and options do not change.

    At most `limits.UNDO_VERSIONS` - 1 ids are kept for a question, one for each commit: a recovery
    starts from a snapshot that is no older, and has to find the same ones.
    """
    found: FormerIds = {}
    if not events or not isinstance(events[0], Answered):
        return found
    alone = len(events) == 1
    for old in before:
        if not alone and not old.why.startswith(TOGETHER):
            continue
        same = [asked for asked in now if replace(asked, id=old.id) == old]
        equal = [asked for asked in before if replace(asked, id=old.id) == old]
        # Two questions in the same words cannot be told apart, so neither keeps an id.
        if old.id == events[0].question or len(same) != 1 or len(equal) != 1:
            continue
        ids = [earlier for earlier, later in former.items() if later == old.id]
        for each in [*ids, old.id][1 - limits.UNDO_VERSIONS :]:
            found[each] = same[0].id
    return found
