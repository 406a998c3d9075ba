"""Battle set-up (p54, p57, p71): map, caches, enemies, turn order, deployment."""

from typing import TYPE_CHECKING

from protocol.battle import (
    DecksMade,
    DelveBegan,
    DieSetOn,
    FormChanged,
    MapLaid,
    OrderSet,
    PhaseBegan,
    UnitDeployed,
)
from protocol.hexes import Hex, key, parse
from protocol.questions import One, Option, Plan, Question, Slot
from server.rules.battle import enemy_pool, kit, move, readying, targeting
from server.rules.battle.components import Encounter, Placed, SecondPool
from server.rules.battle.delve import starting
from server.rules.battle.moments import Happening, Moment
from server.rules.battle.state import (
    DECOY,
    FATIGUE,
    OBJECTIVE,
    STATUSES,
    BattleState,
    Deck,
    Tile,
    Unit,
)
from server.rules.engine.patch import plain

if TYPE_CHECKING:
    from server.rules.battle.battle import Battle

SUPPLY = {"LF": 20, "OF": 12, "status": 12, "cache": 6}


def set_up(battle: "Battle") -> None:
    """Map, caches and enemies, in the order of p57; then who takes the first player token."""
    encounter = battle.catalogue.encounters[battle.state.settings.encounter]
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
    tell_deployed(battle, [unit.id for unit in battle.in_play("enemy")])
    battle.emit(OrderSet(_order(battle)))
    battle.emit(PhaseBegan("deploy"))


def tell_deployed(battle: "Battle", units: list[str]) -> None:
    """Enemies have come, all at once: who answers that does it now."""
    if units:
        battle.at(Happening(Moment.ENEMIES_DEPLOYED, units=units))


def _supply(battle: "Battle") -> dict[str, int]:
    """What the box holds: all there is but the dice that lie on mats since the last battle."""
    left = dict(SUPPLY)
    for mat in battle.state.adventurers.values():
        for token in (*mat.track, *mat.active):
            if token in FATIGUE or token in STATUSES:
                left["status" if token in STATUSES else token] -= 1
    return left


def _decks(battle: "Battle", encounter: Encounter) -> dict[str, Deck]:
    items = battle.catalogue.items.values()
    return {
        "common": Deck(cards={i.id: 1 for i in items if i.deck == "common"}),
        "legendary": Deck(cards={i.id: 1 for i in items if i.deck == "legendary"}),
        **enemy_pool.bags(battle, encounter),
        **(starting.decks(battle.catalogue, encounter.delve) if encounter.delve else {}),
    }


def _lay_map(battle: "Battle", encounter: Encounter) -> None:
    doors = {encounter.entrance: encounter.delve.doors} if encounter.delve else {}
    tiles = {
        name: Tile(name, hexes, doors.get(name, ())) for name, hexes in encounter.tiles.items()
    }
    placed = list(encounter.caches.items())[: battle.state.supply["cache"]]  # LIM-8
    caches = {key(at): deck for at, deck in placed}
    marks = {key(at): mark for at, mark in encounter.marks.items()}
    marks |= {key(at): "exit" for at in encounter.escape}
    challenge = encounter.challenges.get(battle.party_size())
    told = [encounter.objective, *encounter.rules, challenge.text if challenge else ""]
    text = " ".join(told).strip()
    battle.emit(MapLaid(plain(tiles), encounter.blocked, caches, marks, text))


def _deploy_named(battle: "Battle", encounter: Encounter) -> None:
    """The enemies that the encounter names, whatever the points allow (EP-6, LIM-13)."""
    for named, at in encounter.named:
        chip = enemy_pool.take_named(battle, named)
        if chip:
            deploy_enemy(battle, chip, at)


def _deploy_placed(battle: "Battle", placed: Placed) -> None:
    """A unit that the encounter puts on the map before the points are spent (DUN-2, DUN-5)."""
    printed = battle.catalogue.chips[placed.chip]
    free = battle.free_hexes(placed.hexes)
    if not free:
        return
    if placed.side != "enemy" or (placed.objective and not printed.level):
        chip = placed.chip
    else:
        chip = enemy_pool.take_named(battle, placed.chip)
    if chip:
        at = _special_hex(battle, free, battle.catalogue.chips[chip].name)
        _deploy(battle, chip, at, placed)


def _special_hex(battle: "Battle", free: list[Hex], name: str) -> Hex:
    """Of several lettered or star hexes the party chooses one (DUN-3)."""
    text = f"Where does {name} stand?"
    return move.choose_hex(battle, battle.party, free, "setup.hex", text, "DUN-3")


def _fill_up(battle: "Battle", encounter: Encounter) -> None:
    """Enemies of one level, for no points, until so many numbered hexes are occupied."""
    level, count = encounter.least
    for at in encounter.numbered[:count]:
        chip = enemy_pool.draw_enemy(battle, level) if battle.free_hexes((at,)) else ""
        if chip:
            deploy_enemy(battle, chip, at)


def _spend_second(battle: "Battle", pool: SecondPool) -> None:
    """The second sum of points, for special hexes (DUN-4)."""
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
        at = _special_hex(battle, open_, battle.catalogue.chips[chip].name)
        _deploy(battle, chip, at, placed)
        used[tiles[at]] += 1
        left -= level


def spend_pool(battle: "Battle", pool: int, hexes: tuple[Hex, ...]) -> int:
    """Draw and deploy enemies, the highest level that fits each time; gives what is left (EP-2,
    3).
    """
    encounter = battle.catalogue.encounters[battle.state.settings.encounter]
    for at in battle.free_hexes(hexes):
        level = enemy_pool.dearest(battle, pool)
        if not level:
            break
        deploy_enemy(battle, enemy_pool.draw_enemy(battle, level, encounter.wanted), at)
        pool -= level
    return pool


def deploy_enemy(
    battle: "Battle", chip: str, at: Hex, *, hp: int | None = None, rests: bool = False
) -> str:
    """Deploy an enemy chip with HP equal to its Health, or with `hp` (ECH-3, ECH-11).

    Returns its unit id, or that of whom an effect has put in its place.
    """
    return _deploy(battle, chip, at, Placed(chip, (at,), hp), rests=rests)


def _deploy(battle: "Battle", chip: str, at: Hex, how: Placed, *, rests: bool = False) -> str:
    printed = battle.catalogue.chips[chip]
    name = f"e{battle.state.serial}"
    kind = OBJECTIVE if how.objective else "enemy"
    unit = Unit(
        id=name,
        kind=kind if printed.level else "quest",
        chip=chip,
        side=how.side,
        name=printed.name,
        hp=printed.health if how.hp is None else how.hp,
        health=printed.health,
        level=max(0, printed.level),
        rests=rests,
        still=how.still,
    )
    battle.emit(UnitDeployed(name, at, plain(unit)))
    battle.at(Happening(Moment.DEPLOYED, unit=name))
    return next((one.id for one in battle.in_play(how.side) if one.at == at), name)


def deploy_companion(
    battle: "Battle",
    chip: str,
    at: Hex,
    controller: str,
    *,
    hp: int | None = None,
    origin: str = "",
) -> str:
    """Deploy a companion under a seat's control, with HP equal to its Health or with `hp`.

    `origin` names the class ability that brings it. Returns its unit id.
    """
    printed = battle.catalogue.chips[chip]
    name = f"c{battle.state.serial}"
    unit = Unit(
        id=name,
        kind="companion",
        chip=chip,
        side="party",
        name=printed.name,
        hp=printed.health if hp is None else hp,
        health=printed.health,
        level=max(0, printed.level),
        controller=controller,
        origin=origin,
    )
    battle.emit(UnitDeployed(name, at, plain(unit)))
    battle.at(Happening(Moment.DEPLOYED, unit=name))
    return name


def deploy_decoy(battle: "Battle", die: str, at: Hex, health: int) -> str:
    """A skill die stands in a hex with HP; enemies take it for an adventurer. Gives its unit id."""
    shown = battle.state.dice[die]
    name = f"d{battle.state.serial}"
    unit = Unit(
        id=name,
        kind=DECOY,
        chip=shown.kind,
        side="party",
        name=battle.catalogue.dice[shown.kind].name,
        hp=health,
        health=health,
        controller=battle.seat(shown.owner),
    )
    battle.emit(UnitDeployed(name, at, plain(unit)))
    battle.emit(DieSetOn(die, name))
    return name


def _order(battle: "Battle") -> tuple[str, ...]:
    """The holder of the first player token, then clockwise (BAT-4)."""
    units = list(battle.state.adventurers)
    first = (
        battle.pick(
            Question(
                to=battle.party,
                why="setup.first",
                text="Who takes the first player token?",
                shape=One(tuple(Option(name, battle.unit(name).name) for name in units)),
                rule="BAT-4",
                default=(units[0],),
            )
        )
        or units[0]
    )
    at = units.index(first)
    return (*units[at:], *units[:at])


def deploy(battle: "Battle", unit: str) -> None:
    """Deploy an adventurer to the entrance tile and set its form (BAT-4, BAT-5, FRM-7)."""
    mat = battle.mat(unit)
    free = entrance_hexes(battle)
    forms = [mat.form, *(form for form in targeting.FORMS if form != mat.form)]
    hexes = tuple(Option(f"hex:{key(at)}", key(at)) for at in free)
    picks = battle.picks(
        Question(
            to=(mat.seat,),
            why="deploy",
            text="Deploy to the entrance tile and set your battle form.",
            shape=Plan(
                (
                    Slot("hex", hexes, 1, 1),
                    Slot("form", tuple(Option(f"form:{f}", f) for f in forms), 1, 1),
                )
            ),
            rule="BAT-4",
            default=(hexes[0].key, f"form:{mat.form}"),
            about=unit,
        )
    )
    chosen = dict(pick.split(":") for pick in picks)
    battle.emit(UnitDeployed(unit, parse(chosen["hex"])))
    if chosen["form"] != mat.form:
        battle.emit(FormChanged(unit, chosen["form"]))
    if battle.state.settings.kit:
        kit.hand_out(battle, unit)
    readying.ready_items(battle, unit)
    _go_on(battle)


def _go_on(battle: "Battle") -> None:
    """Once everybody who can be is deployed, the rounds begin (BAT-7)."""
    adventurers = all(battle.unit(name).at for name in battle.state.adventurers)
    if adventurers and not (undeployed_companions(battle.state) and entrance_hexes(battle)):
        battle.emit(PhaseBegan("round"))


def entrance_hexes(battle: "Battle") -> list[Hex]:
    """The free hexes of the entrance tile."""
    encounter = battle.catalogue.encounters[battle.state.settings.encounter]
    return battle.free_hexes(encounter.tiles[encounter.entrance])


def undeployed_companions(state: BattleState) -> list[Unit]:
    """Companions that wait beside the entrance tile, in their players' turn order (BAT-7)."""
    seats = [state.adventurers[name].seat for name in state.order]
    waiting = [
        unit
        for unit in state.units.values()
        if unit.kind == "companion" and unit.at is None and not unit.fate
    ]
    return sorted(waiting, key=lambda unit: seats.index(unit.controller))


def deploy_waiting(battle: "Battle", unit: str) -> None:
    """A companion that waits enters the entrance tile, which has a free hex (BAT-7)."""
    at = move.choose_hex(
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
