"""The closed lists of words that the rules know, each as a type: a misspelt one fails mypy.

A word that comes from outside (a pick, a place of a track, a snapshot) is a plain `str` until
`is_status` or its reader has checked it.
"""

from typing import Literal, TypeGuard, get_args

from protocol.battle import Fatigue
from protocol.battle import Status as Status  # one of these lists, and the word of its events

Form = Literal["light-weapon", "heavy-weapon", "defensive", "ranged-weapon", "magic"]
"""A battle form (p26), in the order in which forms are offered."""

FormOrHeld = Form | Literal[""]
"""A battle form to be thought of as taken; "" is the one that is held."""

Phase = Literal[
    "create",
    "setup",
    "deploy",
    "round",
    "adventurers",
    "companions",
    "enemies",
    "end",
    "cleanup",
    "over",
]
"""A phase of a battle, in the order in which they come; behind "end" the next "round" comes."""

Code = Literal["A", "C", "D", "I", "S", "none"]
"""Where a resolved face's die goes: active, cooldown, drain, instant, status; "none" is on faces
that no engage resolves."""

UnitKind = Literal["adventurer", "companion", "decoy", "enemy", "objective", "quest"]
"""What sort of unit a chip is (p21, p53)."""

Side = Literal["enemy", "party"]
"""On whose side a unit is."""

Fate = Literal["", "defeated", "escaped", "gone", "removed", "waits"]
"""How a unit has left the map: defeated, by a way out, when its battle was over, by an effect, to
wait for the next battle; "" while it is in play, or waits for deployment.
"""

Scope = Literal["turn", "round", "battle"]
"""For how long a use of a limited effect counts, and how long a used item's effect lasts."""

Limit = Literal["", "turn", "round", "battle"]
"""Once in what an ability may be used; "" is without limit."""

HookLimit = Literal["", "engage", "turn", "round", "battle"]
"""Once in what a hook may act; "" is as often as its moment comes."""

Trait = Literal[
    "any-race",
    "any-slot",
    "drained-if-recovered",
    "ends-with-1-hp",
    "lingers",
    "pass-everybody",
    "pass-through",
    "plain",
    "push-aside",
    "settles",
    "sides-of-any-level",
    "stays",
    "unseen",
]
"""What the rules read off a face, a side of a class sheet or an enduring ability."""

STATUSES: tuple[Status, ...] = get_args(Status)


def is_status(token: str) -> TypeGuard[Status]:
    """Return whether what lies in a place of a track is a status die; the type checker knows it
    then.
    """
    return token in STATUSES


def is_fatigue(token: str) -> TypeGuard[Fatigue]:
    """Return whether what lies in a place of a track is a fatigue die; the type checker knows it
    then.
    """
    return token in get_args(Fatigue)


def form_of(text: str) -> Form:
    """Return a battle form by its name. A text that is none fails: a mistake of the rules."""
    for form in get_args(Form):
        if form == text:
            found: Form = form
            return found
    raise AssertionError(f"{text!r} is no battle form")


def status_of(token: str) -> Status:
    """Return a status die's status. A token that is none is a mistake of the rules, and fails."""
    assert is_status(token), f"{token!r} is no status"
    return token
