"""Sorcerer (Mage): spends tenacity on the party's dice and HP (p25).

Promotion: party size + 2 enchantments lie on components, whoever put them there.
"""

from protocol.battle import DiceShown, NamedReason, TokenMoved, TrackReplaced
from protocol.ids import DieId, NamedCode, UnitId
from protocol.option_keys import option_key
from server.rules.battle.adventurer import abilities, cooldown, statuses, tenacity
from server.rules.battle.components.catalogue import catalogue_of
from server.rules.battle.components.effects import Interrupt, ability, hook
from server.rules.battle.components.printed import ClassSheet, Side
from server.rules.battle.damage import deal, hand_over, heal, lose_hp, own_kill
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.kernel.state import LF, MAX_TENACITY, TRACK, Unit
from server.rules.battle.kernel.words import STATUSES, Form, Status, status_of
from server.rules.battle.map import targeting
from server.rules.content import asking, fatigue
from server.rules.content.classes.promotion import promotion

MAGIC: tuple[Form, ...] = ("magic",)


def _in_magic(battle: Battle, me: Me, now: Happening) -> bool:
    return now.unit == me.unit and battle.mat(me.unit).form == "magic"


def _may_gain(battle: Battle, me: Me, now: Happening) -> bool:
    return _in_magic(battle, me, now) and battle.mat(me.unit).tenacity < MAX_TENACITY


@hook(Moment.TURN_STARTS, "Sorcerer: 1 tenacity", when=_may_gain, forced=True, rule="CLS-2")
def conduit(battle: Battle, me: Me, now: Happening) -> None:
    """A turn that begins in Magic form gives 1 tenacity, which never does harm."""
    tenacity.gain(battle, me.unit, 1, NamedReason("sorcerer"))


def _has_use(battle: Battle, me: Me, now: Happening) -> bool:
    light = cooldown.fatigue_in_track(battle, me.unit, LF) > 0
    return _in_magic(battle, me, now) and (light or _may_gain(battle, me, now))


@hook(
    Moment.TURN_STARTS,
    "Sorcerer: 1 tenacity, or 1 light fatigue less",
    when=_has_use,
    forced=True,
    rule="CLS-2",
)
def great_conduit(battle: Battle, me: Me, now: Happening) -> None:
    """A turn that begins in Magic form gives 1 tenacity or takes 1 light fatigue away."""
    ways = {}
    if battle.mat(me.unit).tenacity < MAX_TENACITY:
        ways["tenacity"] = "Gain 1 tenacity"
    if LF in battle.mat(me.unit).track:
        ways["light"] = "1 light fatigue leaves your track"
    if asking.one_of(battle, me.unit, ways, NamedCode("sorcerer.start"), "Which?") == "tenacity":
        tenacity.gain(battle, me.unit, 1, NamedReason("sorcerer"))
    else:
        fatigue.remove(battle, me.unit, LF)


def _enchanted_enough(battle: Battle, me: Me, now: Happening) -> bool:
    return len(battle.state.enchantments) >= battle.party_size() + 2


def _has_track(battle: Battle, me: Me) -> bool:
    return any(battle.mat(unit.id).track for unit in battle.adventurers())


def _surge(battle: Battle, me: Me, free: int) -> None:
    holders = [unit for unit in battle.adventurers() if battle.mat(unit.id).track]
    unit = asking.one_unit(
        battle, me.unit, holders, NamedCode("power-surge"), "Whose dice come back?"
    )
    most = max(0, len(battle.mat(unit).track) - free)
    text = "Pay how much more tenacity? As many of the leftmost dice are recovered."
    count = free + tenacity.pay_more(battle, me.unit, most, NamedCode("power-surge.pay"), text)
    for _ in range(min(count, len(battle.mat(unit).track))):
        cooldown.recover_at(battle, unit, 0)


def _can_pay_more(battle: Battle, me: Me) -> bool:
    enough = battle.mat(me.unit).tenacity > abilities.price(battle, me.unit, 1)
    return enough and _has_track(battle, me)


@ability(
    "power-surge",
    "Power Surge",
    "Pay N more: an adventurer recovers the N leftmost dice of its track.",
    cost=1,
    can=_can_pay_more,
    away=True,
)
def power_surge(battle: Battle, me: Me) -> None:
    """Recover the dice one after the other, as in a Recovery step."""
    _surge(battle, me, 0)


@ability(
    "power-surge",
    "Power Surge",
    "Pay N more: an adventurer recovers the N + 1 leftmost dice of its track.",
    cost=1,
    can=_has_track,
    away=True,
)
def greater_power_surge(battle: Battle, me: Me) -> None:
    """Recover the dice as the novice does, one of them for nothing."""
    _surge(battle, me, 1)


def _within_reach_of(battle: Battle, now: Happening) -> list[UnitId]:
    """Return the units that the fallen had within its range from where it stood."""
    assert now.hex is not None
    low, high = targeting.reach(battle, now.unit)
    return [
        unit.id
        for unit in battle.in_play()
        if unit.at is not None and low <= battle.ground.distance(now.hex, unit.at) <= high
    ]


@hook(Moment.DEFEATED, "Lightning Splash", when=own_kill)
def splash(battle: Battle, me: Me, now: Happening) -> None:
    """2 damage to every unit in range of the enemy that fell, party members too."""
    for unit in _within_reach_of(battle, now):
        deal(battle, unit, me.unit, 2, how=NamedReason("lightning-splash"))


@hook(Moment.DEFEATED, "Lightning Splash", when=own_kill)
def guided_splash(battle: Battle, me: Me, now: Happening) -> None:
    """2 damage to every enemy in range of the enemy that fell."""
    for unit in _within_reach_of(battle, now):
        if battle.unit(unit).side == "enemy":
            deal(battle, unit, me.unit, 2, how=NamedReason("lightning-splash"))


def _somebody_afflicted(battle: Battle, me: Me) -> bool:
    return any(statuses.dice_on(battle, unit.id) for unit in battle.adventurers())


def _can_roll_status(battle: Battle, me: Me) -> bool:
    return statuses.may_roll(battle, me.unit) and _somebody_afflicted(battle, me)


def _one_status(battle: Battle, me: Me) -> tuple[UnitId, str]:
    """Ask for a status die of an adventurer's track. Returns the adventurer and the die."""
    places = {
        option_key(unit.id, token): (unit, token)
        for unit in battle.adventurers()
        for token in statuses.dice_on(battle, unit.id)
    }
    ways = {key: _told(battle, unit, token) for key, (unit, token) in places.items()}
    chosen = asking.one_of(
        battle, me.unit, ways, NamedCode("unholy-knowledge"), "Which status die?"
    )
    unit, token = places[chosen]
    return unit.id, token


def _told(battle: Battle, unit: Unit, token: str) -> str:
    name = statuses.die_name(battle, token)
    return f"{unit.name}: {name if token in battle.state.dice else token}"


def _sides(battle: Battle, token: str) -> tuple[str, ...]:
    """Return what a status die can show: the statuses, or the faces of a skill die that serves as
    one.
    """
    die = battle.state.dice.get(DieId(token))
    return STATUSES if die is None else catalogue_of(battle).dice[die.kind].faces


def _turn(battle: Battle, unit: UnitId, token: str, face: int) -> None:
    if token in battle.state.dice:
        battle.emit(DiceShown((DieId(token),), (face,), NamedReason("unholy-knowledge")))
    else:
        _show(battle, unit, status_of(token), STATUSES[face])


def _show(battle: Battle, unit: UnitId, old: Status, new: Status) -> None:
    """Let a status die show another status in the same place.

    A track never holds one status twice: where it has the new one already, the die goes and the
    other one moves to the end, as if the status had been gained again (C-10).
    """
    if new == old:
        return
    if new not in battle.mat(unit).track:
        battle.emit(TrackReplaced(unit, battle.mat(unit).track.index(old), new))
    else:
        statuses.lose(battle, unit, old)
        battle.emit(TokenMoved(unit, battle.mat(unit).track.index(new), new))


@ability(
    "unholy-knowledge",
    "Unholy Knowledge",
    "Reroll a status die of an adventurer's track.",
    cost=2,
    can=_can_roll_status,
    forms=MAGIC,
    away=True,
)
def unholy_knowledge(battle: Battle, me: Me) -> None:
    """Reroll the die. It is a roll like any other, so Daze forbids it (STS-7)."""
    unit, token = _one_status(battle, me)
    (face,) = battle.throw(1, "status", me.unit)
    _turn(battle, unit, token, face)


@ability(
    "unholy-knowledge",
    "Unholy Knowledge",
    "Turn a status die of an adventurer's track to any side.",
    cost=3,
    can=_somebody_afflicted,
    forms=MAGIC,
    away=True,
)
def unholy_mastery(battle: Battle, me: Me) -> None:
    """Turn the die to the side that the player chooses; nothing is rolled."""
    unit, token = _one_status(battle, me)
    die, sides = battle.state.dice.get(DieId(token)), _sides(battle, token)
    up = token if die is None else sides[die.face]
    ways = {side: side.capitalize() for side in sides if side != up}
    side = asking.one_of(battle, me.unit, ways, NamedCode("unholy-side"), "Which side?")
    _turn(battle, unit, token, sides.index(side))


def _within_range(battle: Battle, me: Me) -> list[Unit]:
    return [u for u in battle.in_play() if targeting.in_range(battle, me.unit, u.id)]


def _two_others(battle: Battle, me: Me) -> bool:
    return len(_within_range(battle, me)) > 2


@ability(
    "dark-exchange",
    "Dark Exchange",
    "You and a unit in range lose 1 HP each; a third unit in range gets both.",
    cost=3,
    can=_two_others,
    forms=MAGIC,
    away=True,
)
def dark_exchange(battle: Battle, me: Me) -> None:
    """Take 1 HP each from the Sorcerer and a second unit, even a last one, and give both to a
    third.
    """
    others = [u for u in _within_range(battle, me) if u.id != me.unit]
    giver = asking.one_unit(
        battle, me.unit, others, NamedCode("dark-exchange.from"), "Who gives 1 HP?"
    )
    rest = [u for u in others if u.id != giver]
    taker = asking.one_unit(battle, me.unit, rest, NamedCode("dark-exchange.to"), "Who receives?")
    chips = sum(
        lose_hp(battle, unit, 1, me.unit, NamedReason("dark-exchange")) for unit in (me.unit, giver)
    )
    hand_over(battle, taker, chips, me.unit, NamedReason("dark-exchange"))


def _two_units(battle: Battle, me: Me) -> bool:
    return len(_within_range(battle, me)) > 1


@ability(
    "dark-exchange",
    "Dark Exchange",
    "Up to 2 HP pass from a unit in range to another one.",
    cost=3,
    can=_two_units,
    forms=MAGIC,
    away=True,
)
def dark_mastery(battle: Battle, me: Me) -> None:
    """Move the HP between two units in range; the Sorcerer may be either of them."""
    units = _within_range(battle, me)
    giver = asking.one_unit(
        battle, me.unit, units, NamedCode("dark-exchange.from"), "Who gives HP?"
    )
    rest = [u for u in units if u.id != giver]
    taker = asking.one_unit(battle, me.unit, rest, NamedCode("dark-exchange.to"), "Who receives?")
    count = asking.how_many(battle, me.unit, 2, NamedCode("dark-exchange"), "How many HP?")
    chips = lose_hp(battle, giver, count, me.unit, NamedReason("dark-exchange"))
    hand_over(battle, taker, chips, me.unit, NamedReason("dark-exchange"))


def _somebody_hurt(battle: Battle, me: Me) -> bool:
    return any(unit.hp < unit.health for unit in battle.adventurers())


@ability(
    "blood-magic",
    "Blood Magic",
    "All adventurers heal completely and gain as much light fatigue.",
    cost=4,
    can=_somebody_hurt,
    forms=MAGIC,
    away=True,
)
def blood_magic(battle: Battle, me: Me) -> None:
    """Heal everybody for as much light fatigue; fatigue for which there is no die or no place in
    the track is left out.

    How much each adventurer heals is the Sorcerer's choice, as this healing has a price (TRM-1).
    """
    for unit in tuple(battle.adventurers()):
        most = max(0, unit.health - unit.hp)
        text = f"Blood Magic: how much does {unit.name} heal, for as much light fatigue?"
        points = asking.how_many(battle, me.unit, most, NamedCode("blood-magic"), text)
        healed = heal(battle, unit.id, points, me.unit, exact=True)
        # Bounded before it is gained, as beyond that fatigue overflows the track or becomes damage.
        room = TRACK - len(battle.mat(unit.id).track)
        light = min(healed, room, battle.state.supply[LF])
        cooldown.gain_fatigue(battle, unit.id, light=light)


@ability(
    "blood-magic",
    "Blood Magic",
    "All adventurers heal completely; as much light fatigue leaves their tracks.",
    cost=5,
    can=_somebody_hurt,
    forms=MAGIC,
    away=True,
)
def pure_blood_magic(battle: Battle, me: Me) -> None:
    """Heal everybody, and remove as much light fatigue from each track as there is, at most."""
    for unit in tuple(battle.adventurers()):
        healed = heal(battle, unit.id, unit.health, me.unit)
        fatigue.remove(battle, unit.id, LF, healed)


SHEET = ClassSheet(
    id="sorcerer",
    name="Sorcerer",
    constellation="mage",
    jailbreak="defeat-high-elf-bandit",
    novice=Side(
        hooks=(conduit, promotion("Sorcerer", _enchanted_enough)),
        abilities=(power_surge, unholy_knowledge, dark_exchange, blood_magic),
        interrupts=(Interrupt("lightning-splash", "Lightning Splash", 2, splash),),
        opening="magic",
    ),
    master=Side(
        hooks=(great_conduit,),
        abilities=(greater_power_surge, unholy_mastery, dark_mastery, pure_blood_magic),
        interrupts=(Interrupt("lightning-splash", "Lightning Splash", 2, guided_splash),),
        opening="magic",
    ),
)
