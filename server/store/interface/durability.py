"""How much must have happened before an append counts as done.

| level        | survives                                   | how                                 |
| ------------ | ------------------------------------------ | ----------------------------------- |
| `fsync`      | power loss                                 | the store syncs before every reply  |
| `everysec`   | any crash of a process; a power loss may   | a sync once a second                |
|              | take about the last second, leaving no gap |                                     |
| `replicas=N` | loss of the store's machine                | WAIT for N replicas after a write   |

An outside store's own `appendfsync everysec` is a little weaker: killed while its disk is slow, it
may lose up to two seconds that it has acknowledged (see `embedded.sync`, which the embedded store
uses instead). A room then finds its journal shorter than it knew: Conflict with `found` below
`expected`, or Fenced with `current` below `epoch`; it reads the journal again and goes on from it.

WAITAOF has no place here: Valkey answers it before the sync that it promises.
"""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Durability:
    """A durability level; `replicas` is the number of replicas that must acknowledge, or 0."""

    level: Literal["fsync", "everysec", "replicas"]
    replicas: int = 0

    def __str__(self) -> str:
        return f"replicas={self.replicas}" if self.replicas else self.level

    @classmethod
    def parse(cls, text: str) -> "Durability":
        """Return the level that a setting names: `fsync`, `everysec`, or `replicas=N` (N above 0).

        Raises ValueError with a sentence for the operator.
        """
        match text.partition("="):
            case ("fsync", "", ""):
                return cls("fsync")
            case ("everysec", "", ""):
                return cls("everysec")
            case ("replicas", _, count) if count.isdecimal() and int(count) > 0:
                return cls("replicas", int(count))
            case _:
                raise ValueError(f"durability is fsync, everysec or replicas=N, not {text!r}")


FSYNC = Durability("fsync")
EVERYSEC = Durability("everysec")
