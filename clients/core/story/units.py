"""Sentences about chips: deployment, movement, damage, statuses, defeat."""

from collections.abc import Callable
from typing import Any

from clients.core.names import article, plural, title
from clients.core.story.telling import Telling
from protocol import battle as ev
from protocol.hexes import key
from protocol.ids import UnitId

FATES = {
    "escaped": "escapes",
    "gone": "leaves the map",
    "removed": "is removed from the map",
    "waits": "leaves the map and stays with the party",
}


def deployed(t: Telling, event: ev.UnitDeployed) -> str:
    """Return the sentence for a unit that is deployed."""
    name = event.chip["name"] if event.chip is not None else t.names.unit(event.unit)
    return f"{name} is deployed at {key(event.at)}."


def moved(t: Telling, event: ev.UnitMoved) -> str:
    """Return the sentence for a unit that moves."""
    return f"{t.names.unit(event.unit)} moves to {key(event.to)}."


def placed(t: Telling, event: ev.UnitPlaced) -> str:
    """Return the sentence for a unit that is placed."""
    return f"{t.names.unit(event.unit)} is placed at {key(event.to)}."


def defeated(t: Telling, event: ev.UnitDefeated) -> str:
    """Return the sentence for a defeat."""
    by = f" by {t.names.unit(event.by)}" if event.by else ""
    return f"{t.names.unit(event.unit)} is defeated{by}."


def unearthed(t: Telling, event: ev.FallenTaken) -> str:
    """Return the sentence for a unit taken from the defeated stack."""
    name = t.names.unit(event.unit)
    if event.to == "bag":
        return f"{name} goes from the defeated back to its bag."
    return f"{name} is taken from the defeated stack."


def removed(t: Telling, event: ev.UnitRemoved) -> str:
    """Return the sentence for a unit that leaves the map."""
    return f"{t.names.unit(event.unit)} {FATES[event.fate]}."


def turned(t: Telling, event: ev.UnitTurned) -> str:
    """Return the sentence for a unit that changes sides."""
    name = t.names.unit(event.unit)
    if event.controller:
        return f"{name} is a companion until the end of the round."
    return f"{name} is an enemy again."


def form_changed(t: Telling, event: ev.FormChanged) -> str:
    """Return the sentence for a battle form."""
    return f"{t.names.unit(event.unit)} takes the {title(event.form).lower()} form."


def damage_dealt(t: Telling, event: ev.DamageDealt) -> str:
    """Return the sentence for an instance of damage, and what is left after it."""
    hp, _ = t.hp(event.unit)
    name = t.names.unit(event.unit)
    kind = "true damage" if event.dealt and event.true == event.dealt else "damage"
    if event.by:
        whom = "itself" if event.by == event.unit else name
        text = f"{t.names.unit(event.by)} deals {event.dealt} {kind} to {whom}"
    else:
        text = f"{name} takes {event.dealt} {kind}"
    if event.how not in ("", "engage"):
        text += f" ({title(event.how)})"
    if event.true and kind == "damage":
        text += f", {event.true} of it true"
    if event.prevented:
        text += f", {event.prevented} prevented"
    if event.bonus:
        text += f", {event.bonus} taken by bonus HP"
    return f"{text}: {hp - event.taken} HP left."


def hp_changed(t: Telling, event: ev.HpChanged) -> str:
    """Return the sentence for HP that change other than by damage."""
    hp, bonus = t.hp(event.unit)
    name = t.names.unit(event.unit)
    by = f" by {t.names.unit(event.by)}" if event.by and event.by != event.unit else ""
    now = f"{event.hp} HP" + (f" and {event.bonus} bonus HP" if event.bonus else "")
    if event.why == "heal":
        return f"{name} is healed {event.hp - hp}{by}: {now}."
    if event.bonus > bonus and event.hp == hp:
        return f"{name} gains {event.bonus - bonus} bonus HP{by}: {now}."
    return f"{name} has {now} now ({title(event.why).lower()}){by}."


def stat_changed(t: Telling, event: ev.StatChanged) -> str:
    """Return the sentence for a printed value."""
    return f"{t.names.unit(event.unit)}'s {event.stat.capitalize()} is {event.now} now."


def status_gained(t: Telling, event: ev.StatusGained) -> str:
    """Return the sentence for a status."""
    return f"{t.names.unit(event.unit)} gains {title(event.status)}."


def status_lost(t: Telling, event: ev.StatusLost) -> str:
    """Return the sentence for a status that is lost."""
    return f"{t.names.unit(event.unit)} loses {title(event.status)}."


def tenacity_changed(t: Telling, event: ev.TenacityChanged) -> str:
    """Return the sentence for tenacity that changes."""
    why = f" ({title(event.why.partition('.')[0]).lower()})" if event.why else ""
    return f"{t.names.unit(event.unit)} has {event.now} tenacity now{why}."


def fatigue_set_on(t: Telling, event: ev.FatigueSetOn) -> str:
    """Return the sentence for a fatigue die on a chip."""
    owner, unit = t.names.unit(event.owner), t.names.unit(event.unit)
    return f"{owner} puts {t.names.die(event.kind)} on {unit}."


def fatigue_cleared(t: Telling, event: ev.FatigueCleared) -> str:
    """Return the sentence for fatigue dice that are taken off a unit."""
    return f"The fatigue dice on {t.names.unit(event.unit)} go back to the supply."


def engage_began(t: Telling, event: ev.EngageBegan) -> str:
    """Return the sentence for an engage."""
    text = f"{t.names.unit(event.unit)} engages {t.names.units(event.targets)}"
    if event.weapon:
        text += f" with {title(event.weapon)}"
    return f"{text} ({title(event.form).lower()})." if event.form else f"{text}."


def engage_ended(t: Telling, event: ev.EngageEnded) -> str:
    """Return the sentence for the end of an engage."""
    return f"{t.names.unit(event.unit)}'s engage is over."


def told(t: Telling, event: ev.Told) -> str:
    """Return the sentence for a skill or ability, or a passage of a session's story."""
    if not event.unit:
        return event.what
    on = f" on {t.names.unit(UnitId(event.on))}" if event.on else ""
    return f"{t.names.unit(event.unit)}: {title(event.what)}{on}."


def created(t: Telling, event: ev.AdventurerCreated) -> str:
    """Return the sentence for a new adventurer."""
    name, hp, dice = event.chip["name"], event.chip["hp"], len(event.dice)
    race = title(event.chip["chip"])
    # Adventurers of before bear their race as their name.
    who = name if race in name else f"{name}, {article(race)},"
    return f"{who} is created: {hp} HP, {plural(dice, 'die', 'dice')}."


SAY: dict[Any, Callable[[Telling, Any], str]] = {
    ev.AdventurerCreated: created,
    ev.UnitDeployed: deployed,
    ev.UnitMoved: moved,
    ev.UnitPlaced: placed,
    ev.UnitDefeated: defeated,
    ev.FallenTaken: unearthed,
    ev.UnitRemoved: removed,
    ev.UnitTurned: turned,
    ev.FormChanged: form_changed,
    ev.DamageDealt: damage_dealt,
    ev.HpChanged: hp_changed,
    ev.StatChanged: stat_changed,
    ev.StatusGained: status_gained,
    ev.StatusLost: status_lost,
    ev.TenacityChanged: tenacity_changed,
    ev.FatigueSetOn: fatigue_set_on,
    ev.FatigueCleared: fatigue_cleared,
    ev.EngageBegan: engage_began,
    ev.EngageEnded: engage_ended,
    ev.Told: told,
}
