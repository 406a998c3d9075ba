"""What the effects of a delve card may be put together from, besides those that have a name.

parts = [
    { does = [{ effect = "burns", points = 1 }] },
    { who = "everybody", does = [{ effect = "tires", light = 1 }] },
]

The effects are those of cards (`blocks/effects.py`). `who`: you (whoever explored, sprang the trap
or gained the skyshard), near (you and those next to you), everybody (all adventurers), here (all
units on the tile) or enemies (those on the tile).
"""

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct, field

from protocol.ids import NOBODY, NamedCode, UnitId
from server.rules.battle.components.catalogue import catalogue_of
from server.rules.battle.components.delve_parts import Act, Room
from server.rules.battle.components.effects import Hook, Modifier, hook
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.map import choosing
from server.rules.battle.setup import deploying, enemy_pool
from server.rules.content.blocks import EffectTable, PrintedStat, effects_of, modifier_of
from server.rules.content.delve import around
from server.rules.content.delve.environments import Works

Upon = Literal["you", "near", "everybody", "here", "enemies"]
Level = Literal[1, 5, 10, 20]


class Part(Struct, frozen=True, forbid_unknown_fields=True):
    """Effects upon one or more units; with `arrives` an enemy of each level comes besides."""

    does: list[EffectTable] = field(default_factory=list)
    who: Upon = "you"
    arrives: list[Level] = field(default_factory=list)


class Change(PrintedStat, frozen=True):
    """A value that is changed for units on the tile: of a side, or of all."""

    side: Literal["all", "party", "enemy"] = "all"


class Turn(Struct, frozen=True, forbid_unknown_fields=True):
    """Effects on an adventurer who starts or ends a turn on the tile; with `may` its player may
    decline, with `alone` it happens only while no enemy is on the tile.
    """

    at: Literal["starts", "ends"]
    does: list[EffectTable]
    may: bool = False
    alone: bool = False


def act_of(parts: Iterable[Part]) -> Act:
    """Return the act that does all parts, one after the other."""
    every = tuple((part, effects_of(part.does)) for part in parts)

    def act(battle: Battle, room: Room) -> None:
        for part, effects in every:
            me = Me(NOBODY, room.card, tile=room.tile)
            for unit in _upon(battle, room, part.who):
                for effect in effects:
                    if not battle.unit(unit).fate:
                        effect.do(battle, me, unit)
            for level in part.arrives:
                arrive(battle, room, level)

    return act


def _upon(battle: Battle, room: Room, who: Upon) -> list[UnitId]:
    match who:
        case "you":
            found = [battle.unit(room.unit)]
        case "near":
            near = {unit.id: unit for unit in around.within(battle, room, 1)}
            found = [unit for unit in battle.adventurers() if unit.id in near]
        case "everybody":
            found = list(battle.adventurers())
        case "here":
            found = around.on_tile(battle, room.tile)
        case "enemies":
            found = around.on_tile(battle, room.tile, "enemy")
    return [unit.id for unit in found]


def arrive(battle: Battle, room: Room, level: int) -> None:
    """Deploy one more enemy of a level, in a free heart hex or else in any free hex of the tile.
    Nothing comes if there is no free hex or the bag is empty.
    """
    tile = battle.state.tiles[room.tile]
    free = battle.free_hexes(tile.hearts) or battle.free_hexes(tile.hexes)
    chip = enemy_pool.draw_enemy(battle, level) if free else ""
    if chip:
        text = f"Where does {catalogue_of(battle).chips[chip].name} rise?"
        at = choosing.choose_hex(
            battle, battle.deciders(room.unit), free, NamedCode(room.card), text
        )
        deploying.deploy_enemy(battle, chip, at)


def works_of(name: str, changes: Iterable[Change], turns: Iterable[Turn]) -> Works:
    """Return the hooks and modifiers of an environment on a card of this name."""
    hooks = tuple(_hook(name, number, turn) for number, turn in enumerate(turns, 1))
    return Works(hooks, tuple(_modifier(name, change) for change in changes))


def _modifier(name: str, row: Change) -> Modifier:
    def applies(battle: Battle, me: Me) -> bool:
        mine = row.side in ("all", battle.unit(me.unit).side)
        return mine and around.tile_of(battle, me.unit) == me.tile

    return modifier_of(row, name, applies)


def _hook(name: str, number: int, turn: Turn) -> Hook:
    effects = effects_of(turn.does)
    moment = Moment.TURN_STARTS if turn.at == "starts" else Moment.TURN_ENDS

    def here(battle: Battle, me: Me, now: Happening) -> bool:
        if now.unit not in battle.state.adventurers:
            return False
        on_tile = around.tile_of(battle, now.unit) == me.tile
        quiet = not turn.alone or not around.on_tile(battle, me.tile, "enemy")
        useful = not turn.may or any(one.works(battle, me, now.unit) for one in effects)
        return on_tile and quiet and useful

    def do(battle: Battle, me: Me, now: Happening) -> None:
        nobody = Me(NOBODY, me.source, tile=me.tile)
        for effect in effects:
            if not battle.unit(now.unit).fate:
                effect.do(battle, nobody, now.unit)

    do.__name__ = f"turn_{turn.at}_{number}"
    return hook(moment, name, when=here, forced=not turn.may)(do)
