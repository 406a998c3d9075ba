"""Traps (p80): a lockpick check that an adventurer who enters the tile has to make."""

from protocol.battle import CardDiscarded, TrapTried, TrapTriggered
from protocol.hexes import Hex
from protocol.ids import UnitId
from protocol.questions import Option, Order, Question
from server.rules.battle.adventurer import lockpick
from server.rules.battle.components.catalogue import catalogue_of
from server.rules.battle.components.delve_parts import Room, Trap
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.moments import Happening, Moment


def enter(battle: Battle, unit: UnitId, at: Hex) -> bool:
    """Trigger the trap of the tile that an adventurer entered in its turn, if it is armed (TRP-1).
    Returns whether it was. The check is mandatory (TRP-4); an adventurer that may roll no dice
    fails it (U-07).
    """
    tile = battle.ground.tile_of[at]
    lying = battle.state.tiles[tile]
    if not lying.armed:
        return False
    card = catalogue_of(battle).delve_cards[lying.card]
    trap = card.lasting
    assert isinstance(trap, Trap)
    battle.emit(TrapTriggered(unit, tile, trap.name, trap.lock.id))
    now = Happening(Moment.LOCKPICK, unit=unit, hex=at)
    success = lockpick.pick(battle, trap.lock, now)
    sprung = success == (trap.springs == "success")
    battle.emit(TrapTried(unit, tile, trap.name, success, sprung, trap.text if sprung else ""))
    if sprung:
        trap.do(battle, Room(card.id, unit, at, tile))
    # Its effect may have removed the tile, or moved others onto it, who took the card with its
    # skyshards. A card whose skyshards are still to be gained stays
    # (test_a_trap_on_the_same_card_comes_first_and_the_card_stays_for_the_skyshard).
    beside = battle.state.tiles.get(tile)
    if beside is not None and beside.card == card.id and not beside.shards:
        battle.emit(CardDiscarded(card.id, card.name, tile))  # TRP-6
    # Last, as Cutpurse's movement, for one, would lead off the tile before its trap is settled.
    for follow_up in now.after:
        follow_up()
    return True


def in_order(battle: Battle, by: UnitId, units: list[UnitId], text: str) -> tuple[UnitId, ...]:
    """Return the units that an effect concerns in the order that the player of `by`, who triggered
    it, chooses (TRP-5). `text` is the question.
    """
    if len(units) < 2:
        return tuple(units)
    options = tuple(Option(unit, battle.unit(unit).name) for unit in units)
    picks = battle.picks(
        Question(
            to=battle.deciders(by),
            why="trap.order",
            text=text,
            shape=Order(options),
            rule="TRP-5",
            default=tuple(units),
        )
    )
    return tuple(map(UnitId, picks))
