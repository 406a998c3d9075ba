"""Scenes in which an adventurer carries a card, for the tests of this folder."""

from typing import Any

from protocol.events import Rolled
from protocol.questions import options_of
from server.rules.battle.components.catalogue import Catalogue
from tests.scene import Scene, foe, hero
from tests.scene.builders import Foe, Hero


def armed(
    weapon: str,
    form: str,
    *others: Hero | Foe,
    away: int = 0,
    enemy: dict[str, Any] | None = None,
    cards: Catalogue | None = None,
    **figures: Any,
) -> Scene:
    """An enemy of 9 HP without skills within reach, 2 hexes away in ranged form or `away`."""
    steps = away or (2 if form == "ranged-weapon" else 1)
    made: dict[str, Any] = {"health": 9, "hp": 9, "skills": (), **(enemy or {})}
    carrier = hero(**{"at": (0, 0), "form": form, "ready": [weapon], "row": ["combat"], **figures})
    return Scene(carrier, foe("e1", at=(-steps, 0), **made), *others, cards=cards)


def engages(scene: Scene, *faces: str | int, overtax: bool = False, dice: int = 1) -> Scene:
    """Engage the first enemy with the weapon (and a Combat die, except in magic form)."""
    mat = scene.mat("a1")
    kinds = [] if mat.form == "magic" else ["combat"] * dice
    target = "" if mat.form == "defensive" else "e1"
    scene.rolls(*faces)
    return scene.engage("a1", target, kinds, weapon=mat.ready[0].item, overtax=overtax)


def resolves(scene: Scene) -> Scene:
    """Resolve every result that can be resolved, in the order offered."""
    while scene.questions[0].why == "engage.resolve":
        options = options_of(scene.questions[0].shape)
        scene.answer("engage.resolve", *(option.key for option in options))
    return scene


def enemy_dice(scene: Scene) -> int:
    """How many enemy Combat dice have been rolled for engages."""
    rolls = [one for one in scene.events(Rolled) if one.what == "enemy-combat"]
    return sum(len(one.faces) for one in rolls)


def attacked(*armor: str, dice: tuple[str, ...] = ("enemy:2", "enemy:1"), **figures: Any) -> Scene:
    """An adjacent enemy's engage is being rolled against the wearer, of 3 damage unless told."""
    return attacked_from(1, *armor, dice=dice, **figures)


def attacked_from(
    far: int, *armor: str, dice: tuple[str, ...] = ("enemy:2", "enemy:1"), **figures: Any
) -> Scene:
    """The same from a distance."""
    others, cards = figures.pop("others", ()), figures.pop("cards", None)
    made: dict[str, Any] = {"combat": len(dice), "health": 9, "hp": 9, "range": far}
    made |= {"skills": figures.pop("skills", ()), "priority": figures.pop("priority", "weakest")}
    scene = Scene(
        hero(**{"at": (0, 0), "ready": list(armor), **figures}),
        foe("e1", "high-elf-bandit", at=(-far, 0), **made),
        *others,
        turn=None,
        cards=cards,
    )
    return scene.rolls(*dice)


def in_turn(
    piece: str, *others: Hero | Foe, cards: Catalogue | None = None, **figures: Any
) -> Scene:
    """It is the turn of an adventurer with a card; enemies are far away unless drawn."""
    drawn = hero(**{"at": (0, 0), "ready": [piece], "tenacity": 5, **figures})
    pieces = others if any(isinstance(one, Foe) for one in others) else (*others, _far())
    return Scene(drawn, *pieces, cards=cards)


def _far() -> Foe:
    return foe("e9", at=(4, 0), health=9, hp=9, skills=())
