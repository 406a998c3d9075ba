"""Start and end of a round, and the end of the battle (p57, p59, p86)."""

from typing import TYPE_CHECKING

from protocol.battle import (
    BattleEnded,
    FatigueCleared,
    HpChanged,
    Noted,
    PhaseBegan,
    RoundBegan,
    UnitRemoved,
    UnitTurned,
)
from protocol.questions import One, Option, Question, Some
from server.rules.battle import (
    bearers,
    cooldown,
    damage,
    defeat,
    enchantments,
    guild,
    laid,
    statuses,
)
from server.rules.battle.moments import Happening, Moment
from server.rules.battle.state import DECOY, DEPLETED_ROUND, FELL, OF

if TYPE_CHECKING:
    from server.rules.battle.battle import Battle

FATIGUE_ROUND = DEPLETED_ROUND + 1
RETREAT = "round:retreat"
STAYS = "stays"
WINNING_RETREAT = "Retreat? You have what you came for: leaving now wins."


def start_of_round(battle: "Battle") -> None:
    """The counter goes up, except in round 1; after round 5 every round is a fatigue round."""
    first = battle.state.rounds == 0
    if first:
        battle.at(Happening(Moment.BATTLE_STARTS))
    counter = battle.state.round if first else min(FATIGUE_ROUND, battle.state.round + 1)
    battle.emit(RoundBegan(counter))
    if counter >= FATIGUE_ROUND:
        _fatigue(battle)
    battle.at(Happening(Moment.ROUND_STARTS))
    battle.emit(PhaseBegan("adventurers"))


def _fatigue(battle: "Battle") -> None:
    """Each adventurer gains 1 overfatigue; then each takes true damage for all in its track
    (BAT-11).
    """
    for unit in tuple(battle.adventurers()):
        cooldown.gain_fatigue(battle, unit.id, over=1)
    for unit in tuple(battle.adventurers()):
        count = cooldown.fatigue_in_track(battle, unit.id, OF)
        if count:
            damage.deal(battle, unit.id, "", true=count, how="fatigue")


def end_of_round(battle: "Battle") -> None:
    """End-of-round effects, then whether the battle is over, then the retreat (BAT-13, EOB-1)."""
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


def verdict(battle: "Battle") -> str:
    """victory, defeat, or "" while the battle goes on (ENC-4, OBJ-6, OBJ-7, C-27)."""
    encounter = battle.catalogue.encounters[battle.state.settings.encounter]
    fates = [battle.unit(name).fate for name in battle.state.adventurers]
    if _all_fell(battle) or (encounter.lost is not None and encounter.lost(battle)):
        return "defeat"
    if encounter.met(battle):
        return "victory"
    return "defeat" if all(fates) else ""


def _all_fell(battle: "Battle") -> bool:
    return all(battle.unit(name).fate == "defeated" for name in battle.state.adventurers)


def propose_retreat(battle: "Battle") -> None:
    """Somebody wants to retreat; the party is asked at the end of this round (RET-1)."""
    if RETREAT not in battle.state.used:
        battle.emit(Noted("retreat", "round"))


def _retreat(battle: "Battle") -> str:
    """Whether the party leaves (RET-1). It is asked if somebody proposed it, or an adventurer has
    fallen this round and lies there still.
    """
    lost = FELL in battle.state.used and any(
        battle.unit(name).fate == "defeated" for name in battle.state.adventurers
    )
    leave = battle.catalogue.encounters[battle.state.settings.encounter].leave
    wins = leave is not None and leave(battle)
    if not (wins or lost or RETREAT in battle.state.used):
        return ""
    text = WINNING_RETREAT if wins else "Retreat? The encounter ends now and is failed."
    for seat in battle.party:
        agreed = battle.pick(
            Question(
                to=(seat,),
                why="round.retreat",
                text=f"{text} All must agree.",
                shape=One((Option("yes", "Retreat"), Option("no", "Fight on"))),
                rule="RET-3" if wins else "RET-1",
                default=("yes",) if wins else ("no",),
            )
        )
        if agreed == "no":
            return ""
    return "victory" if wins else "retreat"


def _unburden(battle: "Battle") -> None:
    """Fatigue dice on units leave play with the round."""
    for unit in tuple(battle.in_play()):
        if unit.fatigue:
            battle.emit(FatigueCleared(unit.id))


def _turn_back(battle: "Battle") -> None:
    """Enemies that were companions for this round are enemies again."""
    for unit in tuple(battle.in_play("party")):
        if unit.turned:
            battle.emit(UnitTurned(unit.id))


def _kept(battle: "Battle", name: str) -> tuple[str, ...]:
    """The active dice that may, and shall, stay in their slots for the next battle (C-36)."""
    lying = bearers.lying(battle, battle.mat(name))
    dice = [me.die for me, face in lying if STAYS in face.traits]
    if not dice:
        return ()
    options = battle.named(dice)
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


def cleanup(battle: "Battle") -> None:
    """End of Battle Cleanup (EOB-2, EOB-3): HP, companions, active dice, drained dice."""
    battle.at(Happening(Moment.BATTLE_ENDS))
    enchantments.clear_map(battle)
    for unit in tuple(battle.in_play("party")):
        if unit.kind == "companion":
            for status in unit.statuses:
                statuses.lose(battle, unit.id, status)
            battle.emit(UnitRemoved(unit.id, "gone"))
    for name in battle.state.adventurers:
        unit = battle.unit(name)
        if unit.bonus or unit.hp > unit.health:
            battle.emit(HpChanged(name, min(unit.hp, unit.health), 0, "cleanup"))
        defeat.put_away_slots(battle, name, keep=_kept(battle, name))
        for die in battle.mat(name).drained:
            cooldown.recover(battle, die)
    for unit in tuple(battle.in_play(decoys=True)):
        for die in unit.dice:
            cooldown.exhaust(battle, die, resolved=True)
        if unit.kind == DECOY:
            battle.emit(UnitRemoved(unit.id, "gone"))
    for die in tuple(battle.state.in_hexes):
        cooldown.exhaust(battle, die, resolved=True)
    laid.lift_all(battle)
    encounter = battle.catalogue.encounters[battle.state.settings.encounter]
    if encounter.after is not None:
        encounter.after(battle)
    battle.emit(PhaseBegan("over"))
