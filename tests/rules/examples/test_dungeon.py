"""The rulebook's dungeon example (p83-85), with chips of the names that it draws.

Where its hexes lie is not known (the diagram is a picture); what stands on which is.
"""

from dataclasses import replace as figure
from typing import Any

import pytest
from msgspec.structs import replace

from server.rules.battle.components.catalogue import Catalogue
from server.rules.battle.kernel.ground import ground_of
from server.rules.content.catalogue import catalogue
from tests.rules.battle.printed import with_chips
from tests.rules.battle.setup.test_enemy_pool import about_to_set_up
from tests.scene import Refused, Scene, friend

rule = pytest.mark.rule

DRAWN = {
    20: ("argonian-behemoth", "breton-archmage"),
    10: ("imperial-enforcer", "redguard-mercenary"),
    1: (
        "redguard-bandit", "hackwing", "imperial-bandit", "mudcrab",
        "wood-elf-bandit", "orc-bandit",
    ),
}  # fmt: skip
NAMED = ("zirik", 0, "humanoid"), ("high-elf-necromancer", 10, "humanoid")


def prison() -> Catalogue:
    """The gaol of the game, which has the example's hexes, with the example's chips."""
    chips = [(name, level, "humanoid") for level, names in DRAWN.items() for name in names]
    box = with_chips(*chips, *NAMED)
    gaol = catalogue().encounters["blackmire-gaol"]
    zirik, other = gaol.placed
    placed = figure(zirik, chip="zirik"), figure(other, chip="high-elf-necromancer")
    return figure(box, encounters={"prison": figure(gaol, id="prison", placed=placed)})


def bag_order(level: int, *taken: str) -> list[str]:
    names = [*DRAWN[level], *(name for name, of, _ in NAMED if of == level)]
    return [name for name in names if name not in taken]


def entering(*more: Any) -> Scene:
    """Josh and Melonie, first session, Adept; the chips come as the example draws them."""
    picks: list[int] = []
    gone: list[str] = []
    order = [(10, "high-elf-necromancer"), (20, "argonian-behemoth"), (10, "imperial-enforcer")]
    order += [(1, name) for name in DRAWN[1][:4]]
    order += [(20, "breton-archmage"), (10, "redguard-mercenary")]
    order += [(1, name) for name in DRAWN[1][4:]]
    scene = about_to_set_up(2, prison(), *more, encounter="prison", session=1, xp=2)
    box = {name for names in DRAWN.values() for name in names} | {"high-elf-necromancer"}
    chips = [chip for chip in scene.catalogue.chips if chip in box]
    for level, name in order:
        if name == "high-elf-necromancer":
            picks.append(0)
        else:
            bag = [c for c in chips if scene.catalogue.chips[c].level == level and c not in gone]
            picks.append(sorted(bag).index(name))
        gone.append(name)
    return scene.rolls(*picks)


def enemies(scene: Scene) -> list[Any]:
    return [unit for unit in scene.state.units.values() if unit.side == "enemy"]


@rule("DUN-2", "DUN-5", "EP-2", "EP-6", "EP-7", "EP-8", "ECH-11")
def test_we_065_numbered_hexes() -> None:
    """WE-065 (p83-85): named units first; 32 points; then level 1 up to six hexes, for nothing."""
    scene = entering()
    one = scene.catalogue.encounters["prison"]
    assert len(scene.state.caches) == 3
    zirik, necromancer = enemies(scene)[:2]
    assert (zirik.chip, zirik.hp, zirik.fate, zirik.kind) == ("zirik", 0, "", "quest")
    assert necromancer.hp == necromancer.health
    numbered = enemies(scene)[2:8]
    assert [unit.chip for unit in numbered] == [
        "argonian-behemoth", "imperial-enforcer", "redguard-bandit", "hackwing",
        "imperial-bandit", "mudcrab",
    ]  # fmt: skip
    assert [unit.level for unit in numbered] == [20, 10, 1, 1, 1, 1]
    assert [unit.at for unit in numbered] == list(one.numbered[:6])


def in_cells(scene: Scene) -> Scene:
    """The party puts one into each cell, as the example does."""
    for tile in ("great cell", "west cell", "south cell", "north cell"):
        tiles = ground_of(scene.state).tile_of
        at = [at for at in tiles if tiles[at] == tile]
        hexes = [f"{q},{r}" for q, r in at]
        if scene.questions[0].why == "setup.hex":
            chosen = next(key for key in scene.offered("setup.hex") if key in hexes)
            scene.answer("setup.hex", chosen)
    return scene


@rule("DUN-3", "DUN-4", "EP-2", "ECH-11")
def test_we_066_a_second_pool_for_the_cells() -> None:
    """WE-066 (p83-85): the same points again; one to each cell, none of them with HP chips."""
    scene = in_cells(entering())
    cells = enemies(scene)[8:]
    assert [unit.chip for unit in cells] == [
        "breton-archmage", "redguard-mercenary", "wood-elf-bandit", "orc-bandit",
    ]  # fmt: skip
    assert [(unit.hp, unit.fate) for unit in cells] == [(0, "")] * 4
    tiles = ground_of(scene.state).tile_of
    assert len({tiles[unit.at] for unit in cells}) == 4
    scene.done()


@rule("DUN-3", "DUN-4")
def test_we_066_a_second_enemy_in_a_cell_is_refused_while_another_is_empty() -> None:
    scene = entering()
    great = scene.offered("setup.hex")[0]
    tiles = {f"{q},{r}": name for (q, r), name in ground_of(scene.state).tile_of.items()}
    scene.answer("setup.hex", great)
    other = next(at for at, name in tiles.items() if name == tiles[great] and at != great)
    with pytest.raises(Refused):
        scene.answer("setup.hex", other)


@rule("BAT-4", "BAT-5", "BAT-7", "DUN-6", "GEN-12")
def test_we_067_deployment_with_companions() -> None:
    """WE-067 (p83-85): Josh, Melonie, then both companions; four of five entrance hexes taken."""
    friends = [friend(f"c{n}", "redguard-bandit", at=(n, 3)) for n in (1, 2)]
    drawn = entering(*friends)
    units = drawn.play.start.units
    waiting = {
        n: replace(u, at=None, level=0) for n, u in units.items()
    }  # no bag lacks their chips
    scene = Scene.at(replace(drawn.play.start, units=waiting), drawn.catalogue)
    scene.rolls(*drawn.script.numbers)
    in_cells(scene)
    scene.answer("setup.first", "a1")
    door = list(scene.state.tiles["entrance"].hexes)
    for name, at, form in (("a1", door[0], "magic"), ("a2", door[1], "light-weapon")):
        assert scene.asked("deploy").about == name
        scene.answer("deploy", f"hex:{at[0]},{at[1]}", f"form:{form}")
    for _ in friends:
        scene.answer("deploy.companion", scene.offered("deploy.companion")[0])
    stand = [unit.at for unit in scene.state.units.values() if unit.side == "party"]
    assert len([at for at in stand if at in door]) == 4
    assert scene.state.order == ("a1", "a2")
    assert scene.mat("a1").form == "magic"
    assert (scene.state.round, len(scene.state.adventurers)) == (1, 2)
