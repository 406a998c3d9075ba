"""Enemy skills that act at the start of their bearer's turn, and what comes of it at its end."""

from protocol.battle import ChipReturned, Noted
from server.rules.battle import damage, enemy_pool, enemy_turn, move, paying, setup
from server.rules.battle.battle import Battle
from server.rules.battle.components import EnemySkill
from server.rules.battle.effects import Me, Stat, hook, modifier
from server.rules.battle.moments import Happening, Moment


@hook(Moment.TURN_STARTS, "Recover", forced=True)
def recover(battle: Battle, me: Me, now: Happening) -> None:
    """Heals as many HP as there are adventurers in the party."""
    damage.heal(battle, me.unit, battle.party_size(), me.unit)


@hook(Moment.TURN_STARTS, "Motivate", forced=True)
def motivate(battle: Battle, me: Me, now: Happening) -> None:
    """Neighbours on its side gain 1 tenacity, opposing ones lose 1; only adventurers have any."""
    for unit in battle.neighbours(me.unit, decoys=True):
        if unit.id not in battle.state.adventurers:
            continue
        if battle.opposing(me.unit, unit.id):
            paying.lose_tenacity(battle, unit.id, 1, "motivate")
        else:
            paying.gain_tenacity(battle, unit.id, 1, "motivate")


COURT, RAGE, BAG = "court.", "rage.", 5
"""What is noted of a Lord: the daedra set aside for it, or that it found none."""


@hook(Moment.TURN_STARTS, "Lord", forced=True)
def summon(battle: Battle, me: Me, now: Happening) -> None:
    """A level 5 daedra is set aside from its bag; if there is none, 2 more Combat this turn."""
    chip = enemy_pool.draw_fitting(battle, BAG, "daedra")
    battle.emit(Noted(f"{COURT}{me.unit}.{chip}" if chip else f"{RAGE}{me.unit}", "turn"))


@modifier(Stat.COMBAT, "Lord")
def rage(battle: Battle, me: Me, value: int) -> int:
    """2 more where no daedra could be set aside."""
    turn = battle.state.turn
    return value + 2 * (turn is not None and f"{RAGE}{me.unit}" in turn.used)


def _set_aside(battle: Battle, me: Me) -> str:
    used = battle.state.turn.used if battle.state.turn is not None else {}
    start = f"{COURT}{me.unit}."
    return next((key.removeprefix(start) for key in used if key.startswith(start)), "")


def _waits(battle: Battle, me: Me, now: Happening) -> bool:
    return now.unit == me.unit and bool(_set_aside(battle, me))


@hook(Moment.TURN_ENDS, "Lord", when=_waits, forced=True)
def deploy_summoned(battle: Battle, me: Me, now: Happening) -> None:
    """The daedra that was set aside enters the free hex closest to the bearer, ties by the party.

    It acts this round unless its level's place in the order has passed.
    """
    chip, here = _set_aside(battle, me), battle.unit(me.unit).at
    hexes = move.closest_free(battle, here) if here is not None else []
    if not hexes:
        battle.emit(ChipReturned(chip, f"bag-{BAG}"))
        return
    text = f"Lord: where does {battle.catalogue.chips[chip].name} enter?"
    at = move.choose_hex(battle, battle.party, hexes, "lord", text)
    late = enemy_turn.passed(battle, BAG)
    setup.tell_deployed(battle, [setup.deploy_enemy(battle, chip, at, rests=late)])


@hook(Moment.DEFEATED, "", when=_waits, forced=True, defeated=True)
def dismiss(battle: Battle, me: Me, now: Happening) -> None:
    """With the bearer gone before its turn is over, nobody comes: the chip goes back to its bag."""
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
