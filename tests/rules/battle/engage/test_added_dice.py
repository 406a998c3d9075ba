"""Enemy Combat dice that effects add to an engage (FRM-5, C-49)."""

import ast
from pathlib import Path

import pytest

from protocol.ids import UnitId
from server.rules.battle.kernel.engagement import Engage
from server.rules.battle.kernel.forms import FORMS
from server.rules.battle.kernel.words import FormOrHeld

RULES = Path(__file__).parents[4] / "server" / "rules"
COUNTS = "extra"


@pytest.mark.rule("FRM-5")
@pytest.mark.parametrize("form", ["", *FORMS])
def test_dice_are_added_in_every_form_but_magic(form: FormOrHeld) -> None:
    engage = Engage(UnitId("a1"), form)
    engage.add_combat_dice(2)
    assert engage.extra == (0 if form == "magic" else 2)
    engage.add_combat_dice(1, even_in_magic=True)
    assert engage.extra == (1 if form == "magic" else 3)


def _changed(tree: ast.AST) -> list[str]:
    aims: list[ast.expr] = []
    for node in ast.walk(tree):
        match node:
            case ast.Assign(targets=targets):
                aims += targets
            case ast.AugAssign(target=target) | ast.AnnAssign(target=target):
                aims.append(target)
            case ast.Call(keywords=named) if any(one.arg == COUNTS for one in named):
                aims.append(node.func)
            case _:
                pass
    return [one.attr for one in aims if isinstance(one, ast.Attribute) and one.attr == COUNTS]


@pytest.mark.slow
@pytest.mark.rule("FRM-5")
def test_nothing_adds_dice_past_the_rule_about_forms() -> None:
    at = {path.name for path in RULES.rglob("*.py") if _changed(ast.parse(path.read_text()))}
    assert at == {"engagement.py"}
