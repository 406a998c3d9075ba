"""Units that have to make way and are placed in the closest unoccupied hex (p58, MAP-7)."""

from typing import NamedTuple

from protocol.hexes import Hex
from protocol.ids import UnitId
from protocol.questions import One, Option, Question
from server.rules.battle.components import active_effects, dice_effects
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.words import Trait
from server.rules.battle.map import choosing
from server.rules.battle.movement.passing import EVERYBODY

PUSHES: Trait = "push-aside"
SWAP = "swap"


class Aside(NamedTuple):
    """A unit that makes way, and the hex it will be placed in."""

    unit: UnitId
    to: Hex


def pushable(battle: Battle, mover: UnitId) -> frozenset[Hex]:
    """Return the hexes whose units a party unit may push aside while it moves, quest units
    excepted.

    A companion with Swap may enter every occupied hex.
    """
    swaps = active_effects.has_skill(battle, mover, SWAP)
    adventurer = mover in battle.game.state.adventurers
    pushes = adventurer and PUSHES in dice_effects.traits_at_work(battle, mover)
    if not swaps and not pushes:
        return frozenset()
    others = [u for u in battle.in_play() if u.id != mover and (swaps or u.kind != "quest")]
    return frozenset(unit.at for unit in others if unit.at is not None)


def pushed(battle: Battle, mover: UnitId, at: Hex, through: int) -> Aside | None:
    """Return the unit that makes way for a mover that enters a hex, and where to; None if nobody
    does. If the mover may also pass through the unit (`through`), its player is asked.
    """
    if at not in pushable(battle, mover):
        return None
    other = next(unit for unit in battle.in_play() if unit.at == at and unit.id != mover)
    here = battle.unit(mover).at
    if here is not None and active_effects.has_skill(battle, mover, SWAP):
        return Aside(other.id, here)
    passing = through == EVERYBODY or (through and battle.opposing(mover, other.id))
    if passing and not _push(battle, mover, other.name):
        return None
    return make_way(battle, mover, at)


def _push(battle: Battle, mover: UnitId, name: str) -> bool:
    chosen = battle.pick(
        Question(
            to=battle.deciders(mover),
            why="move.push",
            text=f"Push {name} aside?",
            shape=One((Option("pass", "Pass through"), Option("push", "Push aside"))),
            default=("pass",),
        )
    )
    return chosen == "push"


def make_way(battle: Battle, comer: UnitId, at: Hex) -> Aside | None:
    """Return the unit in a hex that `comer` enters, and the closest unoccupied hex for it; None if
    nobody is there. The party breaks ties (MAP-7). The hex that `comer` leaves counts as
    unoccupied.
    """
    there = battle.in_play(decoys=True)
    other = next((u for u in there if u.at == at and u.id != comer), None)
    if other is None:
        return None
    hexes = choosing.closest_free(battle, at, without=comer)
    text = f"Where does {other.name} make way to?"
    return Aside(other.id, choosing.choose_hex(battle, battle.party, hexes, "make-way", text))
