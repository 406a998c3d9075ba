"""What a sentence is told with: names, the questions that were open, and HP as they change."""

from typing import Any

from clients.core.fold import State
from clients.core.names import Names
from protocol import battle as ev
from protocol.events import Undone
from protocol.questions import Picks, Question, Route, options_of


class Telling:
    """The telling of one commit, event by event."""

    def __init__(
        self, before: State, after: State, asked: tuple[Question, ...], names: Names
    ) -> None:
        self.names, self._after = names, after
        self._asked = {question.id: question for question in asked}
        self._hp = _hp_of(before)

    def hp(self, unit: str) -> tuple[int, int]:
        """HP and bonus HP of a unit, before the event that is being told."""
        return self._hp.get(unit, (0, 0))

    def note(self, event: object) -> None:
        """An event has been told: count its HP."""
        match event:
            case ev.DamageDealt(unit=unit, bonus=bonus, taken=taken):
                hp, more = self.hp(unit)
                self._hp[unit] = (hp - taken, more - bonus)
            case ev.HpChanged(unit=unit, hp=hp, bonus=bonus):
                self._hp[unit] = (hp, bonus)
            case ev.UnitDeployed(unit=unit, chip=chip, hp=hp) if chip is not None or hp:
                self._hp[unit] = (int(chip["hp"]) if chip is not None else hp, 0)
            case ev.AdventurerCreated(unit=unit, chip=chip):
                self._hp[unit] = (int(chip["hp"]), 0)
            case ev.UnitDefeated(unit=unit):
                self._hp[unit] = (0, self.hp(unit)[1])
            case Undone():
                self._hp = _hp_of(self._after)

    def question(self, question: int) -> str:
        """What was asked."""
        found = self._asked.get(question)
        return found.text if found is not None else f"Question {question}"

    def picks(self, question: int, picks: Picks) -> str:
        """An answer in the words of its options."""
        if not picks:
            return "pass"
        found = self._asked.get(question)
        if found is None:
            return ", ".join(picks)
        if isinstance(found.shape, Route):
            return " > ".join(picks)
        texts = {option.key: option.text for option in options_of(found.shape)}
        return ", ".join(texts.get(pick, pick) for pick in picks)


def _hp_of(state: State) -> dict[str, tuple[int, int]]:
    units: dict[str, Any] = state.get("units", {})
    return {name: (unit["hp"], unit["bonus"]) for name, unit in units.items()}
