"""Start and end of rounds, the verdict, and the end of the battle (p57, p59, p86)."""

from typing import Literal

from protocol.battle import (
    BattleEnded,
    BattleResult,
    FatigueCleared,
    HpChanged,
    Noted,
    PhaseBegan,
    RoundBegan,
    UnitRemoved,
    UnitTurned,
)
from protocol.ids import NOBODY, NoteName, SeatId, UnitId
from protocol.questions import One, Option, Question, Some
from server.rules.battle.adventurer import cooldown, enchantments, statuses, track
from server.rules.battle.components import dice_effects
from server.rules.battle.components.catalogue import catalogue_of, dice_options
from server.rules.battle.damage import defeat, hit_points
from server.rules.battle.kernel import notes
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.kernel.state import DECOY, DEPLETED_ROUND, FELL, OF, Unit
from server.rules.battle.kernel.words import Trait
from server.rules.battle.map import map_statuses
from server.rules.battle.turn import guild

FATIGUE_ROUND = DEPLETED_ROUND + 1
RETREAT = NoteName("retreat")
STAYS: Trait = "stays"
WINNING_RETREAT = "Retreat? You have what you came for: leaving now wins."


def start_of_round(battle: Battle) -> None:
    """Start a round: raise the counter, except in round 1; after round 5 come fatigue rounds."""
    first = battle.state.rounds == 0
    if first:
        battle.at(Happening(Moment.BATTLE_STARTS))
    counter = battle.state.round if first else min(FATIGUE_ROUND, battle.state.round + 1)
    battle.emit(RoundBegan(counter))
    if counter >= FATIGUE_ROUND:
        _fatigue(battle)
    battle.at(Happening(Moment.ROUND_STARTS))
    battle.emit(PhaseBegan("adventurers"))


def _fatigue(battle: Battle) -> None:
    """Give each adventurer 1 overfatigue, then deal each 1 true damage for every overfatigue in its
    track (BAT-11).
    """
    for unit in tuple(battle.adventurers()):
        cooldown.gain_fatigue(battle, unit.id, over=1)
    for unit in tuple(battle.adventurers()):
        count = cooldown.fatigue_in_track(battle, unit.id, OF)
        if count:
            hit_points.deal(battle, unit.id, NOBODY, true=count, how="fatigue")


def end_of_round(battle: Battle) -> None:
    """End a round: its effects, then the verdict, the guild, the retreat (BAT-13, EOB-1)."""
    battle.at(Happening(Moment.ROUND_ENDS))
    _unburden(battle)
    _turn_back(battle)
    outcome = verdict(battle)
    if outcome != "victory" and guild.window(battle, fallen=_all_fell(battle)):
        outcome = verdict(battle)
    outcome = outcome or _retreat(battle)
    if not outcome:
        battle.emit(PhaseBegan("round"))
        return
    battle.emit(BattleEnded(outcome))
    battle.emit(PhaseBegan("cleanup"))


def verdict(battle: Battle) -> BattleResult | Literal[""]:
    """Return "victory", "defeat", or "" while the battle goes on (ENC-4, OBJ-6, OBJ-7, C-27)."""
    encounter = catalogue_of(battle).encounters[battle.state.settings.encounter]
    fates = [battle.unit(name).fate for name in battle.state.adventurers]
    if _all_fell(battle) or (encounter.lost is not None and encounter.lost(battle)):
        return "defeat"
    if encounter.met(battle):
        return "victory"
    return "defeat" if all(fates) else ""


def _all_fell(battle: Battle) -> bool:
    return all(battle.unit(name).fate == "defeated" for name in battle.state.adventurers)


def is_retreat_proposed(battle: Battle) -> bool:
    """Return whether somebody has proposed this round to retreat."""
    return notes.count(battle.game.state, RETREAT, "round") > 0


def propose_retreat(battle: Battle, seat: SeatId) -> None:
    """Propose to retreat: its seat agrees, the others are asked at the round's end (RET-1)."""
    if not is_retreat_proposed(battle):
        battle.emit(Noted(RETREAT, "round"))
        battle.emit(Noted(notes.named(RETREAT, seat), "round"))


def _retreat(battle: Battle) -> BattleResult | Literal[""]:
    """Ask whether the party retreats (RET-1). Returns the outcome, "" if it stays.

    It is asked if the retreat was proposed or would win, or if an adventurer was defeated this
    round and still is.
    """
    lost = notes.count(battle.state, FELL, "round") and any(
        battle.unit(name).fate == "defeated" for name in battle.state.adventurers
    )
    leave = catalogue_of(battle).encounters[battle.state.settings.encounter].leave
    wins = leave is not None and leave(battle)
    if not (wins or lost or is_retreat_proposed(battle)):
        return ""
    text = WINNING_RETREAT if wins else "Retreat? The encounter ends now and is failed."
    failed = "the encounter is won" if wins else "the encounter is failed"
    for seat in battle.party:
        if notes.count(battle.state, notes.named(RETREAT, seat), "round") and not battle.asks_all:
            continue
        agreed = battle.pick(
            Question(
                to=(seat,),
                why="round.retreat",
                text=f"{text} All must agree.",
                shape=One((Option("no", "Go on fighting"), Option("yes", "Retreat", failed))),
                rule="RET-3" if wins else "RET-1",
                default=("yes",) if wins else ("no",),
            )
        )
        if agreed == "no":
            return ""
    return "victory" if wins else "retreat"


def _unburden(battle: Battle) -> None:
    """Take the fatigue dice off units as the round ends."""
    for unit in tuple(battle.in_play()):
        if unit.fatigue:
            battle.emit(FatigueCleared(unit.id))


def _turn_back(battle: Battle) -> None:
    """Turn enemies that were companions for this round into enemies again."""
    for unit in tuple(battle.in_play("party")):
        if unit.turned:
            battle.emit(UnitTurned(unit.id))


def _kept(battle: Battle, name: UnitId) -> tuple[str, ...]:
    """Ask which of the active dice that may stay in their slots for the next battle do (C-36).
    Returns them.
    """
    lying = dice_effects.active_faces(battle, battle.mat(name))
    dice = [me.die for me, face in lying if STAYS in face.traits]
    if not dice:
        return ()
    options = dice_options(battle, dice)
    return battle.picks(
        Question(
            to=battle.deciders(name),
            why="cleanup.stay",
            text="Which active dice stay in your slots? The others go to the cooldown track.",
            shape=Some(options, 0, len(options)),
            rule="ACT-5",
            default=tuple(dice),
        )
    )


def _dismiss(battle: Battle, unit: Unit) -> None:
    """Take a companion off the map as the battle ends: for good if it `leaves`, else with full HP
    until the next battle (p86, p90).
    """
    if not unit.leaves:
        defeat.keep(battle, unit.id, unit.health)
        return
    for status in unit.statuses:
        statuses.lose(battle, unit.id, status)
    battle.emit(UnitRemoved(unit.id, "gone"))


def cleanup(battle: Battle) -> None:
    """Clean up after the battle (EOB-2, EOB-3): HP, companions, active dice, drained dice."""
    battle.at(Happening(Moment.BATTLE_ENDS))
    enchantments.clear_map(battle)
    for unit in tuple(battle.in_play("party")):
        if unit.kind == "companion":
            _dismiss(battle, unit)
    for name in battle.state.adventurers:
        unit = battle.unit(name)
        if unit.bonus or unit.hp > unit.health:
            battle.emit(HpChanged(name, min(unit.hp, unit.health), 0, "cleanup"))
        defeat.put_away_slots(battle, name, keep=_kept(battle, name))
        for die in battle.mat(name).drained:
            cooldown.recover(battle, die)
    for unit in tuple(battle.in_play(decoys=True)):
        for die in unit.dice:
            track.exhaust(battle, die, resolved=True)
        if unit.kind == DECOY:
            battle.emit(UnitRemoved(unit.id, "gone"))
    for die in tuple(battle.state.in_hexes):
        track.exhaust(battle, die, resolved=True)
    map_statuses.clear_all(battle)
    encounter = catalogue_of(battle).encounters[battle.state.settings.encounter]
    if encounter.after is not None:
        encounter.after(battle)
    battle.emit(PhaseBegan("over"))
