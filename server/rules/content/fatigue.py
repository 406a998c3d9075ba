"""Fatigue dice that an effect lets somebody take out of its track, as many as it likes."""

from server.rules.battle import cooldown
from server.rules.battle.battle import Battle
from server.rules.battle.state import FATIGUE, LF
from server.rules.content import asking

NAMES = {"LF": "light fatigue", "OF": "overfatigue"}


def shed_light(battle: Battle, unit: str, most: int, why: str, name: str) -> None:
    """Up to `most` light fatigue leave a track; `name` is the effect that asks."""
    most = min(most, cooldown.fatigue_in_track(battle, unit, LF))
    text = f"{name}: how much light fatigue leaves your track?"
    for _ in range(asking.how_many(battle, unit, most, why, text)):
        remove(battle, unit, LF)


def shed_any(battle: Battle, unit: str, most: int, why: str, name: str) -> None:
    """Up to `most` fatigue dice of either kind, one after the other; overfatigue comes first."""
    for _ in range(most):
        kinds = [kind for kind in reversed(FATIGUE) if kind in battle.mat(unit).track]
        if not kinds:
            return
        ways = {kind: f"1 {NAMES[kind]}" for kind in kinds} | {"": "No more"}
        kind = asking.one_of(battle, unit, ways, why, f"{name}: what leaves your track?")
        if not kind:
            return
        remove(battle, unit, kind)


def remove(battle: Battle, unit: str, kind: str) -> None:
    """The leftmost fatigue die of a kind leaves a track for good."""
    cooldown.remove_token(battle, unit, battle.mat(unit).track.index(kind))
