"""Events of the battle's course: set-up, phases, rounds, turns, limits, the end."""

from typing import Any

import msgspec

from protocol import battle as ev
from protocol.events import Rolled
from server.rules.battle.state import Adventurer, BattleState, Deck, Die, Tile, Turn, Unit
from server.rules.engine.patch import Op, put

Ops = tuple[Op, ...]


def created(state: BattleState, event: ev.AdventurerCreated) -> Ops:
    """A chip, a mat and its dice come into being; the dice were in the supply."""
    assert event.unit not in state.adventurers
    dice = msgspec.convert(event.dice, dict[str, Die])
    return (
        put(f"units/{event.unit}", msgspec.convert(event.chip, Unit)),
        put(f"adventurers/{event.unit}", msgspec.convert(event.mat, Adventurer)),
        *(put(f"dice/{name}", die) for name, die in dice.items()),
    )


def map_laid(state: BattleState, event: ev.MapLaid) -> Ops:
    """Tiles, impassable hexes and caches lie on the table; caches come from the supply."""
    return (
        put("tiles", msgspec.convert(event.tiles, dict[str, Tile])),
        put("blocked", event.blocked),
        put("caches", dict(event.caches)),
        put("marks", dict(event.marks)),
        put("objective", event.objective),
        put("supply/cache", state.supply["cache"] - len(event.caches)),
    )


def decks_made(state: BattleState, event: ev.DecksMade) -> Ops:
    """Decks, bags and supply are ready."""
    return (
        put("decks", msgspec.convert(event.decks, dict[str, Deck])),
        put("supply", dict(event.supply)),
    )


def phase_began(state: BattleState, event: ev.PhaseBegan) -> Ops:
    """The phase; nobody has acted in it."""
    return (put("phase", event.phase),)


def order_set(state: BattleState, event: ev.OrderSet) -> Ops:
    """The turn order."""
    assert set(event.order) == set(state.adventurers)
    return (put("order", event.order),)


def round_began(state: BattleState, event: ev.RoundBegan) -> Ops:
    """The counter; everybody may act again; limits of the last round end."""
    used = {key: n for key, n in state.used.items() if not key.startswith("round:")}
    rested = tuple(
        put(f"units/{unit.id}/rests", False) for unit in state.units.values() if unit.rests
    )
    return (
        put("round", event.round),
        put("rounds", state.rounds + 1),
        put("acted", ()),
        put("used", used),
        *rested,
    )


def turn_began(state: BattleState, event: ev.TurnBegan) -> Ops:
    """A turn with nothing done in it; where everybody stands is remembered, and so is the turn that
    it interrupts.
    """
    start = {u.id: u.at for u in state.units.values() if u.at is not None}
    turn = Turn(unit=event.unit, extra=event.extra, start=start, outer=state.turn)
    return (put("turn", turn), put("turns", state.turns + 1))


def turn_stepped(state: BattleState, event: ev.TurnStepped) -> Ops:
    """The step; who became adjacent by start-of-turn movement counts as adjacent from the start."""
    assert state.turn is not None
    if event.step != "act":
        return (put("turn/step", event.step),)
    start = {u.id: u.at for u in state.units.values() if u.at is not None}
    return (put("turn/step", event.step), put("turn/start", start))


def turn_ended(state: BattleState, event: ev.TurnEnded) -> Ops:
    """Nobody's turn, or the one that it interrupted: only else has the unit acted this round."""
    if state.turn is not None and state.turn.outer is not None:
        return (put("turn", state.turn.outer),)
    acted = state.acted if event.unit in state.acted else (*state.acted, event.unit)
    return (put("turn", None), put("acted", acted))


def turn_granted(state: BattleState, event: ev.TurnGranted) -> Ops:
    """The unit may act again this round."""
    return (put("acted", tuple(unit for unit in state.acted if unit != event.unit)),)


def rolled(state: BattleState, event: Rolled) -> Ops:
    """Whoever rolls in its own turn has rolled (Daze)."""
    turn = state.turn
    if turn is None or turn.unit != event.who or turn.rolled or not event.faces:
        return ()
    return (put("turn/rolled", True),)


def action_taken(state: BattleState, event: ev.ActionTaken) -> Ops:
    """Move, engage and explore actions count against the turn's limits."""
    turn = state.turn
    if turn is None or turn.unit != event.unit or event.action not in ("move", "engage", "explore"):
        return ()
    if event.action == "move":
        return (put("turn/moves", turn.moves + 1),)
    if event.action == "explore":
        return (put("turn/explores", turn.explores + 1),)
    return (put("turn/engages", turn.engages + 1),)


def noted(state: BattleState, event: ev.Noted) -> Ops:
    """A use against a limit of the turn (between turns: of the round), the round or the battle."""
    if event.scope == "turn" and state.turn is not None:
        return (put(f"turn/used/{event.key}", state.turn.used.get(event.key, 0) + event.count),)
    scope = "round" if event.scope == "turn" else event.scope
    name = f"{scope}:{event.key}"
    return (put(f"used/{name}", state.used.get(name, 0) + event.count),)


def achieved(state: BattleState, event: ev.Achieved) -> Ops:
    """An achievement belongs to one adventurer."""
    assert event.what not in state.achievements
    return (put(f"achievements/{event.what}", event.unit),)


def classes_offered(state: BattleState, event: ev.ClassesOffered) -> Ops:
    """What an adventurer may choose from."""
    return (put(f"classes/{event.unit}", event.classes),)


def class_chosen(state: BattleState, event: ev.ClassChosen) -> Ops:
    """One class sheet for each adventurer, novice side up, and each sheet once."""
    assert not state.adventurers[event.unit].cls, f"{event.unit} has a class already"
    assert all(a.cls != event.cls for a in state.adventurers.values())
    return (put(f"adventurers/{event.unit}/cls", event.cls),)


def promoted(state: BattleState, event: ev.Promoted) -> Ops:
    """The sheet lies master side up."""
    return (put(f"adventurers/{event.unit}/master", True),)


def race_readied(state: BattleState, event: ev.RaceReadied) -> Ops:
    """The notes of its use in this battle are gone."""
    mine = f"battle:{event.unit}.{state.adventurers[event.unit].race}."
    return (put("used", {key: n for key, n in state.used.items() if not key.startswith(mine)}),)


def battle_ended(state: BattleState, event: ev.BattleEnded) -> Ops:
    """The verdict."""
    return (put("outcome", event.outcome),)


def engage_began(state: BattleState, event: ev.EngageBegan) -> Ops:
    """How often each target was engaged this turn."""
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
