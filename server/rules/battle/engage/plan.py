"""The plan of an engage: one question for form, target, weapon and dice, with all limits on their
combinations.
"""

from typing import Final, NamedTuple

from protocol.ids import CardId, DieId, UnitId, Why
from protocol.option_keys import option_key, read_key
from protocol.questions import Limit, Need, Option, Plan, Question, Slot
from server.rules.battle.adventurer import statuses
from server.rules.battle.components.catalogue import catalogue_of
from server.rules.battle.engage import selecting
from server.rules.battle.kernel import forms
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.forms import FORMS, in_words
from server.rules.battle.kernel.state import Adventurer
from server.rules.battle.kernel.words import Form, FormOrHeld, form_of

TURN: Final = "turn.engage"
"""The code of the question for an engage action of one's own turn."""

HELD = "held now"
FORM_KEYS = {form: option_key("form", form) for form in FORMS}
"""The option key of each form."""
END_TURN_SLOT = Slot("afterwards", (Option(option_key("then", "end"), "End your turn"),), 0, 1)
"""The slot in which "End your turn" may be picked: the turn then ends right after the engage."""


class Chosen(NamedTuple):
    """An answered plan: form ("": the one held), target and weapon card ("": none), whether the
    weapon is overtaxed, and the dice. `is_last` says that the turn ends after it.
    """

    form: FormOrHeld
    target: UnitId
    weapon: CardId
    overtaxed: bool
    dice: tuple[DieId, ...]
    is_last: bool = False


def read(picks: tuple[str, ...]) -> Chosen:
    """Return the plan that the picks of a plan question mean."""
    by_kind: dict[str, list[str]] = {
        "form": [],
        "target": [],
        "weapon": [],
        "overtax": [],
        "die": [],
        "then": [],
    }
    for pick in picks:
        kind, name = read_key(pick)
        by_kind[kind].append(name)
    return Chosen(
        form_of(by_kind["form"][0]) if by_kind["form"] else "",
        UnitId((by_kind["target"] or [""])[0]),
        CardId((by_kind["weapon"] or [""])[0]),
        bool(by_kind["overtax"]),
        tuple(map(DieId, by_kind["die"])),
        bool(by_kind["then"]),
    )


def question(
    battle: Battle,
    unit: UnitId,
    *,
    forms: tuple[Form, ...] = FORMS,
    dice: int = 99,
    why: Why = TURN,
    text: str = "",
) -> Question:
    """Return the question for an engage. `forms` and `dice` (at most so many) narrow what an engage
    granted by an effect allows.
    """
    mat = battle.mat(unit)
    targets = selecting.selectable_by_form(battle, unit, forms)
    own = _of_mat(battle, unit, forms, dice, why)
    return Question(
        to=(mat.seat,),
        why=why,
        text=text or "Attack: choose form, target, weapon and dice.",
        shape=Plan(
            slots=(
                own.form,
                _target_slot(battle, targets),
                *own.weapons,
                own.dice,
                *([END_TURN_SLOT] if why == TURN and not battle.asks_all else []),
            ),
            limits=own.limits,
            needs=(*_target_needs(targets), *own.needs),
        ),
        rule="ENG-3",
        about=unit,
    )


class _OfMat(NamedTuple):
    """The parts of the question that come from the mat alone, whatever stands around."""

    form: Slot
    weapons: tuple[Slot, ...]
    dice: Slot
    limits: tuple[Limit, ...]
    needs: tuple[Need, ...]


def _of_mat(battle: Battle, unit: UnitId, forms: tuple[Form, ...], most: int, why: Why) -> _OfMat:
    mat, known = battle.mat(unit), battle.game.state.dice
    gathered = gatherable(battle, unit, forms) if most else ()
    fewest = 0 if why != TURN or _serves_without_dice(battle, unit) else 1
    row = tuple([(die, known[die].kind) for die in mat.row])
    values = (
        "plan",
        *(mat.form, mat.stamina, mat.magicka, mat.ready),
        *(row, forms, gathered, fewest, most),
    )
    return catalogue_of(battle).known.get(
        values,
        lambda: _OfMat(
            _form_slot(mat, forms),
            tuple(_weapon_slots(battle, mat, forms)),
            _dice_slot(battle, gathered, fewest, most),
            _limits(battle, mat),
            (*_die_needs(battle, mat, forms), *_weapon_needs(battle, mat)),
        ),
    )


def _form_slot(mat: Adventurer, forms: tuple[Form, ...]) -> Slot:
    """Return the forms, always in the same order; a note marks the one held."""
    options = [Option(FORM_KEYS[form], form, HELD if form == mat.form else "") for form in forms]
    return Slot("form", tuple(options), 1, 1)


def _target_slot(battle: Battle, targets: dict[Form, dict[UnitId, str]]) -> Slot:
    seen: dict[UnitId, Option] = {}
    for form, found in targets.items():
        for name, why in found.items():
            unit = battle.unit(name)
            note = f"{unit.hp} HP" + (f"; {why}, {forms.in_form(form)}" if why else "")
            # The note of a form in which the target is simply in range replaces one that names a
            # price.
            if not why or name not in seen:
                seen[name] = Option(option_key("target", name), unit.name, note)
    return Slot("target", tuple(seen.values()), 0, 1)


def _target_needs(targets: dict[Form, dict[UnitId, str]]) -> list[Need]:
    forms: dict[UnitId, list[str]] = {}
    for form, found in targets.items():
        for name in found:
            forms.setdefault(name, []).append(FORM_KEYS[form])
    return [
        Need(option_key("target", name), tuple(ways), "That target is out of reach in this form.")
        for name, ways in forms.items()
    ]


def _weapon_slots(battle: Battle, mat: Adventurer, forms: tuple[Form, ...]) -> list[Slot]:
    """Return the ready weapons for any of the forms, and their overtax; an expended one rests."""
    weapons, overtax = [], []
    for card in mat.ready:
        item = catalogue_of(battle).items[card.item]
        fits = any(form in forms for form in item.forms)
        if item.subtype == "weapon" and fits and not card.expended:
            weapons.append(Option(option_key("weapon", card.id), item.name, item.weapon_text))
            if item.overtax is not None:
                overtax.append(
                    Option(
                        option_key("overtax", card.id), f"Overtax {item.name}", item.overtax_text
                    )
                )
    slots = []
    if weapons:
        slots.append(Slot("weapon", tuple(weapons), 0, 1))
    if overtax:
        slots.append(Slot("overtax", tuple(overtax), 0, 1))
    return slots


def _weapon_needs(battle: Battle, mat: Adventurer) -> list[Need]:
    needs = []
    for card in mat.ready:
        item = catalogue_of(battle).items[card.item]
        if item.subtype == "weapon":
            forms = tuple(FORM_KEYS[form] for form in item.forms)
            needs.append(
                Need(
                    option_key("weapon", card.id),
                    forms,
                    f"{item.name} needs another form: {in_words(item.forms)}.",
                )
            )
            if item.overtax is not None:
                with_it = (option_key("weapon", card.id),)
                needs.append(
                    Need(option_key("overtax", card.id), with_it, "Overtax goes with its weapon.")
                )
    return needs


def _dice_slot(battle: Battle, gathered: tuple[DieId, ...], fewest: int, most: int) -> Slot:
    options = []
    for die in gathered:
        kind = catalogue_of(battle).dice[battle.game.state.dice[die].kind]
        options.append(
            Option(option_key("die", die), kind.name, catalogue_of(battle).line_of[kind.id].name)
        )
    # With no die to gather, none is wanted: the other steps still happen (ENG-14).
    return Slot("dice", tuple(options), min(fewest, len(options)), min(most, len(options)))


def gatherable(battle: Battle, unit: UnitId, forms: tuple[Form, ...] = ()) -> tuple[DieId, ...]:
    """Return the available dice that can be gathered in any of the forms, () being the form held.
    Dice whose stat is 0 are left out: a plan with such dice alone could not be answered.
    """
    # A menu asks twice: whether to offer an engage, and for its question.
    asked = ("gatherable", unit, *forms)
    return battle.known(asked, _gatherable, battle, unit, forms)


def _gatherable(battle: Battle, unit: UnitId, forms: tuple[Form, ...]) -> tuple[DieId, ...]:
    if not statuses.may_roll(battle, unit):
        return ()
    state = battle.game.state
    mat, known, lines = state.adventurers[unit], state.dice, catalogue_of(battle).line_of
    wanted = frozenset(forms or (mat.form,))
    found = []
    for die in mat.row:
        line = lines[known[die].kind]
        fits = not line.forms or not wanted.isdisjoint(line.forms)
        if fits and line.engages and getattr(mat, line.stat) > 0:
            found.append(die)
    return tuple(found)


def serves(battle: Battle, unit: UnitId) -> bool:
    """Return whether an engage can do more than change the form, with dice or without."""
    return bool(gatherable(battle, unit, FORMS)) or _serves_without_dice(battle, unit)


def _serves_without_dice(battle: Battle, unit: UnitId) -> bool:
    """Return whether an engage without dice can do something: an effect answers it, or a weapon
    deals damage by itself (ENG-14).
    """
    # A table that wants every question is always offered an engage without dice.
    if battle.asks_all or selecting.answers(battle, unit):
        return True
    # A menu asks twice: whether to offer an engage, and how many dice it needs.
    return battle.known(("serves", unit), _weapon_serves, battle, unit)


def _weapon_serves(battle: Battle, unit: UnitId) -> bool:
    return bool(ready_weapons(battle, unit, FORMS)) and any(
        ready_weapons(battle, unit, (form,)) and selecting.selectable(battle, unit, form)
        for form in FORMS
    )


def ready_weapons(battle: Battle, unit: UnitId, forms: tuple[Form, ...]) -> list[CardId]:
    """Return the card ids of the ready weapons, not expended, that work in one of the forms."""
    items, found = catalogue_of(battle).items, []
    for card in battle.mat(unit).ready:
        item = items[card.item]
        if item.subtype == "weapon" and not card.expended and set(item.forms) & set(forms):
            found.append(card.id)
    return found


def _die_needs(battle: Battle, mat: Adventurer, forms: tuple[Form, ...]) -> list[Need]:
    needs = []
    for die in mat.row:
        line = catalogue_of(battle).line_of[battle.game.state.dice[die].kind]
        if line.forms:
            fitting = [form for form in forms if form in line.forms]
            ways = tuple(FORM_KEYS[form] for form in fitting)
            text = f"{line.name} dice need another form: {in_words(fitting)}."
            needs.append(Need(option_key("die", die), ways, text))
    return needs


def _limits(battle: Battle, mat: Adventurer) -> tuple[Limit, ...]:
    keys: dict[str, list[str]] = {"stamina": [], "magicka": []}
    for die in mat.row:
        line = catalogue_of(battle).line_of[battle.game.state.dice[die].kind]
        if line.engages:
            keys[line.stat].append(option_key("die", die))
    return tuple(
        Limit(tuple(dice), getattr(mat, stat), f"{stat.capitalize()} allows {getattr(mat, stat)}.")
        for stat, dice in keys.items()
        # A limit that no choice can exceed is not sent.
        if len(dice) > getattr(mat, stat)
    )
