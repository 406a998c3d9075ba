"""Sentences about a match: turns, attempts to engage, shots, spells, melees, injuries, treasure."""

from collections.abc import Callable
from typing import Any

from clients.core.names import listed, title
from clients.core.story.telling import Telling
from protocol import skirmish as ev
from protocol.events import Event

MILS = 1_000  # thousandths in an inch
PHASES = {
    "muster": "The warbands are mustered.",
    "first": "Who begins is rolled for.",
    "deploy": "The warbands are deployed.",
    "vanguard": "Vanguards may move.",
    "upkeep": "Upkeep.",
    "engage": "The Engage Phase.",
    "move": "The Move Phase.",
    "cast": "The Cast Phase.",
    "ranged": "The Ranged Phase.",
    "melee": "The Melee Phase.",
}
CHOICES = {1: "the straight way", 2: "a shorter way with checks", 3: "a dive"}
FAILED = {
    "fear": "does not dare to",
    "short": "does not get there",
    "check": "fails a check on the way",
    "room": "finds no room",
}
WAYS = {
    "move": "moves",
    "run": "runs",
    "vanguard": "moves ahead",
    "engage": "charges",
    "intercept": "steps in",
}
LEGS = {"climb": "climbs", "across": "jumps across", "down": "jumps down"}


def inches(mils: int) -> str:
    """Return a length in inches, with as many decimals as it has: 4", 4.5"."""
    return f'{mils / MILS:g}"'


def _place(at: ev.Point) -> str:
    high = f", {inches(at[2])} up" if at[2] else ""
    return f"({at[0] / MILS:.1f}, {at[1] / MILS:.1f}){high}"


def drafted(t: Telling, event: ev.RosterDrafted) -> str:
    """Return the sentence for a roster that is changed."""
    units = len(event.recruits)
    what = f"{units} unit{'' if units == 1 else 's'} of {title(event.warband)}"
    return f"{t.names.seat(event.side)} drafts {what}."


def side_mustered(t: Telling, event: ev.SideMustered) -> str:
    """Return the sentence for a side that has its warband."""
    return f"{t.names.seat(event.side)} has mustered."


def first(t: Telling, event: ev.FirstSideSet) -> str:
    """Return the sentence for who deploys first."""
    return f"{t.names.seat(event.side)} deploys first and has the first turn."


def stationed(t: Telling, event: ev.UnitStationed) -> str:
    """Return the sentence for a unit that is deployed."""
    return f"{t.names.unit(event.unit)} is deployed at {_place(event.at)}."


def vanguard(t: Telling, event: ev.VanguardSettled) -> str:
    """Return the sentence for a unit with Vanguard that has decided."""
    return f"{t.names.unit(event.unit)} is in place."


def phase(_t: Telling, event: ev.PhaseEntered) -> str:
    """Return the sentence for a phase."""
    return PHASES.get(event.phase, "The turn goes on.")


def turn(t: Telling, event: ev.SideTurnBegan) -> str:
    """Return the sentence for a turn that begins."""
    return f"Turn {event.turn}: {t.names.seat(event.side)}."


def turn_ended(t: Telling, event: ev.SideTurnEnded) -> str:
    """Return the sentence for a turn that is over."""
    return f"The turn of {t.names.seat(event.side)} is over."


def rout(t: Telling, event: ev.RoutTested) -> str:
    """Return the sentence for a side that has lost much."""
    return f"{t.names.seat(event.side)} {'stands' if event.stays else 'routs'}."


def token(t: Telling, event: ev.TokenTaken) -> str:
    """Return the sentence for treasure that is taken up."""
    return f"{t.names.unit(event.unit)} takes a treasure."


def token_down(_t: Telling, event: ev.TokenDropped) -> str:
    """Return the sentence for treasure that lies on the board again."""
    return f"A treasure lies at {_place(event.at)}."


def token_kept(t: Telling, event: ev.TokenSecured) -> str:
    """Return the sentence for treasure that goes to a side after the match."""
    return f"{t.names.seat(event.side)} carries a treasure off."


def ended(t: Telling, event: ev.MatchEnded) -> str:
    """Return the sentence for a match's end."""
    return f"{t.names.seat(event.winner)} has won: the others have {event.how}."


def declared(t: Telling, event: ev.EngageDeclared) -> str:
    """Return the sentence for an attempt to engage."""
    how = CHOICES.get(event.choice, "some way")
    who = t.names.unit(event.unit)
    return f"{who} wants to engage {t.names.units(event.targets)}: {how}."


def fear(t: Telling, event: ev.FearChecked) -> str:
    """Return the sentence for a unit in the sight of one that causes fear."""
    stands = "stands" if event.passed else "cannot stand"
    return f"{t.names.unit(event.unit)} {stands} the sight of {t.names.unit(event.of)}."


def distance(t: Telling, event: ev.DistanceSet) -> str:
    """Return the sentence for how far a unit can come."""
    rolled = f" (out of sight, rolled {event.face})" if event.face else ""
    return f"{t.names.unit(event.unit)} comes {inches(event.reach)} far{rolled}."


def measured(_t: Telling, event: ev.PathMeasured) -> str:
    """Return the sentence for a path that was measured."""
    return f"It is {inches(event.length)}: {'near enough' if event.reaches else 'too far'}."


def nobody(_t: Telling, _event: ev.NobodyIntercepted) -> str:
    """Return the sentence for a path into which nobody stepped."""
    return "Nobody steps in."


def intercepted(t: Telling, event: ev.PathIntercepted) -> str:
    """Return the sentence for an enemy that stepped into a path."""
    return f"{t.names.unit(event.by)} steps into the way of {t.names.unit(event.unit)}."


def leg(t: Telling, event: ev.LegChecked) -> str:
    """Return the sentence for a part of a path that takes a check."""
    what = LEGS.get(event.leg, event.leg)
    return f"{t.names.unit(event.unit)} {what}{'' if event.passed else ', and fails'}."


def room(t: Telling, event: ev.RoomMade) -> str:
    """Return the sentence for a target that is pushed back."""
    return f"{t.names.unit(event.target)} is pushed back to make room."


def success(t: Telling, event: ev.EngageSucceeded) -> str:
    """Return the sentence for an attempt to engage that succeeds."""
    return f"{t.names.unit(event.unit)} engages {t.names.units(event.others)}."


def failed(t: Telling, event: ev.EngageFailed) -> str:
    """Return the sentence for an attempt to engage that fails."""
    return f"{t.names.unit(event.unit)} {FAILED.get(event.why, 'engages nobody')}."


def spell(t: Telling, event: ev.SpellTried) -> str:
    """Return the sentence for a spell that is tried."""
    came = "" if event.succeeded else ", and fails"
    target = f" on {t.names.unit(event.target)}" if event.target else ""
    return f"{t.names.unit(event.unit)} casts {title(event.spell)}{target}{came}."


def ongoing(t: Telling, event: ev.SpellBegan) -> str:
    """Return the sentence for a spell that goes on."""
    return f"{title(event.spell)} lies on {t.names.unit(event.target)}."


def spell_ended(t: Telling, event: ev.SpellEnded) -> str:
    """Return the sentence for an ongoing spell that is over."""
    return f"The spell of {t.names.unit(event.caster)} is over."


def shot(t: Telling, event: ev.ShotDeclared) -> str:
    """Return the sentence for a shot."""
    who, target = t.names.unit(event.unit), t.names.unit(event.target)
    out = " out of a window" if event.window else ""
    return f"{who} shoots{out} at {target} ({title(event.weapon)})."


def protected(t: Telling, event: ev.TargetProtected) -> str:
    """Return the sentence for an ally that steps before a target."""
    by, target = t.names.unit(event.by), t.names.unit(event.target)
    return f"{by} {'takes' if event.passed else 'is too slow to take'} the shot meant for {target}."


def combat(t: Telling, event: ev.CombatBegan) -> str:
    """Return the sentence for a combat."""
    return f"Melee, in this order: {t.names.units(event.order)}."


def combat_ended(_t: Telling, _event: ev.CombatEnded) -> str:
    """Return the sentence for a combat that has been fought."""
    return "The melee is fought."


def attack(t: Telling, event: ev.AttackRolled) -> str:
    """Return the sentence for an attack."""
    came = ("hits and strikes again" if event.crits else "hits") if event.hits else "misses"
    who, target = t.names.unit(event.unit), t.names.unit(event.target)
    return f"{who} attacks {target} and {came} ({event.counts} of {event.needs})."


def moved(t: Telling, event: ev.UnitPathed) -> str:
    """Return the sentence for a unit that moves."""
    return f"{t.names.unit(event.unit)} {WAYS.get(event.how, 'moves')} to {_place(event.way[-1])}."


def shifted(t: Telling, event: ev.UnitShifted) -> str:
    """Return the sentence for a unit that is put somewhere."""
    return f"{t.names.unit(event.unit)} ends up at {_place(event.to)}."


def check(t: Telling, event: ev.CheckMade) -> str:
    """Return the sentence for a check."""
    who, stat = t.names.unit(event.unit), title(event.stat)
    if not event.needs:
        return f"{who} has no {stat} to roll for."
    came = "passes" if event.passed else "fails"
    return f"{who} {came} {stat} ({event.counts} of {event.needs})."


def fell(t: Telling, event: ev.UnitFell) -> str:
    """Return the sentence for a fall."""
    return f"{t.names.unit(event.unit)} falls {inches(event.height)}: mishap {event.total}."


def injury(t: Telling, event: ev.InjurySet) -> str:
    """Return the sentence for what a unit suffers from."""
    return f"{t.names.unit(event.unit)} is {event.injury or 'unhurt'}."


def wounds(t: Telling, event: ev.WoundsSet) -> str:
    """Return the sentence for wounds."""
    return f"{t.names.unit(event.unit)} has {event.left} left to lose."


def lost(t: Telling, event: ev.UnitLost) -> str:
    """Return the sentence for a unit that is lost."""
    by = f" by {t.names.unit(event.by)}" if event.by else ""
    return f"{t.names.unit(event.unit)} is put out of action{by}."


def raised(t: Telling, event: ev.UnitRaised) -> str:
    """Return the sentence for a unit that comes back."""
    return f"{t.names.unit(event.unit)} rises again at {_place(event.at)}."


def engaged(t: Telling, event: ev.PairsMade) -> str:
    """Return the sentence for enemies that are engaged from now on."""
    pairs = [f"{t.names.unit(a)} and {t.names.unit(b)}" for a, b in event.pairs]
    return f"Engaged: {listed(pairs)}."


def freed(t: Telling, event: ev.PairsEnded) -> str:
    """Return the sentence for enemies that are engaged no more."""
    pairs = [f"{t.names.unit(a)} and {t.names.unit(b)}" for a, b in event.pairs]
    return f"No longer engaged: {listed(pairs)}."


def marked(t: Telling, event: ev.UnitMarked) -> str:
    """Return the sentence for what counts until the turn ends."""
    return f"{t.names.unit(event.unit)} is marked: {event.mark}."


def gear(t: Telling, event: ev.GearLost) -> str:
    """Return the sentence for a weapon that is gone."""
    return f"{t.names.unit(event.unit)} has lost the {title(event.weapon)}."


SAY: dict[type[Event], Callable[[Telling, Any], str]] = {
    ev.AttackRolled: attack,
    ev.CheckMade: check,
    ev.CombatBegan: combat,
    ev.CombatEnded: combat_ended,
    ev.DistanceSet: distance,
    ev.EngageDeclared: declared,
    ev.EngageFailed: failed,
    ev.EngageSucceeded: success,
    ev.FearChecked: fear,
    ev.FirstSideSet: first,
    ev.GearLost: gear,
    ev.InjurySet: injury,
    ev.LegChecked: leg,
    ev.MatchEnded: ended,
    ev.NobodyIntercepted: nobody,
    ev.PairsEnded: freed,
    ev.PairsMade: engaged,
    ev.PathIntercepted: intercepted,
    ev.PathMeasured: measured,
    ev.PhaseEntered: phase,
    ev.RoomMade: room,
    ev.RosterDrafted: drafted,
    ev.RoutTested: rout,
    ev.ShotDeclared: shot,
    ev.SideMustered: side_mustered,
    ev.SideTurnBegan: turn,
    ev.SideTurnEnded: turn_ended,
    ev.SpellBegan: ongoing,
    ev.SpellEnded: spell_ended,
    ev.SpellTried: spell,
    ev.TargetProtected: protected,
    ev.TokenDropped: token_down,
    ev.TokenSecured: token_kept,
    ev.TokenTaken: token,
    ev.UnitFell: fell,
    ev.UnitLost: lost,
    ev.UnitMarked: marked,
    ev.UnitPathed: moved,
    ev.UnitRaised: raised,
    ev.UnitShifted: shifted,
    ev.UnitStationed: stationed,
    ev.VanguardSettled: vanguard,
    ev.WoundsSet: wounds,
}
QUIET = (ev.CombatEnded, ev.SideTurnEnded, ev.UnitMarked, ev.VanguardSettled, ev.PairsMade)
"""Events that are told in the log alone."""
