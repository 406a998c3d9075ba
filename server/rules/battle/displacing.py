"""Units that have to make way: placed in the closest unoccupied hex (p58, MAP-7)."""

from typing import TYPE_CHECKING, NamedTuple

from protocol.hexes import Hex
from protocol.questions import One, Option, Question
from server.rules.battle import bearers, move

if TYPE_CHECKING:
    from server.rules.battle.battle import Battle

PUSHES, SWAP = "push-aside", "swap"


class Aside(NamedTuple):
    """A unit that makes way, and the hex it will be placed in."""

    unit: str
    to: Hex


def pushable(battle: "Battle", mover: str) -> frozenset[Hex]:
    """The hexes whose units a party unit may push aside while it moves; quest units stay.

    A companion with Swap enters every occupied hex.
    """
    swaps = bearers.has_skill(battle, mover, SWAP)
    mat = battle.state.adventurers.get(mover)
    faces = bearers.lying(battle, mat) if mat is not None else ()
    if not swaps and all(PUSHES not in face.traits for _, face in faces):
        return frozenset()
    others = [u for u in battle.in_play() if u.id != mover and (swaps or u.kind != "quest")]
    return frozenset(unit.at for unit in others if unit.at is not None)


def pushed(battle: "Battle", mover: str, at: Hex, through: int) -> Aside | None:
    """Who makes way for a mover that enters a hex; None if nobody does.

    Where the mover could pass the unit as well (`through`), its player chooses.
    """
    if at not in pushable(battle, mover):
        return None
    other = next(unit for unit in battle.in_play() if unit.at == at and unit.id != mover)
    here = battle.unit(mover).at
    if here is not None and bearers.has_skill(battle, mover, SWAP):
        return Aside(other.id, here)
    passing = through == move.EVERYBODY or (through and battle.opposing(mover, other.id))
    if passing and not _push(battle, mover, other.name):
        return None
    return make_way(battle, mover, at)


def _push(battle: "Battle", mover: str, name: str) -> bool:
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


def make_way(battle: "Battle", comer: str, at: Hex) -> Aside | None:
    """Where the unit in a hex goes when another comes there; the party breaks ties (MAP-7).

    The hex that the other one leaves is free by then.
    """
    there = battle.in_play(decoys=True)
    other = next((u for u in there if u.at == at and u.id != comer), None)
    if other is None:
        return None
    hexes = move.closest_free(battle, at, without=comer)
    text = f"Where does {other.name} make way to?"
    return Aside(other.id, move.choose_hex(battle, battle.party, hexes, "make-way", text))
