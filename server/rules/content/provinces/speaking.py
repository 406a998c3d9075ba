"""Lends printed names to building blocks: a block names a tracker or a token by its id, and its
quest prints what players call it and what it means to them that a tracker stands somewhere.

This is done with the tables, before they are made structs: so a block's `text` needs nothing but
the block, wherever it is read. What a table says itself is left as it is.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

Table = Mapping[str, Any]
TALLIED = ("count", "counted")
"""Blocks of trackers and of the gauge."""


class Called(msgspec.Struct, frozen=True):
    """What is lent to blocks: to those of a tracker their further keys, to those of a token its
    name.
    """

    trackers: Mapping[str, Table] = {}
    tokens: Mapping[str, str] = {}

    def __add__(self, more: "Called") -> "Called":
        return Called({**self.trackers, **more.trackers}, {**self.tokens, **more.tokens})


def of_gauge(gauge: str, name: str, levels: Sequence[str]) -> Called:
    """Return how a province's gauge, by its id, is spoken of."""
    return Called({gauge: {"called": name, "levels": tuple(levels)}})


def of_printed(tables: Iterable[Table]) -> Called:
    """Return the printed names and words of the trackers and tokens in tables of steps, or of
    side quests.
    """
    trackers: dict[str, Table] = {}
    tokens: dict[str, str] = {}
    for table in tables:
        for one in table.get("trackers", ()):
            trackers[one["id"]] = {
                "called": one["name"],
                "says": one.get("says", []),
                "noted": not one.get("goal"),
            }
        named = (one for one in table.get("tokens", ()) if one.get("name"))
        tokens.update((one["token"], one["name"]) for one in named)
    return Called(trackers, tokens)


def gazetteer(table: Table, known: Called) -> Table:
    """Return the table of a file of provinces whose blocks know their names; `known` are gauges."""
    told: dict[str, Any] = spoken(table, known)
    alone = {
        kind: [spoken(one, known + of_printed([one])) for one in table.get(kind, ())]
        for kind in ("side_quest", "endgame")
    }
    quests = [quest(one, known) for one in table.get("quest", ())]
    lists = {"quest": quests, **alone}
    return {**told, **{kind: rows for kind, rows in lists.items() if rows}}


def quest(table: Table, known: Called) -> Table:
    """Return the table of a quest whose blocks know the names of its steps; a token that a step
    names anew is called so in this step.
    """
    steps = table["steps"]
    whole = known + of_printed(steps)
    told = [spoken(step, whole + of_printed([step])) for step in steps]
    return {**spoken(table, whole), "steps": told}


def spoken(value: Any, called: Called) -> Any:
    """Return decoded TOML with names in every block within that can use them."""
    if isinstance(value, list | tuple):
        return [spoken(one, called) for one in value]
    if not isinstance(value, Mapping):
        return value
    table = {key: spoken(one, called) for key, one in value.items()}
    block = table.get("do", table.get("need"))
    if block in TALLIED:
        return {**called.trackers.get(table.get("tracker", ""), {}), **table}
    if block and table.get("token") in called.tokens:
        return {"called": called.tokens[table["token"]], **table}
    return table
