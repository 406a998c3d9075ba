"""Enemy skills that act at the end of their bearer's turn."""

from protocol.battle import FallenTaken, HpChanged, NamedReason
from protocol.ids import NOBODY, NamedCode
from server.rules.battle.adventurer import statuses
from server.rules.battle.components import active_effects
from server.rules.battle.components.effects import hook
from server.rules.battle.components.printed import EnemySkill
from server.rules.battle.damage import hit_points
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.map import choosing, targeting
from server.rules.battle.setup import deploying


def _stood_still(battle: Battle, me: Me, now: Happening) -> bool:
    turn = battle.state.turn
    return now.unit == me.unit and turn is not None and not turn.moved


@hook(Moment.TURN_ENDS, "Bide", when=_stood_still, forced=True)
def bide(battle: Battle, me: Me, now: Happening) -> None:
    """Heals 2 HP if it has not moved this turn."""
    hit_points.heal(battle, me.unit, 2, me.unit)


@hook(Moment.TURN_ENDS, "Decay", forced=True)
def decay(battle: Battle, me: Me, now: Happening) -> None:
    """Takes 1 true damage, which no unit deals."""
    hit_points.deal(battle, me.unit, NOBODY, true=1, how=NamedReason("decay"))


def _somebody_fell(battle: Battle, me: Me, now: Happening) -> bool:
    return now.unit == me.unit and bool(battle.state.fallen)


@hook(Moment.TURN_ENDS, "Necromancy", when=_somebody_fell, forced=True)
def necromancy(battle: Battle, me: Me, now: Happening) -> None:
    """The top enemy of the defeated stack enters the closest free hex, with 1 HP per adventurer,
    and rests; the party breaks ties.

    It is an enemy even if the bearer is a companion.
    """
    here = battle.unit(me.unit).at
    hexes = choosing.closest_free(battle, here) if here is not None else []
    if not hexes:
        return
    top = battle.unit(battle.state.fallen[-1])
    text = f"Necromancy: where does {top.name} rise?"
    at = choosing.choose_hex(battle, battle.party, hexes, NamedCode("necromancy"), text)
    battle.emit(FallenTaken(top.id))
    name = deploying.deploy_enemy(battle, top.chip, at, hp=battle.party_size(), rests=True)
    deploying.tell_deployed(battle, [name])


@hook(Moment.TURN_ENDS, "Necrotic", forced=True)
def necrotic(battle: Battle, me: Me, now: Happening) -> None:
    """Deals 1 true damage to every adjacent unit of either side; that is no engage."""
    for unit in battle.neighbours(me.unit, decoys=True):
        hit_points.deal(battle, unit.id, me.unit, true=1, how=NamedReason("necrotic"))


def _nobody_hurt(battle: Battle, me: Me, now: Happening) -> bool:
    turn = battle.state.turn
    return now.unit == me.unit and turn is not None and not turn.hurt


@hook(Moment.TURN_ENDS, "Retreat", when=_nobody_hurt, forced=True)
def retreat(battle: Battle, me: Me, now: Happening) -> None:
    """If no unit took damage this turn it gains Stealth and heals 1 HP."""
    statuses.gain(battle, me.unit, "stealth")
    hit_points.heal(battle, me.unit, 1, me.unit)


@hook(Moment.TURN_ENDS, "Ritual", forced=True)
def ritual(battle: Battle, me: Me, now: Happening) -> None:
    """Every ally that it sees, itself excepted, heals as many HP as the skill's number."""
    here = battle.unit(me.unit).at
    everywhere = active_effects.has_skill(battle, me.unit, "vision")
    for unit in tuple(battle.in_play(battle.unit(me.unit).side)):
        if unit.id == me.unit or here is None or unit.at is None:
            continue
        if everywhere or battle.ground.sees(here, unit.at):
            hit_points.heal(battle, unit.id, me.value, me.unit)


@hook(Moment.TURN_ENDS, "Siphon", forced=True)
def siphon(battle: Battle, me: Me, now: Happening) -> None:
    """Every other non-quest unit in its range loses 1 HP; it gains as many, also above its Health.

    That is no damage, and needs no target.
    """
    drained = 0
    for unit in tuple(battle.in_play(decoys=True)):
        if unit.id == me.unit or unit.kind == "quest":
            continue
        if targeting.in_range(battle, me.unit, unit.id):
            drained += hit_points.lose_hp(battle, unit.id, 1, me.unit, NamedReason("siphon"))
    # Read only now: what answered the fall of those who lost their last HP may have hurt it.
    chip = battle.unit(me.unit)
    if drained and not chip.fate:
        battle.emit(
            HpChanged(me.unit, chip.hp + drained, chip.bonus, NamedReason("siphon"), me.unit)
        )


SKILLS = (
    EnemySkill("bide", "Bide", "At the end of its turn, heals 2 if it stood still.", (bide,)),
    EnemySkill("decay", "Decay", "At the end of its turn, hurts itself.", (decay,)),
    EnemySkill(
        "necromancy",
        "Necromancy",
        "At the end of its turn, raises the last enemy that fell.",
        (necromancy,),
    ),
    EnemySkill(
        "necrotic", "Necrotic", "At the end of its turn, hurts everyone next to it.", (necrotic,)
    ),
    EnemySkill(
        "retreat",
        "Retreat",
        "At the end of its turn, hides if nobody took damage in it.",
        (retreat,),
    ),
    EnemySkill("ritual", "Ritual", "At the end of its turn, heals its allies in sight.", (ritual,)),
    EnemySkill(
        "siphon", "Siphon", "At the end of its turn, draws HP from everyone in range.", (siphon,)
    ),
)
