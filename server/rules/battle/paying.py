"""Tenacity: gained, lost, and spent on class abilities (p25, p61, p74)."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from protocol.battle import ActionTaken, FormChanged, Noted, TenacityChanged
from protocol.questions import One, Option, Question
from server.rules.battle import cooldown
from server.rules.battle.effects import Ability, Interrupt, Me, Side, Stat
from server.rules.battle.moments import Happening, Moment
from server.rules.battle.state import MAX_TENACITY, Unit
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
    mat = battle.mat(unit)
    if not mat.cls:
        return Side()
    sheet = battle.catalogue.classes[mat.cls]
    return sheet.master if mat.master else sheet.novice


def price(battle: "Battle", unit: str, printed: int) -> int:
    """What an ability costs now."""
    if not printed:
        return 0
    return battle.value(unit, Stat.ABILITY_COST, printed).value


def interrupts(battle: "Battle", unit: Unit, now: Happening) -> Iterator[Act]:
    """The class interrupts that an adventurer can pay for at this moment."""
    for one in side_of(battle, unit.id).interrupts:
        hook = one.hook
        me = Me(unit.id, battle.mat(unit.id).cls)
        gone = unit.fate or unit.at is None
        if (
            hook.at is now.moment
            and (hook.defeated or not gone)
            and battle.mat(unit.id).tenacity >= price(battle, unit.id, one.cost)
            and not battle.used(me, one.id, "turn")
            and hook.when(battle, me, now)
        ):
            yield _interrupt(battle, me, one, now)


def _interrupt(battle: "Battle", me: Me, one: Interrupt, now: Happening) -> Act:
    def do() -> None:
        pay(battle, me, one.id, one.cost, one.forms)
        one.hook.do(battle, me, now)

    text = f"{one.name} ({price(battle, me.unit, one.cost)} tenacity)"
    return Act(f"{me.unit}.{me.source}.{one.id}", text, do, battle.seat(me.unit), rule="CLS-5")


def pay(battle: "Battle", me: Me, name: str, cost: int, forms: tuple[str, ...]) -> None:
    """Pay for an ability: change form for 1 light fatigue if it needs one, then move the peg."""
    battle.emit(ActionTaken(me.unit, "ability", name))
    battle.emit(Noted(f"{me.unit}.{me.card or me.source}.{name}", "turn"))
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
        cooldown.gain_fatigue(battle, me.unit, light=1)
        battle.emit(FormChanged(me.unit, form))
        battle.at(Happening(Moment.FORM_CHANGED, unit=me.unit))
    lose_tenacity(battle, me.unit, price(battle, me.unit, cost), name)


def usable(battle: "Battle", unit: str) -> Iterator[tuple[Me, Ability]]:
    """The abilities that an adventurer can use as an action now: class, race, items, clothing."""
    mat, catalogue = battle.mat(unit), battle.catalogue
    offers: list[tuple[Me, Ability]] = []
    offers += [(Me(unit, mat.cls), one) for one in side_of(battle, unit).abilities]
    offers += [(Me(unit, mat.race), one) for one in catalogue.races[mat.race].abilities]
    for card in mat.ready:
        item = catalogue.items[card.item]
        if item.ability is not None and not card.expended:
            offers.append((Me(unit, card.item, card=card.id), item.ability))
    for me, one in offers:
        if one.once and battle.used(me, one.id, one.once):
            continue
        if mat.tenacity >= price(battle, unit, one.cost) and one.can(battle, me):
            yield me, one


def use(battle: "Battle", me: Me, one: Ability) -> None:
    """Use an ability as an action: pay, mark it used, do what it says."""
    if one.cost or one.forms:
        pay(battle, me, one.id, one.cost, one.forms)
    else:
        battle.emit(ActionTaken(me.unit, "ability", one.id))
    if one.once and (one.once != "turn" or not (one.cost or one.forms)):
        battle.emit(Noted(f"{me.unit}.{me.card or me.source}.{one.id}", one.once))
    one.do(battle, me)
