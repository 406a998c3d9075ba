"""Jailbreak, the introduction (p92-94): its diagram, its way out, its achievements.

The diagram keeps every distance that the examples of p62, p65 and p73 state: the clash tile is a
hexagon of radius 3 around enemy hex 1, the entrance lies at its east edge.
"""

from protocol.battle import Achieved, UnitRemoved
from protocol.hexes import disc
from protocol.ids import UnitId
from server.rules.battle.components.effects import hook
from server.rules.battle.components.encounters import Encounter
from server.rules.battle.encounter import objectives
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.content.encounters import jailbreak_rewards

ENTRANCE = ((4, -2), (4, -1), (5, -3), (5, -2), (5, -1))
FAR_END = ((-3, 0), (-3, 1), (-3, 2), (-3, 3))
"""Hexes of the Jailbreak's map (p93): where adventurers begin, and where they get away."""
BAG = ("high-elf-bandit", "argonian-bandit", "skeever-pup", "skeleton", "spriggan")


def met(battle: Battle) -> bool:
    """Return whether all enemies are defeated or removed, or all undefeated adventurers have
    escaped (JB-4, JB-6).
    """
    if objectives.conquer(battle):
        return True
    fates = [battle.unit(name).fate for name in battle.state.adventurers]
    return "escaped" in fates and all(fates)


def _on_far_end(battle: Battle, me: Me, now: Happening) -> bool:
    return now.unit in battle.state.adventurers and battle.unit(now.unit).at in FAR_END


@hook(Moment.TURN_STARTS, "Escape", when=_on_far_end, rule="JB-5")
def escape(battle: Battle, me: Me, now: Happening) -> None:
    """Leave the map for good; the turn ends."""
    battle.emit(UnitRemoved(now.unit, "escaped"))
    _first(battle, "escape-first", now.unit)


def _first(battle: Battle, what: str, unit: UnitId) -> None:
    """Record an achievement for the first adventurer who reaches it."""
    if what not in battle.state.achievements:
        battle.emit(Achieved(what, unit))


def _in_round_one(battle: Battle, me: Me, now: Happening) -> bool:
    return now.unit in battle.state.adventurers and battle.state.rounds == 1


@hook(Moment.TURN_STARTS, "", when=_in_round_one, forced=True)
def turn_order(battle: Battle, me: Me, now: Happening) -> None:
    """Record who takes the first and who the last turn of round 1 (JB-7)."""
    order = battle.state.order
    if now.unit == order[0]:
        _first(battle, "take-first-turn", now.unit)
    if now.unit == order[-1]:
        _first(battle, "take-last-turn", now.unit)


def _taken_from_enemy(battle: Battle, me: Me, now: Happening) -> bool:
    return (
        now.unit in battle.state.adventurers
        and now.instance is not None
        and now.instance.taken > 0
        and bool(now.by)
        and battle.unit(now.by).side == "enemy"
    )


@hook(Moment.DAMAGE_DEALT, "", when=_taken_from_enemy, forced=True)
def first_blood(battle: Battle, me: Me, now: Happening) -> None:
    """Record who first takes damage from an adjacent enemy, and from one 2 or more hexes away
    (JB-7).
    """
    assert now.instance is not None
    near = now.instance.adjacent
    _first(battle, "first-damage-range-1" if near else "first-damage-range-2-plus", now.unit)


JAILBREAK = Encounter(
    id="jailbreak",
    name="Jailbreak",
    text="A cell door that stands open, guards between you and the far side, bare hands.",
    scenario="escape",
    goal="Break out: strike down every guard, or get everybody over the far end.",
    tiles={"clash": disc((0, 0), 3), "entrance": ENTRANCE},
    entrance="entrance",
    numbered=((0, 0), (-1, 3), (-2, 1), (0, -3), (1, 2), (-2, -1)),
    caches={(-1, -2): "common"},
    objective="Defeat all enemies, or let every undefeated adventurer escape over the far end.",
    met=met,
    escape=FAR_END,
    bag=BAG,
    hooks=(escape, turn_order, first_blood),
    after=jailbreak_rewards.rewards,
    source="p92-94; the diagram's hexes original",
)
