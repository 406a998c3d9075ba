"""All building blocks for special rules, by name: what `rule` in an encounter's file may say."""

from server.rules.content.encounters import rules_enemies, rules_ground, rules_locks, rules_units
from server.rules.content.encounters.blocks import Block

RULES: dict[str, type[Block]] = {
    **rules_enemies.RULES,
    **rules_ground.RULES,
    **rules_locks.RULES,
    **rules_units.RULES,
}
