"""Every clash and dungeon of the game: its map, its ways, its set-up, its special rules."""

from typing import Any

import pytest

from clients.terminal.hexmap import draw
from protocol.battle import DamageDealt, UnitRoused
from protocol.hexes import Hex
from protocol.ids import SeatId
from server.commands.headless import Simulation
from server.commands.setups import setups
from server.rules.battle.kernel.ground import Ground
from server.rules.battle.kernel.state import Deck
from server.rules.content.catalogue import catalogue
from server.rules.content.encounters import shipped
from tests.rules.content.encounters.drawing import far_from, played
from tests.rules.content.encounters.test_rules_units import with_units
from tests.rules.content.encounters.write import FOLDER, drawings
from tests.scene import Scene, foe, hero

rule = pytest.mark.rule
NAMES = tuple(shipped.encounters())
QUIET: dict[str, Any] = {"combat": 0, "range": 9, "skills": (), "defense": 0}
DRAWN = drawings()


@pytest.mark.parametrize("name", NAMES)
def test_an_encounter_is_drawn_as_its_picture_has_it(name: str) -> None:
    assert (FOLDER / f"{name}.txt").read_text() == DRAWN[name]


def test_there_is_no_picture_without_its_encounter() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == set(NAMES)


def test_there_are_enough_of_each_kind() -> None:
    kinds = [one.kind for one in shipped.encounters().values()]
    assert kinds.count("clash") >= 12
    assert kinds.count("dungeon") >= 2


@rule("CLA-4", "MAP-2", "MAP-8")
@pytest.mark.parametrize("name", NAMES)
def test_every_enemy_and_every_cache_can_be_reached_from_the_entrance(name: str) -> None:
    """With every way open that the encounter's own rules can open."""
    one = catalogue().encounters[name]
    opened = {at for part in (one.locks, one.marks) for at in part if one.marks.get(at) == "lever"}
    shut = frozenset(one.blocked) if not opened else frozenset()
    ground = Ground(tuple(one.tiles.items()), shut)
    door = one.tiles[one.entrance][0]
    goals = [*one.numbered, *one.caches, *(at for placed in one.placed for at in placed.hexes)]
    assert all(0 <= ground.distance(door, at) < 99 for at in goals)


@rule("CLA-1", "CLA-2", "CLA-3", "DUN-8")
@pytest.mark.parametrize("name", NAMES)
def test_the_set_up_follows_the_diagram(name: str) -> None:
    one = catalogue().encounters[name]
    battle = Simulation(name, 4, "adept", "sensible", 3)
    battle.begin()
    while battle.record.shown.state.phase in ("create", "setup"):  # type: ignore[attr-defined]
        battle.step()
    state: Any = battle.record.shown.state
    foes = [unit for unit in state.units.values() if unit.side == "enemy"]
    drawn = [unit.at for unit in foes if unit.at in one.numbered]
    assert drawn == list(one.numbered[: len(drawn)]), "from hex 1 on, none left out"
    assert len(state.caches) == len(one.caches)
    assert state.blocked == one.blocked
    assert sum(unit.level for unit in foes if unit.kind == "enemy") >= 4


@pytest.mark.parametrize("name", NAMES)
def test_the_terminal_draws_the_map(name: str) -> None:
    one = catalogue().encounters[name]
    state: Any = {
        "tiles": {tile: {"hexes": [list(at) for at in hexes]} for tile, hexes in one.tiles.items()},
        "blocked": [list(at) for at in one.blocked],
        "caches": {f"{q},{r}": deck for (q, r), deck in one.caches.items()},
        "marks": {},
    }
    text = "\n".join(row.plain for row in draw(state, 120))
    assert text.count("cache") == len(one.caches)
    assert text.count("#####") >= len(one.blocked)


@rule("EOB-1")
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("players", [1, pytest.param(3, marks=pytest.mark.slow)])
def test_the_sensible_bot_brings_it_to_its_end(name: str, players: int) -> None:
    final = Simulation(name, players, "adept", "sensible", players).play()
    assert final["outcome"] in ("victory", "defeat")


# special rules


def marked(name: str, mark: str) -> tuple[Hex, ...]:
    marks = catalogue().encounters[name].marks
    return tuple(at for at, said in marks.items() if said == mark)


@pytest.mark.parametrize(
    ("name", "mark", "damage", "true"),
    [("burning-mill", "fire", 1, 0), ("black-ford", "water", 1, 1)],
)
def test_a_hazard_is_where_it_is_drawn(name: str, mark: str, damage: int, true: int) -> None:
    hexes = marked(name, mark)
    scene = played(name, hero(at=hexes[0]), foe("e1", at=far_from(name, hexes), **QUIET))
    scene.end_turn()
    dealt = [event for event in scene.events(DamageDealt) if event.how == mark]
    assert [(event.dealt, event.true) for event in dealt] == [(damage, true)]


def test_the_trough_of_the_burning_mill_heals() -> None:
    hexes = marked("burning-mill", "water")
    enemy = foe("e1", at=far_from("burning-mill", hexes), **QUIET)
    scene = played("burning-mill", hero(at=hexes[0], hp=2), enemy).end_turn()
    assert scene.hp("a1") == 3


@rule("MAP-4")
@pytest.mark.parametrize(
    ("name", "mark", "round_"),
    [("sinkhole", "gap 2", 2), ("sinkhole", "gap 3", 3), ("drowned-archive", "gap 5", 5)],
)
def test_ground_gives_way_in_its_round(name: str, mark: str, round_: int) -> None:
    hexes = marked(name, mark)
    enemy = foe("e1", at=far_from(name, hexes), **QUIET)
    door = catalogue().encounters[name].tiles["entrance"][0]
    scene = played(name, hero(at=door), enemy, round=round_ - 1)
    assert not set(hexes) & set(scene.state.blocked)
    scene.end_turn()
    assert set(hexes) <= set(scene.state.blocked)


@pytest.mark.parametrize("name", ["mirror-pool", "drowned-archive"])
def test_a_passage_joins_its_two_ends(name: str) -> None:
    here, there = marked(name, "passage")
    enemy = foe("e1", at=far_from(name, (here, there)), **QUIET)
    ground = Ground(tuple(catalogue().encounters[name].tiles.items()), frozenset())
    beside = next(at for at in ground.around(here) if at != enemy.at)
    scene = played(name, hero(at=beside), enemy)
    scene.move(here).answer("move_ends", "pass_through")
    assert scene.unit("a1").at == there


@pytest.mark.parametrize(
    ("name", "mark", "rounds", "coming"),
    [("ambush", "arrive", 3, 1), ("night-run", "arrive", 3, 1), ("last-stand", "arrive", 2, 1)],
)
def test_reinforcements_come_where_they_are_drawn(
    name: str, mark: str, rounds: int, coming: int
) -> None:
    hexes = marked(name, mark)
    decks = {"bag-1": Deck(cards={"skeever-pup": 5})}
    one = catalogue().encounters[name]
    enemy = foe("e1", at=far_from(name, hexes), **QUIET)
    scene = played(name, hero(at=one.tiles["entrance"][0]), enemy, round=rounds, decks=decks)
    scene.rolls(0).end_turn()
    keys = [f"{q},{r}" for q, r in hexes]
    assert set(scene.offered("arrive")) <= set(keys)
    scene.answer("arrive", scene.offered("arrive")[0])
    new = [u for u in scene.state.units.values() if u.chip == "skeever-pup" and u.at in hexes]
    assert len(new) == coming


@rule("STS-3")
def test_the_shapes_of_the_moonlit_shrine_are_hidden() -> None:
    battle = Simulation("moonlit-shrine", 2, "adept", "sensible", 1)
    battle.begin()
    while battle.record.shown.state.phase in ("create", "setup", "deploy"):  # type: ignore[attr-defined]
        battle.step()
    state: Any = battle.record.shown.state
    foes = [unit for unit in state.units.values() if unit.side == "enemy"]
    assert all(unit.statuses == ("stealth",) for unit in foes if unit.kind == "enemy")


def lock_scene(name: str, at: Hex, beside: Hex, **figures: Any) -> Scene:
    box = catalogue()
    item = next(card for card in box.items.values() if card.lock.id == "3:5-2-2")
    decks = {"common": Deck(cards={item.id: 2}, top="3:5-2-2")}
    enemy = foe("e1", at=far_from(name, (at, beside)), **QUIET)
    scene = played(name, hero(at=beside, race="nord", **figures), enemy, decks=decks)
    scene.rolls("d6:5", "d6:2", "d6:2").move(at)
    return scene.answer("cache.pick", "pick")


def beside(name: str, at: Hex) -> Hex:
    one = catalogue().encounters[name]
    ground = Ground(tuple(one.tiles.items()), frozenset(one.blocked))
    return next(to for to in ground.around(at) if to not in one.caches)


@rule("CAC-6")
def test_the_shrines_of_the_moonlit_shrine_heal() -> None:
    at = marked("moonlit-shrine", "shrine")[0]
    scene = lock_scene("moonlit-shrine", at, beside("moonlit-shrine", at), hp=1)
    assert (scene.hp("a1"), scene.mat("a1").tenacity) == (3, 1)


@rule("CAC-6")
def test_the_lever_of_the_drowned_archive_opens_the_vault() -> None:
    name = "drowned-archive"
    at = marked(name, "lever")[0]
    scene = lock_scene(name, at, beside(name, at))
    vault = catalogue().encounters[name].tiles["vault"]
    assert not set(vault) & set(scene.state.blocked)


@rule("OBS-2")
def test_the_grate_of_the_drowned_archive_opens_the_cistern() -> None:
    name = "drowned-archive"
    one = catalogue().encounters[name]
    at = one.placed[0].hexes[0]
    ground = Ground(tuple(one.tiles.items()), frozenset(one.blocked))
    grate = foe("e1", "iron-grate", at=at, hp=1, kind="quest")
    scene = played(name, hero(at=ground.around(at)[0], row=["combat"]), grate)
    gate = [at for at in one.tiles["cistern"] if at in scene.state.blocked]
    assert len(gate) == 1
    scene.rolls("combat:2").engage("a1", "e1", ["combat"]).resolve("combat")
    assert gate[0] not in scene.state.blocked


@rule("ECH-11")
@pytest.mark.parametrize(("name", "tile"), [("blackmire-gaol", "west cell")])
def test_sleepers_wake_as_somebody_enters_their_cell(name: str, tile: str) -> None:
    one = catalogue().encounters[name]
    bed = next(at for at in one.tiles[tile] if at in (one.second.hexes if one.second else ()))
    guest = next(at for at in one.tiles[tile] if at != bed)
    scene = played(name, hero(at=guest), foe("e1", at=bed, **QUIET))
    scene = with_units(scene, e1={"hp": 0, "still": True}).end_turn()
    assert [event.unit for event in scene.events(UnitRoused)] == ["e1"]


@rule("ECH-11")
def test_all_of_the_gaol_wakes_in_round_four() -> None:
    one = catalogue().encounters["blackmire-gaol"]
    sleeper = foe("e1", "mad-prophet", at=one.placed[0].hexes[0], kind="quest")
    door = one.tiles["entrance"][0]
    master = foe("e2", at=one.placed[1].hexes[0], kind="objective", **QUIET)
    scene = played("blackmire-gaol", hero(at=door), sleeper, master, round=3)
    scene = with_units(scene, e1={"hp": 0, "still": True}).end_turn().default()
    assert not scene.unit("e1").still
    assert scene.hp("e1") == scene.unit("e1").health


@rule("SET-9")
@pytest.mark.parametrize(
    ("name", "options", "xp"),
    [("plain-clash", {}, 2), ("blackmire-gaol", {}, 18), ("blackmire-gaol", {"xp": "9"}, 9)],
)
def test_the_dial_stands_where_the_encounter_says_unless_the_table_does(
    name: str, options: dict[str, str], xp: int
) -> None:
    setup = next(one for one in setups() if one.name == name)
    start: Any = setup.build((SeatId("1"),), "adept", options).start
    assert start.settings.xp == xp
