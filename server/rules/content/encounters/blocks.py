"""Building blocks: special rules that an encounter's file names, with figures of its own.

See `named.py`; `part` builds what a block brings into the battle.
Places (`Place`) and chips (`ChipId`) are checked by `hexwarden content check`.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from protocol.hexes import Hex
from protocol.ids import UnitId
from server.rules.battle.components.effects import Hook, Modifier
from server.rules.battle.components.encounters import Challenge, Wave
from server.rules.battle.kernel.battle import Battle
from server.rules.content.encounters.layout import Layout
from server.rules.content.encounters.printed import Rule
from server.rules.content.named import Named, made, named, shelf

__all__ = ["Block", "Part", "Verdict", "any_lost", "apart", "block", "built", "joined", "shelf"]

Verdict = Callable[[Battle], bool]
Lock = Callable[[Battle, UnitId, bool], None]


@dataclass(frozen=True)
class Part:
    """What a block brings into an encounter: its sentence, its hooks and modifiers, and what it
    puts on the map.

    `caches` and `blocked` are hexes that it fills besides those of the diagram, `marks` what hexes
    show; `locks` act when a lock is picked or not, `stubborn` ones stay after a failed check.
    `waves` tell which enemies come later. `met` and `lost`: whether the objective holds now, and
    whether it can no longer.
    """

    text: str
    hooks: tuple[Hook, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    caches: dict[Hex, str] = field(default_factory=dict)
    locks: dict[Hex, Lock] = field(default_factory=dict)
    stubborn: tuple[Hex, ...] = ()
    marks: dict[Hex, str] = field(default_factory=dict)
    blocked: tuple[Hex, ...] = ()
    waves: tuple[Wave, ...] = ()
    met: Verdict | None = None
    lost: Verdict | None = None


class Block(Named, frozen=True):
    """The base of all blocks."""

    def part(self, layout: Layout) -> Part:
        """Return what it brings into an encounter with this map."""
        return Part("")


block = named


def built(rule: Rule, blocks: dict[str, type[Block]]) -> Block:
    """Return the block that a table describes. Raises ValueError or msgspec.ValidationError for one
    that does not fit; `content check` finds those beforehand.
    """
    return made(rule, blocks, "rule")


def joined(parts: Iterable[Part], where: str = "harder") -> Challenge:
    """Return several parts as one challenge or twist; `where` keeps their hooks' keys apart from
    those of the encounter.
    """
    every = tuple(parts)
    return Challenge(
        " ".join(part.text for part in every),
        apart((hook for part in every for hook in part.hooks), where),
        tuple(change for part in every for change in part.modifiers),
        tuple(wave for part in every for wave in part.waves),
    )


def any_lost(lost: Iterable[Verdict | None]) -> Verdict | None:
    """Return whether any of these says that all is lost; None if there are none."""
    known = [one for one in lost if one is not None]
    return (lambda battle: any(one(battle) for one in known)) if known else None


def apart(hooks: Iterable[Hook], where: str = "rule") -> tuple[Hook, ...]:
    """Return hooks with unique keys, "key-where-number", as the offers of a moment need them."""
    return tuple(replace(one, key=f"{one.key}-{where}-{n}") for n, one in enumerate(hooks, 1))
