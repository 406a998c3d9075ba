"""Acrobat (Thief): moves far, and drains dice to avoid damage (p25).

Promotion: 10 different hexes entered by moving within one turn.
"""

from protocol.battle import NamedReason, Noted
from protocol.hexes import key
from protocol.ids import DieId, NamedCode
from server.rules.battle.adventurer import cooldown, statuses, tenacity, track
from server.rules.battle.components.effects import Interrupt, ability, hook
from server.rules.battle.components.printed import ClassSheet, Side
from server.rules.battle.damage import deal, heal, hurt, own_kill, prevention
from server.rules.battle.kernel import notes
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.kernel.state import Unit
from server.rules.battle.map import choosing
from server.rules.battle.movement import move, passing
from server.rules.content import asking
from server.rules.content.classes.promotion import promotion
from server.rules.content.units import adjacent_foes

HEXES = 10  # hexes entered in one turn, which promote
ENTERED = ("acrobat", "entered")
"""Opens the notes of hexes that were entered in a turn: the hex follows."""


@hook(Moment.DEFEATED, "Acrobat: move up to 4 hexes", when=own_kill, rule="CLS-2")
def vault(battle: Battle, me: Me, now: Happening) -> None:
    """At once, past and through every unit."""
    text = "Move up to 4 hexes."
    move.free_move(battle, me.unit, 4, NamedCode("acrobat.vault"), text, through=passing.EVERYBODY)


@hook(Moment.DEFEATED, "Acrobat: move up to 5 hexes", when=own_kill, rule="CLS-2")
def great_vault(battle: Battle, me: Me, now: Happening) -> None:
    """At once, past and through every unit."""
    text = "Move up to 5 hexes."
    move.free_move(battle, me.unit, 5, NamedCode("acrobat.vault"), text, through=passing.EVERYBODY)


@hook(Moment.MOVE_ENDS, "", forced=True)
def count_hexes(battle: Battle, me: Me, now: Happening) -> None:
    """Note each hex that was entered in this turn, once: the promotion counts them."""
    for at in dict.fromkeys(now.hexes):
        name = notes.named(me.unit, *ENTERED, key(at))
        if battle.state.turn is not None and not notes.in_turn(battle.state, name):
            battle.emit(Noted(name, "turn"))


def _far_enough(battle: Battle, me: Me, now: Happening) -> bool:
    turn = battle.state.turn
    return turn is not None and len([*notes.below(turn.used, me.unit, *ENTERED)]) >= HEXES


@ability(
    "rousing-speed",
    "Rousing Speed",
    "Move up to your Cooldown stat; heal 1 if no enemy is adjacent then.",
    cost=1,
)
def rousing_speed(battle: Battle, me: Me) -> None:
    """Move, then offer the healing, which the player may decline."""
    far = battle.mat(me.unit).cooldown
    move.free_move(battle, me.unit, far, NamedCode("rousing-speed"), f"Move up to {far} hexes.")
    if not battle.neighbours(me.unit, "enemy"):
        heal(battle, me.unit, 1, me.unit, may=True)


def _landings(battle: Battle, me: Me) -> list[tuple[int, int]]:
    here = battle.unit(me.unit).at
    assert here is not None
    far = battle.ground.distances(here)
    return battle.free_hexes(tuple(at for at, steps in far.items() if 2 <= steps <= 4))


def _can_land(battle: Battle, me: Me) -> bool:
    return bool(_landings(battle, me))


def _appear(battle: Battle, me: Me) -> tuple[list[Unit], int]:
    """Place the unit, then ask how much more tenacity to pay for damage. Returns the adjacent
    enemies and the points of damage; no enemies, or 0, mean that nothing is dealt.
    """
    to = battle.deciders(me.unit)
    at = choosing.choose_hex(
        battle, to, _landings(battle, me), NamedCode("arcane-alacrity"), "Where do you appear?"
    )
    move.place(battle, me.unit, at)
    near = battle.neighbours(me.unit, "enemy") if not battle.unit(me.unit).fate else []
    if not near:
        return [], 0
    most = battle.mat(me.unit).tenacity
    text = "Pay how much more tenacity? It is dealt as damage."
    return near, tenacity.pay_more(battle, me.unit, most, NamedCode("arcane-alacrity.pay"), text)


@ability(
    "arcane-alacrity",
    "Arcane Alacrity",
    "Be placed 2 to 4 hexes away; then pay N more for N damage to an adjacent enemy.",
    cost=1,
    can=_can_land,
)
def arcane_alacrity(battle: Battle, me: Me) -> None:
    """Place the unit, which is no movement: what stands on the way does not matter. Then deal the
    damage to one adjacent enemy.
    """
    near, points = _appear(battle, me)
    if points:
        text = "Who is dealt the damage?"
        unit = asking.one_unit(battle, me.unit, near, NamedCode("arcane-alacrity.target"), text)
        deal(battle, unit, me.unit, points, how=NamedReason("arcane-alacrity"))


@ability(
    "arcane-alacrity",
    "Arcane Alacrity",
    "Be placed 2 to 4 hexes away; then pay N more for N damage to all adjacent enemies.",
    cost=1,
    can=_can_land,
)
def arcane_mastery(battle: Battle, me: Me) -> None:
    """Place the unit, then deal all of the damage to each adjacent enemy."""
    near, points = _appear(battle, me)
    for unit in near if points else []:
        deal(battle, unit.id, me.unit, points, how=NamedReason("arcane-alacrity"))


def _dodging(battle: Battle, me: Me, now: Happening) -> bool:
    return hurt(battle, me, now) and bool(cooldown.dice_in(battle, me.unit, "row", line="combat"))


@hook(Moment.DAMAGE_COMING, "Tumbling", when=_dodging, prevents=prevention.all_of_it)
def tumble(battle: Battle, me: Me, now: Happening) -> None:
    """Drain an available Combat die: that damage is prevented."""
    track.drain(battle, cooldown.dice_in(battle, me.unit, "row", line="combat")[0])
    prevention.all_of_it(battle, me, now)


def _all_dice(battle: Battle, me: Me) -> list[DieId]:
    places = ("row", "active", "track")
    return [
        die
        for place in places
        for die in cooldown.dice_in(battle, me.unit, place)
        if battle.state.dice[die].owner == me.unit
    ]


def _tumbling(battle: Battle, me: Me, now: Happening) -> bool:
    return hurt(battle, me, now) and bool(_all_dice(battle, me))


@hook(Moment.DAMAGE_COMING, "Tumbling", when=_tumbling, prevents=prevention.all_of_it)
def tumble_anywhere(battle: Battle, me: Me, now: Happening) -> None:
    """Drain a skill die of the mat, never fatigue or a status: that damage is prevented."""
    (die,) = asking.some_dice(
        battle,
        me.unit,
        _all_dice(battle, me),
        1,
        1,
        NamedCode("tumbling"),
        text="Which die is drained?",
    )
    track.drain(battle, die)
    prevention.all_of_it(battle, me, now)


def _can_scare(battle: Battle, me: Me) -> bool:
    return bool(adjacent_foes(battle, me.unit))


@ability(
    "fighting-finesse", "Fighting Finesse", "An adjacent enemy gains Fear.", cost=3, can=_can_scare
)
def fighting_finesse(battle: Battle, me: Me) -> None:
    """Give Fear to one adjacent enemy that is no quest unit."""
    text = "Who gains Fear?"
    unit = asking.one_unit(
        battle, me.unit, adjacent_foes(battle, me.unit), NamedCode("fighting-finesse"), text
    )
    statuses.gain(battle, unit, "fear")


def _recover(battle: Battle, me: Me) -> None:
    """Resolve a Recovery step with everything that happens after one."""
    cooldown.recovery_step(battle, me.unit)
    battle.at(Happening(Moment.AFTER_RECOVERY, unit=me.unit))


@ability("quick-recovery", "Quick Recovery", "Resolve a Recovery step.", cost=4, away=True)
def quick_recovery(battle: Battle, me: Me) -> None:
    """Resolve a Recovery step with everything that happens after one."""
    _recover(battle, me)


@ability("quick-recovery", "Quick Recovery", "Resolve a Recovery step.", cost=3, away=True)
def quicker_recovery(battle: Battle, me: Me) -> None:
    """Resolve a Recovery step, as the novice does, for 1 tenacity less."""
    _recover(battle, me)


SHEET = ClassSheet(
    id="acrobat",
    name="Acrobat",
    constellation="thief",
    jailbreak="defeat-argonian-bandit",
    novice=Side(
        hooks=(vault, count_hexes, promotion("Acrobat", _far_enough)),
        abilities=(rousing_speed, arcane_alacrity, fighting_finesse, quick_recovery),
        interrupts=(Interrupt("tumbling", "Tumbling", 2, tumble, ("defensive",)),),
    ),
    master=Side(
        hooks=(great_vault,),
        abilities=(rousing_speed, arcane_mastery, fighting_finesse, quicker_recovery),
        interrupts=(Interrupt("tumbling", "Tumbling", 2, tumble_anywhere),),
        traits=("pass-everybody",),
    ),
)
