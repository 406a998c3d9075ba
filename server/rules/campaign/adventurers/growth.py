"""Growth between battles: XP, skill lines, dice, and untraining (p31, p43).

What an advancement costs and brings is `battle.setup.advancing`, as for a party that starts later.
"""

from collections.abc import Sequence

from protocol.battle import LineTrained, NamedReason
from protocol.campaign import SavedXpChanged, StatTrained, Untrained, XpHow
from protocol.ids import DieId, DieKind, LineId, UnitId
from protocol.option_keys import option_key, read_key
from protocol.questions import One, Option, Question
from server.rules.battle.adventurer import tenacity
from server.rules.battle.kernel.state import Adventurer
from server.rules.battle.kernel.words import Attribute, Stat, attribute_of
from server.rules.battle.setup import advancing
from server.rules.campaign.adventurers import elsewhere
from server.rules.campaign.components.words import Constellation
from server.rules.campaign.kernel.session import Session

TOKENS = 2
"""Tokens that are drawn for somebody who trains a line away from a trainer's stall."""
MAGICKA: Stat = "magicka"
PILGRIM = "pilgrim"
PILGRIMS_TENACITY = 2
"""What a master Pilgrim gains for training a skill die."""
FIXED = ("health", "stamina", "combat")
"""Whose tokens stay on the mat for good (UNT-5)."""


def change_xp(session: Session, unit: UnitId, by: int, why: XpHow) -> None:
    """Change the XP that an adventurer has saved, to 0 at least; the dial stays (RWD-4)."""
    now = max(0, session.xp_of(unit) + by)
    if now != session.xp_of(unit):
        session.emit(SavedXpChanged(unit, now, why))


def buy(session: Session, unit: UnitId, chosen: advancing.Purchase) -> None:
    """Give an adventurer an advancement for the XP that it has saved (ADV-1)."""
    cost = advancing.buy(session.battle, unit, chosen)
    change_xp(session, unit, -cost, "advance")
    name, kind, _ = chosen
    # A master Pilgrim gains nothing for Combat dice, as its sheet says.
    if kind and name != "combat":
        _trained_die(session, unit)


def _trained_die(session: Session, unit: UnitId) -> None:
    one = elsewhere.printed(session, unit, PILGRIM)
    if one is not None and session.state.adventurers[unit].master:
        tenacity.gain(session.battle, unit, PILGRIMS_TENACITY, NamedReason(PILGRIM))


def teachable(
    session: Session, unit: UnitId, of: Sequence[Constellation] = (), among: Sequence[str] = ()
) -> list[LineId]:
    """Return the lines of these constellations (none: any) that an adventurer can still be taught;
    with `among` only those of them.
    """
    lines = advancing.teachable(session.battle, unit)
    found = [one.id for one in lines if not of or one.constellation in of]
    return [name for name in found if not among or name in among]


def lacks_magicka(session: Session, unit: UnitId) -> bool:
    """Return whether an adventurer has untrained Magicka and has an open slot for it (ADV-12)."""
    mat = session.state.adventurers[unit]
    rows = [end for row in mat.mat for end in (row.left, row.right)]
    return MAGICKA not in rows and bool(advancing.open_slots(mat))


def train(session: Session, unit: UnitId, attribute: Attribute, slot: str = "") -> None:
    """Put a line's token, or Magicka's, into an open circular slot; without `slot` the owner is
    asked which.
    """
    slot = slot or _slot(session, unit, attribute)
    if attribute == MAGICKA:
        session.emit(StatTrained(unit, MAGICKA, slot))
    else:
        session.emit(LineTrained(unit, LineId(attribute), slot))


def _slot(session: Session, unit: UnitId, attribute: Attribute) -> str:
    question = advancing.slot_question(session.battle, unit, attribute)
    return read_key(session.choose(question)).name


def learn(
    session: Session, unit: UnitId, of: Sequence[Constellation], *, any_token: bool = False
) -> None:
    """Let an adventurer train a line of these constellations: one of two tokens that are drawn, or
    with `any_token` any that the trainer bag holds.
    """
    lines = teachable(session, unit, of)
    if not any_token:
        # Each line once in this bag: the tokens that are drawn are of different lines.
        lines = drawn_tokens(session, dict.fromkeys(lines, 1), TOKENS)
    offer(session, unit, lines)


def drawn_tokens(session: Session, bag: dict[LineId, int], count: int) -> list[LineId]:
    """Draw so many skill line tokens of a bag, as far as it has them. Returns their lines."""
    left, found = dict[str, int](bag.items()), list[LineId]()
    while len(found) < count and (name := session.game.draw("lines", left)) is not None:
        found.append(LineId(name))
        left[name] -= 1
    return found


def offer(session: Session, unit: UnitId, lines: Sequence[LineId]) -> bool:
    """Let an adventurer train one of these lines, or none. Returns whether it has trained one.

    Of a line whose last token another has taken meanwhile it is told, and asked again.
    """
    known, left, gone = session.catalogue.lines, list(lines), ""
    while left:
        question = Question(
            to=session.battle.deciders(unit),
            why="growth.line",
            text=f"{gone}Which skill line do you train?",
            shape=One(tuple(Option(one, known[one].name, known[one].stat) for one in left)),
            rule="TWN-12",
            may_pass=True,
            default=(left[0],),
            about=unit,
        )
        line = LineId(session.choose(question))
        if not line:
            return False
        slot = _slot(session, unit, line)
        # Others go on while this one decides.
        if line in teachable(session, unit):
            train(session, unit, line, slot)
            return True
        left.remove(line)
        gone = f"{known[line].name} is no longer free. "
    return False


def gain_die(session: Session, unit: UnitId, level: int) -> None:
    """Let an adventurer add a die of this level at most to a trained line, for nothing (RWD-7)."""
    kinds, gone = session.catalogue.dice, ""
    while offered := _granted(session, unit, level):
        options = tuple(
            Option(key, f"{kinds[kind].name} die", f"level {kinds[kind].level}")
            for key, (_, kind, _) in offered.items()
        )
        question = Question(
            to=session.battle.deciders(unit),
            why="growth.die",
            text=f"{gone}Which die do you add?",
            shape=One(options),
            rule="RWD-7",
            may_pass=True,
            default=(options[0].key,),
            about=unit,
        )
        chosen = session.choose(question)
        if not chosen:
            return
        name, kind, _ = offered[chosen]
        # Others go on while this one decides, and may have taken the last one.
        if chosen in _granted(session, unit, level):
            advancing.grow(session.battle, unit, LineId(name), kind)
            if name != "combat":
                _trained_die(session, unit)
            return
        gone = f"{kinds[kind].name} is no longer free. "


def _granted(session: Session, unit: UnitId, level: int) -> dict[str, advancing.Purchase]:
    """Return the dice of this level at most that an adventurer can be given, by option key."""
    kinds = session.catalogue.dice
    return {
        option_key(name, kind): (name, kind, cost)
        # No price bars a die that is given, but it needs what a bought one does
        # (test_a_granted_die_costs_nothing_and_needs_what_a_bought_one_does).
        for name, kind, cost in advancing.purchases(session.battle, unit, advancing.NO_LIMIT)
        if kind and kinds[kind].level <= level
    }


def untrainable(session: Session, unit: UnitId) -> tuple[Option, ...]:
    """Return what an adventurer could untrain, as options: whole lines and Magicka, single dice and
    squares.

    Health, Stamina and Combat stay, but for their squares and dice (UNT-5).
    """
    mat = session.state.adventurers[unit]
    options = []
    for name in (*advancing.STATS, *mat.lines):
        squares = _squares(mat, name)
        # Magicka that was untrained has no token in any row; there is nothing left to give up.
        if squares is None:
            continue
        if name not in FIXED:
            options.append(Option(option_key("whole", name), f"Untrain {name}", "all of it"))
        if name in advancing.STATS and squares:
            options.append(Option(option_key("square", name), f"Untrain 1 {name.capitalize()}"))
    options += [
        Option(option_key("die", kind), f"Untrain a {session.catalogue.dice[kind].name} die")
        for kind in dict.fromkeys(session.state.dice[die].kind for die in own_dice(session, unit))
    ]
    return tuple(options)


def untrain(session: Session, unit: UnitId, key: str) -> None:
    """Untrain what an option of `untrainable` names. XP is not regained."""
    how, name = read_key(key)
    if how == "square":
        session.emit(Untrained(unit, attribute_of(name)))
    elif how == "whole":
        dice = tuple(d for d in own_dice(session, unit) if _line(session, d) == name)
        session.emit(Untrained(unit, attribute_of(name), dice, whole=True))
    else:
        untrain_die(session, unit, DieKind(name))


def untrain_die(session: Session, unit: UnitId, kind: DieKind) -> None:
    """Take one die of a kind off the mat; the others of its line slide together (UNT-4)."""
    die = next(d for d in own_dice(session, unit) if session.state.dice[d].kind == kind)
    session.emit(Untrained(unit, _line(session, die), (die,)))


def own_dice(session: Session, unit: UnitId) -> list[DieId]:
    """Return all skill dice of an adventurer, wherever they lie."""
    return [name for name, die in session.state.dice.items() if die.owner == unit]


def _line(session: Session, die: DieId) -> LineId:
    return session.catalogue.line_of[session.state.dice[die].kind].id


def _squares(mat: Adventurer, name: str) -> int | None:
    for row in mat.mat:
        if row.left == name:
            return row.left_squares
        if row.right == name:
            return row.right_squares
    return None
