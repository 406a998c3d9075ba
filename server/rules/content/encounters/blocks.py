"""Building blocks: special rules that an encounter's file names, with figures of its own.

A block is a struct: its fields are the keys that its table may have, its docstring explains it to
authors, and `part` builds what it brings into the battle. `@block("name")` puts it on the shelf.
Places (`Place`) and chips (`ChipId`) are checked by `hexwarden content check`.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

import msgspec

from protocol.hexes import Hex
from server.rules.battle.components import Challenge
from server.rules.battle.effects import Hook, Modifier
from server.rules.content.encounters.layout import Layout
from server.rules.content.encounters.printed import Rule

if TYPE_CHECKING:
    from server.rules.battle.battle import Battle

Verdict = Callable[["Battle"], bool]
Lock = Callable[["Battle", str, bool], None]


@dataclass(frozen=True)
class Part:
    """What a block brings: its sentence, and what acts, changes, opens or decides.

    `caches` and `blocked` are hexes that it fills besides those of the diagram. `met` and `lost`:
    whether the objective holds now, and whether it can no longer.
    """

    text: str
    hooks: tuple[Hook, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    caches: dict[Hex, str] = field(default_factory=dict)
    locks: dict[Hex, Lock] = field(default_factory=dict)
    stubborn: tuple[Hex, ...] = ()
    marks: dict[Hex, str] = field(default_factory=dict)
    blocked: tuple[Hex, ...] = ()
    met: Verdict | None = None
    lost: Verdict | None = None


class Block(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The base of all blocks."""

    name: ClassVar[str] = ""

    def part(self, layout: Layout) -> Part:
        """What it brings into an encounter with this map."""
        return Part("")


B = TypeVar("B", bound=type[Block])


def block(name: str) -> Callable[[B], B]:
    """Name a block, as `rule = "..."` in a file will."""

    def named(cls: B) -> B:
        cls.name = name
        return cls

    return named


def shelf(*blocks: type[Block]) -> dict[str, type[Block]]:
    """Blocks by name."""
    return {one.name: one for one in blocks}


def built(rule: Rule, blocks: dict[str, type[Block]]) -> Block:
    """A block with the figures that a table gives; `content check` has seen that they fit."""
    figures: dict[str, Any] = {key: value for key, value in rule.items() if key != "rule"}
    return msgspec.convert(figures, blocks[rule["rule"]])


def joined(parts: Iterable[Part]) -> Challenge:
    """Several parts as one challenge modifier; hooks of equal name are told apart."""
    every = tuple(parts)
    return Challenge(
        " ".join(part.text for part in every),
        apart((hook for part in every for hook in part.hooks), "harder"),
        tuple(change for part in every for change in part.modifiers),
    )


def apart(hooks: Iterable[Hook], where: str = "rule") -> tuple[Hook, ...]:
    """Hooks whose keys are unique, as a window needs them, in the encounter and its challenge."""
    return tuple(replace(one, key=f"{one.key}-{where}-{n}") for n, one in enumerate(hooks, 1))
