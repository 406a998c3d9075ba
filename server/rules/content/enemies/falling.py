"""Enemy skills that act right after their bearer is defeated."""

from protocol.battle import FallenTaken, StatusGained, UnitDeployed
from protocol.ids import NamedCode
from server.rules.battle.adventurer import caches, cooldown, inventory, tenacity
from server.rules.battle.components.catalogue import catalogue_of
from server.rules.battle.components.effects import hook, my
from server.rules.battle.components.printed import EnemySkill
from server.rules.battle.damage import defeat, hit_points
from server.rules.battle.encounter import province
from server.rules.battle.enemy import enemy_turn
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.kernel.state import Unit
from server.rules.battle.map import choosing, priority
from server.rules.battle.setup import advancing, deploying, enemy_pool
from server.rules.content import asking

LOWER = {20: 10, 10: 5, 5: 1}  # the level below each: enemies have one of these four (p66)


def _by_adventurer(battle: Battle, me: Me, now: Happening) -> bool:
    return now.unit == me.unit and now.by in battle.state.adventurers


@hook(Moment.DEFEATED, "Rot", when=_by_adventurer, forced=True, defeated=True)
def rot(battle: Battle, me: Me, now: Happening) -> None:
    """The adventurer that defeated it gains 1 overfatigue."""
    cooldown.gain_fatigue(battle, now.by, over=1)


@hook(Moment.DEFEATED, "Instigate", when=my, forced=True, defeated=True)
def instigate(battle: Battle, me: Me, now: Happening) -> None:
    """For each adventurer a random level 1 enemy enters the nearest free hex."""
    called = []
    for unit in tuple(battle.adventurers()):
        start = battle.unit(unit.id).at
        hexes = choosing.closest_free(battle, start) if start is not None else []
        if not hexes:
            continue
        chip = enemy_pool.draw_enemy(battle, 1)
        if not chip:
            break
        text = f"Instigate: where does {catalogue_of(battle).chips[chip].name} enter?"
        at = choosing.choose_hex(battle, battle.party, hexes, NamedCode("instigate"), text)
        called.append(deploying.deploy_enemy(battle, chip, at))
    deploying.tell_deployed(battle, called)


def _can_rally(battle: Battle, me: Me, now: Happening) -> bool:
    unit = battle.unit(me.unit)
    others = any(other.id != me.unit for other in battle.in_play("enemy"))
    free = now.hex is not None and bool(battle.free_hexes((now.hex,)))
    return now.unit == me.unit and unit.side == "enemy" and unit.level in LOWER and others and free


@hook(Moment.DEFEATED, "Rally", when=_can_rally, forced=True, defeated=True)
def rally(battle: Battle, me: Me, now: Happening) -> None:
    """While other enemies are in play, one of the next lower level takes its hex.

    The bearer goes back to its bag. The new enemy waits for the next round if its level's place in
    the order has passed.
    """
    assert now.hex is not None
    level = LOWER[battle.unit(me.unit).level]
    chip = enemy_pool.draw_enemy(battle, level)
    if not chip:
        return
    late = enemy_turn.passed(battle, level)
    name = deploying.deploy_enemy(battle, chip, now.hex, rests=late)
    if me.unit in battle.state.fallen:
        battle.emit(FallenTaken(me.unit, "bag"))
    deploying.tell_deployed(battle, [name])


@hook(Moment.DEFEATED, "Incite", forced=True, defeated=True)
def incite(battle: Battle, me: Me, now: Happening) -> None:
    """Everybody on its side heals as many HP as the province has unrest; without a campaign 0."""
    unrest = province.unrest(battle)
    for unit in tuple(battle.in_play(battle.unit(me.unit).side)):
        hit_points.heal(battle, unit.id, unrest, me.unit)


def _succeeded(battle: Battle, me: Me, now: Happening) -> bool:
    enemy = battle.unit(me.unit).side == "enemy"
    return now.unit == me.unit and enemy and bool(_successors(battle, me))


def _successors(battle: Battle, me: Me) -> list[Unit]:
    others = [u for u in battle.in_play("enemy") if u.kind != "quest" and u.id != me.unit]
    least = min((unit.hp for unit in others), default=0)
    return [unit for unit in others if unit.hp == least]


@hook(Moment.DEFEATED, "Penumbra", when=_succeeded, forced=True, defeated=True)
def penumbra(battle: Battle, me: Me, now: Happening) -> None:
    """It comes back in place of its weakest ally, with that one's HP and statuses.

    The ally's chip goes back to its bag. A quest unit can have statuses by this way alone.
    """
    heirs = _successors(battle, me)
    heir = heirs[0]
    if len(heirs) > 1:
        heir = priority.ask(
            battle, heirs, NamedCode("penumbra"), "Penumbra: whose place does it take?"
        )
    assert heir.at is not None
    # First its own dice go, as the heir's are to be all that lies on it; then the heir, as the hex
    # has to be free.
    defeat.clear(battle, me.unit)
    defeat.remove(battle, heir.id)
    if me.unit in battle.state.fallen:
        battle.emit(FallenTaken(me.unit))
    battle.emit(UnitDeployed(me.unit, heir.at, hp=heir.hp))
    for status in heir.statuses:
        battle.emit(StatusGained(me.unit, status))


@hook(Moment.DEFEATED, "Reward", forced=True, defeated=True)
def reward(battle: Battle, me: Me, now: Happening) -> None:
    """Every undefeated adventurer picks a legendary item, 5 tenacity or 1 Health for good."""
    for unit in tuple(battle.adventurers()):
        ways = {"tenacity": "5 tenacity"}
        if inventory.has_cards(battle, "legendary"):
            ways = {"item": "A legendary item", **ways}
        if advancing.has_room(battle.mat(unit.id), "health"):
            ways = {"health": "1 Health for good", **ways}
        match asking.one_of(
            battle, unit.id, ways, NamedCode("reward"), "Reward: what do you take?"
        ):
            case "item":
                caches.gain_top(battle, unit.id, "legendary")
            case "health":
                advancing.grow(battle, unit.id, "health")
            case _:
                tenacity.gain(battle, unit.id, 5, "reward")


SKILLS = (
    EnemySkill("rot", "Rot", "When defeated, overfatigue to the adventurer that did it.", (rot,)),
    EnemySkill(
        "instigate", "Instigate", "When defeated, calls enemies next to everyone.", (instigate,)
    ),
    EnemySkill("incite", "Incite", "When defeated, heals its allies by the unrest.", (incite,)),
    EnemySkill(
        "penumbra",
        "Penumbra",
        "When defeated, comes back in place of its weakest ally.",
        (penumbra,),
    ),
    EnemySkill("reward", "Reward", "When defeated, rewards every adventurer.", (reward,)),
    EnemySkill("rally", "Rally", "When defeated, a lesser enemy takes its place.", (rally,)),
)
