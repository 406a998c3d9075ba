"""Sentences about the battle's course: set-up, rounds, turns, answers, the end."""

from collections.abc import Callable
from typing import Any

from clients.core.names import article, listed, option_in_words, plural, title
from clients.core.story.telling import Telling
from protocol import battle as ev
from protocol.events import Answered, BattleStopped, BeatBegan, BeatRestarted, Undone
from protocol.ids import UnitId

HOW = {
    "default": "Time is up for {seat}, the default is taken",
    "bot": "A bot answers for {seat}",
    "standing": "The standing answer of {seat}",
}
PHASES = {
    "create": "The adventurers are created.",
    "setup": "The battle is set up.",
    "deploy": "The adventurers are deployed.",
    "round": "A new round is due.",
    "adventurers": "The adventurers act.",
    "companions": "The companions act.",
    "enemies": "The enemies act.",
    "end": "The round ends.",
    "cleanup": "The battle is cleaned up.",
    "over": "The encounter is over.",
}
OUTCOMES = {
    "victory": "Victory! The battle is won.",
    "defeat": "Defeat. The battle is lost.",
    "retreat": "The party retreats. The battle is lost.",
}
ACHIEVEMENTS = {
    "escape-first": "is the first to escape",
    "first-damage-range-1": "is the first to take damage from an adjacent enemy",
    "first-damage-range-2-plus": "is the first to take damage from farther away",
    "take-first-turn": "has the first turn of the battle",
    "take-last-turn": "has the last turn of the first round",
}
ACTIONS = {
    "move": "takes a move action",
    "engage": "takes an engage action",
    "explore": "explores from a distance",
    "drop": "puts an active die away",
    "escape": "escapes",
    "form": "changes its battle form",
}


def beat_began(t: Telling, event: BeatBegan) -> str:
    """Return the sentence for a beat."""
    who = f", {t.names.unit(UnitId(event.who))}" if event.who else ""
    return f"Beat: {event.name}{who}."


def answered(t: Telling, event: Answered) -> str:
    """Return the sentence for an answer, in the question's words."""
    seat = t.names.seat(event.by)
    said = HOW.get(event.how, "{seat}").format(seat=seat)
    return f"{said}: {t.question(event.question)} {t.picks(event.question, event.picks)}."


def undone(t: Telling, event: Undone) -> str:
    """Return the sentence for an undo."""
    who = listed([t.names.seat(seat) for seat in event.by]) or "The table"
    return f"{who} took back what came after version {event.version}."


def restarted(t: Telling, event: BeatRestarted) -> str:
    """Return the sentence for a beat that a newer release asks anew."""
    return "The rules were updated: what was under way is asked anew."


def stopped(t: Telling, event: BattleStopped) -> str:
    """Return the sentence for an operator's end, or for that of a seat that gives up or is late."""
    if event.by and event.late:
        return f"The clock of {t.names.seat(event.by)} has run down."
    if event.by:
        return f"{t.names.seat(event.by)} gives up."
    why = f" {event.why}" if event.why else ""
    return f"The operator has ended the battle.{why}"


def map_laid(t: Telling, event: ev.MapLaid) -> str:
    """Return the sentence for the map."""
    hexes = sum(len(tile["hexes"]) for tile in event.tiles.values())
    caches = plural(len(event.caches), "cache")
    goal = f" {event.objective}" if event.objective else ""
    return f"The map is laid: {plural(hexes, 'hex', 'hexes')}, {caches}.{goal}"


def decks_made(t: Telling, event: ev.DecksMade) -> str:
    """Return the sentence for decks, bags and supply that are ready."""
    return "Decks, bags and the supply are ready."


def phase_began(t: Telling, event: ev.PhaseBegan) -> str:
    """Return the sentence for a phase."""
    return PHASES.get(event.phase, f"Phase: {event.phase}.")


def order_set(t: Telling, event: ev.OrderSet) -> str:
    """Return the sentence for the turn order."""
    return f"Turn order: {listed([t.names.unit(unit) for unit in event.order])}."


def round_began(t: Telling, event: ev.RoundBegan) -> str:
    """Return the sentence for a round."""
    return "A fatigue round begins." if event.round > 5 else f"Round {event.round} begins."


def turn_began(t: Telling, event: ev.TurnBegan) -> str:
    """Return the sentence for a turn."""
    extra = "an extra turn" if event.extra else "its turn"
    return f"{t.names.unit(event.unit)} begins {extra}."


def turn_stepped(t: Telling, event: ev.TurnStepped) -> str:
    """Return the sentence for a step of the turn."""
    return "The turn is about to end." if event.step == "end" else "Actions can be taken."


def turn_ended(t: Telling, event: ev.TurnEnded) -> str:
    """Return the sentence for the turn's end."""
    return f"{t.names.unit(event.unit)}'s turn is over."


def turn_granted(t: Telling, event: ev.TurnGranted) -> str:
    """Return the sentence for another turn that is granted."""
    return f"{t.names.unit(event.unit)} will take another turn."


def action_taken(t: Telling, event: ev.ActionTaken) -> str:
    """Return the sentence for an action."""
    what = ACTIONS.get(event.action)
    if what is None:
        of = f" {title(event.what.split(':')[-1])}" if event.what else ""
        what = f"uses {title(event.action).lower()}{of}"
    return f"{t.names.unit(event.unit)} {what}."


def noted(t: Telling, event: ev.Noted) -> str:
    """Return the sentence for a limited use that is noted."""
    return f"Used this {event.scope}: {title(event.key.rpartition('.')[2])}."


def enemies_ordered(t: Telling, event: ev.EnemiesOrdered) -> str:
    """Return the sentence for the order in which these enemies take their turns."""
    return f"These enemies act one after the other: {t.names.units(event.units)}."


def spared(t: Telling, event: ev.Spared) -> str:
    """Return the sentence for a question that was not asked."""
    taken = listed([option_in_words(option.text) for option in event.taken])
    return f"Not asked, as {event.because}{': ' if taken else ''}{taken}."


def achieved(t: Telling, event: ev.Achieved) -> str:
    """Return the sentence for an achievement."""
    name = t.names.unit(event.unit)
    if event.what.startswith("defeat-"):
        return f"First {title(event.what.removeprefix('defeat-'))} defeated, by {name}."
    if event.what == "cache-lockpick":
        return f"First cache opened, by {name}."
    earned = ACHIEVEMENTS.get(event.what, f"earns the achievement {title(event.what)}")
    return f"{name} {earned}."


def classes_offered(t: Telling, event: ev.ClassesOffered) -> str:
    """Return the sentence for the classes that are offered."""
    classes = listed([title(each) for each in event.classes])
    return f"{t.names.unit(event.unit)} may become one of: {classes}."


def class_chosen(t: Telling, event: ev.ClassChosen) -> str:
    """Return the sentence for a class."""
    return f"{t.names.unit(event.unit)} is {article(title(event.cls))} now."


def promoted(t: Telling, event: ev.Promoted) -> str:
    """Return the sentence for a master."""
    return f"{t.names.unit(event.unit)} masters its class."


def race_readied(t: Telling, event: ev.RaceReadied) -> str:
    """Return the sentence for a race ability."""
    return f"{t.names.unit(event.unit)} can use its race ability again."


def battle_ended(t: Telling, event: ev.BattleEnded) -> str:
    """Return the sentence for the verdict."""
    return OUTCOMES.get(event.outcome, f"The battle is over: {event.outcome}.")


SAY: dict[Any, Callable[[Telling, Any], str]] = {
    BeatBegan: beat_began,
    Answered: answered,
    Undone: undone,
    BeatRestarted: restarted,
    BattleStopped: stopped,
    ev.MapLaid: map_laid,
    ev.DecksMade: decks_made,
    ev.PhaseBegan: phase_began,
    ev.OrderSet: order_set,
    ev.RoundBegan: round_began,
    ev.TurnBegan: turn_began,
    ev.TurnStepped: turn_stepped,
    ev.TurnEnded: turn_ended,
    ev.TurnGranted: turn_granted,
    ev.ActionTaken: action_taken,
    ev.Noted: noted,
    ev.EnemiesOrdered: enemies_ordered,
    ev.Spared: spared,
    ev.Achieved: achieved,
    ev.ClassesOffered: classes_offered,
    ev.ClassChosen: class_chosen,
    ev.Promoted: promoted,
    ev.RaceReadied: race_readied,
    ev.BattleEnded: battle_ended,
}
