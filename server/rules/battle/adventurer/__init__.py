"""An adventurer's mat and what lies beside it: the cooldown track and what goes into it,
statuses (of every unit), active slots, tenacity, abilities, the class sheet, items,
enchantments, lockpicking.
"""

from server.rules.battle.adventurer import (
    abilities,
    active_slots,
    caches,
    class_sheet,
    cooldown,
    enchantments,
    inventory,
    lockpick,
    statuses,
    tenacity,
    track,
)

__all__ = [
    "abilities",
    "active_slots",
    "caches",
    "class_sheet",
    "cooldown",
    "enchantments",
    "inventory",
    "lockpick",
    "statuses",
    "tenacity",
    "track",
]
