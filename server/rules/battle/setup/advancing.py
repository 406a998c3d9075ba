"""Advancements (p31; ADV-1 to ADV-14): what XP buys, the prices, and adventurers that start with
more than 2 XP.

Of the prices printed at the mat's columns only the last two black ones are known: 1 each (ADV-13).
For the others this is our default: every second square costs 1 more, counted from either end.
"""

from collections import Counter
from typing import Literal

from protocol.battle import Advanced, HpChanged, LineTrained
from protocol.ids import NO_KIND, DieKind, LineId, UnitId
from protocol.option_keys import option_key, read_key
from protocol.questions import One, Option, Question, options_of
from server.rules.battle.adventurer import tenacity
from server.rules.battle.components.catalogue import catalogue_of
from server.rules.battle.components.printed import SkillDie, SkillLine
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.state import MAX_TENACITY, Adventurer, Row
from server.rules.battle.kernel.words import Attribute, Stat
from server.rules.battle.setup.guide import Guide, growth

SQUARES, ENDS = 6, "LR"
PRICES = (1, 1, 2, 2, 3, 3)
"""The price in XP of the nth square from an attribute's own end, white and black alike."""
STAT_TOKENS, LINE_TOKENS = 16, 2  # tokens in the box, of a stat and of a skill line (LIM-1)
STATS: tuple[Stat, ...] = ("health", "stamina", "magicka")
START = 2
"""The XP dial at the beginning of a campaign (SET-9)."""
XP_PER_TRAINER = 4
"""An adventurer that starts later has met a trainer for each so many XP. Our choice."""
KINDS = "kinds"
"""Cache key of how many dice of each kind are out of the box. No unit has this id."""
MOST_SAVED = 3
"""XP that an adventurer may save (ADV-9)."""
NO_LIMIT = 99
"""More XP than any advancement costs."""
MOST_COOLDOWN = 6
"""The last slot of the Cooldown stat; the true one is not known (U-03)."""


def has_room(mat: Adventurer, attribute: Attribute) -> bool:
    """Return whether an attribute's row has an open square (ADV-14)."""
    return price(mat, attribute) > 0


def price(mat: Adventurer, attribute: Attribute) -> int:
    """Return the price of an attribute's next square in XP; 0 if it cannot grow (ADV-3, ADV-4)."""
    row = next((row for row in mat.mat if attribute in (row.left, row.right)), None)
    if row is None or row.left_squares + row.right_squares >= SQUARES:
        return 0
    return PRICES[row.left_squares if row.left == attribute else row.right_squares]


def grow(
    battle: Battle, unit: UnitId, attribute: Attribute, kind: DieKind = NO_KIND, xp: int = 0
) -> None:
    """Let an attribute grow by a square, or Cooldown by a slot. `xp` is the price, for the log.

    Health brings 1 HP at once (STA-3); a skill line grows by a die of `kind`.
    """
    battle.emit(Advanced(unit, attribute, kind, xp))
    chip = battle.unit(unit)
    if attribute == "health" and not chip.fate:
        battle.emit(HpChanged(unit, chip.hp + 1, chip.bonus, "advance"))


def supply_left(battle: Battle, die: SkillDie) -> int:
    """Return how many dice of a kind are left in the box (LIM-2, SKL-9)."""
    return die.supply - dice_out(battle)[die.id]


def dice_out(battle: Battle) -> Counter[DieKind]:
    """Return how many dice of each kind are out of the box; 0 of one that it does not name."""
    dice = battle.state.dice
    # Counted for all kinds at once: creation asks for each of some seventy.
    return battle.of_parts.get((dice,), KINDS, lambda: Counter([one.kind for one in dice.values()]))


def lines_left(battle: Battle) -> list[SkillLine]:
    """Return the lines of which a token is left in the box (LIM-1), only those that the table plays
    with.
    """
    trained = Counter([one for mat in battle.state.adventurers.values() for one in mat.lines])
    valenwood = battle.state.settings.valenwood
    return [
        line
        for line in catalogue_of(battle).lines.values()
        if trained[line.id] < LINE_TOKENS and (line.set == "base" or valenwood)
    ]


def open_slots(mat: Adventurer) -> list[str]:
    """Return the circular slots without a token, such as "3R" for the right end of row 3."""
    rows: list[tuple[int, Row]] = list(enumerate(mat.mat, 1))
    ends = {f"{n}{end}": row.left if end == "L" else row.right for n, row in rows for end in ENDS}
    return [slot for slot, held in ends.items() if not held]


def start_later(battle: Battle, unit: UnitId, guide: Guide) -> None:
    """Let an adventurer that starts with a dial above 2 choose skill lines and advancements.

    It has earned as many XP as the dial is above 2. Of unspent XP, those above 3 become tenacity
    (ADV-9).
    """
    xp = battle.state.settings.xp - START
    for _ in range(xp // XP_PER_TRAINER):
        _train(battle, unit, guide)
    while xp > 0 and (chosen := _choose(battle, unit, xp, guide)) is not None:
        xp -= buy(battle, unit, chosen)
    overflow(battle, unit, xp)


def overflow(battle: Battle, unit: UnitId, xp: int) -> int:
    """Turn XP above those that may be saved into tenacity, up to its maximum; the rest is lost
    (ADV-9, C-18). Returns the XP that stay saved.
    """
    if xp > MOST_SAVED:
        tenacity.gain(battle, unit, xp - MOST_SAVED, "saved xp")
    return min(xp, MOST_SAVED)


def teachable(battle: Battle, unit: UnitId) -> list[SkillLine]:
    """Return the skill lines that an adventurer can learn: those that it lacks, with a token left
    in the box (LIM-1, SKL-5). [] without an open circular slot.
    """
    mat = battle.mat(unit)
    if not open_slots(mat):
        return []
    return [line for line in lines_left(battle) if line.id not in mat.lines]


def roomiest_slots(mat: Adventurer) -> list[str]:
    """Return the open circular slots, those in the rows with most open squares first."""
    return sorted(open_slots(mat), key=lambda slot: _squares(mat, slot))


def slot_question(battle: Battle, unit: UnitId, attribute: Attribute) -> Question:
    """Return the question which open circular slot takes an attribute's token (ADV-11). There must
    be one.
    """
    slots = roomiest_slots(battle.mat(unit))
    options = tuple(Option(option_key("slot", slot), slot) for slot in slots)
    return Question(
        to=battle.deciders(unit),
        why="create.slot",
        text="Which slot of your mat takes its token?",
        shape=One(options),
        rule="ADV-11",
        default=(options[0].key,),
        about=attribute,
    )


def _train(battle: Battle, unit: UnitId, guide: Guide) -> None:
    """Offer the lines of a trainer, and put the chosen one into an open circular slot (ADV-11,
    SKL-5).
    """
    lines = teachable(battle, unit)
    if not lines:
        return
    offered = tuple(Option(line.id, line.name, line.stat) for line in lines)
    text = "A trainer offers you another skill line."
    line = guide.one("create.train", text, offered, "ADV-11", default=False, may_pass=True)
    if not line:
        return
    question = slot_question(battle, unit, LineId(line))
    (slot,) = guide.picks(question, options_of(question.shape)[:1])
    battle.emit(LineTrained(unit, LineId(line), read_key(slot).name))


def _squares(mat: Adventurer, slot: str) -> int:
    row = mat.mat[int(slot[0]) - 1]
    return row.left_squares + row.right_squares


Purchase = tuple[Attribute | Literal["tenacity"], DieKind, int]
"""An attribute or tenacity, the kind of die ("" unless it is a skill line), and the price in XP."""


def purchases(battle: Battle, unit: UnitId, xp: int) -> list[Purchase]:
    """Return what an adventurer can buy for up to `xp` XP, the cheapest first (ADV-2 to ADV-8)."""
    mat = battle.mat(unit)
    found: list[Purchase] = []
    for name in reversed(mat.lines):
        found += [
            (name, die.id, price(mat, name))
            for die in catalogue_of(battle).lines[name].dice
            if supply_left(battle, die) and _may_learn(battle, mat, die)
        ]
    found += [(stat, NO_KIND, price(mat, stat)) for stat in STATS if _tokens(battle, stat)]
    if mat.cooldown < MOST_COOLDOWN:
        found.append(("cooldown", NO_KIND, mat.cooldown + 1))
    if mat.tenacity < MAX_TENACITY:
        found.append(("tenacity", NO_KIND, 1))
    return sorted((one for one in found if 0 < one[2] <= xp), key=lambda one: one[2])


def _may_learn(battle: Battle, mat: Adventurer, die: SkillDie) -> bool:
    """Return whether a die may be added to a mat: above level 1 that needs a die of the same line,
    of the same level or one lower (ADV-6).
    """
    owner = next(name for name, one in battle.state.adventurers.items() if one is mat)
    line = catalogue_of(battle).line_of[die.id]
    kinds = catalogue_of(battle).dice
    owned = [
        kinds[one.kind].level
        for one in battle.state.dice.values()
        if one.owner == owner and catalogue_of(battle).line_of[one.kind] is line
    ]
    return die.level == 1 or die.level in owned or die.level - 1 in owned


def _tokens(battle: Battle, stat: Stat) -> bool:
    """Return whether a square token of a stat is left in the box (LIM-1)."""
    used = 0
    for mat in battle.state.adventurers.values():
        used += sum(row.left_squares for row in mat.mat if row.left == stat)
        used += sum(row.right_squares for row in mat.mat if row.right == stat)
    return used < STAT_TOKENS


def offers(battle: Battle, unit: UnitId, xp: int) -> dict[str, Purchase]:
    """Return what an adventurer can buy for up to `xp` XP, by option key."""
    return {option_key(one[0], one[1]): one for one in purchases(battle, unit, xp)}


def as_options(battle: Battle, offered: dict[str, Purchase]) -> tuple[Option, ...]:
    """Return an option for each purchase, with its price as the note."""
    kinds = catalogue_of(battle).dice
    return tuple(
        Option(
            key,
            f"{kinds[kind].name} die" if kind else f"1 {name.capitalize()}",
            f"{cost} XP" + (f", level {kinds[kind].level}" if kind else ""),
        )
        for key, (name, kind, cost) in offered.items()
    )


def likely(battle: Battle, unit: UnitId, offered: dict[str, Purchase]) -> str:
    """Return the key of the purchase to suggest (see `guide.growth`)."""
    mat = battle.mat(unit)
    return growth(mat, offered, mat.lines[min(1, len(mat.lines) - 1)])


def _choose(battle: Battle, unit: UnitId, xp: int, guide: Guide) -> Purchase | None:
    offered = offers(battle, unit, xp)
    if not offered:
        return None
    first = as_options(battle, offered)
    best = likely(battle, unit, offered)
    if not battle.asks_all:
        first = tuple(sorted(first, key=lambda option: option.key != best))
    text = f"You have {xp} XP for advancements."
    chosen = guide.one("create.advance", text, first, "ADV-3", may_pass=True)
    return offered.get(chosen)


def buy(battle: Battle, unit: UnitId, chosen: Purchase) -> int:
    """Carry out a purchase. Returns its price in XP, which the caller has to subtract."""
    name, kind, cost = chosen
    if name == "tenacity":
        tenacity.gain(battle, unit, 1, "advance")
    else:
        grow(battle, unit, name, kind, cost)
    return cost
