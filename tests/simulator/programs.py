"""Programs that run in a lane of the simulated loop: they start, stand still, go on, and die."""

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from tests.simulator.loop import Lane

if TYPE_CHECKING:
    from tests.simulator.world import World


class Program(ABC):
    """A program and whoever starts it again; `lives` counts the starts, each in a lane of its own.

    A kind of program says what starting means (`boot`), and what is gone with its lane (`_end`).
    """

    lane: Lane | None = None
    lives = 0

    def __init__(self, world: "World", name: str) -> None:
        self.world, self.name = world, name

    @property
    def is_up(self) -> bool:
        return self.lane is not None

    @property
    def is_held(self) -> bool:
        return self.lane is not None and self.lane.held

    @abstractmethod
    def boot(self) -> None:
        """Start it, if it does not run."""

    @abstractmethod
    def _end(self) -> None:
        """Drop its lane and what hangs on it; it is started again some time later."""

    def _new_lane(self) -> Lane:
        self.lives += 1
        self.lane = self.world.loop.lane(f"{self.name}.{self.lives}")
        self.world.tell(f"{self.lane.name} starts")
        return self.lane

    # What may happen to it

    def kill(self) -> None:
        """End it between two steps; it is started again some time later."""
        if self.lane is not None:
            self.world.tell(f"{self.lane.name} is killed")
            self._end()

    def hold(self) -> None:
        """Let it stand still."""
        if self.lane is not None:
            self.world.tell(f"{self.lane.name} stands still")
            self.lane.held = True

    def release(self) -> None:
        """Let it go on where it was."""
        if self.lane is not None and self.lane.held:
            self.world.tell(f"{self.lane.name} goes on")
            self.lane.held = False
