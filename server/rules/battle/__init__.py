"""The battle: its rules in packages, each of which stands on those named before it here.

`kernel`, `party`, `components`, `adventurer`, `windows`, `map`, `damage`, `engage`, `setup`,
`delve`, `movement`, `encounter`, `enemy`, `turn`; on top the modules `preview` and `rules`, which
holds the ruleset that the engine plays. The import contract keeps the order.

A package shows other packages the modules that its `__all__` lists, and they import those alone:
`from server.rules.battle.adventurer import cooldown`, then `cooldown.gain_fatigue(...)`. `kernel`
and `components` are the language in which everything else is written: `from
server.rules.battle.kernel.state import BattleState`.
"""

__all__ = [
    "adventurer",
    "components",
    "damage",
    "delve",
    "encounter",
    "enemy",
    "engage",
    "kernel",
    "map",
    "movement",
    "party",
    "preview",
    "rules",
    "setup",
    "turn",
    "windows",
]
