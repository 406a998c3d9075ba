"""Abilities used as an action: their price, which can be used now, and using them (p25, p61)."""

from collections.abc import Iterator

from msgspec.structs import replace

from protocol.battle import ActionTaken, FormChanged, NamedReason, Noted
from protocol.ids import UnitId
from protocol.questions import One, Option, Question
from server.rules.battle.adventurer import cooldown, inventory, tenacity
from server.rules.battle.components import active_effects
from server.rules.battle.components.catalogue import catalogue_of
from server.rules.battle.components.effects import Ability
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.forms import FORMS
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.kernel.values import Stat
from server.rules.battle.kernel.words import Form, FormOrHeld, form_of


def price(battle: Battle, unit: UnitId, printed: int) -> int:
    """Return how much tenacity an ability costs now; `printed` is its printed price."""
    if not printed:
        return 0
    return battle.value(unit, Stat.ABILITY_COST, printed).value


def pay(
    battle: Battle,
    me: Me,
    name: str,
    cost: int,
    forms: tuple[Form, ...],
    *,
    free: bool = False,
) -> None:
    """Pay for an ability: change form for 1 light fatigue if it needs another, then lower the peg.

    With `free` no tenacity is paid, but the ability counts as used (CLS-3).
    """
    battle.emit(ActionTaken(me.unit, "ability", name))
    # Before anything is paid: effects may answer the change of form and its fatigue, and must not
    # find this ability unused (CLS-3).
    battle.emit(Noted(me.key(name), "turn"))
    mat = battle.mat(me.unit)
    if forms and mat.form not in forms:
        form = battle.pick(
            Question(
                to=(mat.seat,),
                why="ability.form",
                text="Change your battle form for 1 light fatigue to use this ability.",
                shape=One(tuple(Option(form, form) for form in forms)),
                rule="CLS-9",
            )
        )
        change_form(battle, me.unit, form_of(form))
    if not free:
        tenacity.lose(battle, me.unit, price(battle, me.unit, cost), NamedReason(name))


def change_form(battle: Battle, unit: UnitId, form: Form) -> None:
    """Change form for 1 light fatigue, as part of using an ability for tenacity (CLS-9). If the
    fatigue defeats the adventurer, the form stays.
    """
    cooldown.gain_fatigue(battle, unit, light=1)
    if not battle.unit(unit).fate:
        battle.emit(FormChanged(unit, form))
        battle.at(Happening(Moment.FORM_CHANGED, unit=unit))


def _offers(battle: Battle, unit: UnitId) -> tuple[tuple[Me, Ability], ...]:
    """Return the abilities of class, race and items that an adventurer can afford and has not used
    up.
    """
    # A menu asks twice: for those to use in the form held, and for those in another.
    return battle.known(("abilities", unit), _found, battle, unit)


def _found(battle: Battle, unit: UnitId) -> tuple[tuple[Me, Ability], ...]:
    mat, catalogue = battle.mat(unit), catalogue_of(battle)
    offers: list[tuple[Me, Ability]] = []
    if mat.cls:
        side = active_effects.side_of(battle, unit)
        offers += [(Me(unit, mat.cls), one) for one in side.abilities]
    if its_own := catalogue.races[mat.race].abilities:
        offers += [(Me(unit, mat.race), one) for one in its_own]
    for card in mat.ready:
        item = catalogue.items[card.item]
        if item.ability is not None and not card.expended:
            offers.append((Me(unit, card.item, card=card.id), item.ability))
    if not offers:
        return ()
    return tuple(
        [
            (me, one)
            for me, one in offers
            if not (one.once != "" and battle.used(me, one.id, one.once))
            and mat.tenacity >= price(battle, unit, one.cost)
        ]
    )


def usable(battle: Battle, unit: UnitId) -> Iterator[tuple[Me, Ability]]:
    """Yield the abilities that an adventurer can use as an action now.

    One that costs tenacity can be used in a wrong form, too, as using it changes the form (CLS-9).
    An item with a form icon cannot (ITM-21).
    """
    form = battle.mat(unit).form
    for me, one in _offers(battle, unit):
        if not one.forms or form in one.forms:
            possible = one.can(battle, me)
        else:
            # Only an ability that costs tenacity brings a change of form (CLS-9, ITM-21).
            possible = bool(one.cost) and any(
                one.can(seen_in(battle, unit, other), me) for other in one.forms
            )
        if possible:
            yield me, one


def reformable(battle: Battle, unit: UnitId) -> Iterator[tuple[Me, Ability, Form]]:
    """Yield abilities that need no change of form, with each form that could be taken while using
    them (CLS-9). The change costs 1 light fatigue; it may bring somebody into reach, or the form
    may be wanted later.
    """
    mat = battle.mat(unit)
    for me, one in _offers(battle, unit):
        if not one.cost or (one.forms and mat.form not in one.forms):
            continue
        for form in FORMS:
            fits = form != mat.form and (not one.forms or form in one.forms)
            if fits and one.can(seen_in(battle, unit, form), me):
                yield me, one, form


def _class_abilities(battle: Battle, unit: UnitId) -> Iterator[tuple[Me, Ability]]:
    mat = battle.mat(unit)
    for one in active_effects.side_of(battle, unit).abilities:
        yield Me(unit, mat.cls), one
    for card in mat.ready:
        item = catalogue_of(battle).items[card.item]
        if item.subtype == "clothing" and item.ability is not None and not card.expended:
            yield Me(unit, card.item, card=card.id), item.ability


def grantable(
    battle: Battle, unit: UnitId, most: int, *, again: bool = False
) -> list[tuple[Me, Ability]]:
    """Return the class abilities with a printed price of 1 to `most` that could be used now for no
    tenacity; clothing adds some (CLS-19). Interrupts are left out, as they wait for their moment.
    Limits of use hold, unless an effect lets an ability be used `again`.
    """
    return [
        (me, one)
        for me, one in _class_abilities(battle, unit)
        if 0 < one.cost <= most
        and (again or not (one.once != "" and battle.used(me, one.id, one.once)))
        and possible(battle, me, one)
    ]


def possible(battle: Battle, me: Me, one: Ability) -> bool:
    """Return whether an ability could be used now for no tenacity, if necessary after a change to a
    form that it asks for.
    """
    unit, form = me.unit, battle.mat(me.unit).form
    forms = one.forms if one.forms and form not in one.forms else (form,)
    # As if its price were in hand: a predicate may count tenacity, as that of Hero's Vigor does.
    return any(one.can(seen_in(battle, unit, other, one.cost), me) for other in forms)


def seen_in(battle: Battle, unit: UnitId, form: FormOrHeld, tenacity: int = 0) -> Battle:
    """Return the battle as if an adventurer were in `form` and had `tenacity` points more.

    Only for predicates: nothing may be emitted in it.
    """
    mat = battle.mat(unit)
    mat = replace(mat, form=form, tenacity=mat.tenacity + tenacity)
    state = replace(battle.state, adventurers={**battle.state.adventurers, unit: mat})
    return battle.as_if(state)


def use(battle: Battle, me: Me, one: Ability, form: FormOrHeld = "", *, free: bool = False) -> None:
    """Use an ability as an action: pay, note its use, do what it says, settle its item card.

    `form` is a battle form to take first, for 1 light fatigue; with `free` no tenacity is paid.
    If paying has made the ability impossible, the price is lost.
    """
    if form:
        change_form(battle, me.unit, form)
    if one.cost:
        pay(battle, me, one.id, one.cost, one.forms, free=free)
    else:
        battle.emit(ActionTaken(me.unit, "ability", one.id))
    # Whatever costs tenacity was noted for the turn as it was paid.
    if one.once and (one.once != "turn" or not one.cost):
        battle.emit(Noted(me.key(one.id), one.once))
    if battle.unit(me.unit).fate:
        return
    # As if the price were not paid yet: a predicate may count tenacity, as Hero's Vigor does.
    if one.can(seen_in(battle, me.unit, battle.mat(me.unit).form, one.cost), me):
        one.do(battle, me)
    if me.card:
        inventory.spend(battle, me.unit, me.card)
