"""Step 5b of an engage: resolving results one by one, in the player's order (p60, p61)."""

from typing import Final, assert_never

from msgspec.structs import replace

from protocol.battle import DiceShown, DieActivated, DieDrained, DieRecovered
from protocol.ids import NO_CARD, DieId, UnitId
from protocol.questions import One, Option, Picks, Question, Some
from server.rules.battle.adventurer import active_slots, inventory, tenacity, track
from server.rules.battle.components import dice_effects
from server.rules.battle.components.catalogue import catalogue_of
from server.rules.battle.components.effects import Face
from server.rules.battle.components.printed import TENACITY
from server.rules.battle.engage import dealing, evident
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.engagement import Engage
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.kernel.state import SLOTS
from server.rules.battle.kernel.values import Stat
from server.rules.battle.kernel.words import Trait
from server.rules.battle.windows import AnytimeWindow

FREE = evident.FREE


def free_die(at: int) -> DieId:
    """Return the id that stands for the enemy Combat die at index `at` of an engage's roll."""
    return DieId(f"{FREE}{at}")


SETTLES: Trait = "settles"
"""The trait of a result that depends on whether gathered damage has landed (see `_settle`)."""
DROP: Final = "engage.drop"
EVIDENT = "that does nothing but good, in whatever order"
GIVEN = ("I", "D")
"""The codes that a die can be used with where it lies, as they do not place it anywhere."""


def resolve_all(battle: Battle, engage: Engage) -> None:
    """Let the player resolve results in any order; then exhaust the rest (ENG-16, ENG-17, ENG-22).

    Between two dice the player's own active dice may be used or put away.
    """
    while not battle.unit(engage.by).fate:
        options = _options(battle, engage)
        questions = [_question(battle, engage, options)] if options else []
        questions += _putting_away(battle, engage, last=not options)
        if not questions:
            break
        now = Happening(Moment.RESOLVING, by=engage.by, unit=engage.by, engage=engage)
        anytime = AnytimeWindow(battle, now, only=engage.by)
        waits = anytime.questions or _is_full(battle, engage)
        # Not if an effect may be used or a slot cleared in between: then the player has to choose
        # the order.
        if not waits and (good := evident.to_resolve(battle, engage, options)):
            _resolve(battle, engage, battle.spare(questions[0], good, EVIDENT))
            continue
        choice = battle.ask(*questions, *anytime.questions)
        if choice.index >= len(questions):
            anytime.take(choice, before=len(questions))
            continue
        if not choice.picks:
            break
        if questions[choice.index].why == DROP:
            active_slots.drop(battle, engage.by, choice.picks[0])
            continue
        _resolve(battle, engage, choice.picks)
    _exhaust_rest(battle, engage)


def _resolve(battle: Battle, engage: Engage, picks: Picks) -> None:
    """Resolve the picked results in this order, leaving out those that no longer can be."""
    for pick in map(DieId, picks):
        if battle.unit(engage.by).fate:
            break
        if pick == FREE:
            _resolve_free(battle, engage)
        elif can(battle, engage, pick):
            resolve_die(battle, engage, pick)


def _putting_away(battle: Battle, engage: Engage, *, last: bool) -> list[Question]:
    """Return the question which active die to put away, as the player may in the own turn (ACT-3).

    It is asked beside the results. If none can be resolved (`last`), it is asked only if a result
    lacks a slot (SKR-8), and may be declined.
    """
    turn, unit = battle.state.turn, engage.by
    if turn is None or turn.unit != unit or not active_slots.droppable(battle, unit):
        return []
    full = _is_full(battle, engage)
    if last and not full:
        return []
    text = (
        "Your active slots are full. Put a die away to make room?"
        if full
        else "Put an active die away?"
    )
    return [active_slots.question(battle, unit, DROP, text, "ACT-3", may_pass=last)]


def _is_full(battle: Battle, engage: Engage) -> bool:
    """Return whether an active slot is all that one of the results lacks."""
    waiting = (die for die in battle.mat(engage.by).rolled if die in engage.dice)
    return any(_lacks_room(battle, engage, die) for die in waiting)


def _lacks_room(battle: Battle, engage: Engage, die: DieId) -> bool:
    """Return whether a result could be resolved if there were a free active slot for it."""
    face = _face(battle, engage, die)
    if face is None or face.code != "A" or feared(battle, engage, die):
        return False
    return not _with_free_slot(battle, engage.by, face) and face.can(battle, engage, die)


def _question(battle: Battle, engage: Engage, options: list[Option]) -> Question:
    forced = [o.key for o in options if o.key != FREE and _must(battle, engage, DieId(o.key))]
    return Question(
        to=battle.deciders(engage.by),
        why="engage.resolve",
        text="Which results do you resolve, in which order? What is left is exhausted.",
        shape=Some(tuple(options), 1, len(options)),
        rule="ENG-17",
        may_pass=not forced,
        default=evident.preselected(battle, engage, options),
        about=engage.target,
    )


def _options(battle: Battle, engage: Engage) -> list[Option]:
    options = []
    for die in (*battle.mat(engage.by).rolled, *engage.given):
        # `rolled` holds the dice of an outer engage, too, which waits for this one (ENG-30).
        if die in (*engage.dice, *engage.given) and can(battle, engage, die):
            kind = catalogue_of(battle).dice[battle.state.dice[die].kind]
            shown = kind.faces[battle.state.dice[die].face]
            face = _face(battle, engage, die)
            options.append(
                Option(die, f"{kind.name}: {shown}", face.text if face else "+1 tenacity")
            )
    if engage.free and not engage.free_done and dealing.reaches(battle, engage, engage.target):
        points = enemy_combat_damage(battle, engage.target, engage.free)
        if points:
            options.append(Option(FREE, f"Enemy Combat dice: {points} damage"))
    return options


def enemy_combat_damage(battle: Battle, unit: UnitId, values: list[int]) -> int:
    """Return how many points enemy Combat dice deal to a unit, each die more if it is exposed."""
    return sum(values) + len(values) * battle.value(unit, Stat.EXPOSED, 0).value


def _face(battle: Battle, engage: Engage, die: DieId) -> Face | None:
    return dice_effects.face_of(catalogue_of(battle), battle.game.state, die, engage.form)


def _must(battle: Battle, engage: Engage, die: DieId) -> bool:
    face = _face(battle, engage, die)
    return face is not None and face.must


def feared(battle: Battle, engage: Engage, die: DieId) -> bool:
    """Return whether Fear keeps a die from being resolved, even to tenacity (STS-8)."""
    line = catalogue_of(battle).line_of[battle.state.dice[die].kind]
    return line.id != "combat" and battle.has(engage.by, "fear")


def can(battle: Battle, engage: Engage, die: DieId) -> bool:
    """Return whether a rolled result can be resolved now (ENG-6, SKR-8, STS-8, STS-13)."""
    waiting = [die for die in engage.given if die not in engage.resolved]
    if die not in (*battle.mat(engage.by).rolled, *waiting) or feared(battle, engage, die):
        return False
    shown = battle.state.dice[die]
    if catalogue_of(battle).dice[shown.kind].icon(shown.face) == TENACITY:
        return True
    face = _face(battle, engage, die)
    if face is None or (face.code == "A" and not _with_free_slot(battle, engage.by, face)):
        return False
    if die in engage.given and face.code not in GIVEN:
        return False
    return face.can(battle, engage, die)


def resolve_die(battle: Battle, engage: Engage, die: DieId) -> None:
    """Resolve one result: do what its icon says, and put the die where its code says (SKR-1 to
    SKR-6).
    """
    # First, as the effect may depend on which results are left.
    engage.resolved.append(die)
    shown = battle.state.dice[die]
    if catalogue_of(battle).dice[shown.kind].icon(shown.face) == TENACITY:
        _put_away(battle, engage, die)
        tenacity.gain(battle, engage.by, 1, "roll")
        return
    face = _face(battle, engage, die)
    assert face is not None
    if SETTLES in face.traits:
        _settle(battle, engage)
        # A reaction to the damage may defeat the roller. The die is then exhausted with the rest.
        if battle.unit(engage.by).fate:
            return
    match face.code:
        case "A":
            holder = _choose_slots(battle, engage, face)
            # First the slot, then the effect: no free slot means no damage (C-59).
            battle.emit(DieActivated(die, holder))
            face.resolve(battle, engage, die)
            battle.at(Happening(Moment.DIE_IN_SLOT, unit=holder, die=die, engage=engage))
        case "C":
            # First into the track, for it works from there (SKR-2), even in the same engage
            # (test_defiance_just_put_into_the_track_rerolls_in_the_same_engage).
            _put_away(battle, engage, die)
            face.resolve(battle, engage, die)
        case "D":
            face.resolve(battle, engage, die)
            # Unless its own effect has put it elsewhere.
            if die in battle.mat(engage.by).rolled:
                battle.emit(DieDrained(die))
        case "I" | "S" | "none":
            face.resolve(battle, engage, die)
            if die in battle.mat(engage.by).rolled:
                _put_away(battle, engage, die)
        case _:
            assert_never(face.code)


def _with_free_slot(battle: Battle, unit: UnitId, face: Face) -> list[UnitId]:
    """Return the adventurers whose slots can take a result: the roller, for some icons all others,
    too (ACT-1, ACT-8).
    """
    names = [unit]
    if evident.ANY_SLOT in face.traits:
        names += [other.id for other in battle.adventurers() if other.id != unit]
    return [name for name in names if len(battle.mat(name).active) < SLOTS]


def _choose_slots(battle: Battle, engage: Engage, face: Face) -> UnitId:
    names = _with_free_slot(battle, engage.by, face)
    chosen = battle.pick(
        Question(
            to=battle.deciders(engage.by),
            why="engage.slot",
            text="Into whose active slots does it go?",
            shape=One(tuple(Option(name, battle.unit(name).name) for name in names)),
            rule="ACT-8",
            default=(names[0],),
        )
    )
    return UnitId(chosen)


def _settle(battle: Battle, engage: Engage) -> None:
    """Let gathered damage land, on the units that the player names; no later die can hit them
    (C-06).

    This comes before a result with the trait `SETTLES`. The player is asked only while dice are
    left that could still hit; otherwise all of it lands.
    """
    units = [unit for unit in engage.pools if not battle.unit(unit).fate]
    if units and _could_hit(battle, engage):
        names = dealing.gathered(battle, engage, units)
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
        dealing.settle(battle, engage, units)


def _could_hit(battle: Battle, engage: Engage) -> bool:
    left = [die for die in battle.mat(engage.by).rolled if die not in engage.resolved]
    return bool(left) or (bool(sum(engage.free)) and not engage.free_done)


def roll_again(battle: Battle, engage: Engage, die: DieId, *, rewards: bool = True) -> None:
    """Roll a die of the engage once more and resolve its new result, if it can be.

    Effects that answer a roll may answer this one, for which the engage has that die alone. A die
    that lies elsewhere (`given`) stays there. Without `rewards`, for a roll outside an engage, a
    tenacity face is not resolved (CLS-13).
    """
    if die in engage.given:
        engage.resolved.remove(die)
    faces = battle.roll(1, "engage", engage.by)
    battle.emit(DiceShown((die,), faces, "again"))
    # A shallow copy: effects that answer change the pools, limits and so on of the engage itself.
    alone = replace(engage, dice=[die], free=[])
    battle.at(Happening(Moment.AFTER_ROLL, by=engage.by, engage=alone))
    shown = battle.state.dice[die]
    blank = catalogue_of(battle).dice[shown.kind].icon(shown.face) == TENACITY
    if can(battle, engage, die) and (rewards or not blank):
        resolve_die(battle, engage, die)


def _put_away(battle: Battle, engage: Engage, die: DieId) -> None:
    if die in engage.given:
        return
    if engage.recovers:
        battle.emit(DieRecovered(die))
    else:
        track.exhaust(battle, die, resolved=True)


def _resolve_free(battle: Battle, engage: Engage) -> None:
    """Let the enemy Combat dice of the engage deal their damage, once (ENG-13, ENG-21)."""
    engage.free_done = True
    for at, value in enumerate(engage.free):
        dealing.hit(battle, engage, engage.target, value, free_die(at), combat=True)


def _exhaust_rest(battle: Battle, engage: Engage) -> None:
    """Exhaust the results that were not resolved, in the owner's order (ENG-22, CD-4, CD-20)."""
    # Only its own dice: those of an outer engage are still to be resolved (ENG-30).
    left = [die for die in battle.mat(engage.by).rolled if die in engage.dice]
    if not engage.recovers:
        left = track.in_order(battle, engage.by, left, "engage.exhaust", "the unresolved dice")
    for die in left:
        if engage.recovers:
            battle.emit(DieRecovered(die))
        else:
            track.exhaust(battle, die)


def use_weapon(battle: Battle, engage: Engage) -> None:
    """Let the weapon and its overtax take effect (ITM-7). After the engage an overtaxed weapon is
    discarded (ITM-20), and one that `expends` is expended.
    """
    unit = engage.by
    card = next((c for c in battle.mat(unit).ready if c.id == engage.weapon), None)
    if card is None:  # an effect that answered the choice of the target has cost the card
        engage.weapon, engage.overtaxed = NO_CARD, False
        return
    item = catalogue_of(battle).items[card.item]
    if item.weapon is not None:
        item.weapon(battle, engage)
    if engage.overtaxed:
        if item.overtax is not None:
            item.overtax(battle, engage)
        # Not now: the weapon is lost once engage and both abilities are done with (ITM-20).
        engage.after.append(lambda: inventory.lose_overtaxed(battle, unit, card.id))
    if item.expends:
        engage.after.append(lambda: inventory.expend(battle, unit, card.id))
