"""What a bot knows of the dice: about how much damage each deals in an engage, by kind."""

from typing import Any

POWER: dict[str, float] = {
    "combat": 1.0,
    "shield-discipline": 1.0,
    "heroic-slash": 1.6,
    "defensive-posture": 0.4,
    "shield-charge": 1.5,
    "power-bash": 1.4,
    "force-shock": 1.7,
    "wall-of-elements": 0.6,
    "destructive-touch": 2.5,
    "pulsar": 1.4,
    "elemental-drain": 1.3,
    "elemental-rage": 0.5,
    "ancient-knowledge": 1.5,
    "snipe": 1.3,
    "volley": 0.6,
    "acid-spray": 0.9,
    "vinedusk-training": 0.3,
    "rapid-fire": 1.2,
    "arrow-barrage": 1.2,
    "scatter-shot": 0.8,
    "wrecking-blow": 2.1,
    "onslaught": 3.0,
    "momentum": 1.5,
    "executioner": 1.8,
    "balanced-blade": 0.5,
    "cleave": 2.4,
    "bound-armaments": 0.8,
}
GUARD: dict[str, float] = {
    "resolve": 1.3,
    "constitution": 1.0,
    "hasty-prayer": 1.2,
    "breath-of-life": 1.1,
    "honor-the-dead": 0.9,
}
"""What dice are worth that keep somebody alive, about in HP."""
HEALS = ("hasty-prayer", "breath-of-life", "honor-the-dead")
SUPPORT = 0.3
ETHEREAL = ("wraith", "ice-wraith-queen")
"""Chips that prevent as much as there are adventurers, outside Magic form."""
CAPPED = ("mudcrab", "ogrim")
"""Chips that lose 1 HP a turn at most."""
ELUSIVE = ("imp",)
"""Chips that only somebody hurts who began the turn beside them."""
DEFENDED = ("dremora-kyn", "bandit-captain", "remnant-jailer", "wamasu", "brotherhood-blade")
"""Chips with a defense that takes something off each engage."""
SELF_HARM = ("arrow-barrage-2", "force-shock-3", "Force Shock 3")


def power(kind: str) -> float:
    """The damage to expect of a die."""
    return POWER.get(kind, SUPPORT)


def arrives(chip: str, form: str, damage: float, party: int) -> float:
    """What is left of an engage's damage once a chip's own skills have had their say."""
    if chip in CAPPED:
        return min(1.0, damage)
    if chip in ETHEREAL and form != "magic":
        return max(0.0, damage - party)
    return max(0.0, damage - 1.0) if chip in DEFENDED else damage


def useful(view: dict[str, Any], kind: str) -> bool:
    """Whether a die can do anything against the enemies that are there."""
    levels = [u["level"] for u in view["units"].values() if u["side"] == "enemy" and u["at"]]
    return kind != "destructive-touch" or any(0 < level <= 5 for level in levels)


def damages(kind: str) -> bool:
    """Whether a die is rolled for its damage."""
    return kind in POWER


def kind_of(view: dict[str, Any], die: str) -> str:
    """The kind of a skill die; "" for fatigue and status dice."""
    found = view["dice"].get(die)
    return str(found["kind"]) if found else ""
