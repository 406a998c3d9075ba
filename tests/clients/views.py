"""Views of a board as bots get them, made by hand: as few fields as a bot reads."""

from typing import Any

PICK = "Pick 2 of the 3 locks. Each enemy has +1 range."


def view(objective: str, **more: Any) -> dict[str, Any]:
    """The entrance at 0,0, a seal two hexes on, a lever one hex the other way, an item cache."""
    return {
        "objective": objective,
        "marks": {"2,0": "seal", "-1,0": "lever"},
        "caches": {"2,0": "common", "-1,0": "common", "0,1": "common"},
        "units": {},
        "tiles": {"hall": {"hexes": [[q, 0] for q in range(-1, 3)]}},
        "blocked": [],
        "tally": {},
        **more,
    }


def enemy(name: str, at: tuple[int, int], **more: Any) -> dict[str, Any]:
    return {"id": name, "name": name.title(), "side": "enemy", "at": at, "fate": "", **more}
