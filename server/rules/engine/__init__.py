"""The engine: it turns rules and answers into a log of events, and knows no game.

A `Ruleset` (`ruleset`) says which beat comes next and what each event changes (`patch`). Rules are
functions of the running `Game` (`game`), which emits events, rolls and draws (`dice`), and asks.
`branch` lets a part of a beat wait while the rest goes on. `advance` plays answers, `waiting` keeps
a beat where it waits for one, `still_open` says which questions stay the same, `replay`
rebuilds a game from its journal, `foresight` runs rules on a copy for previews, `windows` offers
what must and may happen at a moment, and `limits` holds the bounds.

Other packages import these modules, not names from them: `patch.put` or `replay.rerun` is clear
where a bare `put` or `rerun` is not.
"""

__all__ = [
    "advance",
    "branch",
    "dice",
    "foresight",
    "game",
    "limits",
    "patch",
    "replay",
    "ruleset",
    "still_open",
    "waiting",
    "windows",
]
