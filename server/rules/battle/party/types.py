"""The party and the supply as data: what is on the table during battles and between them."""

from msgspec import Struct, field
from msgspec.structs import replace

from protocol.ids import CardId, DieId, UnitId
from server.rules.battle.kernel.state import (
    Adventurer,
    BattleState,
    Deck,
    Die,
    Enchantment,
    Unit,
)

ITEM_DECKS = ("common", "legendary")
GUILD_DECK = "guild"
"""The deck of items that a guild gives away in a campaign; other battles do not have it."""
DEFEATED = "defeated"


class Party(Struct, frozen=True, gc=False):
    """The adventurers with all that is theirs, and the companions that stay with them.

    `units` are their chips, off the map; one with 0 HP is defeated. `adventurers` are the mats,
    `dice` the skill dice on them, `side_quests` the active cards. `serial` numbers the next item
    card, die or companion, so that no id comes twice in a campaign. XP is not part of it, as no
    battle changes the dial or saved XP.
    """

    units: dict[UnitId, Unit] = field(default_factory=dict)
    adventurers: dict[UnitId, Adventurer] = field(default_factory=dict)
    dice: dict[DieId, Die] = field(default_factory=dict)
    enchantments: dict[CardId, Enchantment] = field(default_factory=dict)
    side_quests: tuple[str, ...] = ()
    serial: int = 0


class Supply(Struct, frozen=True, gc=False):
    """The item decks, and how many dice and chips of a kind are left in the box.

    `box` counts light fatigue ("LF"), overfatigue ("OF"), status dice ("status") and cache chips
    ("cache"). Bags, tiles and delve cards are not part of it: they are complete before every battle
    (EOB-4), so its set-up makes them anew.
    """

    decks: dict[str, Deck] = field(default_factory=dict)
    box: dict[str, int] = field(default_factory=dict)


def party_of(state: BattleState) -> Party:
    """Return the party between battles: adventurers, and companions that wait for the next one."""
    chips = [unit for unit in state.units.values() if _stays(state, unit)]
    return Party(
        units={unit.id: _off_map(unit) for unit in chips},
        adventurers=state.adventurers,
        dice={name: die for name, die in state.dice.items() if die.owner in state.adventurers},
        enchantments=state.enchantments,
        side_quests=state.side_quests,
        serial=state.serial,
    )


def supply_of(state: BattleState) -> Supply:
    """Return the supply between battles: the item decks and the box, to which the caches on the map
    and the status dice of units other than adventurers are added (STS-12).
    """
    caches = state.supply.get("cache", 0) + len(state.caches)
    others = [unit for unit in state.units.values() if unit.id not in state.adventurers]
    statuses = state.supply.get("status", 0) + sum(len(unit.statuses) for unit in others)
    return Supply(
        decks={n: state.decks[n] for n in (*ITEM_DECKS, GUILD_DECK) if n in state.decks},
        box={**state.supply, "cache": caches, "status": statuses},
    )


def _stays(state: BattleState, unit: Unit) -> bool:
    return unit.id in state.adventurers or (unit.kind == "companion" and not unit.fate)


def _off_map(unit: Unit) -> Unit:
    """Return a chip as it is between battles, off the map. Without HP it is still defeated."""
    return replace(unit, at=None, fate="" if unit.hp > 0 else DEFEATED)
