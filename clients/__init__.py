"""Everything that plays on a server and is no server: `core` (what all clients share, without input
or output), `sdk` (for programs), `bots` (who answers questions by themselves) and `terminal`.

Nothing is imported here, so that a bot does not load the terminal. The browser client, in `web`, is
written in TypeScript. `verify_dice` checks a battle's dice with the standard library alone.
"""

__all__ = [
    "bots",
    "core",
    "sdk",
    "terminal",
]
