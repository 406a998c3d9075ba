"""Class interrupts: abilities that answer a moment, in any unit's turn, for tenacity (p25, p61)."""

from collections.abc import Iterator

from protocol.battle import Noted
from protocol.ids import UnitId
from protocol.option_keys import option_key
from protocol.questions import One, Option, Question
from server.rules.battle.adventurer import abilities
from server.rules.battle.components import active_effects, unit_effects
from server.rules.battle.components.catalogue import catalogue_of
from server.rules.battle.components.effects import Hook, Interrupt
from server.rules.battle.kernel import forms
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.forms import FORMS
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import BEFOREHAND, Happening, Moment, quiet
from server.rules.battle.kernel.state import Unit
from server.rules.battle.kernel.words import Form, FormOrHeld, form_of
from server.rules.battle.windows import prompts
from server.rules.engine.windows import Act


def payable(battle: Battle, unit: Unit, now: Happening) -> Iterator[Act]:
    """Yield the acts of class interrupts that an adventurer can pay for at this moment.

    Each is offered in the form held, in every other form that makes a difference by itself, and
    once for all remaining forms together (CLS-9).
    """
    for me, one in unit_effects.effects_of(battle, unit).interrupts:
        if not _comes_now(battle, unit, me, one, now):
            continue
        if one.hook.when(battle, me, now):
            yield _interrupt(battle, me, one, now)
        forms = [
            form for form in _other_forms(battle, unit, one) if _when(battle, me, one, now, form)
        ]
        worth = _forms_worth_taking(battle, unit, forms)
        for form in worth:
            yield _interrupt(battle, me, one, now, form)
        if left := [form for form in forms if form not in worth]:
            yield _reforming(battle, me, one, now, left)


def affordable(battle: Battle, unit: Unit, now: Happening) -> Iterator[tuple[Me, Interrupt]]:
    """Yield the class interrupts that an adventurer can use now without a change of form."""
    for me, one in unit_effects.effects_of(battle, unit).interrupts:
        if _comes_now(battle, unit, me, one, now) and one.hook.when(battle, me, now):
            yield me, one


def _comes_now(battle: Battle, unit: Unit, me: Me, one: Interrupt, now: Happening) -> bool:
    """Return whether this is the interrupt's moment, it is not used up, and can be paid for."""
    hook = one.hook
    gone = unit.fate or (unit.at is None and now.moment not in BEFOREHAND)
    at_any_time = hook.at is Moment.ANYTIME and quiet(now, battle.state.turn)
    return (
        (hook.at is now.moment or at_any_time)
        and (hook.defeated or not gone)
        and _can_take_form(battle, unit, one.forms)
        and battle.mat(unit.id).tenacity >= abilities.price(battle, unit.id, one.cost)
        # Once a turn at most, whatever its hook allows (CLS-3, C-33): `pay` notes every use.
        and not battle.used(me, one.id, "turn")
        and not used_up(battle, me, hook, now)
    )


def _when(battle: Battle, me: Me, one: Interrupt, now: Happening, form: Form) -> bool:
    return one.hook.when(abilities.seen_in(battle, me.unit, form), me, now)


def used_up(battle: Battle, me: Me, one: Hook, now: Happening) -> bool:
    """Return whether a hook has acted as often as its limit allows."""
    if one.once == "engage":
        return now.engage is not None and me.key(one.key) in now.engage.used
    return one.once != "" and battle.used(me, one.key, one.once)


def _can_take_form(battle: Battle, unit: Unit, forms: tuple[Form, ...]) -> bool:
    """Return whether the form is right or can be changed, which a defeated unit cannot (FAT-5)."""
    return not forms or battle.mat(unit.id).form in forms or not unit.fate


def _other_forms(battle: Battle, unit: Unit, one: Interrupt) -> list[Form]:
    """Return the forms, other than the one held, that an interrupt for tenacity can change to
    (CLS-9). [] if it needs another form than the one held: then paying asks for that.
    """
    held = battle.mat(unit.id).form
    if not one.cost or unit.fate or (one.forms and held not in one.forms):
        return []
    return [form for form in one.forms or FORMS if form != held]


def serving_forms(battle: Battle, name: UnitId) -> list[Form]:
    """Return the forms, other than the one held, that make a difference outside its own engages."""
    unit = battle.unit(name)
    held = battle.mat(name).form
    return _forms_worth_taking(battle, unit, [form for form in FORMS if form != held])


def _forms_worth_taking(battle: Battle, unit: Unit, possible: list[Form]) -> list[Form]:
    """Return those of the forms that make a difference by themselves: an effect of the adventurer
    works in it outside its own engages, or an effect answers any change of form.
    """
    mat, items = battle.mat(unit.id), catalogue_of(battle).items
    side = active_effects.side_of(battle, unit.id)
    wanted = [side.opening]
    for lasting in side.enduring:
        wanted += lasting.forms
    for card in mat.ready:
        if items[card.item].subtype == "armor":
            wanted += items[card.item].forms
    answered = bool(unit_effects.hooks(battle, unit, Moment.FORM_CHANGED))
    return [form for form in possible if answered or form in wanted]


def _reforming(battle: Battle, me: Me, one: Interrupt, now: Happening, forms: list[Form]) -> Act:
    """Return the offer to change to one of several forms, which is chosen once it is taken."""
    if len(forms) == 1:
        return _interrupt(battle, me, one, now, forms[0])

    def do() -> None:
        form = battle.pick(
            Question(
                to=battle.deciders(me.unit),
                why="interrupt.form",
                text=f"{one.name}: which battle form do you take for 1 light fatigue?",
                shape=One(tuple(Option(form, form) for form in forms)),
                rule="CLS-9",
                about=me.unit,
            )
        )
        _interrupt(battle, me, one, now, form_of(form)).do()

    act = _interrupt(battle, me, one, now)
    text = f"{act.text}, in another form for 1 light fatigue"
    return act._replace(key=option_key(act.key, "form"), text=text, do=do)


def _interrupt(
    battle: Battle, me: Me, one: Interrupt, now: Happening, form: FormOrHeld = ""
) -> Act:
    def do() -> None:
        if form:
            # Before the price is paid, as the rule says (CLS-9).
            abilities.change_form(battle, me.unit, form)
        if one.hook.once:
            battle.emit(Noted(me.key(one.hook.key), one.hook.once))
        abilities.pay(battle, me, one.id, one.cost, one.forms)
        # Paying may defeat the unit: light fatigue that the box lacks deals damage (C-12).
        if one.hook.defeated or not battle.unit(me.unit).fate:
            one.hook.do(battle, me, now)

    text = f"{one.name} ({abilities.price(battle, me.unit, one.cost)} tenacity)"
    key: str = me.key(one.id)
    if form:
        text, key = f"{text}, {forms.in_form(form)} for 1 light fatigue", option_key(key, form)
    note = prompts.note(battle, me, one.hook, now)
    return Act(key, text, do, battle.seat(me.unit), note, "CLS-5")
