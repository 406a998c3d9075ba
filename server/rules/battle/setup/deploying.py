"""Putting enemies, companions and decoys onto the map."""

from protocol.battle import (
    DieSetOn,
    UnitDeployed,
)
from protocol.hexes import Hex
from protocol.ids import DieId, SeatId, UnitId
from server.rules.battle.components.catalogue import catalogue_of
from server.rules.battle.components.encounters import Placed
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.kernel.state import (
    DECOY,
    OBJECTIVE,
    Unit,
)
from server.rules.battle.kernel.words import UnitKind
from server.rules.engine.patch import plain


def tell_deployed(battle: Battle, units: list[UnitId]) -> None:
    """Announce that these enemies were deployed together, so that effects may answer."""
    if units:
        battle.at(Happening(Moment.ENEMIES_DEPLOYED, units=units))


def deploy_enemy(
    battle: Battle, chip: str, at: Hex, *, hp: int | None = None, rests: bool = False
) -> UnitId:
    """Deploy an enemy chip with HP equal to its Health, or with `hp` (ECH-3, ECH-11). One that
    `rests` does not act this round. Call `tell_deployed` once all that come together are deployed.

    Returns its unit id, or that of a unit with which an effect has replaced it.
    """
    return deploy_placed(battle, chip, at, Placed(chip, (at,), hp), rests=rests)


def deploy_placed(
    battle: Battle, chip: str, at: Hex, how: Placed, *, rests: bool = False
) -> UnitId:
    """Deploy a unit as an encounter places it. Returns its unit id, as `deploy_enemy` does."""
    printed = catalogue_of(battle).chips[chip]
    name = UnitId(f"e{battle.state.serial}")
    kind: UnitKind = OBJECTIVE if how.objective else "enemy"
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
    battle: Battle,
    chip: str,
    at: Hex,
    controller: SeatId,
    *,
    hp: int | None = None,
    origin: str = "",
    leaves: bool = False,
) -> str:
    """Deploy a companion under a seat's control, with HP equal to its Health or with `hp`.

    `origin` names the class ability that brings it. It stays with the party unless it `leaves` when
    the battle ends (p90). Returns its unit id.
    """
    printed = catalogue_of(battle).chips[chip]
    name = UnitId(f"c{battle.state.serial}")
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
        leaves=leaves,
    )
    battle.emit(UnitDeployed(name, at, plain(unit)))
    battle.at(Happening(Moment.DEPLOYED, unit=name))
    return name


def deploy_decoy(battle: Battle, die: DieId, at: Hex, health: int) -> UnitId:
    """Put a skill die with `health` HP into a hex as a decoy, which enemies take for an adventurer.
    Returns its unit id.
    """
    shown = battle.state.dice[die]
    name = UnitId(f"d{battle.state.serial}")
    unit = Unit(
        id=name,
        kind=DECOY,
        chip=shown.kind,
        side="party",
        name=catalogue_of(battle).dice[shown.kind].name,
        hp=health,
        health=health,
        controller=battle.seat(shown.owner),
    )
    battle.emit(UnitDeployed(name, at, plain(unit)))
    battle.emit(DieSetOn(die, name))
    return name
