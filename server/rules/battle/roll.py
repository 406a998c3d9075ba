"""An engage under way: who, whom, with which dice, and the damage that gathers.

Damage to enemies and companions is pooled per unit and lands after the last die; on adventurers
every die lands at once (C-06). Where a die was when it was resolved counts: reach, adjacency and
sight are looked up then, not when the pool lands (ENG-26).
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from protocol.questions import Option, Order, Question
from server.rules.battle import bearers, damage, targeting
from server.rules.battle.blow import Blow
from server.rules.battle.effects import Stat
from server.rules.battle.moments import Happening, Moment

if TYPE_CHECKING:
    from server.rules.battle.battle import Battle


@dataclass
class Pool:
    """Damage gathered against one unit: by Combat dice, by other means, true.

    `adjacent` and `distant` say whether any of it was dealt from next to the unit, or from afar.
    """

    combat: int = 0
    other: int = 0
    true: int = 0
    adjacent: bool = False
    distant: bool = False

    @property
    def points(self) -> int:
        """All that is gathered, before Maim."""
        return self.combat + self.other + self.true

    def add(self, more: "Pool") -> None:
        """Gather what another pool holds, too."""
        self.combat += more.combat
        self.other += more.other
        self.true += more.true
        self.adjacent = self.adjacent or more.adjacent
        self.distant = self.distant or more.distant


@dataclass
class Engage:
    """One engage of any unit. `dice` are rolled skill dice; `free` enemy Combat dice's values.

    `given` are dice that lie elsewhere and are not rolled, but whose side is used all the same;
    `targets` holds every unit being engaged; `damaging` the dice that dealt damage to anybody (for
    Dodge); `ignored` how much defense of a unit is ignored; `sleeping` enemy skills that are,
    `silenced` enemies whose skills all are; `used` the effects that work once an engage; `settled`
    the units whose damage has landed, which no later die hits. `true_lines` are lines whose dice
    deal true damage, `farther` hexes by which the target may be beyond range. `extra` is how many
    enemy Combat dice the roll gets; `recovers` turns exhausting into recovering; `armor` the cards
    used against it; `swung` the points of Combat dice against each adventurer; `track` what lay in
    the cooldown track when the engage began. `closing` runs once no more dice are resolved, before
    the pools land; `landed` when they have; `after` once it is over.
    """

    by: str
    form: str = ""
    targets: list[str] = field(default_factory=list)
    dice: list[str] = field(default_factory=list)
    given: list[str] = field(default_factory=list)
    free: list[int] = field(default_factory=list)
    free_done: bool = False
    extra: int = 0
    weapon: str = ""
    armor: list[str] = field(default_factory=list)
    overtaxed: bool = False
    recovers: bool = False
    pools: dict[str, Pool] = field(default_factory=dict)
    damaging: list[str] = field(default_factory=list)
    resolved: list[str] = field(default_factory=list)
    ignored: dict[str, int] = field(default_factory=dict)
    sleeping: list[str] = field(default_factory=list)
    silenced: list[str] = field(default_factory=list)
    used: list[str] = field(default_factory=list)
    settled: list[str] = field(default_factory=list)
    closing: list[Callable[[], None]] = field(default_factory=list)
    landed: list[Callable[[], None]] = field(default_factory=list)
    after: list[Callable[[], None]] = field(default_factory=list)
    track: tuple[str, ...] = ()
    dealt: dict[str, int] = field(default_factory=dict)
    taken: dict[str, int] = field(default_factory=dict)
    swung: dict[str, int] = field(default_factory=dict)
    true: bool = False
    true_lines: list[str] = field(default_factory=list)
    farther: int = 0

    @property
    def target(self) -> str:
        """The declared target of a party unit's engage, or ""."""
        return self.targets[0] if self.targets else ""

    def reaches(self, battle: "Battle", unit: str) -> bool:
        """Whether the declared target can be affected now: still in play, in reach and sight."""
        if not unit or battle.unit(unit).fate or unit in self.settled:
            return False
        return targeting.targetable(battle, self.by, unit, self.form, self.farther)

    def hit(
        self, battle: "Battle", unit: str, points: int, die: str = "", *, combat: bool = False
    ) -> None:
        """Deal physical damage with a die; a Combat die may count more (`Stat.EXPOSED`)."""
        if combat:
            points += battle.value(unit, Stat.EXPOSED, 0).value
        shown = battle.state.dice.get(die)
        if shown is not None and battle.catalogue.line_of[shown.kind].id in self.true_lines:
            self._add(battle, unit, 0, points, die, combat=False)
        else:
            self._add(battle, unit, points, 0, die, combat)

    def hit_true(self, battle: "Battle", unit: str, points: int, die: str = "") -> None:
        """Deal true damage with a die of this engage."""
        self._add(battle, unit, 0, points, die, False)

    def _add(
        self, battle: "Battle", unit: str, points: int, true: int, die: str, combat: bool
    ) -> None:
        if points + true <= 0 or battle.unit(unit).fate or unit in self.settled:
            return
        if die and die not in self.damaging:
            self.damaging.append(die)
        adjacent = battle.adjacent(self.by, unit)
        if unit in battle.state.adventurers:
            points = self._halved(battle, unit, points) if combat else points
            self.note(damage.land(battle, Blow(unit, self.by, points, true, adjacent), self))
            return
        by_kind = (points, 0) if combat else (0, points)
        self.pools.setdefault(unit, Pool()).add(Pool(*by_kind, true, adjacent, not adjacent))

    def _halved(self, battle: "Battle", unit: str, points: int) -> int:
        """What Maim leaves of a Combat die whose damage lands alone: the sum is halved (STS-9)."""
        before = self.swung.get(unit, 0)
        self.swung[unit] = before + points
        maimed = battle.has(self.by, "maim")
        return (before + points) // 2 - before // 2 if maimed else points

    def note(self, blow: Blow) -> None:
        """Remember what an instance of damage came to."""
        self.dealt[blow.unit] = self.dealt.get(blow.unit, 0) + blow.dealt
        self.taken[blow.unit] = self.taken.get(blow.unit, 0) + blow.taken

    def land_pools(self, battle: "Battle") -> None:
        """Let the pooled damage land. Maim halves the Combat dice (STS-9)."""
        for step in self.closing:
            step()
        for unit in self._in_order(battle, list(self.pools)):
            self._land(battle, unit)
        while self.pools:
            self._land(battle, next(iter(self.pools)))
        for step in self.landed:
            step()

    def gathered(self, battle: "Battle", units: list[str]) -> tuple[Option, ...]:
        """Units as options, each with the damage that has gathered against it."""
        pools = self.pools
        return tuple(
            Option(one, battle.unit(one).name, f"{pools[one].points} damage") for one in units
        )

    def _in_order(self, battle: "Battle", units: list[str]) -> list[str]:
        """One unit at a time: the target first, or as the player likes where it matters (p60)."""
        usual = sorted(units, key=lambda unit: unit != self.target)
        if len(usual) < 2 or not self._order_matters(battle, usual):
            return usual
        picked = battle.picks(
            Question(
                to=battle.deciders(self.by),
                why="engage.land",
                text="In which order does the damage of this engage land?",
                shape=Order(self.gathered(battle, usual)),
                rule="ENG-17",
                default=tuple(usual),
                about=self.by,
            )
        )
        return list(picked)

    def _order_matters(self, battle: "Battle", units: list[str]) -> bool:
        """Somebody may fall who does something then, or several for the stack, which has a top."""
        falling = [battle.unit(u) for u in units if self.pools[u].points >= battle.unit(u).hp]
        answers = any(list(bearers.hooks(battle, one, Moment.DEFEATED)) for one in falling)
        return answers or len({one.chip for one in falling if one.kind == "enemy"}) > 1

    def settle(self, battle: "Battle", units: list[str]) -> None:
        """Let the damage gathered against some units land now: no later die hits them (C-06)."""
        if self.target in units:
            for step in self.closing:
                step()
            self.closing.clear()
        self.settled += units
        for unit in self._in_order(battle, units):
            self._land(battle, unit)

    def _land(self, battle: "Battle", unit: str) -> None:
        battle.at(Happening(Moment.POOL_LANDS, unit=unit, by=self.by, engage=self))
        pool = self.pools.pop(unit)
        combat = pool.combat // 2 if battle.has(self.by, "maim") else pool.combat
        blow = Blow(unit, self.by, combat + pool.other, pool.true, pool.adjacent, "engage")
        blow.distant = pool.distant
        if blow.dealt:
            self.note(damage.land(battle, blow, self))
