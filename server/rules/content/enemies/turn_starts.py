"""Enemy skills that act at the start of their bearer's turn, and what comes of it at its end."""

from protocol.battle import ChipReturned, NamedReason, Noted
from protocol.ids import NamedCode
from server.rules.battle.adventurer import tenacity
from server.rules.battle.components.catalogue import catalogue_of
from server.rules.battle.components.effects import hook, modifier
from server.rules.battle.components.printed import EnemySkill
from server.rules.battle.damage import hit_points
from server.rules.battle.enemy import enemy_turn
from server.rules.battle.kernel import notes
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.kernel.values import Stat
from server.rules.battle.map import choosing
from server.rules.battle.setup import deploying, enemy_pool


@hook(Moment.TURN_STARTS, "Recover", forced=True)
def recover(battle: Battle, me: Me, now: Happening) -> None:
    """Heals as many HP as there are adventurers in the party."""
    hit_points.heal(battle, me.unit, battle.party_size(), me.unit)


@hook(Moment.TURN_STARTS, "Motivate", forced=True)
def motivate(battle: Battle, me: Me, now: Happening) -> None:
    """Neighbours on its side gain 1 tenacity, opposing ones lose 1; only adventurers have any."""
    for unit in battle.neighbours(me.unit, decoys=True):
        if unit.id not in battle.state.adventurers:
            continue
        if battle.opposing(me.unit, unit.id):
            tenacity.lose(battle, unit.id, 1, NamedReason("motivate"))
        else:
            tenacity.gain(battle, unit.id, 1, NamedReason("motivate"))


COURT, RAGE, BAG = "court", "rage", 5
"""What is noted of a Lord: the daedra set aside for it, or that it found none."""


@hook(Moment.TURN_STARTS, "Lord", forced=True)
def summon(battle: Battle, me: Me, now: Happening) -> None:
    """Sets a level 5 daedra of the bag aside; if there is none, 2 more Combat this turn."""
    chip = enemy_pool.draw_fitting(battle, BAG, "daedra")
    note = notes.named(COURT, me.unit, chip) if chip else notes.named(RAGE, me.unit)
    battle.emit(Noted(note, "turn"))


@modifier(Stat.COMBAT, "Lord")
def rage(battle: Battle, me: Me, value: int) -> int:
    """Has 2 more Combat if no daedra could be set aside."""
    return value + 2 * (notes.in_turn(battle.state, notes.named(RAGE, me.unit)) > 0)


def _set_aside(battle: Battle, me: Me) -> str:
    used = battle.state.turn.used if battle.state.turn is not None else {}
    return next(notes.below(used, COURT, me.unit), "")


def _waits(battle: Battle, me: Me, now: Happening) -> bool:
    return now.unit == me.unit and bool(_set_aside(battle, me))


@hook(Moment.TURN_ENDS, "Lord", when=_waits, forced=True)
def deploy_summoned(battle: Battle, me: Me, now: Happening) -> None:
    """The daedra that was set aside enters the free hex closest to the bearer; the party breaks
    ties.

    It acts this round unless its level's place in the order has passed.
    """
    chip, here = _set_aside(battle, me), battle.unit(me.unit).at
    hexes = choosing.closest_free(battle, here) if here is not None else []
    if not hexes:
        battle.emit(ChipReturned(chip, f"bag-{BAG}"))
        return
    text = f"Lord: where does {catalogue_of(battle).chips[chip].name} enter?"
    at = choosing.choose_hex(battle, battle.party, hexes, NamedCode("lord"), text)
    late = enemy_turn.passed(battle, BAG)
    deploying.tell_deployed(battle, [deploying.deploy_enemy(battle, chip, at, rests=late)])


@hook(Moment.DEFEATED, "", when=_waits, forced=True, defeated=True)
def dismiss(battle: Battle, me: Me, now: Happening) -> None:
    """If the bearer is defeated before its turn is over, the daedra's chip goes back to its bag."""
    battle.emit(ChipReturned(_set_aside(battle, me), f"bag-{BAG}"))


SKILLS = (
    EnemySkill(
        "lord",
        "Lord",
        "At the start of its turn, brings a level 5 daedra; finding none, +2 Combat.",
        (summon, deploy_summoned, dismiss),
        (rage,),
    ),
    EnemySkill(
        "recover", "Recover", "At the start of its turn, heals 1 HP per adventurer.", (recover,)
    ),
    EnemySkill(
        "motivate",
        "Motivate",
        "At the start of its turn, adjacent allies gain, opponents lose 1 tenacity.",
        (motivate,),
    ),
)
