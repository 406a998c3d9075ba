"""Environments of delve cards: at work as long as their tile lies on the map."""

from typing import NamedTuple

from protocol.battle import NamedReason, Tallied
from protocol.ids import NOBODY
from server.rules.battle.adventurer import tenacity
from server.rules.battle.components.effects import Hook, Modifier, hook, modifier
from server.rules.battle.damage import hit_points
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.kernel.values import Stat
from server.rules.content.delve import around


class Works(NamedTuple):
    """The hooks and modifiers of an environment."""

    hooks: tuple[Hook, ...] = ()
    modifiers: tuple[Modifier, ...] = ()


def _here(battle: Battle, me: Me) -> bool:
    return around.tile_of(battle, me.unit) == me.tile


def _adventurer_here(battle: Battle, me: Me, now: Happening) -> bool:
    return now.unit in battle.state.adventurers and _here(battle, me)


@modifier(Stat.MOVEMENT, "Submerged Chamber")
def submerged(battle: Battle, me: Me, value: int) -> int:
    """Whoever starts to move here moves 1 hex less."""
    return value - 1 if _here(battle, me) else value


@modifier(Stat.DEFENSE, "Mirror Room")
def mirrors(battle: Battle, me: Me, value: int) -> int:
    """Enemies here have 1 more defense."""
    return value + 1 if battle.unit(me.unit).side == "enemy" and _here(battle, me) else value


def _peaceful(battle: Battle, me: Me, now: Happening) -> bool:
    hurt = _adventurer_here(battle, me, now) and (
        battle.unit(now.unit).hp < battle.unit(now.unit).health
    )
    return hurt and not around.on_tile(battle, me.tile, "enemy")


@hook(Moment.TURN_ENDS, "Drink from the Healing Spring: heal 1", when=_peaceful)
def spring(battle: Battle, me: Me, now: Happening) -> None:
    """Heal 1 at the end of a turn on this tile while no enemy is there."""
    hit_points.heal(battle, now.unit, 1, NOBODY)


@hook(Moment.TURN_ENDS, "Icy Buildup: a chip more", when=_adventurer_here, forced=True)
def freeze(battle: Battle, me: Me, now: Happening) -> None:
    """Put an HP chip on the card: each makes the tile slower."""
    battle.emit(Tallied(me.source, battle.state.tally.get(me.source, 0) + 1))


@modifier(Stat.MOVEMENT, "Icy Buildup", least=1)
def ice(battle: Battle, me: Me, value: int) -> int:
    """Adventurers who start to move here move 1 hex less for each chip, down to 1."""
    if me.unit not in battle.state.adventurers or not _here(battle, me):
        return value
    return value - battle.state.tally.get(me.source, 0)


def _can_draw(battle: Battle, me: Me, now: Happening) -> bool:
    return _adventurer_here(battle, me, now) and battle.mat(now.unit).tenacity < 5


@hook(
    Moment.TURN_STARTS,
    "Draw on the Arcane Conduit: 1 true damage for 1 tenacity",
    when=_can_draw,
    once="turn",
)
def conduit(battle: Battle, me: Me, now: Happening) -> None:
    """Take 1 true damage to gain 1 tenacity."""
    hit_points.deal(battle, now.unit, NOBODY, true=1, how=NamedReason("arcane-conduit"))
    if not battle.unit(now.unit).fate:
        tenacity.gain(battle, now.unit, 1, NamedReason(me.source))


def _stood_still(battle: Battle, me: Me, now: Happening) -> bool:
    turn = battle.state.turn
    return _adventurer_here(battle, me, now) and turn is not None and not turn.moved


@hook(Moment.TURN_ENDS, "Lava Flow: 1 damage", when=_stood_still, forced=True)
def lava(battle: Battle, me: Me, now: Happening) -> None:
    """An adventurer who has not moved in this turn takes 1 damage."""
    hit_points.deal(battle, now.unit, NOBODY, 1, how=NamedReason("lava-flow"))


EFFECTS: dict[str, Works] = {
    "submerged": Works(modifiers=(submerged,)),
    "mirrors": Works(modifiers=(mirrors,)),
    "spring": Works(hooks=(spring,)),
    "ice": Works(hooks=(freeze,), modifiers=(ice,)),
    "conduit": Works(hooks=(conduit,)),
    "lava": Works(hooks=(lava,)),
}
