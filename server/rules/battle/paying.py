"""Tenacity: gained, lost, and spent on class abilities (p25, p61, p74)."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec.structs import replace

from protocol.battle import ActionTaken, FormChanged, Noted, TenacityChanged
from protocol.questions import One, Option, Question
from server.rules.battle import bearers, cooldown, inventory, prompts, targeting
from server.rules.battle.components import Catalogue, Side
from server.rules.battle.effects import Ability, Interrupt, Me, Stat
from server.rules.battle.moments import BEFOREHAND, QUIET, Happening, Moment
from server.rules.battle.state import MAX_TENACITY, Adventurer, Unit
from server.rules.engine.game import Game
from server.rules.engine.windows import Act

if TYPE_CHECKING:
    from server.rules.battle.battle import Battle


def gain_tenacity(battle: "Battle", unit: str, points: int, why: str) -> int:
    """Move the peg up, to 5 at most (CLS-11, CLS-12). Returns what was gained."""
    mat = battle.mat(unit)
    now = min(MAX_TENACITY, mat.tenacity + points)
    if now > mat.tenacity:
        battle.emit(TenacityChanged(unit, now, why))
    return now - mat.tenacity


def lose_tenacity(battle: "Battle", unit: str, points: int, why: str) -> int:
    """Move the peg down, to 0 at least. Returns what was lost."""
    mat = battle.mat(unit)
    now = max(0, mat.tenacity - points)
    if now < mat.tenacity:
        battle.emit(TenacityChanged(unit, now, why))
    return mat.tenacity - now


def side_of(battle: "Battle", unit: str) -> Side:
    """The side of the class sheet that lies up; an empty one without a class (JB-14)."""
    return side_on(battle.catalogue, battle.mat(unit))


def side_on(catalogue: Catalogue, mat: Adventurer) -> Side:
    """The side that lies up beside a mat."""
    if not mat.cls:
        return Side()
    sheet = catalogue.classes[mat.cls]
    return sheet.master if mat.master else sheet.novice


def price(battle: "Battle", unit: str, printed: int) -> int:
    """What an ability costs now."""
    if not printed:
        return 0
    return battle.value(unit, Stat.ABILITY_COST, printed).value


def interrupts(battle: "Battle", unit: Unit, now: Happening) -> Iterator[Act]:
    """The class interrupts that an adventurer can pay for at this moment."""
    for me, one in _interrupts(battle, unit.id):
        hook = one.hook
        gone = unit.fate or (unit.at is None and now.moment not in BEFOREHAND)
        if (
            (hook.at is now.moment or (hook.at is Moment.ANYTIME and now.moment in QUIET))
            and (hook.defeated or not gone)
            and _can_take_form(battle, unit, one.forms)
            and battle.mat(unit.id).tenacity >= price(battle, unit.id, one.cost)
            and not battle.used(me, one.id, "turn")
            and not (hook.once and battle.used(me, hook.key, hook.once))
            and hook.when(battle, me, now)
        ):
            yield _interrupt(battle, me, one, now)
            for form in _forms_worth_taking(battle, unit, one):
                yield _interrupt(battle, me, one, now, form)


def _interrupts(battle: "Battle", unit: str) -> Iterator[tuple[Me, Interrupt]]:
    """Those of the class and those that ready clothing adds (CLS-19)."""
    mat = battle.mat(unit)
    for one in side_of(battle, unit).interrupts:
        yield Me(unit, mat.cls), one
    for card in mat.ready:
        lent = battle.catalogue.items[card.item].interrupt
        if lent is not None and not card.expended:
            yield Me(unit, card.item, card=card.id), lent


def _can_take_form(battle: "Battle", unit: Unit, forms: tuple[str, ...]) -> bool:
    """The form is right, or can be changed; who is defeated cannot pay the fatigue (FAT-5)."""
    return not forms or battle.mat(unit.id).form in forms or not unit.fate


def _forms_worth_taking(battle: "Battle", unit: Unit, one: Interrupt) -> list[str]:
    """The forms that an interrupt without a form of its own may be used to change to (CLS-9).

    Offered where it makes a difference by itself: forms in which something of the adventurer's
    works outside its own engages, or any of them if the change itself is answered.
    """
    if not one.cost or one.forms or unit.fate:
        return []
    mat, items, side = battle.mat(unit.id), battle.catalogue.items, side_of(battle, unit.id)
    wanted = [side.opening, *(form for lasting in side.enduring for form in lasting.forms)]
    for card in mat.ready:
        if items[card.item].subtype == "armor":
            wanted += items[card.item].forms
    answered = any(True for _ in bearers.hooks(battle, unit, Moment.FORM_CHANGED))
    forms = targeting.FORMS if answered else tuple(dict.fromkeys(wanted))
    return [form for form in forms if form and form != mat.form]


def _interrupt(battle: "Battle", me: Me, one: Interrupt, now: Happening, form: str = "") -> Act:
    def do() -> None:
        if form:
            change_form(battle, me.unit, form)
        if one.hook.once:
            battle.emit(Noted(f"{bearers.name_of(me)}.{one.hook.key}", one.hook.once))
        pay(battle, me, one.id, one.cost, one.forms)
        if one.hook.defeated or not battle.unit(me.unit).fate:
            one.hook.do(battle, me, now)

    text = f"{one.name} ({price(battle, me.unit, one.cost)} tenacity)"
    key = f"{bearers.name_of(me)}.{one.id}"
    if form:
        text, key = f"{text}, {targeting.in_form(form)} for 1 light fatigue", f"{key}:{form}"
    note = prompts.note(battle, me, one.hook, now)
    return Act(key, text, do, battle.seat(me.unit), note, "CLS-5")


def pay(
    battle: "Battle",
    me: Me,
    name: str,
    cost: int,
    forms: tuple[str, ...],
    *,
    free: bool = False,
) -> None:
    """Pay for an ability: change form for 1 light fatigue if it needs one, then move the peg.

    One that an effect lets be used for nothing is `free`; it counts as used all the same.
    """
    battle.emit(ActionTaken(me.unit, "ability", name))
    battle.emit(Noted(f"{bearers.name_of(me)}.{name}", "turn"))
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
        change_form(battle, me.unit, form)
    if not free:
        lose_tenacity(battle, me.unit, price(battle, me.unit, cost), name)


def change_form(battle: "Battle", unit: str, form: str) -> None:
    """Change form for 1 light fatigue, as whoever uses an ability for tenacity may (CLS-9)."""
    cooldown.gain_fatigue(battle, unit, light=1)
    if not battle.unit(unit).fate:
        battle.emit(FormChanged(unit, form))
        battle.at(Happening(Moment.FORM_CHANGED, unit=unit))


def pay_more(battle: "Battle", unit: str, most: int, why: str, text: str) -> int:
    """Pay any number of further tenacity for an ability in use, up to `most`. Returns how much."""
    most = min(most, battle.mat(unit).tenacity)
    options = tuple(Option(str(n), str(n)) for n in range(most + 1))
    question = Question(battle.deciders(unit), why, text, One(options), default=(str(most),))
    return lose_tenacity(battle, unit, int(battle.pick(question)), why)


def _offers(battle: "Battle", unit: str) -> Iterator[tuple[Me, Ability]]:
    """What an adventurer can afford and has not used up: class, race, items, clothing."""
    mat, catalogue = battle.mat(unit), battle.catalogue
    offers: list[tuple[Me, Ability]] = []
    offers += [(Me(unit, mat.cls), one) for one in side_of(battle, unit).abilities]
    offers += [(Me(unit, mat.race), one) for one in catalogue.races[mat.race].abilities]
    for card in mat.ready:
        item = catalogue.items[card.item]
        if item.ability is not None and not card.expended:
            offers.append((Me(unit, card.item, card=card.id), item.ability))
    for me, one in offers:
        spent = bool(one.once) and battle.used(me, one.id, one.once)
        if not spent and mat.tenacity >= price(battle, unit, one.cost):
            yield me, one


def usable(battle: "Battle", unit: str) -> Iterator[tuple[Me, Ability]]:
    """The abilities that an adventurer can use as an action now.

    One bought with tenacity is among them in a wrong form, too: using it changes the form (CLS-9).
    An item with a form icon has to wait for its form (ITM-21).
    """
    form = battle.mat(unit).form
    for me, one in _offers(battle, unit):
        if not one.forms or form in one.forms:
            possible = one.can(battle, me)
        else:
            possible = bool(one.cost) and any(
                one.can(seen_in(battle, unit, other), me) for other in one.forms
            )
        if possible:
            yield me, one


def reformable(battle: "Battle", unit: str) -> Iterator[tuple[Me, Ability, str]]:
    """Abilities that could be used in another form although they do not ask for it (CLS-9).

    The change costs 1 light fatigue; it may bring somebody into reach, or be wanted for later.
    """
    mat = battle.mat(unit)
    for me, one in _offers(battle, unit):
        if not one.cost or (one.forms and mat.form not in one.forms):
            continue
        for form in targeting.FORMS:
            fits = form != mat.form and (not one.forms or form in one.forms)
            if fits and one.can(seen_in(battle, unit, form), me):
                yield me, one, form


def _class_abilities(battle: "Battle", unit: str) -> Iterator[tuple[Me, Ability]]:
    mat = battle.mat(unit)
    for one in side_of(battle, unit).abilities:
        yield Me(unit, mat.cls), one
    for card in mat.ready:
        item = battle.catalogue.items[card.item]
        if item.subtype == "clothing" and item.ability is not None and not card.expended:
            yield Me(unit, card.item, card=card.id), item.ability


def grantable(
    battle: "Battle", unit: str, most: int, *, again: bool = False
) -> list[tuple[Me, Ability]]:
    """Class abilities at a printed price of up to `most` that could be used now for nothing.

    Clothing adds some (CLS-19). Interrupts wait for their moment, so they are none of them. Limits
    of a turn hold, unless an effect lets an ability be used `again`.
    """
    return [
        (me, one)
        for me, one in _class_abilities(battle, unit)
        if 0 < one.cost <= most
        and (again or not (one.once and battle.used(me, one.id, one.once)))
        and possible(battle, me, one)
    ]


def possible(battle: "Battle", me: Me, one: Ability) -> bool:
    """Whether an ability could be used now for nothing, in a form that it asks for if need be."""
    unit, form = me.unit, battle.mat(me.unit).form
    forms = one.forms if one.forms and form not in one.forms else (form,)
    return any(one.can(seen_in(battle, unit, other, one.cost), me) for other in forms)


def seen_in(battle: "Battle", unit: str, form: str, tenacity: int = 0) -> "Battle":
    """The battle as it would be with an adventurer in another form, or with `tenacity` more.

    For predicates alone.
    """
    mat = battle.mat(unit)
    mat = replace(mat, form=form, tenacity=mat.tenacity + tenacity)
    state = replace(battle.state, adventurers={**battle.state.adventurers, unit: mat})
    game = battle.game
    return type(battle)(Game(game.ruleset, state, [], game.chance, 0), battle.catalogue)


def use(battle: "Battle", me: Me, one: Ability, form: str = "", *, free: bool = False) -> None:
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
    if one.once and (one.once != "turn" or not one.cost):
        battle.emit(Noted(f"{bearers.name_of(me)}.{one.id}", one.once))
    if battle.unit(me.unit).fate:
        return
    if one.can(seen_in(battle, me.unit, battle.mat(me.unit).form, one.cost), me):
        one.do(battle, me)
    if me.card:
        inventory.spend(battle, me.unit, me.card)
