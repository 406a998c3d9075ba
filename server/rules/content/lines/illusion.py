"""Illusion, in magic form, of the Valenwood set: decoys, and dice that lie on enemies or in hexes
(docs: skill-lines/mage/illusion).

Every die but Voice of Rapture is of code S: it lies on an enemy, in a hex, or stands there as a
decoy. What is still in play when the battle ends is exhausted.
"""

from protocol.battle import DieSetIn, DieSetOn, NamedReason
from protocol.hexes import Hex
from protocol.ids import NOBODY, DieId, DieKind, LineId, NamedCode
from server.rules.battle.adventurer import cooldown, statuses, track
from server.rules.battle.components.catalogue import catalogue_of
from server.rules.battle.components.effects import face, hook, modifier, my
from server.rules.battle.components.printed import SkillDie, SkillLine
from server.rules.battle.engage import dealing
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.engagement import Engage
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.kernel.state import Unit
from server.rules.battle.kernel.values import Stat
from server.rules.battle.map import choosing, targeting
from server.rules.battle.movement import move
from server.rules.battle.setup import deploying
from server.rules.content import asking, enemy_combat_dice

LINE_ID = LineId("illusion")
RECOVERED, STRUCK_WITH = 3, 2  # dice that Mayhem recovers; enemy Combat dice that it strikes with
CALM, GRASP, PACIFY, MAYHEM, VOICE = (
    "calm-and-fury",
    "mesmerizing-grasp",
    "pacify",
    "mayhem",
    "voice-of-rapture",
)


def _hexes_in_range(battle: Battle, engage: Engage) -> list[Hex]:
    return targeting.hexes_in_range(battle, engage.by, engage.form)


def _free_in_range(battle: Battle, engage: Engage) -> list[Hex]:
    return battle.free_hexes(tuple(_hexes_in_range(battle, engage)))


def _a_hex_in_range(battle: Battle, engage: Engage, die: DieId) -> bool:
    return bool(_hexes_in_range(battle, engage))


def _a_free_hex_in_range(battle: Battle, engage: Engage, die: DieId) -> bool:
    return bool(_free_in_range(battle, engage))


def _elsewhere(battle: Battle, me: Me, now: Happening) -> bool:
    there = battle.state.in_hexes.get(me.die)
    return my(battle, me, now) and there is not None and there != battle.unit(me.unit).at


@hook(Moment.TARGETING, "Calm and Fury: be somewhere else", when=_elsewhere)
def step_aside(battle: Battle, me: Me, now: Happening) -> None:
    """When an enemy would target you: change places with the die's hex and whoever stands there.

    The die is exhausted, and the enemy determines its targets anew, if there are any.
    """
    there, here = battle.state.in_hexes[me.die], battle.unit(me.unit).at
    assert here is not None
    other = next((u.id for u in battle.in_play(decoys=True) if u.at == there), NOBODY)
    move.place_all(battle, {me.unit: there} | ({other: here} if other else {}))
    track.exhaust(battle, me.die, resolved=True)
    now.stopped = True


@face(
    "calm-and-fury-1",
    "S",
    "In a hex in range: when an enemy would target you, be placed there instead.",
    can=_a_hex_in_range,
    hooks=(step_aside,),
)
def calm_and_fury_1(battle: Battle, engage: Engage, die: DieId) -> None:
    """Put the die into a hex, which may be occupied; the die does not occupy it."""
    text, to = "Calm and Fury: in which hex does it lie?", battle.deciders(engage.by)
    at = choosing.choose_hex(battle, to, _hexes_in_range(battle, engage), NamedCode(CALM), text)
    battle.emit(DieSetIn(die, at))


def _stand(battle: Battle, engage: Engage, die: DieId, health: int) -> None:
    name = catalogue_of(battle).dice[battle.state.dice[die].kind].name
    text, to = f"{name}: in which hex does it stand?", battle.deciders(engage.by)
    at = choosing.choose_hex(
        battle, to, _free_in_range(battle, engage), NamedCode("illusion.hex"), text
    )
    deploying.deploy_decoy(battle, die, at, health)


@face(
    "calm-and-fury-2",
    "S",
    "In a free hex in range, with 1 HP: to enemies an adventurer.",
    can=_a_free_hex_in_range,
)
def calm_and_fury_2(battle: Battle, engage: Engage, die: DieId) -> None:
    """Deploy the die as a decoy with 1 HP. It is exhausted once that is gone, as every die on a
    unit that falls.
    """
    _stand(battle, engage, die, 1)


def _bearers(battle: Battle, engage: Engage) -> list[Unit]:
    """Return the non-quest enemies that the roller could target (SKR-7)."""
    found = targeting.targets(battle, engage.by, engage.form)
    return [unit for unit in found if unit.side == "enemy" and unit.kind != "quest"]


def _somebody_bears(battle: Battle, engage: Engage, die: DieId) -> bool:
    return bool(_bearers(battle, engage))


def _put_on(battle: Battle, engage: Engage, die: DieId) -> None:
    name = catalogue_of(battle).dice[battle.state.dice[die].kind].name
    text = f"{name}: on which enemy does it lie?"
    enemy = asking.one_unit(
        battle, engage.by, _bearers(battle, engage), NamedCode("illusion.enemy"), text
    )
    battle.emit(DieSetOn(die, enemy))


@modifier(Stat.RANGE, "Mesmerizing Grasp", way="exactly")
def held_close(battle: Battle, me: Me, value: int) -> int:
    """The bearer's range is 1, whatever else changes it."""
    return 1


@modifier(Stat.MOVEMENT, "Mesmerizing Grasp", way="exactly")
def held_back(battle: Battle, me: Me, value: int) -> int:
    """The bearer's movement is 1, whatever else changes it."""
    return 1


@face(
    GRASP,
    "S",
    "On an enemy you could target: its range and its movement are 1.",
    can=_somebody_bears,
    modifiers=(held_close, held_back),
)
def mesmerizing_grasp(battle: Battle, engage: Engage, die: DieId) -> None:
    """Put the die on an enemy, where it stays until that enemy is defeated."""
    _put_on(battle, engage, die)


def _would_engage(battle: Battle, me: Me, now: Happening) -> bool:
    lies_there = me.die in battle.unit(now.unit).dice
    return lies_there and not now.stopped and bool(targeting.targets(battle, now.unit))


@hook(Moment.MOVE_STEP_OVER, "Pacify: no engage, but Daze", when=_would_engage, forced=True)
def calm_down(battle: Battle, me: Me, now: Happening) -> None:
    """The bearer skips its engage and gains Daze; the die is exhausted."""
    now.stopped = True
    track.exhaust(battle, me.die, resolved=True)
    statuses.gain(battle, now.unit, "daze")


@face(
    "pacify-1",
    "S",
    "On an enemy you could target: it skips its next engage and gains Daze.",
    can=_somebody_bears,
    hooks=(calm_down,),
)
def pacify_1(battle: Battle, engage: Engage, die: DieId) -> None:
    """Put the die on an enemy, where it stays until that enemy would engage."""
    _put_on(battle, engage, die)


@hook(Moment.MOVE_STEP_OVER, "Pacify: no engage, but Blind", when=_would_engage, forced=True)
def blind_calm(battle: Battle, me: Me, now: Happening) -> None:
    """The bearer skips its engage and gains Blind; the die is drained."""
    now.stopped = True
    track.drain(battle, me.die)
    statuses.gain(battle, now.unit, "blind")


@face(
    "pacify-2",
    "S",
    "On an enemy you could target: it skips its next engage and gains Blind.",
    can=_somebody_bears,
    hooks=(blind_calm,),
)
def pacify_2(battle: Battle, engage: Engage, die: DieId) -> None:
    """Put the die on an enemy, where it stays until that enemy would engage."""
    _put_on(battle, engage, die)


def _decoy_falls(battle: Battle, me: Me, now: Happening) -> bool:
    return me.die in battle.unit(now.unit).dice


@hook(
    Moment.DEFEATED,
    "Mayhem: drained, dice are recovered",
    when=_decoy_falls,
    forced=True,
    defeated=True,
)
def give_back(battle: Battle, me: Me, now: Happening) -> None:
    """When the decoy falls: drain the die and recover up to 3 skill dice of lines outside the mage
    constellation.
    """
    track.drain(battle, me.die)
    lines = catalogue_of(battle).line_of
    dice = [
        die
        for die in cooldown.dice_in(battle, me.unit, "track")
        if lines[battle.state.dice[die].kind].constellation != "mage"
    ]
    text = f"Mayhem: recover up to {RECOVERED} dice."
    for die in asking.some_dice(battle, me.unit, dice, 0, RECOVERED, NamedCode(MAYHEM), text=text):
        cooldown.recover(battle, die)


@face(
    "mayhem-1",
    "S",
    "In a free hex in range, with 4 HP: to enemies an adventurer; recovers 3 dice when it falls.",
    can=_a_free_hex_in_range,
    hooks=(give_back,),
)
def mayhem_1(battle: Battle, engage: Engage, die: DieId) -> None:
    """Deploy the die as a decoy with 4 HP."""
    _stand(battle, engage, die, 4)


def _targeted(battle: Battle, me: Me, now: Happening) -> bool:
    assert now.engage is not None
    enemy = battle.unit(now.by).side == "enemy"
    return enemy and any(me.die in battle.unit(one).dice for one in now.engage.targets)


@hook(Moment.ENGAGE_BEGINS, "Mayhem: strikes first", when=_targeted, forced=True)
def strike_first(battle: Battle, me: Me, now: Happening) -> None:
    """Roll 2 enemy Combat dice against an enemy that targets the decoy, before its skills and its
    roll.

    The owner deals the damage. An enemy that is defeated by it engages nobody any more.
    """
    enemy_combat_dice.strike(battle, me.unit, now.by, STRUCK_WITH, NamedReason(MAYHEM))


@hook(Moment.DEFEATED, "Mayhem: drained", when=_decoy_falls, forced=True, defeated=True)
def fade(battle: Battle, me: Me, now: Happening) -> None:
    """When the decoy falls: drain the die."""
    track.drain(battle, me.die)


@face(
    "mayhem-2",
    "S",
    "In a free hex in range, with 7 HP: to enemies an adventurer; strikes who targets it.",
    can=_a_free_hex_in_range,
    hooks=(strike_first, fade),
)
def mayhem_2(battle: Battle, engage: Engage, die: DieId) -> None:
    """Deploy the die as a decoy with 7 HP."""
    _stand(battle, engage, die, 7)


def _ailing(battle: Battle) -> list[Unit]:
    """Return the party members with status dice, skill dice of code S among them."""
    return [unit for unit in battle.in_play("party") if statuses.dice_on(battle, unit.id)]


def _somebody_ails(battle: Battle, engage: Engage, die: DieId) -> bool:
    return bool(_ailing(battle))


def _cleanse(battle: Battle, units: list[Unit]) -> int:
    """Take all status dice off the units. Returns how many were taken."""
    count = 0
    for unit in units:
        for token in statuses.dice_on(battle, unit.id):
            statuses.remove_die(battle, unit.id, token)
            count += 1
    return count


@face(
    "voice-of-rapture-1",
    "D",
    "All status dice leave the party; as much damage to every enemy.",
    can=_somebody_ails,
)
def voice_of_rapture_1(battle: Battle, engage: Engage, die: DieId) -> None:
    """Remove every status die of every party member, wherever it is; then deal each enemy in play
    as much damage.
    """
    count = _cleanse(battle, _ailing(battle))
    for enemy in tuple(battle.in_play("enemy")):
        dealing.hit(battle, engage, enemy.id, count, die)


@face(
    "voice-of-rapture-2",
    "D",
    "All status dice leave a party member; as much true damage to every enemy.",
    can=_somebody_ails,
)
def voice_of_rapture_2(battle: Battle, engage: Engage, die: DieId) -> None:
    """Remove every status die of one party member; then deal each enemy in play as much true
    damage.
    """
    text = "Voice of Rapture: who loses all status dice?"
    unit = asking.one_unit(battle, engage.by, _ailing(battle), NamedCode(VOICE), text)
    count = _cleanse(battle, [battle.unit(unit)])
    for enemy in tuple(battle.in_play("enemy")):
        dealing.hit_true(battle, engage, enemy.id, count, die)


T = "tenacity"


def _die(kind: str, name: str, level: int, supply: int) -> SkillDie:
    faces = (T, T, *(f"{kind}-1",) * 2, *(f"{kind}-2",) * 2)
    return SkillDie(DieKind(kind), name, level, supply, faces)


LINE = SkillLine(
    id=LINE_ID,
    name="Illusion",
    constellation="mage",
    stat="magicka",
    forms=("magic",),
    dice=(
        _die(CALM, "Calm and Fury", 1, 2),
        SkillDie(DieKind(GRASP), "Mesmerizing Grasp", 2, 2, (T, T, *(GRASP,) * 4)),
        _die(PACIFY, "Pacify", 3, 1),
        SkillDie(DieKind(MAYHEM), "Mayhem", 4, 2, (T, T, T, "mayhem-1", "mayhem-1", "mayhem-2")),
        _die(VOICE, "Voice of Rapture", 4, 1),
    ),
    faces=(
        calm_and_fury_1,
        calm_and_fury_2,
        mesmerizing_grasp,
        pacify_1,
        pacify_2,
        mayhem_1,
        mayhem_2,
        voice_of_rapture_1,
        voice_of_rapture_2,
    ),
    set="valenwood",
)
