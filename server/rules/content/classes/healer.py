"""Healer (Mage): heals party members, and deals damage by healing (p25).

Promotion: Master Ritualist (the level 4 die of Restoring Light) is triggered out of an active slot;
that die notes it under `RITUAL`.
"""

from protocol.battle import NamedReason, UnitDeployed
from protocol.ids import NamedCode, UnitId
from protocol.option_keys import option_key, read_key
from protocol.questions import Option, Question, Split
from server.rules.battle.adventurer import abilities, cooldown, inventory, tenacity
from server.rules.battle.components.effects import Interrupt, ability, hook
from server.rules.battle.components.printed import ClassSheet, Side
from server.rules.battle.damage import deal, gain_bonus, heal
from server.rules.battle.kernel import forms, notes
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.forms import FORMS
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.kernel.state import FATIGUE, LF, OF, SLOTS, Unit
from server.rules.battle.kernel.words import form_of, is_fatigue
from server.rules.battle.map import choosing, targeting
from server.rules.content import asking, fatigue
from server.rules.content.classes.promotion import promotion
from server.rules.content.units import wounded

RITUAL = "master-ritualist"


def _wounded_near(battle: Battle, me: Me) -> list[Unit]:
    return [u for u in wounded(battle) if u.id == me.unit or battle.adjacent(u.id, me.unit)]


def _heal_one(battle: Battle, me: Me, units: list[Unit], points: int) -> None:
    unit = asking.one_unit(battle, me.unit, units, NamedCode("healer.mend"), f"Who heals {points}?")
    if unit:
        heal(battle, unit, points, me.unit)


def _somebody_near(battle: Battle, me: Me, now: Happening) -> bool:
    return now.unit == me.unit and bool(_wounded_near(battle, me))


@hook(Moment.TURN_STARTS, "Healer: heal 1 for 1 light fatigue", when=_somebody_near, rule="CLS-2")
def mend(battle: Battle, me: Me, now: Happening) -> None:
    """Gain 1 light fatigue; then the healer or an adjacent ally heals 1."""
    cooldown.gain_fatigue(battle, me.unit, light=1)
    _heal_one(battle, me, _wounded_near(battle, me), 1)


def _somebody(battle: Battle, me: Me, now: Happening) -> bool:
    return now.unit == me.unit and bool(wounded(battle))


@hook(Moment.TURN_STARTS, "Healer: heal 2 for 1 light fatigue", when=_somebody, rule="CLS-2")
def mend_afar(battle: Battle, me: Me, now: Happening) -> None:
    """Gain 1 light fatigue; then an ally anywhere heals 2."""
    cooldown.gain_fatigue(battle, me.unit, light=1)
    _heal_one(battle, me, wounded(battle), 2)


def _performed_ritual(battle: Battle, me: Me, now: Happening) -> bool:
    return notes.count(battle.state, notes.named(me.unit, RITUAL), "battle") > 0


def _can_treat(battle: Battle, me: Me) -> bool:
    return bool(wounded(battle)) and bool(inventory.carried(battle, me.unit))


def _treat(battle: Battle, me: Me, points: int) -> None:
    inventory.discard_one(battle, me.unit, "Which item do you use up?")
    hurt = wounded(battle)
    unit = asking.one_unit(battle, me.unit, hurt, NamedCode("medicinal-use"), "Who heals?")
    heal(battle, unit, points, me.unit)


@ability(
    "medicinal-use",
    "Medicinal Use",
    "Discard an item: an ally anywhere heals 3.",
    cost=1,
    can=_can_treat,
    away=True,
)
def medicinal_use(battle: Battle, me: Me) -> None:
    """Discard the item, which has no effect of its own, and heal 3."""
    _treat(battle, me, 3)


@ability(
    "medicinal-use",
    "Medicinal Use",
    "Discard an item: an ally anywhere heals completely.",
    cost=1,
    can=_can_treat,
    away=True,
)
def full_treatment(battle: Battle, me: Me) -> None:
    """Discard the item, which has no effect of its own, and heal up to Health."""
    _treat(battle, me, 99)


def _can_ration(battle: Battle, me: Me) -> bool:
    enough = battle.mat(me.unit).tenacity > abilities.price(battle, me.unit, 1)
    return enough and OF in battle.mat(me.unit).track


@ability(
    "rationer",
    "Rationer",
    "Pay N more: N overfatigue leave your track for good.",
    cost=1,
    can=_can_ration,
    away=True,
)
def rationer(battle: Battle, me: Me) -> None:
    """Ask how much more tenacity is paid, at most as much as there is overfatigue, and remove as
    much.
    """
    most = cooldown.fatigue_in_track(battle, me.unit, OF)
    text = "Pay how much more tenacity? As much overfatigue leaves your track."
    paid = tenacity.pay_more(battle, me.unit, most, NamedCode("rationer"), text)
    fatigue.remove(battle, me.unit, OF, paid)


def _reachable(battle: Battle, me: Me) -> dict[str, str]:
    """Return the enemies that can be targeted, key to words: by id in the present form, by
    "id:form" where another form is needed for it (CLS-9).
    """
    present = battle.mat(me.unit).form
    found: dict[str, str] = {
        unit.id: unit.name
        for unit in targeting.targets(battle, me.unit, present)
        if unit.side == "enemy"
    }
    for form in FORMS:
        for unit in targeting.targets(battle, me.unit, form):
            if unit.side == "enemy" and unit.id not in found:
                how = f"{forms.in_form(form)} for 1 light fatigue"
                found[option_key(unit.id, form)] = f"{unit.name}, {how}"
    return found


def _healed_somebody(battle: Battle, me: Me, now: Happening) -> bool:
    adventurer = now.unit in battle.state.adventurers
    return now.by == me.unit and adventurer and now.amount > 0 and bool(_reachable(battle, me))


@hook(Moment.HEALED, "Snakeblood", when=_healed_somebody)
def snakeblood(battle: Battle, me: Me, now: Happening) -> None:
    """An enemy in reach is dealt as much damage as HP was healed; a change of form may reach it."""
    text = "Who is dealt the damage?"
    chosen = asking.one_of(battle, me.unit, _reachable(battle, me), NamedCode("snakeblood"), text)
    unit, form = read_key(chosen)
    if form:
        abilities.change_form(battle, me.unit, form_of(form))
    deal(battle, UnitId(unit), me.unit, now.amount, how=NamedReason("snakeblood"))


def _drainable(battle: Battle, kinds: tuple[str, ...]) -> dict[str, int]:
    """Return how many fatigue dice of these kinds lie in each adventurer's track, by
    "unit:kind".
    """
    found = {}
    for unit in battle.adventurers():
        for kind in kinds:
            count = cooldown.fatigue_in_track(battle, unit.id, kind)
            if count:
                found[option_key(unit.id, kind)] = count
    return found


def _absorb(battle: Battle, me: Me, kinds: tuple[str, ...]) -> None:
    """Ask which fatigue dice of adventurers' tracks go to the healer's free active slots, move
    them, and heal 1 for each.
    """
    found = _drainable(battle, kinds)
    free = SLOTS - len(battle.mat(me.unit).active)
    most = min(free, sum(found.values()))
    options = []
    for name in found:
        unit, kind = read_key(name)
        options.append(Option(name, f"{battle.unit(UnitId(unit)).name}: {kind}"))
    picks = battle.picks(
        Question(
            battle.deciders(me.unit),
            NamedCode("liquid-efficiency"),
            "Which fatigue dice go to your active slots?",
            Split(tuple(options), most, 0, tuple(found.values())),
            default=_first(found, most),
        )
    )
    for pick in picks:
        unit, kind = read_key(pick)
        assert is_fatigue(kind)
        fatigue.remove(battle, UnitId(unit), kind)
        cooldown.fatigue_into_slot(battle, me.unit, kind)
    heal(battle, me.unit, len(picks), me.unit)


def _first(found: dict[str, int], most: int) -> tuple[str, ...]:
    return tuple(name for name, count in found.items() for _ in range(count))[:most]


def _can_absorb(kinds: tuple[str, ...], battle: Battle, me: Me) -> bool:
    return bool(_drainable(battle, kinds)) and len(battle.mat(me.unit).active) < SLOTS


@ability(
    "liquid-efficiency",
    "Liquid Efficiency",
    "Up to 4 light fatigue of any adventurers go to your active slots; heal 1 for each.",
    cost=2,
    can=lambda battle, me: _can_absorb((LF,), battle, me),
)
def liquid_efficiency(battle: Battle, me: Me) -> None:
    """Take light fatigue; in the slots it blocks them as active dice do."""
    _absorb(battle, me, (LF,))


@ability(
    "liquid-efficiency",
    "Liquid Efficiency",
    "Up to 4 fatigue dice of any adventurers go to your active slots; heal 1 for each.",
    cost=2,
    can=lambda battle, me: _can_absorb(FATIGUE, battle, me),
)
def liquid_mastery(battle: Battle, me: Me) -> None:
    """Take fatigue of either kind; in the slots it blocks them as active dice do."""
    _absorb(battle, me, FATIGUE)


@ability(
    "hope-infusion", "Hope Infusion", "An adventurer in play gains 3 bonus HP.", cost=3, away=True
)
def hope_infusion(battle: Battle, me: Me) -> None:
    """Give bonus HP, which is no healing: nothing that answers healing answers it."""
    unit = asking.one_adventurer(
        battle, me.unit, NamedCode("hope-infusion"), "Who gains 3 bonus HP?"
    )
    gain_bonus(battle, unit, 3, me.unit)


def _fallen(battle: Battle) -> list[Unit]:
    units = (battle.unit(name) for name in battle.state.adventurers)
    return [unit for unit in units if unit.fate == "defeated"]


def _somebody_fell(battle: Battle, me: Me, now: Happening) -> bool:
    return bool(_fallen(battle)) and battle.unit(me.unit).fate in ("", "defeated")


@hook(Moment.ANYTIME, "From the Brink", when=_somebody_fell, defeated=True)
def from_the_brink(battle: Battle, me: Me, now: Happening) -> None:
    """A defeated party member, the healer too, comes back at full HP to any free hex."""
    unit = asking.one_unit(
        battle, me.unit, _fallen(battle), NamedCode("from-the-brink"), "Who comes back?"
    )
    free = battle.free_hexes(tuple(battle.ground.tile_of))
    to = battle.deciders(me.unit)
    at = choosing.choose_hex(battle, to, free, NamedCode("from-the-brink.hex"), "Where?")
    battle.emit(UnitDeployed(unit, at, None, battle.unit(unit).health))


SHEET = ClassSheet(
    id="healer",
    name="Healer",
    constellation="mage",
    jailbreak="take-last-turn",
    novice=Side(
        hooks=(mend, promotion("Healer", _performed_ritual)),
        abilities=(medicinal_use, rationer, liquid_efficiency, hope_infusion),
        interrupts=(Interrupt("snakeblood", "Snakeblood", 2, snakeblood),),
    ),
    master=Side(
        hooks=(mend_afar,),
        abilities=(full_treatment, rationer, liquid_mastery, hope_infusion),
        interrupts=(
            Interrupt("snakeblood", "Snakeblood", 2, snakeblood),
            Interrupt("from-the-brink", "From the Brink", 4, from_the_brink, ("magic",)),
        ),
    ),
)
