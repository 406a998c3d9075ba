"""What adventurers use while the party is asked something (p28): each may use what it has.

Nobody waits for it: an answer of the party's closes the offers. A use may change what the party can
do, so the party is asked anew after each.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from protocol.ids import UnitId
from protocol.option_keys import read_key
from protocol.questions import One, Option, Picks, Question
from server.rules.campaign.adventurers import anytime, together
from server.rules.campaign.adventurers.together import Follow
from server.rules.campaign.kernel.session import Session


class Offer(NamedTuple):
    """Something besides items and abilities that an adventurer can do now."""

    option: Option
    do: Callable[[], None]


def nothing_more(unit: UnitId) -> Sequence[Offer]:
    """Return that an adventurer can do nothing besides: the default of `more`."""
    return ()


def ask(
    session: Session,
    main: Callable[[], Question | None],
    more: Callable[[UnitId], Sequence[Offer]] = nothing_more,
) -> Picks:
    """Ask the party a question; until it is answered every adventurer may use items and abilities.
    Returns the party's answer, () if `main` has nothing to ask.

    `main` is called anew after each use. `more` finds what else an adventurer can do.
    """
    done: set[UnitId] = set()
    follows: list[Follow] = []
    while True:
        # What waits first: what goes on without an answer may change what the party can do.
        waiting = together.laid_out(follows)
        busy = together.busy_with(follows)
        # What has begun is gone through with first: the party's answer would leave it half done.
        begun = any(follow.begun for follow in follows)
        question = None if begun else main()
        if question is None and not begun:
            return ()
        asked = [
            (unit, offer)
            for unit in session.party
            if unit not in done | busy and (offer := _offer(session, unit, more(unit))) is not None
        ]
        mains = [question] if question is not None else []
        choice = session.ask(*mains, *(other for _, other in asked), *waiting)
        at = choice.index - len(mains)
        if at < 0:
            return choice.picks
        if at >= len(asked):
            together.go_on(follows, at - len(asked), choice.picks)
            continue
        unit = asked[at][0]
        if choice.picks == (together.DONE,):
            done.add(unit)
        else:
            _use(session, unit, choice.picks[0], more(unit), follows)


def _offer(session: Session, unit: UnitId, more: Sequence[Offer]) -> Question | None:
    options = [*anytime.options(session, unit), *(one.option for one in more)]
    if not options:
        return None
    return Question(
        to=session.battle.deciders(unit),
        why="together.road",
        text="Before the party goes on you may use something.",
        shape=One((Option(together.DONE, "Nothing now"), *options)),
        rule="INV-4",
        # Whoever is away uses nothing up.
        default=(together.DONE,),
        about=unit,
    )


def _use(
    session: Session, unit: UnitId, key: str, more: Sequence[Offer], follows: list[Follow]
) -> None:
    found = next((one for one in more if one.option.key == key), None)
    if found is not None:
        found.do()
    else:
        anytime.begin(session, unit, read_key(key).name, follows)
