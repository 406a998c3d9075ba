"""Sentences about dice: rolled, in slots, on tracks, drained and recovered."""

from collections.abc import Callable
from typing import Any

from clients.core.names import listed, plural
from clients.core.story.telling import Telling
from protocol import battle as ev
from protocol.events import Rolled
from protocol.hexes import key
from protocol.ids import UnitId

ROLLS = {
    "engage": "for an engage",
    "lockpick": "to pick the lock",
    "legerdemain": "to help with the lock",
    "social": "for a social check",
    "overland.unstable": "for the unstable landmark",
    "overland.direction": "for the way that a token takes",
}
ENEMY_COMBAT = (0, 1, 1, 1, 1, 2)
"""What the faces of an enemy Combat die are worth."""


def gathered(t: Telling, event: ev.DiceGathered) -> str:
    """Return the sentence for dice that are taken up for an engage."""
    return f"{t.names.unit(event.unit)} takes up {t.names.dice(event.dice)}."


def shown(t: Telling, event: ev.DiceShown) -> str:
    """Return the sentence for dice that are rolled or turned, with their faces."""
    pairs = zip(event.dice, event.faces, strict=False)
    faces = [f"{t.names.die(die)} [{t.names.face(die, face)}]" for die, face in pairs]
    owner = t.names.owner(event.dice[0]) if event.dice else "Nobody"
    verb = "rolls" if event.why == "roll" else "turns"
    why = f" ({event.why})" if event.why not in ("", "roll") else ""
    return f"{owner} {verb} {listed(faces) or 'no dice'}{why}."


def exhausted(t: Telling, event: ev.DieExhausted) -> str:
    """Return the sentence for a die that goes to the cooldown track."""
    return f"{t.names.owner(event.die)}'s {t.names.die(event.die)} goes to the cooldown track."


def drained(t: Telling, event: ev.DieDrained) -> str:
    """Return the sentence for a die that is drained."""
    return f"{t.names.owner(event.die)}'s {t.names.die(event.die)} is drained."


def recovered(t: Telling, event: ev.DieRecovered) -> str:
    """Return the sentence for a die that is recovered to its row."""
    return f"{t.names.owner(event.die)} recovers {t.names.die(event.die)}."


def activated(t: Telling, event: ev.DieActivated) -> str:
    """Return the sentence for a die that goes into an active slot."""
    return f"{t.names.unit(event.unit)} has {t.names.die(event.die)} in an active slot."


def set_on(t: Telling, event: ev.DieSetOn) -> str:
    """Return the sentence for a die that is placed on a unit."""
    owner, unit = t.names.owner(event.die), t.names.unit(event.unit)
    return f"{owner}'s {t.names.die(event.die)} is placed on {unit}."


def set_in(t: Telling, event: ev.DieSetIn) -> str:
    """Return the sentence for a die that is placed in a hex."""
    owner = t.names.owner(event.die)
    return f"{owner}'s {t.names.die(event.die)} is placed at {key(event.at)}."


def fatigue_gained(t: Telling, event: ev.FatigueGained) -> str:
    """Return the sentence for a fatigue die that is gained."""
    where = "" if event.where == "track" else " in an active slot"
    return f"{t.names.unit(event.unit)} gains {t.names.die(event.kind)}{where}."


def replaced(t: Telling, event: ev.TrackReplaced) -> str:
    """Return the sentence for an overflow."""
    name, token = t.names.unit(event.unit), t.names.die(event.token)
    return f"{name}'s track is full: {token} takes place {event.place + 1}."


def token_removed(t: Telling, event: ev.TokenRemoved) -> str:
    """Return the sentence for a token that leaves a track or slot."""
    where = "cooldown track" if event.where == "track" else "active slots"
    return f"{t.names.die(event.token).capitalize()} leaves {t.names.unit(event.unit)}'s {where}."


def token_moved(t: Telling, event: ev.TokenMoved) -> str:
    """Return the sentence for a token that goes to the end of a track."""
    name, token = t.names.unit(event.unit), t.names.die(event.token)
    return f"{token.capitalize()} goes to the end of {name}'s track."


def rolled(t: Telling, event: Rolled) -> str:
    """Return the sentence for a roll, as the battle's record has it: an enemy Combat die by its
    value, others from 1.
    """
    who = t.names.unit(UnitId(event.who)) if event.who else "The battle"
    what = ROLLS.get(event.what, f"({event.what})")
    if not event.faces:
        return f"{who} rolls nothing {what}."
    if event.what == "enemy-combat":
        dice = plural(len(event.faces), "enemy Combat die", "enemy Combat dice")
        return f"{who} rolls {dice}: {', '.join(str(ENEMY_COMBAT[at]) for at in event.faces)}."
    faces = ", ".join(str(face + 1) for face in event.faces)
    return f"{who} rolls {plural(len(event.faces), 'die', 'dice')} {what}: {faces}."


SAY: dict[Any, Callable[[Telling, Any], str]] = {
    Rolled: rolled,
    ev.DiceGathered: gathered,
    ev.DiceShown: shown,
    ev.DieExhausted: exhausted,
    ev.DieDrained: drained,
    ev.DieRecovered: recovered,
    ev.DieActivated: activated,
    ev.DieSetIn: set_in,
    ev.DieSetOn: set_on,
    ev.FatigueGained: fatigue_gained,
    ev.TrackReplaced: replaced,
    ev.TokenRemoved: token_removed,
    ev.TokenMoved: token_moved,
}
