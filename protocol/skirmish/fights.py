"""Events of spells, shots and melees."""

from protocol.events import Event
from protocol.ids import UnitId
from protocol.skirmish.points import Point
from protocol.skirmish.words import SpellId


class SpellTried(Event, frozen=True, array_like=True, tag="sk.spell"):
    """A unit tried to cast a spell on a unit."""

    unit: UnitId
    spell: SpellId
    target: UnitId
    succeeded: bool


class SpellBegan(Event, frozen=True, array_like=True, tag="sk.ongoing"):
    """A spell goes on: from now on it lies on its target."""

    spell: SpellId
    caster: UnitId
    target: UnitId


class SpellEnded(Event, frozen=True, array_like=True, tag="sk.spell-end"):
    """A caster's ongoing spell is over."""

    caster: UnitId


class ShotDeclared(Event, frozen=True, array_like=True, tag="sk.shot"):
    """A unit shoots at an enemy; `window` is where it looks out to do so, if it does."""

    unit: UnitId
    weapon: str
    target: UnitId
    window: Point | None = None


class TargetProtected(Event, frozen=True, array_like=True, tag="sk.protected"):
    """An ally tried to be the target instead, and succeeded or not."""

    target: UnitId
    by: UnitId
    passed: bool


class CombatBegan(Event, frozen=True, array_like=True, tag="sk.combat"):
    """A combat is fought: everybody in it who attacks, in order."""

    order: tuple[UnitId, ...]


class CombatEnded(Event, frozen=True, array_like=True, tag="sk.combat-end"):
    """A combat has been fought in this turn: all that were in it."""

    units: tuple[UnitId, ...]


class AttackRolled(Event, frozen=True, array_like=True, tag="sk.attack"):
    """An attack was rolled for: the number needed, the die that counts, and what came of it."""

    unit: UnitId
    target: UnitId
    weapon: str
    needs: int
    dice: tuple[int, ...]
    counts: int
    hits: bool
    crits: bool
