"""The rules of the battle, in packages that import only those named before them here:

`kernel`, `party`, `components`, `adventurer`, `windows`, `map`, `damage`, `engage`, `setup`,
`delve`, `movement`, `encounter`, `enemy`, `turn`; then the modules `preview` and `rules`, which
holds the ruleset that the engine plays. The import contract checks the order.

Other packages import only the modules that a package lists in `__all__`:
`from server.rules.battle.adventurer import cooldown`, then `cooldown.gain_fatigue(...)`. From the
modules of `kernel` and `components`, which all rules use, they import names: `from
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
