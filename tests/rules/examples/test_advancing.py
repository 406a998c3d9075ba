"""Worked examples of growing: the class, Cooldown, dice and what the box holds (p19, p21, p31)."""

from typing import Any

import pytest
from msgspec.structs import replace

from protocol.ids import DieKind, LineId, UnitId
from server.rules.battle.components.catalogue import catalogue_of
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.state import Die, Row
from server.rules.battle.setup import advancing
from tests.rules.battle.running import running
from tests.scene import Refused, Scene, foe, hero

rule = pytest.mark.rule


@rule("CRE-11", "CRE-13", "CRE-14", "LIM-9")
def test_we_003_the_class_is_chosen_openly_without_the_jailbreak() -> None:
    """WE-003 (p19, p26, p27): both sheets lie novice side up, and are in the box no more."""
    scene = Scene.fresh("ryan", "shannon", encounter="plain-clash", xp=2)
    for line, cls in (("destruction-staff", "sorcerer"), ("one-hand-and-shield", "acrobat")):
        scene.answer("create.race", "dark-elf").answer("create.line", line)
        scene.answer("create.rows", *scene.asked("create.rows").default)
        assert ("sorcerer" in scene.offered("create.class")) == (cls == "sorcerer")
        if cls == "acrobat":
            break
        assert len(scene.offered("create.class")) == 15
        scene.answer("create.class", cls)
    assert len(scene.offered("create.class")) == 14
    with pytest.raises(Refused):
        scene.answer("create.class", "sorcerer", by="shannon")
    assert (scene.mat("a1").cls, scene.mat("a1").master) == ("sorcerer", False)


def bought(battle: Battle, xp: int) -> dict[str, int]:
    """What the adventurer can buy, with its price."""
    return {f"{a}:{kind}": cost for a, kind, cost in advancing.purchases(battle, UnitId("a1"), xp)}


@rule("ADV-7")
def test_we_090_cooldown_from_2_to_3_and_on_to_4() -> None:
    """WE-090 (p31): 3 XP of 7, then the other 4; both slots at once cannot be bought."""
    battle = running(Scene(hero(cooldown=2), foe("e1", at=(0, 0))))
    assert bought(battle, 7)["cooldown:"] == 3
    assert "cooldown:" not in bought(battle, 2)
    advancing.grow(battle, UnitId("a1"), "cooldown", xp=3)
    assert (battle.mat(UnitId("a1")).cooldown, bought(battle, 4)["cooldown:"]) == (3, 4)
    advancing.grow(battle, UnitId("a1"), "cooldown", xp=4)
    assert battle.mat(UnitId("a1")).cooldown == 4


def archer(*dice: str) -> Battle:
    """An adventurer with a row of Bow in which these dice lie."""
    drawn = Scene(hero(row=list(dice)), foe("e1", at=(0, 0)))
    state = drawn.play.start
    mat = replace(
        state.adventurers[UnitId("a1")],
        mat=(Row(LineId("bow"), "", len(dice)),),
        lines=(LineId("bow"),),
    )
    return running(drawn, replace(state, adventurers={"a1": mat}))


@rule("ADV-5", "ADV-6")
@pytest.mark.parametrize(
    ("dice", "legal"),
    [(("snipe", "volley"), True), (("snipe",), False), (("rapid-fire",), True)],
)
def test_we_091_a_level_3_die_needs_one_of_level_2_or_3(dice: tuple[str, ...], legal: bool) -> None:
    """WE-091 (p31)."""
    battle = archer(*dice)
    levels = [catalogue_of(battle).dice[DieKind(die)].level for die in (*dice, "vinedusk-training")]
    assert levels == [*({"snipe": 1, "volley": 2, "rapid-fire": 3}[die] for die in dice), 3]
    assert ("bow:vinedusk-training" in bought(battle, 9)) == legal


def with_line(name: str, *others: tuple[str, ...], **owned: int) -> Battle:
    """An adventurer who has a line; others have theirs; so many dice of a kind are somewhere."""
    party = [hero(f"a{n}", at=(n, -2)) for n in range(1, 2 + len(others))]
    drawn = Scene(*party, foe("e1", at=(0, 0)))
    state = drawn.play.start
    line = LineId(name)
    mats = {"a1": replace(state.adventurers[UnitId("a1")], lines=(line,), mat=(Row(line, "", 1),))}
    for n, lines in enumerate(others, 2):
        mats[f"a{n}"] = replace(state.adventurers[UnitId(f"a{n}")], lines=lines)
    dice = {
        f"a2.{kind}.{n}": Die(DieKind(kind.replace("_", "-")), UnitId("a2"), -1)
        for kind, count in owned.items()
        for n in range(count)
    }
    return running(drawn, replace(state, adventurers={**state.adventurers, **mats}, dice=dice))


@rule("LIM-2", "SKL-9")
def test_we_098_a_die_that_the_box_has_no_more_cannot_be_bought() -> None:
    """WE-098 (p21): all Purge dice lie on other mats."""
    battle = running(Scene(hero(), foe("e1", at=(0, 0))))
    supply = catalogue_of(battle).dice[DieKind("purge")].supply
    assert "restoring-light:purge" in bought(with_line("restoring-light", purge=supply - 1), 9)
    assert "restoring-light:purge" not in bought(with_line("restoring-light", purge=supply), 9)


@rule("LIM-1")
def test_we_098_a_line_whose_tokens_are_gone_cannot_be_taken_at_a_trainer() -> None:
    """WE-098 (p21): two others have the two Bow tokens."""
    battle = with_line("shadow", ("bow",), ("bow",))
    left = [line.id for line in advancing.lines_left(battle)]
    assert LineId("bow") not in left
    assert LineId("two-handed") in left


@rule("LIM-1")
@pytest.mark.parametrize(("used", "left"), [(15, True), (16, False)])
def test_we_098_a_stat_whose_tokens_are_gone_cannot_be_raised(used: int, left: bool) -> None:
    """WE-098 (p21): sixteen square tokens of a colour are in the box."""
    drawn = Scene(*[hero(f"a{n}", at=(n, -3)) for n in range(1, 5)], foe("e1", at=(0, 0)))
    shares: list[Any] = [min(6, max(0, used - 6 * n)) for n in range(3)]
    rows = {f"a{n}": (Row("stamina", "", share),) for n, share in enumerate(shares, 2)}
    rows["a1"] = (Row("stamina", ""),)
    state = drawn.play.start
    mats = {name: replace(state.adventurers[UnitId(name)], mat=row) for name, row in rows.items()}
    battle = running(drawn, replace(state, adventurers=mats))
    assert ("stamina:" in bought(battle, 9)) == left


@rule("LIM-7")
def test_we_098_an_ability_that_calls_an_enemy_of_which_none_is_left_calls_nobody() -> None:
    """WE-098 (p21): no daedra of level 5 is in the bag when a Lord's turn ends."""
    lord = foe("e1", at=(-4, 0), skills=("lord",), combat=0, range=1, level=20)
    scene = Scene(hero(at=(4, 0)), lord, turn=None).default()
    assert [unit for unit in scene.state.units.values() if unit.side == "enemy"] == [
        scene.unit("e1")
    ]
