"""Abilities used as an action: what they cost, which are possible, their use (p25, p61)."""

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
    """Return what an ability costs now."""
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
    """Pay for an ability: change form for 1 light fatigue if it needs one, then move the peg.

    One that an effect lets be used for nothing is `free`; it counts as used all the same.
    """
    battle.emit(ActionTaken(me.unit, "ability", name))
    # Before anything is paid: the change of form and its fatigue may be answered, and what answers
    # must find the ability used (CLS-3).
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


def change_form(battle: Battle, unit: UnitId, form: FormOrHeld) -> None:
    """Change form for 1 light fatigue, as whoever uses an ability for tenacity may (CLS-9)."""
    cooldown.gain_fatigue(battle, unit, light=1)
    if not battle.unit(unit).fate:
        battle.emit(FormChanged(unit, form))
        battle.at(Happening(Moment.FORM_CHANGED, unit=unit))


def _offers(battle: Battle, unit: UnitId) -> Iterator[tuple[Me, Ability]]:
    """Yield what an adventurer can afford and has not used up: class, race, items, clothing."""
    mat, catalogue = battle.mat(unit), catalogue_of(battle)
    offers: list[tuple[Me, Ability]] = []
    offers += [(Me(unit, mat.cls), one) for one in active_effects.side_of(battle, unit).abilities]
    offers += [(Me(unit, mat.race), one) for one in catalogue.races[mat.race].abilities]
    for card in mat.ready:
        item = catalogue.items[card.item]
        if item.ability is not None and not card.expended:
            offers.append((Me(unit, card.item, card=card.id), item.ability))
    for me, one in offers:
        spent = one.once != "" and battle.used(me, one.id, one.once)
        if not spent and mat.tenacity >= price(battle, unit, one.cost):
            yield me, one


def usable(battle: Battle, unit: UnitId) -> Iterator[tuple[Me, Ability]]:
    """Yield the abilities that an adventurer can use as an action now.

    One bought with tenacity is among them in a wrong form, too: using it changes the form (CLS-9).
    An item with a form icon has to wait for its form (ITM-21).
    """
    form = battle.mat(unit).form
    for me, one in _offers(battle, unit):
        if not one.forms or form in one.forms:
            possible = one.can(battle, me)
        else:
            # Only tenacity buys a change of form: what costs none waits for its own (CLS-9,
            # ITM-21).
            possible = bool(one.cost) and any(
                one.can(seen_in(battle, unit, other), me) for other in one.forms
            )
        if possible:
            yield me, one


def reformable(battle: Battle, unit: UnitId) -> Iterator[tuple[Me, Ability, Form]]:
    """Return the abilities that could be used in another form although they do not ask for it
    (CLS-9). The change costs 1 light fatigue; it may bring somebody into reach, or be wanted for
    later.
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
    """Return the class abilities at a printed price of up to `most` that could be used now for
    nothing. Clothing adds some (CLS-19). Interrupts wait for their moment, so they are none of
    them. Limits of a turn hold, unless an effect lets an ability be used `again`.
    """
    return [
        (me, one)
        for me, one in _class_abilities(battle, unit)
        if 0 < one.cost <= most
        and (again or not (one.once != "" and battle.used(me, one.id, one.once)))
        and possible(battle, me, one)
    ]


def possible(battle: Battle, me: Me, one: Ability) -> bool:
    """Return whether an ability could be used now for nothing, in a form that it asks for if need
    be.
    """
    unit, form = me.unit, battle.mat(me.unit).form
    forms = one.forms if one.forms and form not in one.forms else (form,)
    # With the price in hand, although nothing is paid: a predicate may reckon with it.
    return any(one.can(seen_in(battle, unit, other, one.cost), me) for other in forms)


def seen_in(battle: Battle, unit: UnitId, form: FormOrHeld, tenacity: int = 0) -> Battle:
    """Return the battle as it would be with an adventurer in another form, or with `tenacity` more.

    For predicates alone.
    """
    mat = battle.mat(unit)
    mat = replace(mat, form=form, tenacity=mat.tenacity + tenacity)
    state = replace(battle.state, adventurers={**battle.state.adventurers, unit: mat})
    return battle.as_if(state)


def use(battle: Battle, me: Me, one: Ability, form: FormOrHeld = "", *, free: bool = False) -> None:
    """Use an ability as an action: pay, mark it used, do what it says, put its card where it goes.

    `form` is a battle form to be taken for 1 light fatigue beforehand; `free`: nothing is paid.
    The price may take away what the ability was for: then it was paid for nothing.
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
    # As if the price were not paid yet: a predicate may reckon with it, as Hero's Vigor does.
    if one.can(seen_in(battle, me.unit, battle.mat(me.unit).form, one.cost), me):
        one.do(battle, me)
    if me.card:
        inventory.spend(battle, me.unit, me.card)
