"""Dragonknight (Warrior): stronger while enemies outnumber the party (p25).

Promotion: end a battle with 1 HP.
"""

from functools import partial

from protocol.battle import NamedReason
from protocol.ids import NamedCode, UnitId
from server.rules.battle.adventurer import cooldown, tenacity
from server.rules.battle.components.catalogue import catalogue_of
from server.rules.battle.components.effects import Enduring, Interrupt, ability, hook, modifier
from server.rules.battle.components.printed import ClassSheet, Side
from server.rules.battle.damage.hit_points import ENDS_WITH_1_HP, defense
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.kernel.state import LF, OF, Unit
from server.rules.battle.kernel.values import Stat
from server.rules.battle.movement import move
from server.rules.content import asking, enemy_combat_dice, fatigue
from server.rules.content.classes.promotion import promotion
from server.rules.content.units import armed, falls_only_so, is_answered, reachable

DICE = 2  # enemy Combat dice of Dragonknight Standard
RETURNING = 2  # dice that Cauterize may bring back
LIGHT = 2  # light fatigue that leaves the track; of overfatigue it is 1


def _outnumbered(battle: Battle) -> bool:
    """Return whether more enemies are in play than party members are undefeated, companions that
    are left among them.
    """
    units = battle.state.units.values()
    adventurers = sum(unit.kind == "adventurer" and unit.fate != "defeated" for unit in units)
    companions = sum(unit.kind == "companion" and not unit.fate for unit in units)
    return sum(1 for _ in battle.in_play("enemy")) > adventurers + companions


def _fights_many(battle: Battle, me: Me, now: Happening) -> bool:
    own = now.by == me.unit and now.engage is not None and now.unit == now.engage.target
    return own and _outnumbered(battle)


def _fells_it(battle: Battle, me: Me, now: Happening) -> bool:
    return falls_only_so(battle, now, 1)


@hook(
    Moment.POOL_LANDS,
    "Dragonknight: ignore 1 defense",
    when=_fights_many,
    forced=True,
    once="engage",
    rule="CLS-2",
    spare=_fells_it,
)
def find_the_gap(battle: Battle, me: Me, now: Happening) -> None:
    """Of the target, while enemies outnumber the undefeated party."""
    assert now.engage is not None
    ignored = now.engage.ignored
    ignored[now.unit] = ignored.get(now.unit, 0) + 1


@modifier(Stat.IGNORED, "Dragonknight")
def find_every_gap(battle: Battle, me: Me, value: int) -> int:
    """You ignore 1 defense of all enemies while they outnumber the undefeated party."""
    return value + 1 if _outnumbered(battle) else value


def _fells_by_one(battle: Battle, me: Me, now: Happening) -> bool:
    """Return whether the point of defense that is ignored fells the enemy, and something answers
    that.
    """
    instance = now.instance
    if now.by != me.unit or instance is None or not _outnumbered(battle):
        return False
    unit = battle.unit(instance.unit)
    if unit.side != "enemy" or not instance.physical or instance.left - unit.bonus != unit.hp:
        return False
    stops = partial(defense, battle, instance, now.engage)
    return stops(heeded=1) > stops() and is_answered(battle, unit)


@hook(
    Moment.DAMAGE_COMING,
    "Dragonknight: ignore no defense",
    when=_fells_by_one,
    rule="CLS-17",
)
def heed_the_gap(battle: Battle, me: Me, now: Happening) -> None:
    """You may leave 1 defense of an enemy as it is."""
    assert now.instance is not None
    now.instance.prevent(1)


def _survived(battle: Battle, me: Me, now: Happening) -> bool:
    unit = battle.unit(me.unit)
    return unit.fate != "defeated" and unit.hp == 1


def _leap(battle: Battle, me: Me, kinds: tuple[str, ...]) -> None:
    most = battle.mat(me.unit).tenacity
    text = "Pay how much more tenacity? As many hexes more may be moved."
    far = 1 + tenacity.pay_more(battle, me.unit, most, NamedCode("dragon-leap.pay"), text)

    def members() -> list[Unit]:
        return [unit for unit in battle.in_play("party") if unit.kind in kinds]

    def jump(unit: UnitId) -> None:
        move.free_move(battle, unit, far, NamedCode("dragon-leap.move"), f"Move up to {far} hexes.")

    text = f"Dragon Leap: everybody may move up to {far} hexes."
    asking.offer_to_each(
        battle, members, NamedCode("dragon-leap"), text, f"move up to {far} hexes", jump
    )


@ability(
    "dragon-leap",
    "Dragon Leap",
    "Pay N more: all adventurers may move up to N + 1 hexes.",
    cost=1,
)
def dragon_leap(battle: Battle, me: Me) -> None:
    """Offer the movement to every adventurer once; they choose the order."""
    _leap(battle, me, ("adventurer",))


@ability(
    "dragon-leap",
    "Dragon Leap",
    "Pay N more: all party members may move up to N + 1 hexes.",
    cost=1,
)
def dragon_flight(battle: Battle, me: Me) -> None:
    """Offer the movement to every party member once, companions too; they choose the order."""
    _leap(battle, me, ("adventurer", "companion"))


def _armed(battle: Battle) -> list[Unit]:
    """Return who may strike: in a weapon form already, free to roll, somebody in reach."""
    return [unit for unit in armed(battle) if reachable(battle, unit.id)]


def _somebody_armed(battle: Battle, me: Me) -> bool:
    return bool(_armed(battle))


def _strike(battle: Battle, unit: UnitId) -> None:
    text = "Who is dealt the damage?"
    foe = asking.one_unit(
        battle, unit, reachable(battle, unit), NamedCode("dragonknight-standard.foe"), text
    )
    enemy_combat_dice.strike(battle, unit, foe, DICE, NamedReason("dragonknight-standard"))


@ability(
    "dragonknight-standard",
    "Dragonknight Standard",
    "All adventurers in a weapon form may hit an enemy in reach with 2 enemy Combat dice.",
    cost=2,
    can=_somebody_armed,
)
def dragonknight_standard(battle: Battle, me: Me) -> None:
    """Offer a strike to every adventurer; they choose the order, and each one's damage is an
    instance of its own.

    Only who uses an ability may change form for it, so the others strike in the form they hold.
    """
    text = "Dragonknight Standard: everybody in a weapon form may strike."
    asking.offer_to_each(
        battle,
        lambda: _armed(battle),
        NamedCode("dragonknight-standard"),
        text,
        "2 enemy Combat dice",
        partial(_strike, battle),
    )


def _armed_engage(battle: Battle, me: Me, now: Happening) -> bool:
    engage = now.engage
    if engage is None or now.by != me.unit or not engage.weapon:
        return False
    lines = catalogue_of(battle).line_of
    return any(lines[battle.state.dice[die].kind].id == "combat" for die in engage.dice)


@hook(Moment.BEFORE_ROLL, "Molten Weapons: true damage by Combat dice", when=_armed_engage)
def melt(battle: Battle, me: Me, now: Happening) -> None:
    """Before the roll of an engage with a weapon: its Combat skill dice deal true damage."""
    assert now.engage is not None
    now.engage.true_lines.append("combat")


@hook(Moment.AFTER_ROLL, "Molten Weapons: true damage by Combat dice", when=_armed_engage)
def melt_later(battle: Battle, me: Me, now: Happening) -> None:
    """After the roll of an engage with a weapon: its Combat skill dice deal true damage."""
    assert now.engage is not None
    now.engage.true_lines.append("combat")


def _drained(battle: Battle, me: Me) -> bool:
    return bool(battle.mat(me.unit).drained)


@ability(
    "cauterize",
    "Cauterize",
    "Gain 1 overfatigue; up to 2 drained dice come home.",
    cost=2,
    can=_drained,
    away=True,
)
def cauterize(battle: Battle, me: Me) -> None:
    """Gain the overfatigue, then recover up to 2 drained dice, which are available at once."""
    cooldown.gain_fatigue(battle, me.unit, over=1)
    # Overfatigue that the box lacks is damage (C-12): the price may fell who pays it.
    if battle.unit(me.unit).fate:
        return
    # Looked up only now: a full track drains a die to make room for the overfatigue, and that
    # die may come home at once.
    dice = list(battle.mat(me.unit).drained)
    text = "Which drained dice come home?"
    for die in asking.some_dice(
        battle, me.unit, dice, 0, RETURNING, NamedCode("cauterize"), text=text
    ):
        cooldown.recover(battle, die)


def _tired_killer(battle: Battle, me: Me, now: Happening) -> bool:
    killed = now.by in battle.state.adventurers and battle.unit(now.unit).side == "enemy"
    return killed and cooldown.fatigue_in_track(battle, now.by) > 0


def _tired_myself(battle: Battle, me: Me, now: Happening) -> bool:
    return now.by == me.unit and _tired_killer(battle, me, now)


def _quicken(battle: Battle, unit: UnitId) -> None:
    ways = {"light": "2 light fatigue", "over": "1 overfatigue"}
    track = battle.mat(unit).track
    found = [way for way, kind in (("light", LF), ("over", OF)) if kind in track]
    ways = {way: ways[way] for way in found}
    chosen = asking.one_of(battle, unit, ways, NamedCode("dragon-blood"), "What leaves the track?")
    kind, most = (LF, LIGHT) if chosen == "light" else (OF, 1)
    fatigue.remove(battle, unit, kind, most)


BLOOD = "Dragon Blood: 2 light fatigue or 1 overfatigue less"


@hook(Moment.DEFEATED, BLOOD, when=_tired_myself)
def dragon_blood(battle: Battle, me: Me, now: Happening) -> None:
    """After an own kill 2 light fatigue or 1 overfatigue leave your track for good."""
    _quicken(battle, me.unit)


@hook(Moment.DEFEATED, f"{BLOOD} for the killer", when=_tired_killer)
def shared_blood(battle: Battle, me: Me, now: Happening) -> None:
    """After any adventurer's kill 2 light fatigue or 1 overfatigue leave the killer's track for
    good.
    """
    _quicken(battle, now.by)


SHEET = ClassSheet(
    id="dragonknight",
    name="Dragonknight",
    constellation="warrior",
    jailbreak="take-first-turn",
    novice=Side(
        hooks=(
            find_the_gap,
            promotion("Dragonknight", _survived, at=Moment.BATTLE_ENDS, defeated=True),
        ),
        abilities=(dragon_leap, dragonknight_standard, cauterize),
        interrupts=(Interrupt("molten-weapons", "Molten Weapons", 2, melt),),
        enduring=(Enduring("dragon-blood", "Dragon Blood", 3, hooks=(dragon_blood,)),),
        traits=(ENDS_WITH_1_HP,),
    ),
    master=Side(
        hooks=(heed_the_gap,),
        modifiers=(find_every_gap,),
        abilities=(dragon_flight, dragonknight_standard, cauterize),
        interrupts=(Interrupt("molten-weapons", "Molten Weapons", 2, melt_later),),
        enduring=(Enduring("dragon-blood", "Dragon Blood", 3, hooks=(shared_blood,)),),
    ),
)
