"""Events of set-up, phases, rounds, turns, limits of use, and the end of a battle."""

from typing import Any

import msgspec

from protocol import battle as ev
from protocol.events import Rolled
from server.rules.battle.kernel import notes
from server.rules.battle.kernel.state import Adventurer, BattleState, Deck, Die, Tile, Turn, Unit
from server.rules.engine.patch import Op, put

Ops = tuple[Op, ...]


def created(state: BattleState, event: ev.AdventurerCreated) -> Ops:
    """Add an adventurer's chip, mat and dice; the dice come out of the supply."""
    assert event.unit not in state.adventurers
    dice = msgspec.convert(event.dice, dict[str, Die])
    chip, mat = msgspec.convert(event.chip, Unit), msgspec.convert(event.mat, Adventurer)
    ops: Ops = (put(f"units/{event.unit}", chip), put(f"adventurers/{event.unit}", mat))
    if any(other > event.unit for other in state.adventurers):
        # A session's adventurers are created side by side; everywhere the party stands by seats.
        units = sorted({**state.units, event.unit: chip}.items())
        mats = sorted({**state.adventurers, event.unit: mat}.items())
        ops = (put("units", dict(units)), put("adventurers", dict(mats)))
    return (
        *ops,
        *(put(f"dice/{name}", die) for name, die in dice.items()),
    )


def map_laid(state: BattleState, event: ev.MapLaid) -> Ops:
    """Lay out tiles, impassable hexes and caches; the caches come out of the supply."""
    return (
        put("tiles", msgspec.convert(event.tiles, dict[str, Tile])),
        put("blocked", event.blocked),
        put("caches", dict(event.caches)),
        put("marks", dict(event.marks)),
        put("objective", event.objective),
        put("supply/cache", state.supply["cache"] - len(event.caches)),
    )


def decks_made(state: BattleState, event: ev.DecksMade) -> Ops:
    """Set the decks, the bags and the supply."""
    return (
        put("decks", msgspec.convert(event.decks, dict[str, Deck])),
        put("supply", dict(event.supply)),
    )


def phase_began(state: BattleState, event: ev.PhaseBegan) -> Ops:
    """Set the phase. Who has acted this round does not change."""
    return (put("phase", event.phase),)


def order_set(state: BattleState, event: ev.OrderSet) -> Ops:
    """Set the turn order."""
    assert set(event.order) == set(state.adventurers)
    return (put("order", event.order),)


def enemies_ordered(state: BattleState, event: ev.EnemiesOrdered) -> Ops:
    """Set the order in which enemies of one rank act."""
    return (put("queue", event.units),)


def round_began(state: BattleState, event: ev.RoundBegan) -> Ops:
    """Set the round: all units may act again, and the notes of the last round end."""
    rested = tuple(
        put(f"units/{unit.id}/rests", False) for unit in state.units.values() if unit.rests
    )
    return (
        put("round", event.round),
        put("rounds", state.rounds + 1),
        put("acted", ()),
        put("used", notes.without(state.used, "round")),
        *rested,
    )


def turn_began(state: BattleState, event: ev.TurnBegan) -> Ops:
    """Begin a turn. It remembers where all units are, and the turn that it interrupts."""
    start = {u.id: u.at for u in state.units.values() if u.at is not None}
    turn = Turn(unit=event.unit, extra=event.extra, start=start, outer=state.turn)
    return (put("turn", turn), put("turns", state.turns + 1))


def turn_stepped(state: BattleState, event: ev.TurnStepped) -> Ops:
    """Set the step of the turn.

    As actions begin (step "act"), the positions at the turn's start are taken anew: a unit that
    moved at the start of the turn counts as adjacent from there.
    """
    assert state.turn is not None
    if event.step != "act":
        return (put("turn/step", event.step),)
    start = {u.id: u.at for u in state.units.values() if u.at is not None}
    return (put("turn/step", event.step), put("turn/start", start))


def turn_ended(state: BattleState, event: ev.TurnEnded) -> Ops:
    """End the turn; the turn that it interrupted, if any, goes on.

    Otherwise the unit counts as having acted this round.
    """
    if state.turn is not None and state.turn.outer is not None:
        return (put("turn", state.turn.outer),)
    acted = state.acted if event.unit in state.acted else (*state.acted, event.unit)
    return (put("turn", None), put("acted", acted))


def turn_granted(state: BattleState, event: ev.TurnGranted) -> Ops:
    """Let a unit act again this round."""
    return (put("acted", tuple(unit for unit in state.acted if unit != event.unit)),)


def rolled(state: BattleState, event: Rolled) -> Ops:
    """Note that a unit has rolled dice in its own turn, on which Daze depends (STS-7)."""
    turn = state.turn
    if turn is None or turn.unit != event.who or turn.rolled or not event.faces:
        return ()
    return (put("turn/rolled", True),)


def action_taken(state: BattleState, event: ev.ActionTaken) -> Ops:
    """Count a move, engage or explore action against the turn's limits."""
    turn = state.turn
    if turn is None or turn.unit != event.unit or event.action not in ("move", "engage", "explore"):
        return ()
    if event.action == "move":
        return (put("turn/moves", turn.moves + 1),)
    if event.action == "explore":
        return (put("turn/explores", turn.explores + 1),)
    return (put("turn/engages", turn.engages + 1),)


def noted(state: BattleState, event: ev.Noted) -> Ops:
    """Add to a note of the turn (between turns: of the round), the round or the battle."""
    if event.scope == "turn" and state.turn is not None:
        return (put(f"turn/used/{event.key}", state.turn.used.get(event.key, 0) + event.count),)
    name = notes.key(event.key, "battle" if event.scope == "battle" else "round")
    return (put(f"used/{name}", state.used.get(name, 0) + event.count),)


def achieved(state: BattleState, event: ev.Achieved) -> Ops:
    """Give an achievement to an adventurer. Nobody else can earn it afterwards."""
    assert event.what not in state.achievements
    return (put(f"achievements/{event.what}", event.unit),)


def classes_offered(state: BattleState, event: ev.ClassesOffered) -> Ops:
    """Set the classes that an adventurer may choose from."""
    return (put(f"classes/{event.unit}", event.classes),)


def class_chosen(state: BattleState, event: ev.ClassChosen) -> Ops:
    """Give an adventurer its only class sheet, novice side up; nobody else has the same."""
    assert not state.adventurers[event.unit].cls, f"{event.unit} has a class already"
    assert all(a.cls != event.cls for a in state.adventurers.values())
    return (put(f"adventurers/{event.unit}/cls", event.cls),)


def promoted(state: BattleState, event: ev.Promoted) -> Ops:
    """Turn the class sheet to its master side."""
    return (put(f"adventurers/{event.unit}/master", True),)


def race_readied(state: BattleState, event: ev.RaceReadied) -> Ops:
    """Forget that the adventurer's race ability was used in this battle."""
    race = state.adventurers[event.unit].race
    return (put("used", notes.without(state.used, "battle", event.unit, race)),)


def battle_ended(state: BattleState, event: ev.BattleEnded) -> Ops:
    """Set the outcome: "victory", "defeat" or "retreat"."""
    return (put("outcome", event.outcome),)


def engage_began(state: BattleState, event: ev.EngageBegan) -> Ops:
    """Count for each target how often it was engaged this turn."""
    if state.turn is None:
        return ()
    engaged = state.turn.engaged
    return tuple(put(f"turn/engaged/{u}", engaged.get(u, 0) + 1) for u in event.targets)


APPLY: dict[Any, Any] = {
    ev.AdventurerCreated: created,
    ev.MapLaid: map_laid,
    ev.DecksMade: decks_made,
    ev.PhaseBegan: phase_began,
    ev.OrderSet: order_set,
    ev.EnemiesOrdered: enemies_ordered,
    ev.RoundBegan: round_began,
    ev.TurnBegan: turn_began,
    ev.TurnStepped: turn_stepped,
    ev.TurnEnded: turn_ended,
    ev.TurnGranted: turn_granted,
    Rolled: rolled,
    ev.ActionTaken: action_taken,
    ev.Noted: noted,
    ev.Achieved: achieved,
    ev.ClassesOffered: classes_offered,
    ev.ClassChosen: class_chosen,
    ev.Promoted: promoted,
    ev.RaceReadied: race_readied,
    ev.BattleEnded: battle_ended,
    ev.EngageBegan: engage_began,
}
