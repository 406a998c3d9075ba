"""Step 5b of an engage: resolving results one by one, in the player's order (p60, p61)."""

from dataclasses import replace
from typing import TYPE_CHECKING

from protocol.battle import DiceShown, DieActivated, DieDrained, DieRecovered
from protocol.questions import One, Option, Question, Some
from server.rules.battle import bearers, cooldown, inventory, paying, slots, standing
from server.rules.battle.components import TENACITY
from server.rules.battle.effects import Face, Stat
from server.rules.battle.moments import Happening, Moment
from server.rules.battle.roll import Engage
from server.rules.battle.state import SLOTS

if TYPE_CHECKING:
    from server.rules.battle.battle import Battle

FREE = "free"
SETTLES = "settles"
ANY_SLOT = "any-slot"
DROP = "engage.drop"
GIVEN = ("I", "D")
"""What a die can show that is used where it lies: it goes nowhere for it."""


def resolve_all(battle: "Battle", engage: Engage) -> None:
    """Resolve results until the player is done; the rest is exhausted (ENG-16, ENG-17, ENG-22).

    Between two dice the player's own active dice may be used, or put away to make room.
    """
    while not battle.unit(engage.by).fate:
        options = _options(battle, engage)
        questions = [_question(battle, engage, options)] if options else []
        questions += _making_room(battle, engage, last=not options)
        if not questions:
            break
        now = Happening(Moment.RESOLVING, by=engage.by, unit=engage.by, engage=engage)
        beside = standing.Standing(battle, now, only=engage.by)
        choice = battle.ask(*questions, *beside.questions)
        if choice.index >= len(questions):
            beside.take(choice, before=len(questions))
            continue
        if not choice.picks:
            break
        if questions[choice.index].why == DROP:
            slots.drop(battle, engage.by, choice.picks[0])
            continue
        for pick in choice.picks:
            if battle.unit(engage.by).fate:
                break
            if pick == FREE:
                _resolve_free(battle, engage)
            elif can(battle, engage, pick):
                resolve_die(battle, engage, pick)
    _exhaust_rest(battle, engage)


def _making_room(battle: "Battle", engage: Engage, *, last: bool) -> list[Question]:
    """In one's own turn an active die may be put away for a result that has no slot (ACT-3, SKR-8).

    `last`: nothing else is left to do, so this may be declined.
    """
    turn, unit = battle.state.turn, engage.by
    if turn is None or turn.unit != unit or not slots.droppable(battle, unit):
        return []
    waiting = (die for die in battle.mat(unit).rolled if die in engage.dice)
    if not any(_lacks_room(battle, engage, die) for die in waiting):
        return []
    text = "Your active slots are full. Put a die away to make room?"
    return [slots.question(battle, unit, DROP, text, "ACT-3", may_pass=last)]


def _lacks_room(battle: "Battle", engage: Engage, die: str) -> bool:
    """Whether a result could be resolved if only there were an active slot for it."""
    face = _face(battle, engage, die)
    if face is None or face.code != "A" or feared(battle, engage, die):
        return False
    return not _with_free_slot(battle, engage.by, face) and face.can(battle, engage, die)


def _question(battle: "Battle", engage: Engage, options: list[Option]) -> Question:
    forced = [o.key for o in options if o.key != FREE and _must(battle, engage, o.key)]
    return Question(
        to=battle.deciders(engage.by),
        why="engage.resolve",
        text="Which results do you resolve, in which order? What is left is exhausted.",
        shape=Some(tuple(options), 1, len(options)),
        rule="ENG-17",
        may_pass=not forced,
        default=tuple(forced),
        about=engage.target,
    )


def _options(battle: "Battle", engage: Engage) -> list[Option]:
    options = []
    for die in (*battle.mat(engage.by).rolled, *engage.given):
        if die in (*engage.dice, *engage.given) and can(battle, engage, die):
            kind = battle.catalogue.dice[battle.state.dice[die].kind]
            shown = kind.faces[battle.state.dice[die].face]
            face = _face(battle, engage, die)
            options.append(
                Option(die, f"{kind.name}: {shown}", face.text if face else "+1 tenacity")
            )
    if engage.free and not engage.free_done and engage.reaches(battle, engage.target):
        points = dealing(battle, engage.target, engage.free)
        if points:
            options.append(Option(FREE, f"Enemy Combat dice: {points} damage"))
    return options


def dealing(battle: "Battle", unit: str, values: list[int]) -> int:
    """What enemy Combat dice deal to a unit: each may count more against it."""
    return sum(values) + len(values) * battle.value(unit, Stat.EXPOSED, 0).value


def _face(battle: "Battle", engage: Engage, die: str) -> Face | None:
    return bearers.face_of(battle.catalogue, battle.state, die, engage.form)


def _must(battle: "Battle", engage: Engage, die: str) -> bool:
    face = _face(battle, engage, die)
    return face is not None and face.must


def feared(battle: "Battle", engage: Engage, die: str) -> bool:
    """Whether Fear keeps a die from doing anything, tenacity too (STS-8)."""
    line = battle.catalogue.line_of[battle.state.dice[die].kind]
    return line.id != "combat" and battle.has(engage.by, "fear")


def can(battle: "Battle", engage: Engage, die: str) -> bool:
    """Whether a rolled result can be resolved now (ENG-6, SKR-8, STS-8, STS-13)."""
    waiting = [die for die in engage.given if die not in engage.resolved]
    if die not in (*battle.mat(engage.by).rolled, *waiting) or feared(battle, engage, die):
        return False
    shown = battle.state.dice[die]
    if battle.catalogue.dice[shown.kind].icon(shown.face) == TENACITY:
        return True
    face = _face(battle, engage, die)
    if face is None or (face.code == "A" and not _with_free_slot(battle, engage.by, face)):
        return False
    if die in engage.given and face.code not in GIVEN:
        return False
    return face.can(battle, engage, die)


def resolve_die(battle: "Battle", engage: Engage, die: str) -> None:
    """Resolve one result: do what its icon says, and put the die where its code says (SKR-1 to
    6).
    """
    engage.resolved.append(die)
    shown = battle.state.dice[die]
    if battle.catalogue.dice[shown.kind].icon(shown.face) == TENACITY:
        _put_away(battle, engage, die)
        paying.gain_tenacity(battle, engage.by, 1, "roll")
        return
    face = _face(battle, engage, die)
    assert face is not None
    if SETTLES in face.traits:
        _settle(battle, engage)
        if battle.unit(engage.by).fate:
            return
    match face.code:
        case "A":
            holder = _choose_slots(battle, engage, face)
            battle.emit(DieActivated(die, holder))
            face.resolve(battle, engage, die)
            battle.at(Happening(Moment.DIE_IN_SLOT, unit=holder, die=die, engage=engage))
        case "C":
            _put_away(battle, engage, die)
            face.resolve(battle, engage, die)
        case "D":
            face.resolve(battle, engage, die)
            if die in battle.mat(engage.by).rolled:
                battle.emit(DieDrained(die))
        case _:
            face.resolve(battle, engage, die)
            if die in battle.mat(engage.by).rolled:
                _put_away(battle, engage, die)


def _with_free_slot(battle: "Battle", unit: str, face: Face) -> list[str]:
    """Whose slots may take a result: the roller's, for some icons anybody's (ACT-1, ACT-8)."""
    names = [unit]
    if ANY_SLOT in face.traits:
        names += [other.id for other in battle.adventurers() if other.id != unit]
    return [name for name in names if len(battle.mat(name).active) < SLOTS]


def _choose_slots(battle: "Battle", engage: Engage, face: Face) -> str:
    names = _with_free_slot(battle, engage.by, face)
    return battle.pick(
        Question(
            to=battle.deciders(engage.by),
            why="engage.slot",
            text="Into whose active slots does it go?",
            shape=One(tuple(Option(name, battle.unit(name).name) for name in names)),
            rule="ACT-8",
            default=(names[0],),
        )
    )


def _settle(battle: "Battle", engage: Engage) -> None:
    """Damage lands after the last die that hits its unit (C-06): here the player says on which.

    Asked before a result that minds whether damage has landed, and only while dice are left that
    could still hit.
    """
    units = [unit for unit in engage.pools if not battle.unit(unit).fate]
    if units and _could_hit(battle, engage):
        names = engage.gathered(battle, units)
        picked = battle.picks(
            Question(
                to=battle.deciders(engage.by),
                why="engage.settle",
                text="Whose damage is applied first? No later die of this engage can hit them.",
                shape=Some(names, 0, len(names)),
                rule="ENG-26",
                default=tuple(units),
            )
        )
        units = [unit for unit in units if unit in picked]
    if units:
        engage.settle(battle, units)


def _could_hit(battle: "Battle", engage: Engage) -> bool:
    left = [die for die in battle.mat(engage.by).rolled if die not in engage.resolved]
    return bool(left) or (bool(sum(engage.free)) and not engage.free_done)


def roll_again(battle: "Battle", engage: Engage, die: str, *, rewards: bool = True) -> None:
    """Roll a die of the engage once more and resolve what it shows now, if it can be.

    What answers a roll may answer this one: it sees an engage of that die alone. A die that lies
    elsewhere (`given`) stays there. In a roll of no engage tenacity `rewards` nobody (CLS-13).
    """
    if die in engage.given:
        engage.resolved.remove(die)
    faces = battle.roll(1, "engage", engage.by)
    battle.emit(DiceShown((die,), faces, "again"))
    alone = replace(engage, dice=[die], free=[])
    battle.at(Happening(Moment.AFTER_ROLL, by=engage.by, engage=alone))
    shown = battle.state.dice[die]
    blank = battle.catalogue.dice[shown.kind].icon(shown.face) == TENACITY
    if can(battle, engage, die) and (rewards or not blank):
        resolve_die(battle, engage, die)


def _put_away(battle: "Battle", engage: Engage, die: str) -> None:
    if die in engage.given:
        return
    if engage.recovers:
        battle.emit(DieRecovered(die))
    else:
        cooldown.exhaust(battle, die, resolved=True)


def _resolve_free(battle: "Battle", engage: Engage) -> None:
    """The free enemy Combat dice deal their damage and are gone (ENG-13, ENG-21)."""
    engage.free_done = True
    for at, value in enumerate(engage.free):
        engage.hit(battle, engage.target, value, f"{FREE}{at}", combat=True)


def _exhaust_rest(battle: "Battle", engage: Engage) -> None:
    """What was not resolved is exhausted, in the owner's order (ENG-22, CD-4, CD-20)."""
    left = [die for die in battle.mat(engage.by).rolled if die in engage.dice]
    if not engage.recovers:
        left = cooldown.in_order(battle, engage.by, left, "engage.exhaust", "the unresolved dice")
    for die in left:
        if engage.recovers:
            battle.emit(DieRecovered(die))
        else:
            cooldown.exhaust(battle, die)


def use_weapon(battle: "Battle", engage: Engage) -> None:
    """The weapon and its overtax take effect; an overtaxed one is discarded afterwards (ITM-7,
    ITM-20), one that expends is expended.
    """
    unit = engage.by
    card = next((c for c in battle.mat(unit).ready if c.id == engage.weapon), None)
    if card is None:  # what answered the target has cost it
        engage.weapon, engage.overtaxed = "", False
        return
    item = battle.catalogue.items[card.item]
    if item.weapon is not None:
        item.weapon(battle, engage)
    if engage.overtaxed:
        if item.overtax is not None:
            item.overtax(battle, engage)
        engage.after.append(lambda: inventory.lose_overtaxed(battle, unit, card.id))
    if item.expends:
        engage.after.append(lambda: inventory.expend(battle, unit, card.id))
