"""Special rules and challenge modifiers about enemies (p72): stronger, tougher, more of them."""

from typing import Literal

from protocol.battle import HpChanged
from protocol.hexes import Hex
from protocol.ids import NOBODY, NamedCode, UnitId
from server.rules.battle.adventurer import statuses
from server.rules.battle.components.catalogue import catalogue_of
from server.rules.battle.components.effects import Modifier, hook
from server.rules.battle.components.encounters import Wave
from server.rules.battle.damage import defeat
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.kernel.state import Unit
from server.rules.battle.kernel.values import Stat
from server.rules.battle.kernel.words import Status
from server.rules.battle.map import choosing
from server.rules.battle.setup import deploying, enemy_pool
from server.rules.content.encounters.blocks import Block, Part, block, shelf
from server.rules.content.encounters.layout import Layout
from server.rules.content.encounters.printed import AnyLevel, Level, Place, Target


def meant(battle: Battle, unit: Unit, only: str, level: int = 0) -> bool:
    """Return whether a unit is of a type or chip `only` ("": any), and of a level (0: any)."""
    chip = catalogue_of(battle).chips[unit.chip]
    return (not only or only in (chip.id, chip.type)) and level in (0, unit.level)


def _who(only: str, level: int = 0) -> str:
    who = f"Each enemy of level {level}" if level else "Each enemy"
    return f"{who} ({only.replace('-', ' ')})" if only else who


@block("stronger")
class Stronger(Block, frozen=True):
    """Enemies, or those of a type or chip, of a level, have more of a stat."""

    stat: Literal["combat", "defense", "range", "movement", "targets"]
    by: int = 1
    only: Target = Target("")
    level: AnyLevel = 0

    def part(self, layout: Layout) -> Part:
        """Return a modifier; the target icon "all" stays what it is."""

        def change(battle: Battle, me: Me, value: int) -> int:
            if not meant(battle, battle.unit(me.unit), self.only, self.level):
                return value
            if self.stat == "targets":  # 0 would be the icon "all"
                return value and value + self.by
            return value + self.by

        text = f"{_who(self.only, self.level)} has {self.by:+d} {self.stat}."
        least = int(self.stat == "targets")
        changed = Modifier(Stat(self.stat), "Challenge", change, least=least)
        return Part(text, modifiers=(changed,))


@block("tougher")
class Tougher(Block, frozen=True):
    """Enemies, or those of a type or chip, of a level, enter with more HP than their Health.

    With a negative `hp` they enter with less, but with 1 at least.
    """

    hp: int
    only: Target = Target("")
    level: AnyLevel = 0

    def part(self, layout: Layout) -> Part:
        """Return a hook at deployment that sets the HP; units without HP chips stay without."""

        def entered(battle: Battle, me: Me, now: Happening) -> bool:
            unit = battle.unit(now.unit)
            there = unit.side == "enemy" and unit.hp > 0
            return there and meant(battle, unit, self.only, self.level)

        @hook(Moment.DEPLOYED, "Tougher", when=entered, forced=True)
        def tougher(battle: Battle, me: Me, now: Happening) -> None:
            unit = battle.unit(now.unit)
            battle.emit(HpChanged(unit.id, max(1, unit.hp + self.hp), unit.bonus, "challenge"))

        much = f"{self.hp} HP more" if self.hp >= 0 else f"{-self.hp} HP less (but 1 at least)"
        return Part(f"{_who(self.only, self.level)} enters with {much}.", hooks=(tougher,))


@block("reinforcements")
class Reinforcements(Block, frozen=True):
    """Enemies of a level arrive on free hexes at the start of rounds, for no points."""

    at: Place
    level: Level
    count: int = 1
    first: int = 2
    last: int = 99
    every: int = 1

    def part(self, layout: Layout) -> Part:
        """Return the hook that brings them; they act in the round in which they come."""
        hexes = layout.hexes(self.at)

        def due(battle: Battle, me: Me, now: Happening) -> bool:
            rounds = battle.state.rounds
            return self.first <= rounds <= self.last and (rounds - self.first) % self.every == 0

        @hook(Moment.ROUND_STARTS, "Reinforcements", when=due, forced=True)
        def arrive(battle: Battle, me: Me, now: Happening) -> None:
            come: list[UnitId] = []
            for _ in range(self.count):
                free = battle.free_hexes(hexes)
                chip = enemy_pool.draw_enemy(battle, self.level) if free else ""
                if chip:
                    text = f"Where does {catalogue_of(battle).chips[chip].name} arrive?"
                    at = choosing.choose_hex(
                        battle, battle.party, free, NamedCode("arrive"), text, "DUN-3"
                    )
                    come.append(deploying.deploy_enemy(battle, chip, at))
            deploying.tell_deployed(battle, come)

        when = "every round" if self.every == 1 else f"every {self.every} rounds"
        until = f" to {self.last}" if self.last < 99 else ""
        number = "one enemy" if self.count == 1 else f"{self.count} enemies"
        text = f"From round {self.first}{until}, {number} of level {self.level} {when}."
        wave = Wave(self.first, self.last, self.every, self.count, self.level)
        return Part(text, (arrive,), marks=dict.fromkeys(hexes, "arrive"), waves=(wave,))


@block("crowd")
class Crowd(Block, frozen=True):
    """Before the first round enemies of a level join the others until there are `count` of them.

    Against a lone adventurer `alone` are enough (0: as many). They cost no points and stand on the
    free numbered hexes, lowest number first.
    """

    count: int
    level: Level = 1
    alone: int = 0

    def part(self, layout: Layout) -> Part:
        """Return the hook that brings them as the first round is about to begin; fewer where chips
        or hexes run out.
        """

        @hook(Moment.BATTLE_STARTS, "A crowd gathers", when=lambda *_: True, forced=True)
        def gather(battle: Battle, me: Me, now: Happening) -> None:
            enough = self.alone if self.alone and battle.party_size() == 1 else self.count
            missing = enough - sum(1 for _ in battle.in_play("enemy"))
            hexes = battle.free_hexes(layout.numbered)[: max(0, missing)]
            come = [_joins(battle, self.level, at) for at in hexes]
            deploying.tell_deployed(battle, [unit for unit in come if unit])

        against = f" ({self.alone} against a lone adventurer)" if self.alone else ""
        who = f"those of level {self.level} make up the number"
        return Part(f"At least {self.count} enemies{against}: {who}.", hooks=(gather,))


def _joins(battle: Battle, level: int, at: Hex) -> UnitId:
    """Deploy an enemy of a level in a hex. Returns its unit id, "" if the bag is empty (LIM-7)."""
    chip = enemy_pool.draw_enemy(battle, level)
    return deploying.deploy_enemy(battle, chip, at) if chip else NOBODY


@block("flipped")
class Flipped(Block, frozen=True):
    """Before the first round, chips of level 1 or 10 are flipped to their higher side."""

    level: Literal[1, 10]
    count: int = 99

    def part(self, layout: Layout) -> Part:
        """Return the hook that flips the first of them by arrival; a chip without a back gives way
        to one from the bag.
        """
        higher = {1: 5, 10: 20}[self.level]

        @hook(Moment.BATTLE_STARTS, "Chips are flipped", when=lambda *_: True, forced=True)
        def flip(battle: Battle, me: Me, now: Happening) -> None:
            there = [u for u in battle.in_play("enemy") if u.level == self.level]
            for unit in [u for u in there if u.kind == "enemy"][: self.count]:
                back = catalogue_of(battle).chips[unit.chip].back
                assert unit.at is not None
                defeat.remove(battle, unit.id)
                chip = enemy_pool.take_named(battle, back) if back else ""
                chip = chip or enemy_pool.draw_enemy(battle, higher)
                if chip:
                    deploying.deploy_enemy(battle, chip, unit.at)

        who = "All enemies" if self.count >= 99 else f"{self.count} of the enemies"
        return Part(f"{who} of level {self.level} are of level {higher} instead.", hooks=(flip,))


@block("afflicted")
class Afflicted(Block, frozen=True):
    """Each unit of a side, or those of a type or chip, begins the battle with a status."""

    status: Status
    side: Literal["enemy", "party"] = "enemy"
    only: Target = Target("")

    def part(self, layout: Layout) -> Part:
        """Return the hook that gives the status as the first round is about to begin."""

        @hook(Moment.BATTLE_STARTS, "Afflicted", when=lambda *_: True, forced=True)
        def afflict(battle: Battle, me: Me, now: Happening) -> None:
            for unit in tuple(battle.in_play(self.side)):
                if unit.id in battle.state.adventurers or meant(battle, unit, self.only):
                    statuses.gain(battle, unit.id, self.status)

        who = _who(self.only) if self.side == "enemy" else "Each adventurer and companion"
        return Part(f"{who} begins with {self.status.capitalize()}.", hooks=(afflict,))


RULES = shelf(Stronger, Tougher, Reinforcements, Crowd, Flipped, Afflicted)
