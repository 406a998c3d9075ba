"""Suggestions for creating an adventurer and for its advancements.

A player may take a suggested adventurer as a whole, without further questions, or at any step let
the rest be suggested. If the table wants every question, nothing is suggested.
"""

from collections.abc import Mapping

from protocol.battle import Noted
from protocol.given_names import named
from protocol.ids import DieKind, LineId, SeatId, UnitId, Why
from protocol.option_keys import option_key, read_key
from protocol.questions import One, Option, Picks, Question
from server.rules.battle.components.catalogue import catalogue_of
from server.rules.battle.components.printed import ReadyMade
from server.rules.battle.kernel import notes
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.state import Adventurer

OWN, READY, SUGGEST = "own", "ready", "suggest"
SUGGESTED = "the rest was left to be suggested"
GROWTH = {"die": 3.0, "health": 2.0, "stat": 1.0, "cooldown": 2.0, "tenacity": 0.1}
"""The relative value of each kind of advancement, for suggestions only. Our judgement."""


def left_all(battle: Battle, unit: UnitId) -> bool:
    """Return whether an adventurer's player took suggestions to the end of its creation."""
    return notes.count(battle.state, notes.named(unit, READY), "battle") > 0


class Guide:
    """Asks one seat the questions of creation. With `takes_all` it takes suggestions instead.

    `name` is what the seat has called its adventurer along with an answer, "" for nothing yet.
    """

    def __init__(self, battle: Battle, seat: SeatId) -> None:
        self._battle, self._seat = battle, seat
        self._race = self._line = self.name = ""
        self.takes_all = False

    def remember(self, unit: UnitId) -> None:
        """Note, if the seat took suggestions to the end, that its kit is to be suggested, too."""
        if self.takes_all:
            self._battle.emit(Noted(notes.named(unit, READY), "battle"))

    def offer(self, free: tuple[ReadyMade, ...]) -> None:
        """Ask whether the seat takes one of the suggested adventurers in `free`, if there are
        any.
        """
        if not free or self._battle.asks_all:
            return
        options = [Option(option_key(READY, one.id), one.name, one.text) for one in free]
        question = Question(
            to=(self._seat,),
            why="create.ready",
            text="Take an adventurer who stands ready, or make your own.",
            shape=One((*options, Option(OWN, "Make your own", "step by step"))),
            rule="CRE-1",
            default=(options[0].key,),
        )
        chosen = read_key(self._picked(question)).name
        for one in free:
            if one.id == chosen:
                self.takes_all, self._race, self._line = True, one.race, one.line

    def one(
        self,
        why: Why,
        text: str,
        options: tuple[Option, ...],
        rule: str,
        *,
        default: bool = True,
        may_pass: bool = False,
    ) -> str:
        """Ask for one option, or take the suggested one. Returns its key, "" for a pass. With
        `default` the first option is the default answer.
        """
        if self.takes_all:
            return self._wanted(why, options)
        shown = options
        if not self._battle.asks_all:
            shown = (*options, Option(SUGGEST, "Suggest the rest", "you are asked no more of this"))
        question = Question(
            to=(self._seat,),
            why=why,
            text=text,
            shape=One(shown),
            rule=rule,
            may_pass=may_pass,
            default=(options[0].key,) if default else (),
        )
        chosen = self._picked(question)
        if chosen == SUGGEST:
            self.takes_all = True
            chosen = self._wanted(why, options)
        if why == "create.race":
            self._race = chosen
        elif why == "create.line":
            self._line = chosen
        return chosen

    def picks(self, question: Question, taken: tuple[Option, ...]) -> Picks:
        """Ask a question of another shape, or take the options `taken`, which are suggested.
        Returns the picks.
        """
        if self.takes_all:
            return self.spare(question, taken, SUGGESTED)
        return self._heard(question.why, self._battle.picks(question))

    def spare(self, question: Question, taken: tuple[Option, ...], because: str) -> Picks:
        """As `Battle.spare`: take the answer `taken` unless the table wants every question."""
        return self._heard(question.why, self._battle.spare(question, taken, because))

    def _picked(self, question: Question) -> str:
        """Ask for at most one option. Returns its key, "" for a pass."""
        picks = self._heard(question.why, self._battle.picks(question))
        return picks[0] if picks else ""

    def _heard(self, why: Why, picks: Picks) -> Picks:
        """Return an answer's picks, and keep the name that it carries."""
        told = named(why, picks)
        if told.name is not None:
            self.name = told.name
        return told.picks

    def _wanted(self, why: Why, options: tuple[Option, ...]) -> str:
        """Return the key of the suggested option: the first that a suggested adventurer has."""
        keys = [option.key for option in options]
        found = [key for model in self._models() for key in _of(model, why) if key in keys]
        return found[0] if found else keys[0]

    def _models(self) -> list[ReadyMade]:
        """Return the suggested adventurers, those with the chosen line, then race, first."""
        every = catalogue_of(self._battle).ready_made

        def unlike(one: ReadyMade) -> tuple[bool, bool]:
            return (one.line != self._line, one.race != self._race)

        return (
            sorted(every, key=unlike) if self._line else sorted(every, key=lambda o: unlike(o)[1])
        )


def _of(model: ReadyMade, why: Why) -> tuple[str, ...]:
    match why:
        case "create.race":
            return (model.race,)
        case "create.line":
            return (model.line,)
        case "create.class":
            return (model.cls,)
        case "create.train":
            return model.later
        case _:
            return ()


def growth(mat: Adventurer, offers: Mapping[str, tuple[str, DieKind, int]], line: LineId) -> str:
    """Return the key of the purchase to suggest: the one with the highest value for its price (see
    `GROWTH`). An attribute that has grown already is worth less; `line` is the preferred line.
    """

    def worth(key: str) -> float:
        name, kind, cost = offers[key]
        squares: dict[str, int] = {row.left: row.left_squares for row in mat.mat}
        squares |= {row.right: row.right_squares for row in mat.mat}
        if kind:
            wanted = GROWTH["die"] if name == line else GROWTH["die"] / 2
        elif name in ("stamina", "magicka"):
            wanted = GROWTH["stat"]
        else:
            wanted = GROWTH.get(name, GROWTH["stat"])
        have = mat.cooldown if name == "cooldown" else squares.get(name, 0)
        return wanted / (1 + have) / cost

    return max(offers, key=worth)
