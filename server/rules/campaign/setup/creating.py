"""Creating the adventurers of a session (p18, p19; SET-8): every seat makes its own, all at once.

Each seat's creation runs on a copy of the session with what it has answered so far, up to its next
question. With the last answer its adventurer is told as a whole. What the others have chosen of
races, lines, dice and classes is out of the box for it already there: so of two who want the last
class sheet the first one to answer has it, and the other is asked anew, and told what is gone.
"""

from msgspec.structs import replace

from protocol.battle import PhaseBegan
from protocol.campaign import DayPhaseBegan
from protocol.events import Answered, Event
from protocol.given_names import named
from protocol.ids import DieId, DieKind, LineId, SeatId, UnitId, Why
from protocol.option_keys import read_key
from protocol.questions import Picks, Question, only_answer, options_of, refuse
from server.rules.battle.components.catalogue import Catalogue
from server.rules.battle.kernel.state import Adventurer, Die
from server.rules.battle.setup import creation
from server.rules.campaign.kernel.session import Session
from server.rules.campaign.kernel.state import SessionState
from server.rules.engine.foresight import ShutChance
from server.rules.engine.game import Asked, Choice, Game, Suspended

Said = tuple[Why, Picks]


def create(session: Session) -> None:
    """Create the adventurers of all seats that have none, side by side; nobody waits for anybody.
    Then the session is prepared.
    """
    done = [mat.seat for mat in session.state.adventurers.values()]
    making: dict[SeatId, tuple[Said, ...]] = {
        seat: () for seat in session.seats if seat not in done
    }
    first: dict[SeatId, Question] = {}
    while making:
        # Building them costs a run of each seat's creation: what the log holds is asked as it is.
        questions = session.game.logged_questions() or _next(session, making, first)
        if not questions:
            break
        for question in questions:
            first.setdefault(SeatId(question.to[0]), question)
        choice = session.ask(*questions)
        answered = questions[choice.index]
        seat = SeatId(answered.to[0])
        making[seat] = (*making[seat], (answered.why, choice.picks))
        del first[seat]
    session.emit(PhaseBegan("setup"))
    session.emit(DayPhaseBegan("prepare"))


def _next(
    session: Session, making: dict[SeatId, tuple[Said, ...]], first: dict[SeatId, Question]
) -> tuple[Question, ...]:
    """Tell the adventurers that are made by now, and take their seats out of `making`. Returns the
    next question of each other seat; `first` are those that stand open already, as they were asked
    first.
    """
    found: list[Question] = []
    for seat in tuple(making):
        part = _Part(session, making, seat)
        question = part.run()
        if question is None:
            for event in part.told:
                session.emit(event)
            del making[seat]
        else:
            found.append(_with_what_is_gone(question, first.get(seat)))
    return tuple(found)


def _with_what_is_gone(question: Question, first: Question | None) -> Question:
    """Return a question with a sentence about what others have taken since it was asked first."""
    if first is None or first.why != question.why:
        return question
    left = {option.key for option in options_of(question.shape)}
    gone = [option.text for option in options_of(first.shape) if option.key not in left]
    if not gone:
        return question
    return replace(question, text=f"{question.text} {_listed(gone)} no longer free.")


def _listed(names: list[str]) -> str:
    if len(names) == 1:
        return f"{names[0]} is"
    return f"{', '.join(names[:-1])} and {names[-1]} are"


class _Part:
    """The creation of one seat, on a copy of the session in which the others have what they chose.

    `told` are the events once it is done.
    """

    def __init__(
        self, session: Session, making: dict[SeatId, tuple[Said, ...]], seat: SeatId
    ) -> None:
        others = {other: said for other, said in making.items() if other != seat}
        state = _with_chosen(session, others)
        self._seat = seat
        self._game = _Aside(session, state, making[seat])
        self._session = Session(self._game, session.atlas, session.catalogue, session.procedures)
        self.told: tuple[Event, ...] = ()

    def run(self) -> Question | None:
        """Return the next question, None once the adventurer is made."""
        try:
            creation.make(self._session.battle, self._seat)
        except Suspended:
            last = self._game.log[-1].event
            assert isinstance(last, Asked)
            return last.question
        events = (entry.event for entry in self._game.log)
        self.told = tuple(one for one in events if not isinstance(one, Asked | Answered))
        return None


class _Aside(Game[SessionState]):
    """A game on the side that answers its questions by what a seat has said of each."""

    def __init__(self, session: Session, state: SessionState, said: tuple[Said, ...]) -> None:
        super().__init__(session.game.ruleset, state, [], ShutChance(), 0)
        self._said = list(said)

    def ask(self, *questions: Question) -> Choice:
        """Return what was said of a question, if that still holds; else it is the next one asked.

        What others have left one answer to is not asked any more, and what they have made void is
        asked anew; what was said of either is passed over.
        """
        (question,) = questions
        while self._said and only_answer(question) is None:
            why, picks = self._said.pop(0)
            if why == question.why and refuse(question, picks) is None:
                return Choice(0, picks, SeatId(question.to[0]))
        return super().ask(question)


def _with_chosen(session: Session, others: dict[SeatId, tuple[Said, ...]]) -> SessionState:
    """Return the state in which other seats have mats with what they have chosen so far."""
    state = session.state
    for seat, said in others.items():
        unit = UnitId(f"a{session.seats.index(seat) + 1}")
        mat, kinds = _chosen(session.catalogue, state, seat, said)
        dice = {DieId(f"{unit}.{kind}.{i}"): Die(kind, unit) for i, kind in enumerate(kinds, 1)}
        state = replace(
            state,
            adventurers={**state.adventurers, unit: mat},
            dice={**state.dice, **dice},
        )
    return state


def _chosen(
    catalogue: Catalogue, state: SessionState, seat: SeatId, said: tuple[Said, ...]
) -> tuple[Adventurer, list[DieKind]]:
    """Return a mat with the race, lines and class of a seat's answers, and the kinds of its dice.

    A line whose dice are not chosen yet holds as many of them, whichever there are most of.
    """
    race = cls = ""
    lines: list[LineId] = []
    dice: list[DieKind] = []
    for why, given in said:
        picks = named(why, given).picks
        pick = picks[0] if picks else ""
        match why:
            case "create.race":
                race = pick
            case "create.line" if pick in catalogue.lines:
                # Also one that is chosen anew, for the first is gone; its dice come after it.
                lines, dice = [LineId(pick)], []
            case "create.train" if pick in catalogue.lines:
                lines.append(LineId(pick))
            case "create.class":
                cls = pick
            case "create.dice":
                dice += map(DieKind, picks)
            case "create.advance" if pick and read_key(pick).kind in catalogue.lines:
                dice.append(DieKind(read_key(pick).name))
            case _:
                pass
    if lines and not dice:
        dice = _held(catalogue, state, lines[0])
    return Adventurer(seat, race, "light-weapon", 0, 0, 0, cls=cls, lines=tuple(lines)), dice


def _held(catalogue: Catalogue, state: SessionState, line: LineId) -> list[DieKind]:
    out = [die.kind for die in state.dice.values()]
    left = {
        die.id: die.supply - out.count(die.id)
        for die in catalogue.lines[line].dice
        if die.level == 1
    }
    held: list[DieKind] = []
    for _ in range(creation.STARTING_DICE):
        most = max(left, key=lambda kind: left[kind])
        held.append(most)
        left[most] -= 1
    return held
