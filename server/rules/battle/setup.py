"""Battle set-up (p54, p57, p71): map, caches, enemies, turn order, deployment."""

from typing import TYPE_CHECKING

from protocol.battle import (
    DecksMade,
    DieSetOn,
    FormChanged,
    MapLaid,
    OrderSet,
    PhaseBegan,
    UnitDeployed,
)
from protocol.hexes import Hex, key, parse
from protocol.questions import One, Option, Plan, Question, Slot
from server.rules.battle import enemy_pool, move, readying, targeting
from server.rules.battle.components import Encounter
from server.rules.battle.moments import Happening, Moment
from server.rules.battle.state import DECOY, BattleState, Deck, Tile, Unit
from server.rules.engine.patch import plain

if TYPE_CHECKING:
    from server.rules.battle.battle import Battle

SUPPLY = {"LF": 20, "OF": 12, "status": 12, "cache": 6}


def set_up(battle: "Battle") -> None:
    """Map, caches and enemies, in the order of p57; then who takes the first player token."""
    encounter = battle.catalogue.encounters[battle.state.settings.encounter]
    battle.emit(DecksMade(plain(_decks(battle, encounter)), dict(SUPPLY)))
    _lay_map(battle, encounter)
    battle.at(Happening(Moment.BEFORE_BATTLE))
    _deploy_named(battle, encounter)
    spend_pool(battle, enemy_pool.points(battle), encounter.numbered)
    battle.emit(OrderSet(_order(battle)))
    battle.emit(PhaseBegan("deploy"))


def _decks(battle: "Battle", encounter: Encounter) -> dict[str, Deck]:
    items = battle.catalogue.items.values()
    chips = battle.catalogue.chips
    bag = encounter.bag or tuple(c.id for c in chips.values() if c.level > 0)
    return {
        "common": Deck(cards={i.id: 1 for i in items if i.deck == "common"}),
        "legendary": Deck(cards={i.id: 1 for i in items if i.deck == "legendary"}),
        **{
            f"bag-{level}": Deck(cards={name: 1 for name in bag if chips[name].level == level})
            for level in sorted(enemy_pool.LEVELS)
        },
    }


def _lay_map(battle: "Battle", encounter: Encounter) -> None:
    tiles = {name: Tile(name, hexes) for name, hexes in encounter.tiles.items()}
    placed = list(encounter.caches.items())[: battle.state.supply["cache"]]  # LIM-8
    caches = {key(at): deck for at, deck in placed}
    marks = {key(at): "exit" for at in encounter.escape}
    battle.emit(MapLaid(plain(tiles), encounter.blocked, caches, marks, encounter.objective))


def _deploy_named(battle: "Battle", encounter: Encounter) -> None:
    """The enemies that the encounter names, whatever the points allow (EP-6, LIM-13)."""
    for named, at in encounter.named:
        chip = enemy_pool.take_named(battle, named)
        if chip:
            deploy_enemy(battle, chip, at)


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


def deploy_enemy(battle: "Battle", chip: str, at: Hex, *, hp: int = 0, rests: bool = False) -> str:
    """Deploy an enemy chip with HP equal to its Health, or with `hp` (ECH-3). Returns its unit
    id.
    """
    printed = battle.catalogue.chips[chip]
    name = f"e{battle.state.serial}"
    kind = "quest" if not printed.level else "enemy"
    unit = Unit(
        id=name,
        kind=kind,
        chip=chip,
        side="enemy",
        name=printed.name,
        hp=hp or printed.health,
        health=printed.health,
        level=printed.level,
        rests=rests,
    )
    battle.emit(UnitDeployed(name, at, plain(unit)))
    battle.at(Happening(Moment.DEPLOYED, unit=name))
    return name


def deploy_companion(battle: "Battle", chip: str, at: Hex, controller: str) -> str:
    """Deploy a companion under a seat's control. Returns its unit id."""
    printed = battle.catalogue.chips[chip]
    name = f"c{battle.state.serial}"
    unit = Unit(
        id=name,
        kind="companion",
        chip=chip,
        side="party",
        name=printed.name,
        hp=printed.health,
        health=printed.health,
        level=max(0, printed.level),
        controller=controller,
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
