"""Battle objectives as building blocks: those of p86, and others in their manner.

Each is looked at when a round ends (OBJ-6). Conquer and eliminate are the rulebook's, escape comes
from the Jailbreak (p93); survive, protect, reach, hold and unlock are original.
"""

from typing import Literal

from protocol.battle import Tallied, UnitRemoved
from protocol.ids import UnitId
from server.rules.battle.components.effects import hook
from server.rules.battle.encounter import objectives
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.content.encounters.blocks import Block, Part, block, shelf
from server.rules.content.encounters.layout import Layout
from server.rules.content.encounters.printed import ChipId, Place
from server.rules.content.encounters.rules_units import gone, names

HELD, OPENED = "rounds-held", "locks-opened"


@block("conquer")
class Conquer(Block, frozen=True):
    """All enemies are defeated or removed (OBJ-1)."""

    def part(self, layout: Layout) -> Part:
        """Return the objective."""
        return Part("Defeat all enemies.", met=objectives.conquer)


@block("eliminate")
class Eliminate(Block, frozen=True):
    """No enemy of these chips and no objective unit is left, whoever else is (OBJ-2)."""

    chips: list[ChipId]

    def part(self, layout: Layout) -> Part:
        """Return the objective."""
        return Part(f"Defeat {names(self.chips)}.", met=objectives.eliminate(*self.chips))


@block("escape")
class Escape(Block, frozen=True):
    """Every undefeated adventurer has left the map over these hexes at the start of a turn."""

    at: Place

    def part(self, layout: Layout) -> Part:
        """Return the objective, and a way out that is marked on the map (JB-5)."""
        exits = layout.hexes(self.at)

        def there(battle: Battle, me: Me, now: Happening) -> bool:
            return now.unit in battle.state.adventurers and battle.unit(now.unit).at in exits

        @hook(Moment.TURN_STARTS, "Escape", when=there, rule="JB-5")
        def escape(battle: Battle, me: Me, now: Happening) -> None:
            battle.emit(UnitRemoved(now.unit, "escaped"))

        def met(battle: Battle) -> bool:
            fates = [battle.unit(name).fate for name in battle.state.adventurers]
            return "escaped" in fates and all(fates)

        text = "Leave the map: an adventurer who starts a turn on an exit may escape."
        return Part(text, hooks=(escape,), marks=dict.fromkeys(exits, "exit"), met=met)


@block("survive")
class Survive(Block, frozen=True):
    """Somebody of the party still stands when this round is over."""

    rounds: int

    def part(self, layout: Layout) -> Part:
        """Return the objective."""
        text = f"Hold out until the end of round {self.rounds}."
        return Part(text, met=lambda battle: battle.state.rounds >= self.rounds)


@block("protect")
class Protect(Block, frozen=True):
    """An allied unit is still on the map when this round is over; the battle is lost if it
    falls.
    """

    chip: ChipId
    rounds: int

    def part(self, layout: Layout) -> Part:
        """Return the objective, and when it is lost."""

        def met(battle: Battle) -> bool:
            return battle.state.rounds >= self.rounds

        text = f"Keep {names([self.chip])} alive until the end of round {self.rounds}."
        return Part(text, met=met, lost=gone(self.chip))


@block("reach")
class Reach(Block, frozen=True):
    """Undefeated adventurers stand on these hexes as a round ends: all of them, or just one."""

    at: Place
    who: Literal["all", "one"] = "all"

    def part(self, layout: Layout) -> Part:
        """Return the objective."""
        goal = layout.hexes(self.at)

        def met(battle: Battle) -> bool:
            arrived = [unit.at in goal for unit in battle.adventurers()]
            return bool(arrived) and (all(arrived) if self.who == "all" else any(arrived))

        who = "Everybody still standing ends" if self.who == "all" else "One adventurer ends"
        return Part(f"{who} a round on a goal hex.", marks=dict.fromkeys(goal, "goal"), met=met)


@block("hold")
class Hold(Block, frozen=True):
    """So many rounds in a row end with an adventurer, and no enemy, on these hexes."""

    at: Place
    rounds: int

    def part(self, layout: Layout) -> Part:
        """Return the objective, and a count that starts anew when the hexes are lost."""
        goal = layout.hexes(self.at)

        def holds(battle: Battle) -> bool:
            ours = any(unit.at in goal for unit in battle.adventurers())
            return ours and not any(unit.at in goal for unit in battle.in_play("enemy"))

        @hook(Moment.ROUND_ENDS, "", forced=True, when=lambda battle, me, now: True)
        def count(battle: Battle, me: Me, now: Happening) -> None:
            held = battle.state.tally.get(HELD, 0)
            new = held + 1 if holds(battle) else 0
            if new != held:
                battle.emit(Tallied(HELD, new))

        def met(battle: Battle) -> bool:
            return battle.state.tally.get(HELD, 0) >= self.rounds

        text = f"Hold the goal hexes, free of enemies, for {self.rounds} rounds in a row."
        return Part(text, hooks=(count,), marks=dict.fromkeys(goal, "goal"), met=met)


@block("unlock")
class Unlock(Block, frozen=True):
    """Locks in these hexes are picked: all of them, or `count`. A failed check leaves the lock."""

    at: Place
    deck: Literal["common", "legendary"] = "common"
    count: int = 0

    def part(self, layout: Layout) -> Part:
        """Return the objective, and locks that hold no item and stay until they are picked
        (C-21).
        """
        locks = layout.hexes(self.at)
        wanted = self.count or len(locks)

        def opened(battle: Battle, unit: UnitId, success: bool) -> None:
            if success:
                battle.emit(Tallied(OPENED, battle.state.tally.get(OPENED, 0) + 1))

        return Part(
            f"Pick {wanted} of the {len(locks)} locks.",
            caches=dict.fromkeys(locks, self.deck),
            locks=dict.fromkeys(locks, opened),
            stubborn=locks,
            marks=dict.fromkeys(locks, "seal"),
            met=lambda battle: battle.state.tally.get(OPENED, 0) >= wanted,
        )


OBJECTIVES = shelf(Conquer, Eliminate, Escape, Survive, Protect, Reach, Hold, Unlock)
