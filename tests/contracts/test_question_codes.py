"""Codes of questions and reasons of events are closed: a misspelt one fails, asked or awaited."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import get_args

import pytest

from protocol.ids import QuestionCode
from server.commands.packs import loading
from tests.contracts.source_tree import nodes
from tests.contracts.test_source_tree import ROOT, plant
from tests.contracts.type_checker import complaints

KNOWN = frozenset(get_args(QuestionCode))

CODES = """\
from protocol.ids import UnitId
from protocol.ids import NamedCode, QuestionCode
from protocol.questions import One, Question
from server.rules.battle.adventurer import cooldown
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.movement import move
from server.rules.content import asking


def right(battle: Battle, unit: UnitId, asked: dict[QuestionCode, Question]) -> None:
    Question(battle.party, "turn.act", "What do you do?", One(()))
    Question(battle.party, NamedCode("acid-spray"), "Whom?", One(()))
    cooldown.choose_fatigue(battle, unit, 2, 1, NamedCode("acid-spray"))
    asking.one_adventurer(battle, unit, NamedCode("acid-spray"), "Who heals?")
    asked["turn.act"]


def wrong(battle: Battle, unit: UnitId, asked: dict[QuestionCode, Question]) -> None:
    Question(battle.party, "turn.atc", "What do you do?", One(()))  # wrong
    Question(battle.party, "What do you do?", "turn.act", One(()))  # wrong
    move.free_move(battle, unit, 2, "acid-spray", "Move?")  # wrong
    asking.one_adventurer(battle, unit, "Who heals?", "acid-spray")  # wrong
    asked["turn.atc"]  # wrong
"""


def test_a_misspelt_code_does_not_pass_the_type_checker(tmp_path: Path) -> None:
    lines = CODES.splitlines()
    wrong = {number for number, line in enumerate(lines, 1) if line.endswith("# wrong")}

    assert complaints(tmp_path, CODES) == wrong


PARTS = {
    *("arrive", "backlash", "cutpurse", "encore", "floodgates", "hunters-eye", "imperial-mettle"),
    *("loose-ceiling", "necrosis", "opportunist", "side-quest-gained", "swinging-blades"),
    "unholy-side",
}
"""What asks or acts as a part of a component without an id of its own."""


@cache
def component_ids() -> tuple[str, ...]:
    """The ids of everything that is printed."""
    found = loading.content().catalogue
    kinds = (found.dice, found.items, found.skills, found.classes, found.delve_cards, found.tiles)
    ids = [name for kind in (*kinds, found.faces, found.races, found.lines) for name in kind]
    sides = [side for sheet in found.classes.values() for side in (sheet.novice, sheet.master)]
    for side in sides:
        ids += [one.id for one in side.abilities]
        ids += [one.id for one in side.interrupts]
        ids += [one.id for one in side.enduring]
    ids += [one.id for race in found.races.values() for one in race.abilities]
    return tuple(ids)


def misnamed(root: Path) -> Iterator[str]:
    """Codes and reasons made of a name that is in no component's id."""
    for place, node in nodes(root, "server"):
        match node:
            case ast.Call(
                func=ast.Name("NamedCode" | "NamedReason"), args=[ast.Constant(str(code))]
            ):
                name = code.partition(".")[0]
                if name not in PARTS and not any(name in each for each in component_ids()):
                    yield f"{place}: {code!r} is named after nothing"


def awaited(root: Path) -> Iterator[str]:
    """Codes that clients compare with and no ruleset asks."""
    for place, node in nodes(root, "clients"):
        told = place.startswith("clients/core/story/")  # there it is an event's reason
        for code in () if told else _compared(node):
            if code not in KNOWN:
                yield f"{place}: nobody asks {code!r}"
    for path in sorted((root / "clients/web/src").rglob("*.ts")):
        for code in re.findall(r'\.why [!=]== "([^"]+)"', path.read_text("utf-8")):
            if code not in KNOWN:
                yield f"{path.name}: nobody asks {code!r}"


def _compared(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Compare(left=ast.Attribute(attr="why"), comparators=[ast.Constant(str(code))]):
            if code:
                yield code
        case ast.Match(subject=ast.Attribute(attr="why"), cases=cases):
            for case in cases:
                for each in ast.walk(case.pattern):
                    if isinstance(each, ast.MatchValue) and isinstance(each.value, ast.Constant):
                        yield str(each.value.value)


def test_every_code_is_named_after_something() -> None:
    assert list(misnamed(ROOT)) == []


def test_clients_await_no_code_that_nobody_asks() -> None:
    assert list(awaited(ROOT)) == []


@pytest.mark.parametrize("kind", ["NamedCode", "NamedReason"])
def test_a_code_of_a_misspelt_name_is_found(tmp_path: Path, kind: str) -> None:
    plant(tmp_path, "server/rules/planted.py", f'a = {kind}("acid-spary.who")\n')

    assert len(list(misnamed(tmp_path))) == 1


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("clients/bots/planted.py", 'def f(q):\n    return q.why == "turn.atc"\n'),
        ("clients/bots/planted.py", 'match q.why:\n    case "turn.act" | "turn.atc":\n        x\n'),
        ("clients/web/src/planted.ts", 'if (question.why !== "turn.atc") x();\n'),
    ],
)
def test_a_code_that_nobody_asks_is_found(tmp_path: Path, name: str, text: str) -> None:
    plant(tmp_path, name, text)

    assert len(list(awaited(tmp_path))) == 1
