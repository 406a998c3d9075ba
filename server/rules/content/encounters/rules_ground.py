"""Special rules about hexes: ground that gives way, gates, hazards, refuges, passages."""

from collections.abc import Callable
from typing import Literal

from protocol.battle import NamedReason
from protocol.ids import NOBODY, NamedCode, UnitId
from server.rules.battle.components.effects import hook
from server.rules.battle.damage import hit_points
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.map import choosing
from server.rules.battle.movement import move, obstacles
from server.rules.content.encounters.blocks import Block, Part, block, shelf
from server.rules.content.encounters.layout import Layout
from server.rules.content.encounters.printed import ChipId, Place
from server.rules.content.encounters.rules_units import names


def _in_round(number: int) -> Callable[[Battle, Me, Happening], bool]:
    """Return the predicate that it is that round."""
    return lambda battle, me, now: battle.state.rounds == number


@block("crumbling")
class Crumbling(Block, frozen=True):
    """Hexes become impassable at the start of a round; chips in them move aside (MAP-4)."""

    at: Place
    round: int

    def part(self, layout: Layout) -> Part:
        """Return the hook that closes the hexes, and marks them on the map."""
        hexes = layout.hexes(self.at)

        @hook(Moment.ROUND_STARTS, "The ground gives way", when=_in_round(self.round), forced=True)
        def give_way(battle: Battle, me: Me, now: Happening) -> None:
            obstacles.shut(battle, hexes)

        text = f"In round {self.round}, hexes marked gap {self.round} become impassable."
        return Part(text, hooks=(give_way,), marks=dict.fromkeys(hexes, f"gap {self.round}"))


@block("clearing")
class Clearing(Block, frozen=True):
    """Impassable hexes become passable at the start of a round."""

    at: Place
    round: int

    def part(self, layout: Layout) -> Part:
        """Return the hook that opens the hexes."""
        hexes = layout.hexes(self.at)

        @hook(Moment.ROUND_STARTS, "A way opens", when=_in_round(self.round), forced=True)
        def clear(battle: Battle, me: Me, now: Happening) -> None:
            obstacles.open_up(battle, hexes)

        text = f"At the start of round {self.round}, a way opens."
        return Part(text, hooks=(clear,), blocked=hexes)


@block("gate")
class Gate(Block, frozen=True):
    """Impassable hexes become passable once the last unit of a chip is defeated."""

    at: Place
    chip: ChipId

    def part(self, layout: Layout) -> Part:
        """Return the hook that opens the hexes."""
        hexes = layout.hexes(self.at)

        def last(battle: Battle, me: Me, now: Happening) -> bool:
            fallen = battle.unit(now.unit).chip == self.chip
            return fallen and not any(unit.chip == self.chip for unit in battle.in_play())

        @hook(Moment.DEFEATED, "The gate opens", when=last, forced=True)
        def open_gate(battle: Battle, me: Me, now: Happening) -> None:
            obstacles.open_up(battle, hexes)

        text = f"A way opens once {names([self.chip])} is defeated."
        return Part(text, hooks=(open_gate,), blocked=hexes)


@block("hazard")
class Hazard(Block, frozen=True):
    """A unit that ends its turn on one of these hexes is dealt damage."""

    at: Place
    damage: int
    true: bool = False
    side: Literal["all", "party", "enemy"] = "all"
    mark: str = "hazard"

    def part(self, layout: Layout) -> Part:
        """Return the hook that deals the damage; nobody is credited with it."""
        hexes = layout.hexes(self.at)

        def burns(battle: Battle, me: Me, now: Happening) -> bool:
            unit = battle.unit(now.unit)
            return unit.at in hexes and self.side in ("all", unit.side)

        @hook(Moment.TURN_ENDS, "Hazard", when=burns, forced=True)
        def burn(battle: Battle, me: Me, now: Happening) -> None:
            if self.true:
                hit_points.deal(
                    battle, now.unit, NOBODY, true=self.damage, how=NamedReason(self.mark)
                )
            else:
                hit_points.deal(battle, now.unit, NOBODY, self.damage, how=NamedReason(self.mark))

        who = {"all": "A unit", "party": "A party member", "enemy": "An enemy"}[self.side]
        kind = "true damage" if self.true else "damage"
        text = f"{who} that ends its turn on a {self.mark} hex takes {self.damage} {kind}."
        return Part(text, hooks=(burn,), marks=dict.fromkeys(hexes, self.mark))


@block("refuge")
class Refuge(Block, frozen=True):
    """An adventurer who starts a turn on one of these hexes is healed."""

    at: Place
    heal: int
    mark: str = "refuge"

    def part(self, layout: Layout) -> Part:
        """Return the hook that heals, up to Health."""
        hexes = layout.hexes(self.at)

        def rests(battle: Battle, me: Me, now: Happening) -> bool:
            unit = battle.unit(now.unit)
            return now.unit in battle.state.adventurers and unit.at in hexes

        @hook(Moment.TURN_STARTS, "Refuge", when=rests, forced=True)
        def rest(battle: Battle, me: Me, now: Happening) -> None:
            hit_points.heal(battle, now.unit, self.heal, NOBODY)

        text = f"Who starts a turn on a {self.mark} hex is healed {self.heal}."
        return Part(text, hooks=(rest,), marks=dict.fromkeys(hexes, self.mark))


@block("passage")
class Passage(Block, frozen=True):
    """An adventurer whose movement ends on `at` may be placed on a free hex of `to`, or back."""

    at: Place
    to: Place

    def part(self, layout: Layout) -> Part:
        """Return the hook that offers the passage: placed, not moved."""
        here, there = layout.hexes(self.at), layout.hexes(self.to)

        def other_end(battle: Battle, unit: UnitId) -> list[tuple[int, int]]:
            at = battle.unit(unit).at
            ends = there if at in here else here if at in there else ()
            return battle.free_hexes(ends)

        def can_pass(battle: Battle, me: Me, now: Happening) -> bool:
            return now.unit in battle.state.adventurers and bool(other_end(battle, now.unit))

        @hook(Moment.MOVE_ENDS, "Take the passage", when=can_pass)
        def pass_through(battle: Battle, me: Me, now: Happening) -> None:
            hexes = other_end(battle, now.unit)
            to = battle.deciders(now.unit)
            at = choosing.choose_hex(
                battle, to, hexes, NamedCode("passage"), "Where do you come out?"
            )
            move.place(battle, now.unit, at)

        text = "Who ends its movement at one end of the passage may come out at the other."
        return Part(text, hooks=(pass_through,), marks=dict.fromkeys((*here, *there), "passage"))


RULES = shelf(Crumbling, Clearing, Gate, Hazard, Refuge, Passage)
