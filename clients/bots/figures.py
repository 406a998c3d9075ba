"""What a bot knows of dice and chips.

How often a die shows what, and the numbers on its faces and in their words, come from the catalogue
in words that a server gives (`/catalogue.json`). What the bot adds is judgement: what a face
is worth to it whose words name no damage, or damage that is seldom all to be had.
"""

import re
from statistics import fmean as _mean
from typing import Any

from protocol.ids import NO_KIND, DieId, DieKind

Words = dict[str, Any]
"""The catalogue in words, as `/catalogue.json` has it."""

JUDGED: dict[str, float] = {
    "defensive-posture": 0.6,
    "power-bash": 2.1,
    "wall-of-elements": 0.7,
    "destructive-touch": 3.0,
    "elemental-rage": 0.14,
    "ancient-knowledge": 2.25,
    "snipe": 1.3,
    "volley": 0.9,
    "acid-spray": 1.35,
    "vinedusk-training": 0.45,
    "scatter-shot": 1.2,
    "executioner": 3.6,
    "balanced-blade": 0.75,
    "cleave": 3.6,
    "bound-armaments": 1.2,
}
"""The damage that a result of a die is worth, for each point on it if it shows one, where its words
do not say it: it depends on HP, on fatigue, on a cache, on other dice, or comes later.
"""
IN_ENGAGES = ("combat", "one-hand-and-shield", "destruction-staff", "bow", "two-handed")
"""The lines whose dice a bot rolls for the damage that their words promise."""
GUARDS: dict[str, float] = {
    "resolve": 1.1,
    "constitution": 0.85,
    "hasty-prayer": 1.8,
    "breath-of-life": 0.5,
    "honor-the-dead": 0.35,
}
"""The same in HP, of dice that keep somebody alive."""
SEVERAL = 1.25
"""How many things a result "for each" of them counts, on average."""
HEALS = ("hasty-prayer", "breath-of-life", "honor-the-dead")
SUPPORT = 0.3
"""What any other die is worth in an engage."""
TENACITY = "tenacity"
ETHEREAL = ("wraith", "ice-wraith-queen")
"""Chips that prevent as much as there are adventurers, outside Magic form."""
CAPPED = ("mudcrab", "ogrim")
"""Chips that lose 1 HP a turn at most."""
ELUSIVE = ("imp", "shadow-countess", "shadowscale-akisha")
"""Chips that only somebody hurts who began the turn beside them."""
SHELTERED = ("cult-master", "nereid-queen")
"""Chips that take the place of another as they fall: who hunts them fells the others first."""
DEFENDED = ("dremora-kyn", "bandit-captain", "remnant-jailer", "wamasu", "brotherhood-blade")
"""Chips with a defense that takes something off each engage."""
SELF_HARM = ("arrow-barrage-2", "force-shock-3", "Force Shock 3")


DAMAGE = re.compile(r"(\d+)(?: true)? damage(?! to an adventurer)")
FOR_EACH = re.compile(r"for each|damage each\.")
HARMS_ITS_OWN = "Forced:"


class Dice:
    """The average figures of each kind of die, computed from the server's catalogue."""

    def __init__(self, words: Words) -> None:
        self._power: dict[str, float] = {}
        self._guard: dict[str, float] = {}
        icons = words["icons"]
        for kind, die in words["dice"].items():
            faces = die["faces"]
            if kind in GUARDS:
                self._guard[kind] = GUARDS[kind] * _mean(map(_points, faces))
            if kind in JUDGED:
                self._power[kind] = JUDGED[kind] * _mean(map(_points, faces))
            elif die["line"] in IN_ENGAGES:
                self._power[kind] = _mean(_promised(icons, face) for face in faces)
        self.enemy_combat = _mean(map(float, words["rolls"]["enemy-combat"]))
        """The damage to expect of an enemy Combat die."""

    def power(self, kind: DieKind) -> float:
        """Return the damage to expect of a die of a kind."""
        return self._power.get(kind, SUPPORT)

    def guard(self, kind: DieKind) -> float:
        """Return the HP that a die of a kind is expected to save; 0 if it saves none."""
        return self._guard.get(kind, 0.0)

    def damages(self, kind: DieKind) -> bool:
        """Return whether a die is rolled for its damage."""
        return kind in self._power


def _points(face: str) -> float:
    """Return the number on a face; 1 on a result without one, 0 on tenacity."""
    icon, _, number = face.partition(":")
    return 0.0 if icon == TENACITY else float(number or 1)


def _promised(icons: Words, face: str) -> float:
    """Return the damage to enemies that a face's words promise."""
    icon, _, number = face.partition(":")
    if number:
        return float(number)
    for reading in icons.get(icon, ()):
        text = reading["text"]
        found = None if text.startswith(HARMS_ITS_OWN) else DAMAGE.search(text)
        if found:
            return int(found[1]) * (SEVERAL if FOR_EACH.search(text) else 1.0)
    return 0.0


def let_through(chip: str, form: str, damage: float, party: int) -> float:
    """Return the part of an engage's damage that a chip's own skills let through."""
    if chip in CAPPED:
        return min(1.0, damage)
    if chip in ETHEREAL and form != "magic":
        return max(0.0, damage - party)
    return max(0.0, damage - 1.0) if chip in DEFENDED else damage


def useful(view: dict[str, Any], kind: DieKind) -> bool:
    """Return whether a die can do anything against the enemies that are there."""
    levels = [u["level"] for u in view["units"].values() if u["side"] == "enemy" and u["at"]]
    return kind != "destructive-touch" or any(0 < level <= 5 for level in levels)


def kind_of(view: dict[str, Any], die: DieId) -> DieKind:
    """Return the kind of a skill die; "" for fatigue and status dice."""
    found = view["dice"].get(die)
    return DieKind(found["kind"]) if found else NO_KIND
