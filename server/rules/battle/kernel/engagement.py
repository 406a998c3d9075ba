"""An engage under way as data: its units and dice, and the damage gathered so far.

The functions that deal the damage are in `engage/dealing.py`.
"""

from collections.abc import Callable

from msgspec import Struct, field

from protocol.ids import NO_CARD, NOBODY, CardId, DieId, UnitId
from server.rules.battle.kernel.damage_instance import DamageInstance
from server.rules.battle.kernel.words import FormOrHeld


class Pool(Struct):
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
        """Add the damage of another pool."""
        self.combat += more.combat
        self.other += more.other
        self.true += more.true
        self.adjacent = self.adjacent or more.adjacent
        self.distant = self.distant or more.distant


class Engage(Struct):
    """One engage by the unit `by` of `targets`, all units being engaged.

    Dice: `dice` are the rolled skill dice; `free` are the values of the enemy Combat dice, of which
    the roll gets `extra`, and `free_done` says that they are resolved. `given` are dice that are
    not rolled but used where they lie, as they show. `resolved` are those resolved so far,
    `damaging` those that dealt damage to any unit (for Dodge). `recovers` turns exhausting into
    recovering. `track` is what lay in the cooldown track when the engage began.

    Damage: `pools` by unit; `dealt` and `taken` are its sums so far, `swung` the points of Combat
    dice against each adventurer. `settled` are units whose damage has landed, which no later die
    hits. `ignored` is how many points of a unit's defense are ignored. With `true` an enemy's
    damage is true, `true_lines` are skill lines whose dice deal true damage.

    Effects: `sleeping` are enemy skills that do not work, `silenced` enemies without working
    skills, `used` the effects that were used once in this engage, `armor` the cards used against
    it. `farther` is how many hexes the target may be beyond range. The functions in `closing` run
    once no more dice are resolved, `landed` after the pools have landed, `after` after the engage.
    """

    by: UnitId
    form: FormOrHeld = ""
    targets: list[UnitId] = field(default_factory=list)
    dice: list[DieId] = field(default_factory=list)
    given: list[DieId] = field(default_factory=list)
    free: list[int] = field(default_factory=list)
    free_done: bool = False
    extra: int = 0
    weapon: CardId = NO_CARD
    armor: list[CardId] = field(default_factory=list)
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
        """Return the first target, the declared one of an adventurer's engage; "" if none."""
        return self.targets[0] if self.targets else NOBODY

    def add_combat_dice(self, count: int, *, even_in_magic: bool = False) -> None:
        """Add `count` enemy Combat dice to the roll; none in the magic form, unless the text that
        adds them says so (`even_in_magic`; FRM-5, C-49).
        """
        if self.form != "magic" or even_in_magic:
            self.extra += count

    def note(self, instance: DamageInstance) -> None:
        """Add an instance of damage that has landed to `dealt` and `taken`."""
        self.dealt[instance.unit] = self.dealt.get(instance.unit, 0) + instance.dealt
        self.taken[instance.unit] = self.taken.get(instance.unit, 0) + instance.taken
