"""An engage under way: who, whom, with which dice, and the damage that gathers.

What is done with it stands in `engage/dealing.py`.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from protocol.ids import NOBODY, DieId, UnitId
from server.rules.battle.kernel.damage_instance import DamageInstance
from server.rules.battle.kernel.words import FormOrHeld


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
        """Return all that is gathered, before Maim."""
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

    by: UnitId
    form: FormOrHeld = ""
    targets: list[UnitId] = field(default_factory=list)
    dice: list[DieId] = field(default_factory=list)
    given: list[DieId] = field(default_factory=list)
    free: list[int] = field(default_factory=list)
    free_done: bool = False
    extra: int = 0
    weapon: str = ""
    armor: list[str] = field(default_factory=list)
    overtaxed: bool = False
    recovers: bool = False
    pools: dict[UnitId, Pool] = field(default_factory=dict)
    damaging: list[str] = field(default_factory=list)
    resolved: list[DieId] = field(default_factory=list)
    ignored: dict[UnitId, int] = field(default_factory=dict)
    sleeping: list[str] = field(default_factory=list)
    silenced: list[UnitId] = field(default_factory=list)
    used: list[str] = field(default_factory=list)
    settled: list[UnitId] = field(default_factory=list)
    closing: list[Callable[[], None]] = field(default_factory=list)
    landed: list[Callable[[], None]] = field(default_factory=list)
    after: list[Callable[[], None]] = field(default_factory=list)
    track: tuple[str, ...] = ()
    dealt: dict[UnitId, int] = field(default_factory=dict)
    taken: dict[UnitId, int] = field(default_factory=dict)
    swung: dict[UnitId, int] = field(default_factory=dict)
    true: bool = False
    true_lines: list[str] = field(default_factory=list)
    farther: int = 0

    @property
    def target(self) -> UnitId:
        """Return the declared target of a party unit's engage, or ""."""
        return self.targets[0] if self.targets else NOBODY

    def add_combat_dice(self, count: int, *, even_in_magic: bool = False) -> None:
        """Let the roll have so many enemy Combat dice more.

        There are none in Magic form, unless the text that adds them says so (FRM-5, C-49).
        """
        if self.form != "magic" or even_in_magic:
            self.extra += count

    def note(self, instance: DamageInstance) -> None:
        """Remember what an instance of damage came to."""
        self.dealt[instance.unit] = self.dealt.get(instance.unit, 0) + instance.dealt
        self.taken[instance.unit] = self.taken.get(instance.unit, 0) + instance.taken
