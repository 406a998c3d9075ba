"""HP and bonus HP of every unit, event by event: a commit's state only knows them at its end."""

from typing import Any

from clients.core.fold import State
from protocol import battle as ev
from protocol.ids import UnitId

HpAndBonus = tuple[int, int]


class HitPoints:
    """HP as events go by, from a state on."""

    def __init__(self, state: State) -> None:
        self._hp: dict[str, HpAndBonus] = {}
        self.reset(state)

    def reset(self, state: State) -> None:
        """Replace all HP by those of a state, as after an undo; the units of a match have none."""
        units: dict[str, Any] = state.get("units", {})
        self._hp = {n: (unit["hp"], unit["bonus"]) for n, unit in units.items() if "hp" in unit}

    def of(self, unit: UnitId) -> HpAndBonus:
        """Return HP and bonus HP of a unit now; (0, 0) for one that is not known."""
        return self._hp.get(unit, (0, 0))

    def note(self, event: object) -> None:
        """Change HP as an event says; most events change none."""
        match event:
            case ev.DamageDealt(unit=unit, bonus=bonus, taken=taken):
                hp, more = self.of(unit)
                self._hp[unit] = (hp - taken, more - bonus)
            case ev.HpChanged(unit=unit, hp=hp, bonus=bonus):
                self._hp[unit] = (hp, bonus)
            case ev.UnitDeployed(unit=unit, chip=chip, hp=hp) if chip is not None or hp:
                self._hp[unit] = (int(chip["hp"]) if chip is not None else hp, 0)
            case ev.AdventurerCreated(unit=unit, chip=chip):
                self._hp[unit] = (int(chip["hp"]), 0)
            case ev.UnitDefeated(unit=unit):
                self._hp[unit] = (0, self.of(unit)[1])
            case _:
                pass  # the others change nothing here
