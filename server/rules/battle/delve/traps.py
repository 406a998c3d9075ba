"""Traps (p80): a lock that whoever enters the tile has to try."""

from typing import TYPE_CHECKING

from protocol.battle import CardDiscarded, TrapTried, TrapTriggered
from protocol.hexes import Hex
from protocol.questions import Option, Order, Question
from server.rules.battle import lockpick
from server.rules.battle.delve.components import Room, Trap
from server.rules.battle.moments import Happening, Moment

if TYPE_CHECKING:
    from server.rules.battle.battle import Battle


def enter(battle: "Battle", unit: str, at: Hex) -> bool:
    """Trigger the trap of the tile that an adventurer entered in its turn, if it is armed (TRP-1).

    The check is mandatory (TRP-4); who may roll no dice fails it (U-07). True if there was a trap.
    """
    tile = battle.ground.tile_of[at]
    lying = battle.state.tiles[tile]
    if not lying.armed:
        return False
    card = battle.catalogue.delve_cards[lying.card]
    trap = card.lasting
    assert isinstance(trap, Trap)
    battle.emit(TrapTriggered(unit, tile, trap.name, trap.lock.id))
    now = Happening(Moment.LOCKPICK, unit=unit, hex=at)
    success = lockpick.pick(battle, trap.lock, now)
    sprung = success == (trap.springs == "success")
    battle.emit(TrapTried(unit, tile, trap.name, success, sprung, trap.text if sprung else ""))
    if sprung:
        trap.do(battle, Room(card.id, unit, at, tile))
    if tile in battle.state.tiles and not battle.state.tiles[tile].shards:
        battle.emit(CardDiscarded(card.id, card.name, tile))  # TRP-6
    for follow_up in now.after:
        follow_up()
    return True


def in_order(battle: "Battle", by: str, units: list[str], text: str) -> tuple[str, ...]:
    """Several victims in the order that the adventurer who triggered an effect likes (TRP-5)."""
    if len(units) < 2:
        return tuple(units)
    options = tuple(Option(unit, battle.unit(unit).name) for unit in units)
    return battle.picks(
        Question(
            to=battle.deciders(by),
            why="trap.order",
            text=text,
            shape=Order(options),
            rule="TRP-5",
            default=tuple(units),
        )
    )
