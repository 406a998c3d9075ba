"""Ranger (Warrior), of the Valenwood set: hinders and damages enemies from a distance (p25).

Promotion: encounters at unstable landmarks won on 3 days in a row, which is counted between
battles. Overland the Ranger leads the party farther and may redraw cards.
"""

from protocol.battle import NamedReason, Noted
from protocol.ids import NamedCode, NoteName, UnitId
from server.rules.battle.components.catalogue import catalogue_of
from server.rules.battle.components.effects import Elsewhere, Interrupt, ability, hook, modifier
from server.rules.battle.components.printed import ClassSheet, Side
from server.rules.battle.damage import deal, hurt_at_all, prevention
from server.rules.battle.enemy import enemy_move
from server.rules.battle.kernel import notes
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.kernel.state import Unit
from server.rules.battle.kernel.values import Stat
from server.rules.content import asking, units


def _prey(battle: Battle, me: Me) -> list[Unit]:
    seen = units.in_sight(battle, me.unit, "enemy")
    return [unit for unit in seen if units.is_type(battle, unit.id, "beast")]


@ability(
    "thrill-of-the-hunt",
    "Thrill of the Hunt",
    "1 true damage to a Beast enemy in sight, Elusive or not.",
    cost=1,
    can=lambda battle, me: bool(_prey(battle, me)),
)
def thrill_of_the_hunt(battle: Battle, me: Me) -> None:
    """Deal the damage at any distance in sight."""
    text = "Thrill of the Hunt: which Beast?"
    unit = asking.one_unit(
        battle, me.unit, _prey(battle, me), NamedCode("thrill-of-the-hunt"), text
    )
    deal(
        battle, unit, me.unit, true=1, how=NamedReason("thrill-of-the-hunt"), sleeping=("elusive",)
    )


def _webs(unit: UnitId) -> NoteName:
    return notes.named(unit, "trapping-webs", "caught")


def _about_to_move(battle: Battle, me: Me, now: Happening) -> bool:
    enemy = battle.unit(now.unit).side == "enemy"
    return enemy and enemy_move.must_move(battle, now.unit)


@hook(Moment.TURN_STARTS, "Trapping Webs", when=_about_to_move)
def trapping_webs(battle: Battle, me: Me, now: Happening) -> None:
    """At the start of an enemy's turn: its movement is 1 less for that turn."""
    battle.emit(Noted(_webs(now.unit), "turn"))


@modifier(Stat.MOVEMENT, "Trapping Webs", enemies=True)
def caught(battle: Battle, me: Me, value: int) -> int:
    """1 hex less in the turn in which it was caught."""
    return value - (notes.in_turn(battle.state, _webs(me.unit)) > 0)


def _defense(battle: Battle, unit: Unit) -> int:
    printed = catalogue_of(battle).chips[unit.chip].defense
    return battle.value(unit.id, Stat.DEFENSE, printed).value


def _armored(battle: Battle, me: Me) -> list[Unit]:
    return [u for u in units.reachable(battle, me.unit) if _defense(battle, u) > 0]


@ability(
    "wrathful-strikes",
    "Wrathful Strikes",
    "True damage to a targetable enemy, as much as its defense.",
    cost=3,
    can=lambda battle, me: bool(_armored(battle, me)),
    forms=("ranged-weapon",),
)
def wrathful_strikes(battle: Battle, me: Me) -> None:
    """Deal as much as the target's defense is now, modifiers included."""
    text = "Wrathful Strikes: who is dealt the true damage?"
    unit = asking.one_unit(
        battle, me.unit, _armored(battle, me), NamedCode("wrathful-strikes"), text
    )
    points = _defense(battle, battle.unit(unit))
    deal(battle, unit, me.unit, true=points, how=NamedReason("wrathful-strikes"))


def _can_duck(battle: Battle, me: Me, now: Happening) -> bool:
    return hurt_at_all(battle, me, now) and bool(battle.neighbours(me.unit))


@hook(Moment.DAMAGE_COMING, "Nimble Protector", when=_can_duck, prevents=prevention.everything)
def nimble_protector(battle: Battle, me: Me, now: Happening) -> None:
    """When you would take damage: an adjacent unit, friend or enemy, is dealt all that is left of
    it instead, by whoever dealt it.
    """
    assert now.instance is not None
    near = battle.neighbours(me.unit)
    text = "Nimble Protector: who is dealt it instead?"
    unit = asking.one_unit(battle, me.unit, near, NamedCode("nimble-protector"), text)
    physical, true = now.instance.physical, now.instance.true
    prevention.everything(battle, me, now)
    deal(battle, unit, now.by, physical, true=true, how=NamedReason("nimble-protector"))


WANDERER = (
    "After a peaceful or conflict card was drawn overland: discard it and draw the next of its "
    "type."
)
FLARE = "When the party rolls the unstable die for an encounter: it may be rolled again {}."
AFIELD, RESTED = "The party's base overland movement is 1 more.", "All may rest 1 die more."
WEBS = Interrupt("trapping-webs", "Trapping Webs", 2, trapping_webs)
SHEET = ClassSheet(
    id="ranger",
    name="Ranger",
    constellation="warrior",
    jailbreak="escape-first",
    novice=Side(
        modifiers=(caught,),
        abilities=(wrathful_strikes,),
        interrupts=(
            WEBS,
            Interrupt("nimble-protector", "Nimble Protector", 5, nimble_protector),
        ),
        elsewhere=(
            Elsewhere("ranger", "Ranger", AFIELD, "innate"),
            Elsewhere("wanderer", "Wanderer", WANDERER, "interrupt", 3),
            Elsewhere("revealing-flare", "Revealing Flare", FLARE.format("once"), "enduring", 3),
            Elsewhere(
                "promotion",
                "Promotion",
                "Win encounters at unstable landmarks on 3 days in a row.",
                "promotion",
            ),
        ),
    ),
    master=Side(
        modifiers=(caught,),
        abilities=(thrill_of_the_hunt, wrathful_strikes),
        interrupts=(
            WEBS,
            Interrupt("nimble-protector", "Nimble Protector", 4, nimble_protector),
        ),
        elsewhere=(
            Elsewhere("ranger", "Ranger", f"{AFIELD} {RESTED}", "innate"),
            Elsewhere("wanderer", "Wanderer", WANDERER, "interrupt", 3),
            Elsewhere("revealing-flare", "Revealing Flare", FLARE.format("twice"), "enduring", 3),
        ),
    ),
    set="valenwood",
)
