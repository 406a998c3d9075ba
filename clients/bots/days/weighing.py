"""What a fight of the days promises: how often it is won, and how the party's state changes that.

The catalogue tells for each battle how often it was won by parties of each size, where that was
measured, and for each choice of a card or step which battle it means.
"""

from typing import Any

BATTLES = ("clash", "delve", "dungeon")
USUAL = 0.75
"""The odds of a battle that nobody has measured."""
SHARES = 8
"""The weight of `USUAL`, in battles: with few measured battles the estimate stays close to it."""
TIRED = 0.5
"""The part of its odds that a party keeps which hardly stands; one at full HP keeps all."""
LOSS = 1.5
"""What a lost battle costs, in XP: HP, a day, and what was drained."""
LOST = "lost"
"""What stands in the session's journal before the encounter and the choice of a lost battle."""
AGAIN = 0.6
"""The part of a battle's odds that is left after each loss of it in this session: whoever has lost
it knows better than figures do, and looks for another way.
"""
HARD = 0.6
"""Odds below which a party prepares for a battle that decides its quest, if it has the days."""
DECISIVE = "decisive"
"""What the catalogue says of a step that fails the quest where its battle is lost."""


def hp_share(view: dict[str, Any]) -> float:
    """Return the share of its HP that the party has."""
    chips = [view["units"][unit] for unit in view["adventurers"]]
    health = sum(int(chip["health"]) for chip in chips)
    return float(sum(int(chip["hp"]) for chip in chips)) / health if health else 1.0


def promised(view: dict[str, Any], odds: float, xp: int) -> float:
    """Return what a battle with these odds is worth to the party as it stands, in XP."""
    won = odds * (TIRED + (1 - TIRED) * hp_share(view))
    return won * xp - (1 - won) * LOSS


def losses(view: dict[str, Any], name: str, choice: str = "") -> int:
    """Return how often a battle of an encounter, card or step, was lost in this session; that of
    one of its choices, where one is named.
    """
    journal: dict[str, int] = view.get("journal", {})
    start = f"{LOST}:{name}:{choice}"
    if choice:
        return journal.get(start, 0)
    return sum(times for what, times in journal.items() if what.startswith(start))


class Fights:
    """The battles of a server's content, by the catalogue in words that it gives."""

    def __init__(self, words: dict[str, Any]) -> None:
        self._days = words.get("campaign", {})
        self._cards = words.get("drawn", {}).get("cards", {})
        known = {**words.get("encounters", {}), **self._days.get("encounters", {})}
        self._won = {
            name: one["figures"]["players"] for name, one in known.items() if one["figures"]
        }

    def odds(self, encounter: str, players: int) -> float:
        """Return how often a battle is won by so many."""
        cell = self._won.get(encounter, {}).get(str(players))
        if cell is None:
            return USUAL
        battles, share = int(cell["battles"]), float(cell["won"]) / 100
        return (share * battles + USUAL * SHARES) / (battles + SHARES)

    def of(self, view: dict[str, Any], choice: str) -> float:
        """Return how likely the battle behind a choice of the encounter is won, 0 to 1."""
        printed = self._choices(view).get(choice, {})
        now = view.get("encounter") or {}
        return self._odds(view, now.get("name", ""), choice, printed)

    def _odds(self, view: dict[str, Any], name: str, choice: str, printed: dict[str, Any]) -> float:
        odds = self.odds(printed.get("encounter", ""), len(view["adventurers"]))
        return float(odds * AGAIN ** losses(view, name, choice))

    def is_hard(self, view: dict[str, Any]) -> bool:
        """Return whether the quest is lost with its step's battle, and no way to fight it is likely
        to be won.
        """
        choices = self.step(view).get("choices", {})
        fights = [(key, one) for key, one in choices.items() if "encounter" in one]
        odds = [self._odds(view, view["step"], key, one) for key, one in fights]
        return self.is_decisive(view) and bool(odds) and max(odds) < HARD

    def step(self, view: dict[str, Any]) -> dict[str, Any]:
        """Return what is printed on the guild quest's step; {} for none."""
        quest = self._province(view).get("quests", {}).get(view.get("quest"), {})
        step: dict[str, Any] = quest.get("steps", {}).get(view.get("step"), {})
        return step

    def is_decisive(self, view: dict[str, Any]) -> bool:
        """Return whether the quest is lost with the battle of its step, and can wait for it: no
        token moves, and nothing grows meanwhile.
        """
        step = self.step(view)
        return bool(step.get(DECISIVE)) and not step["rules"] and not step["tokens"]

    def _province(self, view: dict[str, Any]) -> dict[str, Any]:
        found: dict[str, Any] = self._days.get("provinces", {}).get(view["plan"]["province"], {})
        return found

    def _choices(self, view: dict[str, Any]) -> dict[str, Any]:
        """Return the printed choices of the day's encounter, by id."""
        now = view.get("encounter")
        if now is None:
            return {}
        name, found = now["name"], dict[str, Any]()
        match now["kind"]:
            case "quest":
                found = self.step(view)
            case "card":
                found = self._cards.get(name, {})
            case "side-quest":
                found = self._days["side_quests"].get(name, {})
            case _:
                pass
        choices: dict[str, Any] = found.get("choices", {})
        return choices
