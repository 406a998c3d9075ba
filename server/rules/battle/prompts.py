"""What players read when something may be used: whose moment it is, who acts, and the numbers.

The text belongs to the window and stays while it is open; what each option would prevent of what
is left then stands in the option's note.
"""

from copy import copy
from dataclasses import replace
from typing import TYPE_CHECKING

from server.rules.battle import cooldown
from server.rules.battle.effects import Hook, Me, told
from server.rules.battle.moments import Happening, Moment

if TYPE_CHECKING:
    from server.rules.battle.battle import Battle
    from server.rules.battle.blow import Blow

_SAID = {
    Moment.BEFORE_TURN: "{unit}'s turn is about to begin.",
    Moment.TURN_STARTS: "{unit}'s turn starts, before recovery.",
    Moment.AFTER_RECOVERY: "{unit}'s Recovery step is over.",
    Moment.MOVE_ENDS: "{unit}'s movement is over.",
    Moment.MOVE_STEP_OVER: "{unit}'s Move step is over.",
    Moment.FORM_CHANGED: "{unit} has changed battle form.",
    Moment.TARGETING: "{by} is about to target {unit}.",
    Moment.ENGAGE_BEGINS: "{by} engages {targets}.",
    Moment.TARGET_CHOSEN: "{by} engages {unit}; no dice are rolled yet.",
    Moment.BEFORE_ROLL: "{by} is about to roll against {targets}.",
    Moment.AFTER_ROLL: "{by} has rolled against {targets}.",
    Moment.POOL_LANDS: "{by}'s damage is about to land on {unit}.",
    Moment.BEFORE_DAMAGE: "{by} is about to deal {damage} to {unit}.",
    Moment.DAMAGE_COMING: "{by}'s blow: {damage} to {unit}.",
    Moment.HP_LOSS: "{unit} is about to lose {loss} HP.",
    Moment.DAMAGE_DEALT: "{by} has dealt {dealt} damage to {unit}, who took {taken}.",
    Moment.ENGAGED: "{by} has engaged {unit}: units react.",
    Moment.ENGAGE_OVER: "{by}'s engage is over.",
    Moment.DEPLOYED: "{unit} has been deployed.",
    Moment.DEFEATED: "{by} has defeated {unit}.",
    Moment.FATIGUE_COMING: "{unit} is about to gain {amount} {fatigue}.",
    Moment.STATUS_COMING: "{unit} is about to gain {status}.",
    Moment.STATUS_LOST: "{status} has left {unit}.",
    Moment.HEALED: "{unit} has been healed {amount} HP.",
    Moment.LOCKPICK: "{unit}'s lockpick check begins.",
    Moment.LOCKPICK_ROLLED: "{unit}'s lockpick dice show the wrong digits.",
    Moment.LOCK_PICKED: "{unit}'s lockpick check has succeeded.",
    Moment.CACHE_YIELDS: "A picked cache is about to give {unit} an item.",
    Moment.ITEM_GAINED: "{unit} has gained {card}.",
    Moment.ITEM_DISCARDED: "{unit} is about to discard {card}.",
    Moment.ITEM_REFRESHED: "{unit} is about to refresh {card}.",
    Moment.OVERTAXED: "{unit}'s {card} was overtaxed.",
    Moment.TURN_ENDS: "{unit}'s turn ends.",
    Moment.TURN_OVER: "{unit}'s turn is over.",
}
_BY_NOBODY = {
    Moment.DAMAGE_COMING: "{damage} is coming to {unit}.",
    Moment.DAMAGE_DEALT: "{dealt} damage was dealt to {unit}, who took {taken}.",
    Moment.DEFEATED: "{unit} has been defeated.",
}


def text(battle: "Battle", now: Happening) -> str:
    """What is happening and to whom, as the question of the window that it opens."""
    preventable = now.moment is Moment.DAMAGE_COMING and now.blow is not None and now.blow.left > 0
    return f"{_said(battle, now)} {'Prevent it?' if preventable else 'Use something?'}"


def _said(battle: "Battle", now: Happening) -> str:
    alone = now.by in ("", now.unit)
    words = _BY_NOBODY.get(now.moment, "") if alone else ""
    words = words or _SAID.get(now.moment, "")
    facts = _facts(battle, now)
    known = all(value for name, value in facts.items() if f"{{{name}}}" in words)
    if not words or not known:
        return f"{now.moment.value.split(';')[0].capitalize()}."
    return words.format_map(facts)


def _facts(battle: "Battle", now: Happening) -> dict[str, str]:
    """Whatever a text may name; "" for what the moment does not tell."""
    blow, units = now.blow, battle.state.units
    targets = now.engage.targets if now.engage else ()
    return {
        "unit": units[now.unit].name if now.unit in units else "",
        "by": units[now.by].name if now.by in units else "",
        "targets": _listed([units[target].name for target in targets if target in units]),
        "damage": points(blow) if blow else "",
        "loss": str(_loss(battle, now)) if now.unit in units else "",
        "dealt": str(blow.dealt) if blow else "",
        "taken": str(blow.taken or "none") if blow else "",
        "amount": str(now.amount),
        "fatigue": cooldown.FATIGUE_NAMES.get(now.kind, ""),
        "card": _card(battle, now) if now.card else "",
        "status": now.kind.replace("-", " ").title(),
    }


def points(blow: "Blow") -> str:
    """What is left of a blow, in words: "3 damage", "2 true damage", "3 damage, 1 of it true,"."""
    if not blow.left:
        return "no damage"
    if not blow.physical:
        return f"{blow.true} true damage"
    true = f", {blow.true} of it true," if blow.true else ""
    return f"{blow.left} damage{true}"


def _loss(battle: "Battle", now: Happening) -> int:
    """The HP that are about to go, bonus HP aside."""
    unit, blow = battle.unit(now.unit), now.blow
    if blow is None:
        return min(now.amount, unit.hp)
    return min(unit.hp, blow.left - min(unit.bonus, blow.physical), blow.most)


def _card(battle: "Battle", now: Happening) -> str:
    """The name of an item, which a moment tells by its card or by itself."""
    mat, items = battle.state.adventurers.get(now.unit), battle.catalogue.items
    cards = (*mat.ready, *mat.pack) if mat else ()
    item = next((card.item for card in cards if card.id == now.card), now.card)
    return items[item].name if item in items else ""


def _listed(names: list[str]) -> str:
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


def note(battle: "Battle", me: Me, one: Hook, now: Happening, *, words: bool = True) -> str:
    """What an option does: in words, unless its text tells that, and by what it would prevent."""
    return " ".join(filter(None, [told(one.do) if words else "", _prevented(battle, me, one, now)]))


def _prevented(battle: "Battle", me: Me, one: Hook, now: Happening) -> str:
    """How much of the coming damage an effect would stop, where that is known beforehand."""
    blow = now.blow
    if blow is None or now.moment is not Moment.DAMAGE_COMING:
        return ""
    fresh = blow.left == blow.dealt - blow.blocked
    if one.prevents is None:
        return "" if fresh else f"{blow.left} left to prevent."
    tried = copy(blow)
    one.prevents(battle, me, replace(now, blow=tried))
    return f"Prevents {blow.left - tried.left} of {blow.left}{'' if fresh else ' left'}."
