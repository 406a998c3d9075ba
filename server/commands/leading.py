"""What the leader of `hexwarden play`'s table does by itself: it begins what all are ready for, and
goes on from the Jailbreak to the campaign whose prologue it is.
"""

import contextlib
from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

PROLOGUE = "jailbreak"
"""The encounter that may come before a campaign (JB-13)."""

NOTHING: Mapping[str, str] = {}


async def lead(client: Any, province: str = "", options: Mapping[str, str] = NOTHING) -> None:
    """Start whatever every seat is taken and ready for, until the task is cancelled.

    `province`: where the campaign of this table begins, with `options`; "" for a table of battles
    alone. Where its settings name the Jailbreak, that is played first, and the campaign begins with
    its party. Raises `Refusal` where that campaign is not to be had.
    """
    from clients.sdk import Refusal

    def has_prologue() -> bool:
        return bool(province) and _is_prologue_over(client.table)

    while True:
        await client.until(lambda: has_prologue() or _is_ready(client.table))
        if has_prologue():
            settings, session = client.table.settings, {**options, "prologue": "yes"}
            await client.change(replace(settings, encounter=province, options=session))
            continue
        with contextlib.suppress(Refusal):
            await client.start()
        await client.until(lambda: not _is_ready(client.table))


def _is_prologue_over(table: Any) -> bool:
    """Return whether the Jailbreak has just been played, and still is what the settings name."""
    if table is None or table.phase == "playing" or table.settings.encounter != PROLOGUE:
        return False
    last = table.battles[-1] if table.battles else None
    return bool(last and last.over and not last.lost)


def _is_ready(table: Any) -> bool:
    """Return whether a battle can begin; after the first one only where somebody wants another."""
    if table is None or table.phase == "playing":
        return False
    eager = any(c.player and c.ready and not c.bot for c in table.chairs)
    everybody = all((c.player and c.ready) or c.bot for c in table.chairs)
    return everybody and (eager or not table.battles)
