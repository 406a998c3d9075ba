"""Turns rules and answers into a log, and knows no game.

A `Ruleset` (`ruleset`) says which beat comes next and what each event changes (`patch`); rules are
written against the running `Game` (`game`), which emits, rolls (`dice`), draws and asks. `advance`
plays the answers, `replay` rebuilds a game from its journal, `foresight` tries out what would
happen, `windows` are what must and may happen around a moment, `limits` the bounds of all that.

Its modules are its face: `put`, `fold`, `rerun` or `plain` say little without the module that they
are imported from.
"""

__all__ = [
    "advance",
    "dice",
    "foresight",
    "game",
    "limits",
    "patch",
    "replay",
    "ruleset",
    "windows",
]
