"""Battle set-up (p54, p57, p71): map, caches, enemies, turn order, deployment."""

from protocol.battle import (
    DecksMade,
    DelveBegan,
    FormChanged,
    MapLaid,
    OrderSet,
    PhaseBegan,
    UnitDeployed,
)
from protocol.hexes import Hex, key, parse
from protocol.ids import UnitId
from protocol.option_keys import option_key, read_key
from protocol.questions import One, Option, Plan, Question, Slot
from server.rules.battle.components import active_effects
from server.rules.battle.components.catalogue import Catalogue, catalogue_of
from server.rules.battle.components.encounters import Encounter, Placed, SecondPool
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.forms import FORMS
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.kernel.state import (
    FATIGUE,
    BattleState,
    Deck,
    Tile,
    Unit,
)
from server.rules.battle.kernel.words import STATUSES, form_of
from server.rules.battle.map import choosing
from server.rules.battle.party import GUILD_DECK, ITEM_DECKS
from server.rules.battle.setup import delve_decks as starting
from server.rules.battle.setup import deploying, enemy_pool, kit, readying
from server.rules.engine.patch import plain

FORM_SLOT = Slot("form", tuple(Option(option_key("form", form), form) for form in FORMS), 1, 1)
SUPPLY = {"LF": 20, "OF": 12, "status": 12, "cache": 6}
"""How many dice and cache chips are in the box (LIM-11)."""


def set_up(battle: Battle) -> None:
    """Set up the map, caches and enemies in the order of p57, then ask who goes first (BAT-4)."""
    encounter = catalogue_of(battle).encounters[battle.state.settings.encounter]
    battle.emit(DecksMade(plain(_decks(battle, encounter)), _supply(battle)))
    _lay_map(battle, encounter)
    if encounter.delve is not None:
        battle.emit(DelveBegan(encounter.delve.skyshards))
    battle.at(Happening(Moment.BEFORE_BATTLE))
    for placed in encounter.placed:
        _deploy_placed(battle, placed)
    _deploy_named(battle, encounter)
    spend_pool(battle, enemy_pool.points(battle), encounter.numbered)
    _fill_up(battle, encounter)
    if encounter.second is not None:
        _spend_second(battle, encounter.second)
    deploying.tell_deployed(battle, [unit.id for unit in battle.in_play("enemy")])
    battle.emit(OrderSet(_order(battle)))
    battle.emit(PhaseBegan("deploy"))


def _supply(battle: Battle) -> dict[str, int]:
    """Return what is left in the box: everything but the fatigue and status dice that are on mats
    since the last battle.
    """
    left = dict(SUPPLY)
    for mat in battle.state.adventurers.values():
        for token in (*mat.track, *mat.active):
            if token in FATIGUE or token in STATUSES:
                left["status" if token in STATUSES else token] -= 1
    return left


def _decks(battle: Battle, encounter: Encounter) -> dict[str, Deck]:
    box, province = catalogue_of(battle), battle.state.settings.world.get("province", "")
    return {
        **(item_decks(box) | _carried(battle)),
        **enemy_pool.bags(battle, encounter),
        **(starting.decks(box, encounter.delve, province) if encounter.delve else {}),
    }


def item_decks(catalogue: Catalogue) -> dict[str, Deck]:
    """Return the two decks of items, complete and shuffled (SET-6)."""
    return {name: _item_deck(catalogue, name) for name in ITEM_DECKS}


def _item_deck(catalogue: Catalogue, name: str) -> Deck:
    items = catalogue.items.values()
    return catalogue.known.get(
        ("item deck", name), lambda: Deck(cards={i.id: 1 for i in items if i.deck == name})
    )


def _carried(battle: Battle) -> dict[str, Deck]:
    """Return the item decks that the party has brought from its last battle; {} in a first one."""
    kept = (*ITEM_DECKS, GUILD_DECK)
    return {name: deck for name, deck in battle.state.decks.items() if name in kept}


def _lay_map(battle: Battle, encounter: Encounter) -> None:
    doors = {encounter.entrance: encounter.delve.doors} if encounter.delve else {}
    tiles = {
        name: Tile(name, hexes, doors.get(name, ())) for name, hexes in encounter.tiles.items()
    }
    placed = list(encounter.caches.items())[: battle.state.supply["cache"]]  # LIM-8
    caches = {key(at): deck for at, deck in placed}
    marks = {key(at): mark for at, mark in encounter.marks.items()}
    marks |= {key(at): "exit" for at in encounter.escape}
    changes = [one.text for one in active_effects.changes_of(battle, encounter)]
    text = " ".join([encounter.objective, *encounter.rules, *changes]).strip()
    battle.emit(MapLaid(plain(tiles), encounter.blocked, caches, marks, text))


def _deploy_named(battle: Battle, encounter: Encounter) -> None:
    """Deploy the enemies that the encounter names, at no cost of points (EP-6, LIM-13)."""
    for named, at in encounter.named:
        chip = enemy_pool.take_named(battle, named)
        if chip:
            deploying.deploy_enemy(battle, chip, at)


def _deploy_placed(battle: Battle, placed: Placed) -> None:
    """Deploy a unit that the encounter places before the points are spent (DUN-2, DUN-5)."""
    printed = catalogue_of(battle).chips[placed.chip]
    free = battle.free_hexes(placed.hexes)
    if not free:
        return
    if placed.side != "enemy" or (placed.objective and not printed.level):
        chip = placed.chip
    else:
        chip = enemy_pool.take_named(battle, placed.chip)
    if chip:
        at = _special_hex(battle, free, catalogue_of(battle).chips[chip].name)
        deploying.deploy_placed(battle, chip, at, placed)


def _special_hex(battle: Battle, free: list[Hex], name: str) -> Hex:
    """Let the party choose one of several lettered or star hexes (DUN-3)."""
    text = f"Where does {name} stand?"
    return choosing.choose_hex(battle, battle.party, free, "setup.hex", text, "DUN-3")


def _fill_up(battle: Battle, encounter: Encounter) -> None:
    """Deploy enemies of the level that `encounter.least` says, at no cost of points, until its
    number of hexes is occupied.
    """
    level, count = encounter.least
    for at in encounter.numbered[:count]:
        chip = enemy_pool.draw_enemy(battle, level) if battle.free_hexes((at,)) else ""
        if chip:
            deploying.deploy_enemy(battle, chip, at)


def _spend_second(battle: Battle, pool: SecondPool) -> None:
    """Spend the second enemy pool on special hexes (DUN-4)."""
    left, used = enemy_pool.points(battle), dict.fromkeys(battle.state.tiles, 0)
    placed = Placed("", pool.hexes, pool.hp, still=pool.still)
    while free := battle.free_hexes(pool.hexes):
        level = enemy_pool.dearest(battle, left)
        if not level:
            return
        tiles = battle.ground.tile_of
        fewest = min(used[tiles[at]] for at in free)
        open_ = [at for at in free if not pool.rooms or used[tiles[at]] == fewest]
        chip = enemy_pool.draw_enemy(battle, level)
        at = _special_hex(battle, open_, catalogue_of(battle).chips[chip].name)
        deploying.deploy_placed(battle, chip, at, placed)
        used[tiles[at]] += 1
        left -= level


def spend_pool(battle: Battle, pool: int, hexes: tuple[Hex, ...]) -> int:
    """Draw and deploy enemies on the hexes in order, each of the highest level that the points left
    allow (EP-2, EP-3). Returns the points that are left.
    """
    encounter = catalogue_of(battle).encounters[battle.state.settings.encounter]
    for at in battle.free_hexes(hexes):
        level = enemy_pool.dearest(battle, pool)
        if not level:
            break
        deploying.deploy_enemy(battle, enemy_pool.draw_enemy(battle, level, encounter.wanted), at)
        pool -= level
    return pool


def _order(battle: Battle) -> tuple[UnitId, ...]:
    """Return the turn order: the holder of the first player token, then clockwise (BAT-4)."""
    units = list(battle.state.adventurers)
    standing = [name for name in units if not battle.unit(name).fate]
    first = (
        battle.pick(
            Question(
                to=battle.party,
                why="setup.first",
                text="Who takes the first player token?",
                shape=One(tuple(Option(name, battle.unit(name).name) for name in standing)),
                rule="BAT-4",
                default=(standing[0],),
            )
        )
        or standing[0]
    )
    at = units.index(UnitId(first))
    return (*units[at:], *units[:at])


def deploy(battle: Battle, unit: UnitId) -> None:
    """Deploy an adventurer to the entrance tile and set its form (BAT-4, BAT-5, FRM-7)."""
    mat = battle.mat(unit)
    free = entrance_hexes(battle) or _beside_entrance(battle)
    hexes = tuple(Option(option_key("hex", key(at)), key(at)) for at in free)
    picks = battle.picks(
        Question(
            to=(mat.seat,),
            why="deploy",
            text="Deploy to the entrance tile and set your battle form.",
            shape=Plan(
                (
                    Slot("hex", hexes, 1, 1),
                    FORM_SLOT,
                )
            ),
            rule="BAT-4",
            default=(hexes[0].key, option_key("form", mat.form)),
            about=unit,
        )
    )
    chosen = dict(map(read_key, picks))
    battle.emit(UnitDeployed(unit, parse(chosen["hex"])))
    if chosen["form"] != mat.form:
        battle.emit(FormChanged(unit, form_of(chosen["form"])))
    if battle.state.settings.kit:
        kit.hand_out(battle, unit)
    readying.ready_items(battle, unit)
    _go_on(battle)


def _go_on(battle: Battle) -> None:
    """Begin the rounds once every unit that can be deployed is (BAT-7)."""
    chips = [battle.unit(name) for name in battle.state.adventurers]
    adventurers = all(chip.at or chip.fate for chip in chips)
    if adventurers and not (undeployed_companions(battle.state) and entrance_hexes(battle)):
        battle.emit(PhaseBegan("round"))


def entrance_hexes(battle: Battle) -> list[Hex]:
    """Return the free hexes of the entrance tile."""
    encounter = catalogue_of(battle).encounters[battle.state.settings.encounter]
    return battle.free_hexes(encounter.tiles[encounter.entrance])


def _beside_entrance(battle: Battle) -> list[Hex]:
    """Return the free hexes closest to the entrance tile.

    Our ruling, where the rulebook is silent: units of others may have filled the tile, and an
    adventurer is deployed all the same.
    """
    encounter = catalogue_of(battle).encounters[battle.state.settings.encounter]
    doors = [at for at in encounter.tiles[encounter.entrance] if at in battle.ground.tile_of]
    free = battle.free_hexes(tuple(battle.ground.tile_of))
    far: dict[Hex, int] = {}
    for way in map(battle.ground.distances, doors):
        for at in free:
            if at in way:
                far[at] = min(way[at], far.get(at, way[at]))
    nearest = min(far.values())
    return [at for at in free if far.get(at) == nearest]


def undeployed_companions(state: BattleState) -> list[Unit]:
    """Return the companions that wait beside the entrance tile, in their players' turn order
    (BAT-7).
    """
    seats = [state.adventurers[name].seat for name in state.order]
    waiting = [
        unit
        for unit in state.units.values()
        if unit.kind == "companion" and unit.at is None and not unit.fate
    ]
    return sorted(waiting, key=lambda unit: seats.index(unit.controller))


def deploy_waiting(battle: Battle, unit: UnitId) -> None:
    """Deploy a waiting companion to the entrance tile, which has a free hex (BAT-7)."""
    at = choosing.choose_hex(
        battle,
        battle.deciders(unit),
        entrance_hexes(battle),
        "deploy.companion",
        f"Where does {battle.unit(unit).name} enter?",
    )
    battle.emit(UnitDeployed(unit, at))
    battle.at(Happening(Moment.DEPLOYED, unit=unit))
    if battle.state.phase == "deploy":
        _go_on(battle)
