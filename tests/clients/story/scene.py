"""One moment of a battle, by hand, in which every event can be told."""

from typing import Any

from clients.core.names import Lexicon, Names
from clients.core.story import Telling, sentence
from protocol.ids import BattleId, DieId, NamedCode, QuestionId, SeatId, TableId, UnitId
from protocol.questions import One, Option, Question, Route, Spot
from protocol.replies import Opening, SeatOf

A1, A2, E0 = UnitId("a1"), UnitId("a2"), UnitId("e0")
D1, D2, D3 = DieId("d1"), DieId("d2"), DieId("d3")


def unit(name: str, hp: int, **fields: Any) -> dict[str, Any]:
    return {"name": name, "hp": hp, "health": hp, "bonus": 0, "kind": "enemy", **fields}


MAT = {"seat": "1", "ready": [{"id": "i7", "item": "iron-sword"}], "pack": []}
STATE: dict[str, Any] = {
    "units": {
        "a1": unit("Khajiit (1)", 4),
        "a2": unit("Nord (2)", 5, bonus=2),
        "e0": unit("Skeever Pup", 3),
        "e1": unit("Skeleton", 2),
        "e2": unit("Skeleton", 2),
    },
    "adventurers": {"a1": MAT, "a2": {**MAT, "seat": "2", "ready": []}},
    "dice": {
        "d1": {"kind": "shield-discipline", "owner": "a1", "face": 3},
        "d2": {"kind": "combat", "owner": "a1", "face": -1},
        "d3": {"kind": "combat", "owner": "a1", "face": -1},
    },
}
WHERE = Question(
    (SeatId("1"),),
    NamedCode("move"),
    "Where to?",
    Route((Spot("0,0", (1,)), Spot("0,1", ())), 2),
    id=QuestionId(4),
)
WHICH = Question(
    (SeatId("1"),), NamedCode("x"), "Which?", One((Option("a", "The first"),)), id=QuestionId(5)
)
OPENING = Opening(
    BattleId("b"),
    TableId("t"),
    "battle",
    "j",
    "",
    {},
    (SeatOf(SeatId("1"), "Ann"), SeatOf(SeatId("2"), "")),
    "",
    "",
    "",
    (),
    0,
)
CHIP = unit("Orc (1)", 5, chip="orc")
NAMED = unit("Ghorza", 5, chip="orc")


def telling() -> Telling:
    lexicon = Lexicon()
    faces = ", ".join(["tenacity", *["shield-discipline:1"] * 4, "shield-discipline:2"])
    die = Option("shield-discipline", "Shield Discipline", faces)
    lexicon.learn(Question((SeatId("1"),), "create.dice", "", One((die,))), STATE)
    names = Names(STATE, None, lexicon, OPENING)
    return Telling(STATE, STATE, (WHERE, WHICH), names)


def told(event: Any) -> str:
    """The sentence for an event, told at this moment."""
    return sentence(telling(), event).text
