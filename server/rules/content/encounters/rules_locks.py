"""Special rules about locks that serve another effect than an item (CAC-6, C-21)."""

from typing import Literal

from protocol.battle import TenacityChanged
from protocol.ids import NOBODY, UnitId
from server.rules.battle.damage import hit_points
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.state import MAX_TENACITY
from server.rules.battle.movement import obstacles
from server.rules.content.encounters.blocks import Block, Part, block, shelf
from server.rules.content.encounters.layout import Layout
from server.rules.content.encounters.printed import Place

Deck = Literal["common", "legendary"]


@block("lever")
class Lever(Block, frozen=True):
    """A lock that opens impassable hexes, here or elsewhere; a failed check leaves it."""

    at: Place
    opens: Place
    deck: Deck = "common"

    def part(self, layout: Layout) -> Part:
        """Return the lock and what it opens."""
        locks, gate = layout.hexes(self.at), layout.hexes(self.opens)

        def pulled(battle: Battle, unit: UnitId, success: bool) -> None:
            if success:
                obstacles.open_up(battle, gate)

        return Part(
            "A picked lever opens the way that is shut.",
            caches=dict.fromkeys(locks, self.deck),
            locks=dict.fromkeys(locks, pulled),
            stubborn=locks,
            marks=dict.fromkeys(locks, "lever"),
            blocked=gate,
        )


@block("shrine")
class Shrine(Block, frozen=True):
    """A lock that, once picked, heals every adventurer on the map and gives it tenacity."""

    at: Place
    heal: int = 0
    tenacity: int = 0
    deck: Deck = "common"

    def part(self, layout: Layout) -> Part:
        """Return the lock and what it gives; one try, for the chip goes either way."""
        locks = layout.hexes(self.at)

        def blessed(battle: Battle, unit: UnitId, success: bool) -> None:
            for one in tuple(battle.adventurers()) if success else ():
                hit_points.heal(battle, one.id, self.heal, NOBODY)
                now = min(MAX_TENACITY, battle.mat(one.id).tenacity + self.tenacity)
                if now != battle.mat(one.id).tenacity:
                    battle.emit(TenacityChanged(one.id, now, "shrine"))

        gifts = [f"{self.heal} HP"] if self.heal else []
        gifts += [f"{self.tenacity} tenacity"] if self.tenacity else []
        return Part(
            f"A picked shrine gives every adventurer {' and '.join(gifts)}.",
            caches=dict.fromkeys(locks, self.deck),
            locks=dict.fromkeys(locks, blessed),
            marks=dict.fromkeys(locks, "shrine"),
        )


RULES = shelf(Lever, Shrine)
