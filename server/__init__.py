"""The game server, in packages of which each stands on those below it (`ARCHITECTURE.md`).

Nothing is imported here: a package is imported by its name, and shows what others may use of it in
its own `__all__`. `cli` holds the command `hexwarden`, which composes everything.
"""

__all__ = [
    "battles",
    "cluster",
    "commands",
    "net",
    "operator",
    "players",
    "process",
    "replays",
    "rules",
    "runtime",
    "service",
    "settings",
    "spectating",
    "store",
    "tables",
]
