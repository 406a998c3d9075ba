"""Questions of every shape, and a talk at a terminal about one."""

from clients.terminal.questions import Decision, Prompt
from clients.terminal.questions.deciding import ask
from protocol.ids import QuestionId, SeatId
from protocol.questions import (
    Limit,
    Need,
    One,
    Option,
    Plan,
    Question,
    Route,
    Shape,
    Slot,
    Spot,
)

FRUIT = (Option("a", "Apple", "red"), Option("b", "Banana"), Option("c", "Cherry"))


COUNTS = (Option("0", "0"), Option("1", "1"), Option("2", "2"))


KEEP = (Option("roll", "Roll again"), Option("0", "4"), Option("1", "6"), Option("2", "6"))


UNITS = (Option("e0", "Skeleton"), Option("e1", "Spriggan"), Option("e2", "Skeever"))


TRAIL = Route(
    (
        Spot("0,0", (1, 2)),
        Spot("0,-1", (0, 3), note="cache"),
        Spot("1,-1", (0, 3), cost=2, stop=False),
        Spot("1,-2", (1, 2)),
    ),
    budget=3,
)


ENGAGE = Plan(
    (
        Slot("form", (Option("form:blade", "blade"), Option("form:bow", "bow")), 1, 1),
        Slot("target", (Option("target:e0", "Skeleton"), Option("target:e1", "Spriggan")), 0, 1),
        Slot("dice", tuple(Option(f"die:{n}", f"Die {n}") for n in range(4)), 0, 4),
    ),
    limits=(Limit(("die:0", "die:1", "die:2"), 2, "Stamina allows 2."),),
    needs=(
        Need("target:e0", ("form:blade",), "Out of reach in this form."),
        Need("die:3", ("form:bow",), "This die needs another form."),
    ),
)


def question(shape: Shape, **fields: object) -> Question:
    values = {"may_pass": False, "default": (), **fields}
    return Question((SeatId("1"),), "why", "What now?", shape, "ENG-3", **values)  # type: ignore[arg-type]


MOVE = question(TRAIL)


class Talk:
    """A dialog under way: what it said, and what it came to."""

    def __init__(self, dialog: object, *lines: str) -> None:
        self.said: list[Prompt] = []
        self.result: object = None
        self.is_over = False
        self._dialog: Decision = dialog  # type: ignore[assignment]
        self.said.append(next(self._dialog))
        for line in lines:
            assert not self.is_over, f"{line!r} comes after the end"
            try:
                self.said.append(self._dialog.send(line))
            except StopIteration as done:
                self.result, self.is_over = done.value, True

    @property
    def last(self) -> str:
        return "\n".join(self.said[-1].lines)

    @property
    def first(self) -> str:
        return "\n".join(self.said[0].lines)


def answer(shape: Shape, *lines: str, **fields: object) -> object:
    talk = Talk(ask(question(shape, **fields)), *lines)
    assert talk.is_over, talk.last
    return talk.result


END = Question(
    (SeatId("1"),),
    "turn.act",
    "Or end your turn.",
    One((Option("end", "End"),)),
    default=("end",),
    id=QuestionId(9),
)
