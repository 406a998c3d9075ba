"""Special rules about units that an encounter names, and about time."""

from collections.abc import Iterable

from protocol.battle import HpChanged, UnitRoused
from protocol.ids import UnitId
from server.rules.battle.components.catalogue import catalogue_of
from server.rules.battle.components.effects import hook
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.setup import deploying
from server.rules.content.encounters.blocks import Block, Part, Verdict, block, shelf
from server.rules.content.encounters.layout import Layout
from server.rules.content.encounters.printed import ChipId, Place


def names(chips: Iterable[str]) -> str:
    """Return the names of chips in a sentence: "the Gate and the Keeper"."""
    words = [f"the {chip.replace('-', ' ').title()}" for chip in chips]
    return " and ".join(words)


def gone(chip: str) -> Verdict:
    """Return the verdict that no unit of a chip is in play on the party's side."""
    return lambda battle: not any(unit.chip == chip for unit in battle.in_play("party"))


@block("guarded")
class Guarded(Block, frozen=True):
    """An allied unit must not fall: with it the battle is lost."""

    chip: ChipId

    def part(self, layout: Layout) -> Part:
        """Return when the battle is lost."""
        return Part(f"All is lost if {names([self.chip])} falls.", lost=gone(self.chip))


@block("deadline")
class Deadline(Block, frozen=True):
    """The objective has to be met by the end of this round."""

    round: int

    def part(self, layout: Layout) -> Part:
        """Return when the battle is lost."""

        def late(battle: Battle) -> bool:
            encounter = catalogue_of(battle).encounters[battle.state.settings.encounter]
            return battle.state.rounds >= self.round and not encounter.met(battle)

        return Part(f"It has to be done by the end of round {self.round}.", lost=late)


@block("sleepers")
class Sleepers(Block, frozen=True):
    """Units that stand still wake, with HP equal to Health, as an adventurer ends a turn on their
    tile; from the start of `round` on all do (0: never).
    """

    at: Place
    round: int = 0

    def part(self, layout: Layout) -> Part:
        """Return the hooks that wake them."""
        beds = layout.hexes(self.at)

        def asleep(battle: Battle) -> list[UnitId]:
            return [unit.id for unit in battle.in_play() if unit.still and unit.at in beds]

        def near(battle: Battle, unit: UnitId) -> list[UnitId]:
            at = battle.unit(unit).at
            if at is None:
                return []
            tile = battle.ground.tile_of.get(at)
            return [name for name in asleep(battle) if _tile(battle, name) == tile]

        def disturbed(battle: Battle, me: Me, now: Happening) -> bool:
            return now.unit in battle.state.adventurers and bool(near(battle, now.unit))

        @hook(Moment.TURN_ENDS, "Sleepers wake", when=disturbed, forced=True)
        def wake_near(battle: Battle, me: Me, now: Happening) -> None:
            for unit in near(battle, now.unit):
                rouse(battle, unit)

        def due(battle: Battle, me: Me, now: Happening) -> bool:
            return 0 < self.round <= battle.state.rounds and bool(asleep(battle))

        @hook(Moment.ROUND_STARTS, "Sleepers wake", when=due, forced=True)
        def wake_all(battle: Battle, me: Me, now: Happening) -> None:
            for unit in asleep(battle):
                rouse(battle, unit)

        text = "Units that stand still wake when an adventurer ends a turn on their tile"
        text += f", and all of them in round {self.round}." if self.round else "."
        return Part(text, hooks=(wake_near, wake_all))


def _tile(battle: Battle, unit: UnitId) -> str:
    at = battle.unit(unit).at
    assert at is not None
    return battle.ground.tile_of[at]


def rouse(battle: Battle, unit: UnitId) -> None:
    """Let a unit that stood still take turns from now on; one without HP chips first gets as many
    as its Health.
    """
    chip = battle.unit(unit)
    if not chip.hp:
        battle.emit(HpChanged(unit, chip.health, 0, "roused"))
    battle.emit(UnitRoused(unit))


@block("ally")
class Ally(Block, frozen=True):
    """A unit fights on the party's side, led by the first seat, from the first round on; it leaves
    when the battle ends. Of several free hexes at `at` the first in the diagram is its own.
    """

    chip: ChipId
    at: Place
    hp: int = -1

    def part(self, layout: Layout) -> Part:
        """Return the hook that deploys it as the first round is about to begin; where no hex is
        free it does not come.
        """
        hexes = layout.hexes(self.at)

        @hook(Moment.BATTLE_STARTS, "An ally joins", when=lambda *_: True, forced=True)
        def join(battle: Battle, me: Me, now: Happening) -> None:
            free = battle.free_hexes(hexes)
            if free:
                hp = None if self.hp < 0 else self.hp
                leader = battle.state.settings.party[0]
                deploying.deploy_companion(battle, self.chip, free[0], leader, hp=hp, leaves=True)

        who = names([self.chip])
        return Part(f"{who[:1].upper()}{who[1:]} fights on your side.", hooks=(join,))


RULES = shelf(Guarded, Deadline, Sleepers, Ally)
