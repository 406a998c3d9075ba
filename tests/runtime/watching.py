"""An observer for tests: it notes what it hears, and raises where it is told to."""

from typing import Any

from server.runtime.observer import Observer

PARTS = tuple(name for name in vars(Observer) if not name.startswith("_"))
"""Everything that an observer can hear."""


class Watching(Observer):
    """Notes the name of each part in `heard`; raises at the part `raises`."""

    def __init__(self, raises: str = "") -> None:
        self.heard: list[str] = []
        self.raises = raises

    def __getattribute__(self, name: str) -> Any:
        if name in PARTS:
            self.heard.append(name)
            if name == self.raises:
                raise RuntimeError(f"{name} raises")
        return super().__getattribute__(name)
