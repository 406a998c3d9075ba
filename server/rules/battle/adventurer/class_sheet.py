"""Class sheets (p25): taking one, and its tokens (crux tokens, HP chips of the Necrosis Stack)."""

from protocol.battle import (
    ClassChosen,
    NamedReason,
    Reason,
    TokenPlaced,
    TokenRemoved,
    TokensChanged,
)
from protocol.ids import UnitId
from server.rules.battle.components.catalogue import catalogue_of
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.state import SLOTS, TOKEN

PROMOTION = "CLS-20"
"""The rule by which a sheet may be turned over; it marks the hooks that do it."""


def take_class(battle: Battle, unit: UnitId, cls: str) -> None:
    """Give an adventurer a class sheet, with the tokens that a session starts with."""
    battle.emit(ClassChosen(unit, cls))
    sheet = catalogue_of(battle).classes.get(cls)
    if sheet is not None and sheet.first:
        battle.emit(TokensChanged(unit, sheet.first, NamedReason(cls)))


def gain_tokens(battle: Battle, unit: UnitId, count: int, why: Reason) -> int:
    """Put tokens onto an adventurer's class sheet, up to its limit. Returns how many were added."""
    mat = battle.mat(unit)
    now = min(catalogue_of(battle).classes[mat.cls].tokens, mat.tokens + count)
    if now > mat.tokens:
        battle.emit(TokensChanged(unit, now, why))
    return max(0, now - mat.tokens)


def spend_tokens(battle: Battle, unit: UnitId, count: int, why: Reason) -> int:
    """Put up to `count` tokens of the sheet back into the supply. Returns how many were there."""
    mat = battle.mat(unit)
    spent = min(count, mat.tokens)
    if spent:
        battle.emit(TokensChanged(unit, mat.tokens - spent, why))
    return spent


def can_arm(battle: Battle, unit: UnitId) -> bool:
    """Return whether a token of the sheet can go into an active slot of its owner."""
    mat = battle.mat(unit)
    return mat.tokens > 0 and len(mat.active) < SLOTS


def put_token(battle: Battle, unit: UnitId, on: UnitId) -> None:
    """Put a token of the sheet onto another unit, or (`on` its owner) into an active slot."""
    battle.emit(TokenPlaced(unit, on))


def discard_active(battle: Battle, unit: UnitId) -> None:
    """Put a token from an active slot back into the supply. Raises ValueError if there is none."""
    place = battle.mat(unit).active.index(TOKEN)
    battle.emit(TokenRemoved(unit, place, TOKEN, "active"))
