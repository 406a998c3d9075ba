"""The plan of an engage: form, target, weapon and dice, chosen at once with all limits spelt
out.
"""

from typing import TYPE_CHECKING, NamedTuple

from protocol.questions import Limit, Need, Option, Plan, Question, Slot
from server.rules.battle import selecting, statuses, targeting
from server.rules.battle.state import Adventurer

if TYPE_CHECKING:
    from server.rules.battle.battle import Battle


class Chosen(NamedTuple):
    """An answered plan."""

    form: str
    target: str
    weapon: str
    overtaxed: bool
    dice: tuple[str, ...]


def read(picks: tuple[str, ...]) -> Chosen:
    """The plan that a plan question's picks stand for."""
    by_kind: dict[str, list[str]] = {
        "form": [],
        "target": [],
        "weapon": [],
        "overtax": [],
        "die": [],
    }
    for pick in picks:
        kind, _, name = pick.partition(":")
        by_kind[kind].append(name)
    return Chosen(
        (by_kind["form"] or [""])[0],
        (by_kind["target"] or [""])[0],
        (by_kind["weapon"] or [""])[0],
        bool(by_kind["overtax"]),
        tuple(by_kind["die"]),
    )


def question(
    battle: "Battle",
    unit: str,
    *,
    forms: tuple[str, ...] = targeting.FORMS,
    dice: int = 99,
    why: str = "turn.engage",
    text: str = "",
) -> Question:
    """The question for an engage; `forms` and `dice` narrow what a granted engage allows."""
    mat = battle.mat(unit)
    targets = {form: selecting.selectable(battle, unit, form) for form in forms}
    return Question(
        to=(mat.seat,),
        why=why,
        text=text or "Engage: choose form, target, weapon and dice.",
        shape=Plan(
            slots=(
                _form_slot(mat, forms),
                _target_slot(battle, targets),
                *_weapon_slots(battle, mat, forms),
                _dice_slot(battle, unit, forms, dice),
            ),
            limits=_limits(battle, mat),
            needs=(
                *_target_needs(targets),
                *_die_needs(battle, mat, forms),
                *_weapon_needs(battle, mat),
            ),
        ),
        rule="ENG-3",
        about=unit,
    )


def _form_slot(mat: Adventurer, forms: tuple[str, ...]) -> Slot:
    first = [form for form in forms if form == mat.form] + [f for f in forms if f != mat.form]
    return Slot("form", tuple(Option(f"form:{form}", form) for form in first), 1, 1)


def _target_slot(battle: "Battle", targets: dict[str, dict[str, str]]) -> Slot:
    seen: dict[str, Option] = {}
    for form, found in targets.items():
        for name, why in found.items():
            unit = battle.unit(name)
            note = f"{unit.hp} HP" + (f"; {why}, {targeting.in_form(form)}" if why else "")
            if not why or name not in seen:
                seen[name] = Option(f"target:{name}", unit.name, note)
    return Slot("target", tuple(seen.values()), 0, 1)


def _target_needs(targets: dict[str, dict[str, str]]) -> list[Need]:
    forms: dict[str, list[str]] = {}
    for form, found in targets.items():
        for name in found:
            forms.setdefault(name, []).append(f"form:{form}")
    return [
        Need(f"target:{name}", tuple(ways), "That target is out of reach in this form.")
        for name, ways in forms.items()
    ]


def _weapon_slots(battle: "Battle", mat: Adventurer, forms: tuple[str, ...]) -> list[Slot]:
    """The ready weapons for any of the forms, and their overtax; an expended one rests."""
    weapons, overtax = [], []
    for card in mat.ready:
        item = battle.catalogue.items[card.item]
        fits = any(form in forms for form in item.forms)
        if item.subtype == "weapon" and fits and not card.expended:
            weapons.append(Option(f"weapon:{card.id}", item.name, item.weapon_text))
            if item.overtax is not None:
                overtax.append(
                    Option(f"overtax:{card.id}", f"Overtax {item.name}", item.overtax_text)
                )
    slots = []
    if weapons:
        slots.append(Slot("weapon", tuple(weapons), 0, 1))
    if overtax:
        slots.append(Slot("overtax", tuple(overtax), 0, 1))
    return slots


def _weapon_needs(battle: "Battle", mat: Adventurer) -> list[Need]:
    needs = []
    for card in mat.ready:
        item = battle.catalogue.items[card.item]
        if item.subtype == "weapon":
            forms = tuple(f"form:{form}" for form in item.forms)
            needs.append(Need(f"weapon:{card.id}", forms, f"{item.name} needs another form."))
            if item.overtax is not None:
                with_it = (f"weapon:{card.id}",)
                needs.append(Need(f"overtax:{card.id}", with_it, "Overtax goes with its weapon."))
    return needs


def _dice_slot(battle: "Battle", unit: str, forms: tuple[str, ...], most: int) -> Slot:
    options = []
    for die in gatherable(battle, unit, forms) if most else ():
        kind = battle.catalogue.dice[battle.state.dice[die].kind]
        options.append(Option(f"die:{die}", kind.name, battle.catalogue.line_of[kind.id].name))
    return Slot("dice", tuple(options), 0, min(most, len(options)))


def gatherable(battle: "Battle", unit: str, forms: tuple[str, ...] = ()) -> list[str]:
    """The available dice that can be gathered in any of the forms; by default in the form held."""
    if not statuses.may_roll(battle, unit):
        return []
    mat = battle.mat(unit)
    found = []
    for die in mat.row:
        line = battle.catalogue.line_of[battle.state.dice[die].kind]
        fits = not line.forms or any(form in line.forms for form in forms or (mat.form,))
        if fits and line.engages:
            found.append(die)
    return found


def _die_needs(battle: "Battle", mat: Adventurer, forms: tuple[str, ...]) -> list[Need]:
    needs = []
    for die in mat.row:
        line = battle.catalogue.line_of[battle.state.dice[die].kind]
        if line.forms:
            ways = tuple(f"form:{form}" for form in forms if form in line.forms)
            needs.append(Need(f"die:{die}", ways, f"{line.name} dice need another form."))
    return needs


def _limits(battle: "Battle", mat: Adventurer) -> tuple[Limit, ...]:
    keys: dict[str, list[str]] = {"stamina": [], "magicka": []}
    for die in mat.row:
        line = battle.catalogue.line_of[battle.state.dice[die].kind]
        if line.engages:
            keys[line.stat].append(f"die:{die}")
    return tuple(
        Limit(tuple(dice), getattr(mat, stat), f"{stat.capitalize()} allows {getattr(mat, stat)}.")
        for stat, dice in keys.items()
        if len(dice) > getattr(mat, stat)
    )
