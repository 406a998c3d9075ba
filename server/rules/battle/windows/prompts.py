"""The texts that players read when effects are offered: what happens, to whom, and the numbers.

The text is the window's and does not change while it is open; the note of each option says how much
of the damage left it would prevent.
"""

from copy import copy

from msgspec.structs import replace

from server.rules.battle.components.catalogue import catalogue_of
from server.rules.battle.components.effects import Hook, described
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.damage_instance import DamageInstance
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.kernel.state import FATIGUE_NAMES

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


def text(battle: Battle, now: Happening) -> str:
    """Return the text of a moment's window: what is happening, to whom, and what to decide."""
    instance = now.instance
    coming = now.moment is Moment.DAMAGE_COMING
    preventable = coming and instance is not None and instance.left > 0
    return f"{_said(battle, now)} {'Prevent it?' if preventable else 'Use something?'}"


def _said(battle: Battle, now: Happening) -> str:
    alone = now.by in ("", now.unit)
    words = _BY_NOBODY.get(now.moment, "") if alone else ""
    words = words or _SAID.get(now.moment, "")
    facts = _facts(battle, now)
    known = all(value for name, value in facts.items() if f"{{{name}}}" in words)
    if not words or not known:
        return f"{now.moment.words.capitalize()}."
    return words.format_map(facts)


def _facts(battle: Battle, now: Happening) -> dict[str, str]:
    """Return all facts that a text may name; "" for those that this moment does not carry."""
    instance, units = now.instance, battle.state.units
    targets = now.engage.targets if now.engage else ()
    return {
        "unit": units[now.unit].name if now.unit in units else "",
        "by": units[now.by].name if now.by in units else "",
        "targets": _listed([units[target].name for target in targets if target in units]),
        "damage": points(instance) if instance else "",
        "loss": str(_loss(battle, now)) if now.unit in units else "",
        "dealt": str(instance.dealt) if instance else "",
        "taken": str(instance.taken or "none") if instance else "",
        "amount": str(now.amount),
        "fatigue": FATIGUE_NAMES.get(now.kind, ""),
        "card": _card(battle, now),
        "status": now.kind.replace("-", " ").title(),
    }


def points(instance: DamageInstance) -> str:
    """Return the damage left in words: "3 damage", "2 true damage", "3 damage, 1 of it true,"."""
    if not instance.left:
        return "no damage"
    if not instance.physical:
        return f"{instance.true} true damage"
    true = f", {instance.true} of it true," if instance.true else ""
    return f"{instance.left} damage{true}"


def _loss(battle: Battle, now: Happening) -> int:
    """Return the number of HP that are about to be lost, without bonus HP."""
    unit, instance = battle.unit(now.unit), now.instance
    if instance is None:
        return min(now.amount, unit.hp)
    return min(unit.hp, instance.left - min(unit.bonus, instance.physical), instance.most)


def _card(battle: Battle, now: Happening) -> str:
    """Return the name of the item that a moment names, by its card's id or its item's id."""
    mat, items = battle.state.adventurers.get(now.unit), catalogue_of(battle).items
    cards = (*mat.ready, *mat.pack) if mat else ()
    item = next((card.item for card in cards if card.id == now.card), now.item)
    return items[item].name if item in items else ""


def _listed(names: list[str]) -> str:
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


def note(battle: Battle, me: Me, one: Hook, now: Happening, *, words: bool = True) -> str:
    """Return the note of an option: with `words` its description, and how much it would prevent."""
    told = described(one.do) if words else ""
    return " ".join(filter(None, [told, _prevented(battle, me, one, now)]))


def _prevented(battle: Battle, me: Me, one: Hook, now: Happening) -> str:
    """Return how much of the coming damage an effect would stop, where that is known beforehand."""
    instance = now.instance
    if instance is None or now.moment is not Moment.DAMAGE_COMING:
        return ""
    fresh = instance.left == instance.dealt - instance.blocked
    if one.prevents is None:
        return "" if fresh else f"{instance.left} left to prevent."
    # On a copy, as telling it must not prevent anything
    # (test_telling_what_would_be_prevented_prevents_nothing).
    tried = copy(instance)
    one.prevents(battle, me, replace(now, instance=tried))
    return f"Prevents {instance.left - tried.left} of {instance.left}{'' if fresh else ' left'}."
