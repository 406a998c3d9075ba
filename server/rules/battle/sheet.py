"""Class sheets (p25): taken, turned over, and their tokens, crux or HP chips (Necrosis Stack)."""

from typing import TYPE_CHECKING

from protocol.battle import ClassChosen, TokenPlaced, TokenRemoved, TokensChanged
from server.rules.battle.state import SLOTS, TOKEN

if TYPE_CHECKING:
    from server.rules.battle.battle import Battle

PROMOTION = "CLS-20"
"""The rule by which a sheet may be turned over; it marks the hooks that do it."""


def take_class(battle: "Battle", unit: str, cls: str) -> None:
    """An adventurer takes a class sheet, with the tokens that a session starts with."""
    battle.emit(ClassChosen(unit, cls))
    sheet = battle.catalogue.classes.get(cls)
    if sheet is not None and sheet.first:
        battle.emit(TokensChanged(unit, sheet.first, cls))


def gain_tokens(battle: "Battle", unit: str, count: int, why: str) -> int:
    """Tokens go onto an adventurer's class sheet, as far as it holds them: how many did."""
    mat = battle.mat(unit)
    now = min(battle.catalogue.classes[mat.cls].tokens, mat.tokens + count)
    if now > mat.tokens:
        battle.emit(TokensChanged(unit, now, why))
    return max(0, now - mat.tokens)


def spend_tokens(battle: "Battle", unit: str, count: int, why: str) -> int:
    """Tokens leave the sheet for the supply, as many as there are at most: how many did."""
    mat = battle.mat(unit)
    spent = min(count, mat.tokens)
    if spent:
        battle.emit(TokensChanged(unit, mat.tokens - spent, why))
    return spent


def can_arm(battle: "Battle", unit: str) -> bool:
    """Whether a token of the sheet can go into an active slot of its owner."""
    mat = battle.mat(unit)
    return mat.tokens > 0 and len(mat.active) < SLOTS


def put_token(battle: "Battle", unit: str, on: str) -> None:
    """A token of the sheet goes onto another unit, or (`on` its owner) into an active slot."""
    battle.emit(TokenPlaced(unit, on))


def discard_active(battle: "Battle", unit: str) -> None:
    """A token that stands in an active slot goes to the supply."""
    place = battle.mat(unit).active.index(TOKEN)
    battle.emit(TokenRemoved(unit, place, TOKEN, "active"))
