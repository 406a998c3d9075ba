"""What the leader of `hexwarden play`'s table does without being asked: start a battle once all are
ready, and after the Jailbreak start the campaign whose prologue it is.
"""

import contextlib
from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

PROLOGUE = "jailbreak"
"""The encounter that may come before a campaign (JB-13)."""

NOTHING: Mapping[str, str] = {}


async def lead(client: Any, province: str = "", options: Mapping[str, str] = NOTHING) -> None:
    """Start battles, whenever every seat is taken and ready, until the task is cancelled.

    `province` is where this table's campaign begins, with `options`; "" for a table without a
    campaign. If the table's settings name the Jailbreak, it is played first, and the campaign
    begins with its party. Raises `Refusal` if that campaign cannot be started.
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
    """Return whether the Jailbreak was just played, and the settings still name it as the next
    battle.
    """
    if table is None or table.phase == "playing" or table.settings.encounter != PROLOGUE:
        return False
    last = table.battles[-1] if table.battles else None
    return bool(last and last.over and not last.lost)


def _is_ready(table: Any) -> bool:
    """Return whether a battle can begin. After the first one, that takes somebody who asks for
    another, as players may still be looking at the result.
    """
    if table is None or table.phase == "playing":
        return False
    eager = any(c.player and c.ready and not c.bot for c in table.chairs)
    everybody = all((c.player and c.ready) or c.bot for c in table.chairs)
    return everybody and (eager or not table.battles)
