"""Enemy skills that act at the start of their bearer's turn."""

from server.rules.battle import damage, paying
from server.rules.battle.battle import Battle
from server.rules.battle.components import EnemySkill
from server.rules.battle.effects import Me, hook
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


SKILLS = (
    EnemySkill("recover", "Recover", "Heals 1 HP per adventurer as its turn starts.", (recover,)),
    EnemySkill(
        "motivate", "Motivate", "Adjacent allies gain, opponents lose 1 tenacity.", (motivate,)
    ),
)
