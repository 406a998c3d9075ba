"""The closed lists of words that the rules use, each as a type, so that a misspelt one fails mypy.

A word that comes from outside (a pick, a place of a track, a snapshot) is a plain `str` until a
function such as `is_status` or `form_of` has checked it.
"""

from typing import Literal, TypeGuard, get_args

# Lists that the events need, too, stand beside those.
from protocol.battle import Attribute as Attribute
from protocol.battle import Fate as Fate
from protocol.battle import Fatigue
from protocol.battle import Form as Form
from protocol.battle import Phase as Phase
from protocol.battle import Scope as Scope
from protocol.battle import Side as Side
from protocol.battle import Stat as Stat
from protocol.battle import Status as Status
from protocol.battle import UnitKind as UnitKind
from protocol.ids import LineId, Text

SideOrAll = Literal[Side, ""]
"""A side, or "" for both."""

AttributeOrNone = Text[Attribute | Literal[""]]
"""What has a circular slot of the mat; "" where it is open."""

FormOrHeld = Form | Literal[""]
"""A battle form, or "" for the one that the adventurer holds now."""

Code = Literal["A", "C", "D", "I", "S", "none"]
"""The code of an icon, which says where its die goes once it is resolved: active, cooldown, drain,
instant, status (SKR-1 to SKR-6); "none" is for icons that no engage resolves."""

EncounterKind = Literal["clash", "delve", "dungeon"]
"""What sort of battle an encounter is (p20)."""

Scenario = Literal[
    "brawl", "ambush", "hunt", "escape", "hold", "guard", "crossing", "locks", "dungeon", "delve"
]
"""The sort of task that an encounter sets, for whoever looks for one to play."""

BodyArea = Literal["head", "shoulders", "chest", "arms", "hands", "waist", "legs", "feet"]
"""Where a piece of armor is worn; of each area one is ready at most (p29)."""

Limit = Literal["", "turn", "round", "battle"]
"""An ability may be used once each turn, round or battle; "" is without limit."""

HookLimit = Literal["", "engage", "turn", "round", "battle"]
"""A hook may act once each engage, turn, round or battle; "" is whenever its moment comes."""

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
"""The marks on faces, sides of class sheets and enduring abilities that the rules look for."""

STATUSES: tuple[Status, ...] = get_args(Status)


def is_status(token: str) -> TypeGuard[Status]:
    """Return whether a token of a track is a status die, narrowing its type."""
    return token in STATUSES


def is_fatigue(token: str) -> TypeGuard[Fatigue]:
    """Return whether a token of a track is a fatigue die, narrowing its type."""
    return token in get_args(Fatigue)


def attribute_of(name: str) -> Attribute:
    """Return the attribute of that name: the stat, or else the skill line."""
    return next((stat for stat in get_args(Stat) if stat == name), LineId(name))


def form_of(text: str) -> Form:
    """Return the battle form with this name. Raises AssertionError for any other text."""
    for form in get_args(Form):
        if form == text:
            found: Form = form
            return found
    raise AssertionError(f"{text!r} is no battle form")


def status_of(token: str) -> Status:
    """Return the status that a token stands for. Raises AssertionError for any other token."""
    assert is_status(token), f"{token!r} is no status"
    return token
