"""Advancements (p31; ADV-1 to ADV-14): what XP buys, what it costs, and a start above 2 XP.

Of the prices printed at the mat's columns only the last two black ones are known: 1 each (ADV-13).
For the others we take this default: every second square costs 1 more, counted from either end.
"""

from typing import TYPE_CHECKING

from protocol.battle import Advanced, HpChanged, LineTrained
from protocol.questions import One, Option, Question
from server.rules.battle import paying
from server.rules.battle.components import SkillDie, SkillLine
from server.rules.battle.state import MAX_TENACITY, Adventurer, Row

if TYPE_CHECKING:
    from server.rules.battle.battle import Battle

SQUARES, ENDS = 6, "LR"
PRICES = (1, 1, 2, 2, 3, 3)
"""What the nth square from an attribute's own end costs, white and black alike."""
STAT_TOKENS, LINE_TOKENS = 16, 2
STATS = ("health", "stamina", "magicka")
START = 2
"""Where the XP dial stands as a campaign begins (SET-9)."""
XP_PER_TRAINER = 4
"""A party that starts later has met a trainer for every so many XP."""
MOST_SAVED = 3
MOST_COOLDOWN = 6
"""The last slot of the Cooldown stat; the true one is not known (U-03)."""


def has_room(mat: Adventurer, attribute: str) -> bool:
    """Whether an attribute's row has an open square (ADV-14)."""
    return price(mat, attribute) > 0


def price(mat: Adventurer, attribute: str) -> int:
    """What an attribute's next square costs; 0 if there is none (ADV-3, ADV-4)."""
    row = next((row for row in mat.mat if attribute in (row.left, row.right)), None)
    if row is None or row.left_squares + row.right_squares >= SQUARES:
        return 0
    return PRICES[row.left_squares if row.left == attribute else row.right_squares]


def grow(battle: "Battle", unit: str, attribute: str, kind: str = "", xp: int = 0) -> None:
    """An attribute grows by a square, or Cooldown by a slot; more Health is 1 HP at once (STA-3).

    A line grows by a die of `kind`.
    """
    battle.emit(Advanced(unit, attribute, kind, xp))
    chip = battle.unit(unit)
    if attribute == "health" and not chip.fate:
        battle.emit(HpChanged(unit, chip.hp + 1, chip.bonus, "advance"))


def supply_left(battle: "Battle", die: SkillDie) -> int:
    """How many dice of a kind are left in the box (LIM-2, SKL-9)."""
    return die.supply - sum(one.kind == die.id for one in battle.state.dice.values())


def tokens_left(battle: "Battle", line: SkillLine) -> bool:
    """Whether the box still holds a token of a line that this table plays with (LIM-1)."""
    trained = [one for mat in battle.state.adventurers.values() for one in mat.lines]
    in_box = line.set == "base" or battle.state.settings.valenwood
    return in_box and trained.count(line.id) < LINE_TOKENS


def open_slots(mat: Adventurer) -> list[str]:
    """The circular slots without a token: "3R" is the right end of row 3."""
    rows: list[tuple[int, Row]] = list(enumerate(mat.mat, 1))
    ends = {f"{n}{end}": row.left if end == "L" else row.right for n, row in rows for end in ENDS}
    return [slot for slot, held in ends.items() if not held]


def start_later(battle: "Battle", unit: str) -> None:
    """An adventurer of a party whose dial stands above 2: lines and advancements for the XP.

    It has earned as many XP as the dial went up; what it does not spend becomes tenacity beyond
    the 3 XP that may be saved (ADV-9).
    """
    xp = battle.state.settings.xp - START
    for _ in range(xp // XP_PER_TRAINER):
        _train(battle, unit)
    while xp > 0 and (chosen := _choose(battle, unit, xp)) is not None:
        xp -= _buy(battle, unit, chosen)
    if xp > MOST_SAVED:
        paying.gain_tenacity(battle, unit, xp - MOST_SAVED, "saved xp")


def _train(battle: "Battle", unit: str) -> None:
    """A line from a trainer goes into an open circular slot (ADV-11, SKL-5)."""
    mat = battle.mat(unit)
    lines = [
        line
        for line in battle.catalogue.lines.values()
        if line.id not in mat.lines and tokens_left(battle, line)
    ]
    slots = sorted(open_slots(mat), key=lambda slot: _squares(mat, slot))
    if not lines or not slots:
        return
    line = battle.pick(
        Question(
            to=battle.deciders(unit),
            why="create.train",
            text="A trainer offers you another skill line.",
            shape=One(tuple(Option(line.id, line.name, line.stat) for line in lines)),
            rule="ADV-11",
            may_pass=True,
        )
    )
    if not line:
        return
    slot = battle.pick(
        Question(
            to=battle.deciders(unit),
            why="create.slot",
            text="Which slot of your mat takes its token?",
            shape=One(tuple(Option(f"slot:{slot}", slot) for slot in slots)),
            rule="ADV-11",
            default=(f"slot:{slots[0]}",),
            about=line,
        )
    )
    battle.emit(LineTrained(unit, line, slot.partition(":")[2]))


def _squares(mat: Adventurer, slot: str) -> int:
    row = mat.mat[int(slot[0]) - 1]
    return row.left_squares + row.right_squares


Purchase = tuple[str, str, int]
"""An attribute, the kind of die if it is a line, and the price."""


def purchases(battle: "Battle", unit: str, xp: int) -> list[Purchase]:
    """What an adventurer can buy for up to so many XP, cheapest first (ADV-2 to ADV-8)."""
    mat = battle.mat(unit)
    found: list[Purchase] = []
    for name in reversed(mat.lines):
        found += [
            (name, die.id, price(mat, name))
            for die in battle.catalogue.lines[name].dice
            if supply_left(battle, die) and _may_learn(battle, mat, die)
        ]
    found += [(stat, "", price(mat, stat)) for stat in STATS if _tokens(battle, stat)]
    if mat.cooldown < MOST_COOLDOWN:
        found.append(("cooldown", "", mat.cooldown + 1))
    if mat.tenacity < MAX_TENACITY:
        found.append(("tenacity", "", 1))
    return sorted((one for one in found if 0 < one[2] <= xp), key=lambda one: one[2])


def _may_learn(battle: "Battle", mat: Adventurer, die: SkillDie) -> bool:
    """A die above level 1 needs one of its line, of its level or the one below it (ADV-6)."""
    owner = next(name for name, one in battle.state.adventurers.items() if one is mat)
    line = battle.catalogue.line_of[die.id]
    kinds = battle.catalogue.dice
    owned = [
        kinds[one.kind].level
        for one in battle.state.dice.values()
        if one.owner == owner and battle.catalogue.line_of[one.kind] is line
    ]
    return die.level == 1 or die.level in owned or die.level - 1 in owned


def _tokens(battle: "Battle", stat: str) -> bool:
    """Whether a square token of a stat is left in the box (LIM-1)."""
    used = 0
    for mat in battle.state.adventurers.values():
        used += sum(row.left_squares for row in mat.mat if row.left == stat)
        used += sum(row.right_squares for row in mat.mat if row.right == stat)
    return used < STAT_TOKENS


def _choose(battle: "Battle", unit: str, xp: int) -> Purchase | None:
    offers = {f"{one[0]}:{one[1]}": one for one in purchases(battle, unit, xp)}
    if not offers:
        return None
    kinds = battle.catalogue.dice
    options = tuple(
        Option(
            key,
            f"{kinds[kind].name} die" if kind else f"1 {name.capitalize()}",
            f"{cost} XP" + (f", level {kinds[kind].level}" if kind else ""),
        )
        for key, (name, kind, cost) in offers.items()
    )
    chosen = battle.pick(
        Question(
            to=battle.deciders(unit),
            why="create.advance",
            text=f"You have {xp} XP for advancements.",
            shape=One(options),
            rule="ADV-3",
            may_pass=True,
            default=(options[0].key,),
        )
    )
    return offers.get(chosen)


def _buy(battle: "Battle", unit: str, chosen: Purchase) -> int:
    name, kind, cost = chosen
    if name == "tenacity":
        paying.gain_tenacity(battle, unit, 1, "advance")
    else:
        grow(battle, unit, name, kind, cost)
    return cost
