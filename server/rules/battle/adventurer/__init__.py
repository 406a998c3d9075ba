"""An adventurer's mat and what lies beside it: the cooldown track with fatigue and dice, active
slots, tenacity, abilities, the class sheet, items, enchantments, lockpicking and caches; also the
statuses, of every unit.
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
