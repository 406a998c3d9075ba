"""Nightblade (Mage): uses Stealth to move, protect and strike (p25).

Promotion: out of Stealth, defeat an enemy of level 10 or 20, or a quest unit.
"""

from protocol.battle import NamedReason, Noted
from protocol.ids import NOBODY, DieId, NamedCode
from server.rules.battle.adventurer import statuses, track
from server.rules.battle.components.active_effects import has_skill
from server.rules.battle.components.effects import Enduring, Interrupt, ability, hook
from server.rules.battle.components.printed import ClassSheet, Side
from server.rules.battle.damage import deal, heal, own_kill, prevention
from server.rules.battle.kernel import notes
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.kernel.state import DECOY
from server.rules.battle.kernel.words import Form, SideOrAll
from server.rules.battle.map import choosing, map_statuses, targeting
from server.rules.battle.movement import move
from server.rules.content import asking
from server.rules.content.classes.promotion import promotion_after
from server.rules.content.reading import of_constellation
from server.rules.content.units import adjacent_foes, is_mighty, room_beside, wounded

FAR, STRUCK = 4, 2  # hexes moved after a kill, and enemies that Strife strikes
MAGIC: tuple[Form, ...] = ("magic",)


def _came_out(battle: Battle, me: Me, now: Happening) -> bool:
    return now.unit == me.unit and now.kind == "stealth"


@hook(Moment.STATUS_LOST, "Nightblade: move up to 4 hexes", when=_came_out, rule="CLS-2")
def slip_away(battle: Battle, me: Me, now: Happening) -> None:
    """Whenever Stealth leaves your track, removed or recovered."""
    text = f"Move up to {FAR} hexes."
    move.free_move(battle, me.unit, FAR, NamedCode("nightblade.move"), text)


@hook(Moment.STATUS_LOST, "Nightblade: heal 1, be placed elsewhere", when=_came_out, rule="CLS-2")
def fade_away(battle: Battle, me: Me, now: Happening) -> None:
    """Whenever Stealth leaves your track: up to 4 hexes away, if a hex is free there."""
    heal(battle, me.unit, 1, me.unit)
    here = battle.unit(me.unit).at
    far = battle.ground.distances(here) if here is not None else {}
    free = battle.free_hexes(tuple(at for at, steps in far.items() if steps <= FAR))
    if free:
        to = battle.deciders(me.unit)
        at = choosing.choose_hex(
            battle, to, free, NamedCode("nightblade.hex"), "Where do you appear?"
        )
        move.place(battle, me.unit, at)


def _hidden(battle: Battle, me: Me) -> bool:
    return battle.has(me.unit, "stealth")


def _somebody_hurt(battle: Battle, me: Me, now: Happening) -> bool:
    unit = battle.unit(now.unit)
    member = unit.side == "party" and unit.kind != DECOY
    return member and now.instance is not None and now.instance.physical > 0 and _hidden(battle, me)


@hook(Moment.DAMAGE_COMING, "Summon Shade", when=_somebody_hurt, prevents=prevention.all_of_it)
def summon_shade(battle: Battle, me: Me, now: Happening) -> None:
    """Stealth leaves your track: all of the damage that a party member is dealt is prevented."""
    statuses.lose(battle, me.unit, "stealth")
    prevention.all_of_it(battle, me, now)


def _drainable(battle: Battle, me: Me) -> list[DieId]:
    return of_constellation(battle, me.unit, "row", "mage")


def _can_drain(battle: Battle, me: Me) -> bool:
    return bool(_drainable(battle, me))


DISGUISE = "Drain an available Mage die: gain Stealth."


@ability("shadowy-disguise", "Shadowy Disguise", DISGUISE, cost=2, can=_can_drain, away=True)
def shadowy_disguise(battle: Battle, me: Me) -> None:
    """Drain the die as the price, then gain Stealth."""
    text = "Which die is drained?"
    dice = _drainable(battle, me)
    (die,) = asking.some_dice(battle, me.unit, dice, 1, 1, NamedCode("shadowy-disguise"), text=text)
    track.drain(battle, die)
    statuses.gain(battle, me.unit, "stealth")


@ability("shadowy-disguise", "Shadowy Disguise", DISGUISE, cost=1, can=_can_drain, away=True)
def shadowy_mastery(battle: Battle, me: Me) -> None:
    """Do as the novice does, for 1 tenacity less."""
    shadowy_disguise.do(battle, me)


def _enemy_beside(battle: Battle, me: Me) -> bool:
    return bool(battle.neighbours(me.unit, "enemy"))


@ability("strife", "Strife", "1 true damage to each of 2 adjacent enemies, out of Stealth or not.",
         cost=2, can=_enemy_beside)  # fmt: skip
def strife(battle: Battle, me: Me) -> None:
    """Ask whether Stealth is given up, then deal the damage to two enemies, or to the only one."""
    ways = {"stay": "Stay in Stealth", "leave": "Come out of Stealth"}
    unseen = _hidden(battle, me) and (
        asking.one_of(
            battle, me.unit, ways, NamedCode("strife.stealth"), "Strife: and your Stealth?"
        )
        == "stay"
    )
    near = battle.neighbours(me.unit, "enemy")
    text = "Who is dealt 1 true damage?"
    for unit in asking.some_units(battle, me.unit, near, STRUCK, STRUCK, NamedCode("strife"), text):
        deal(battle, unit, me.unit, true=1, how=NamedReason("strife"), unseen=unseen)


def _shred(battle: Battle, me: Me) -> int:
    """Give Daze to every adjacent enemy that is no quest unit. Returns how many gained it."""
    near = adjacent_foes(battle, me.unit)
    return sum(statuses.gain(battle, unit.id, "daze") for unit in near)


def _foe_beside(battle: Battle, me: Me) -> bool:
    return bool(adjacent_foes(battle, me.unit))


@ability(
    "soul-shred",
    "Soul Shred",
    "Daze on all adjacent enemies; heal 1 for each.",
    cost=3,
    can=_foe_beside,
    forms=MAGIC,
)
def soul_shred(battle: Battle, me: Me) -> None:
    """Heal 1 for each enemy that gained Daze; one that had it already does not count."""
    heal(battle, me.unit, _shred(battle, me), me.unit)


@ability(
    "soul-shred",
    "Soul Shred",
    "Daze on all adjacent enemies; a party member heals 1 for each.",
    cost=3,
    can=_foe_beside,
    forms=MAGIC,
)
def soul_mastery(battle: Battle, me: Me) -> None:
    """Let any party member, a companion too, heal 1 for each enemy that gained Daze."""
    points = _shred(battle, me)
    text = f"Who heals {points}?"
    unit = (
        asking.one_unit(battle, me.unit, wounded(battle), NamedCode("soul-shred"), text)
        if points
        else NOBODY
    )
    if unit:
        heal(battle, unit, points, me.unit)


def _can_lay(battle: Battle, me: Me) -> bool:
    return battle.state.supply["status"] > 0 and bool(room_beside(battle, me.unit))


def _lay(battle: Battle, me: Me, side: SideOrAll) -> None:
    text, to = "Where does Fear lie?", battle.deciders(me.unit)
    hexes = room_beside(battle, me.unit)
    at = choosing.choose_hex(battle, to, hexes, NamedCode("manifestation-of-terror"), text)
    map_statuses.lay(battle, "fear", at, side=side)


@ability(
    "manifestation-of-terror",
    "Manifestation of Terror",
    "Fear into a free adjacent hex: the first unit that enters gains it.",
    cost=3,
    can=_can_lay,
    forms=MAGIC,
)
def manifestation_of_terror(battle: Battle, me: Me) -> None:
    """Lay Fear into a hex for whoever enters it first, a party member too."""
    _lay(battle, me, "")


@ability(
    "manifestation-of-terror",
    "Manifestation of Terror",
    "Fear into a free adjacent hex: the first enemy that enters gains it.",
    cost=3,
    can=_can_lay,
    forms=MAGIC,
)
def terror_mastery(battle: Battle, me: Me) -> None:
    """Lay Fear into a hex for the first enemy that enters it; the party passes unharmed."""
    _lay(battle, me, "enemy")


def _struck_down(battle: Battle, me: Me, now: Happening) -> bool:
    """Return whether the damage came out of Stealth, which the damage itself has ended by now."""
    unit = battle.unit(now.unit)
    fell = unit.side == "enemy" and unit.fate == "defeated" and is_mighty(unit)
    return now.by == me.unit and fell and now.instance is not None and now.instance.hidden


def _brought_down(battle: Battle, me: Me, now: Happening) -> bool:
    """Return whether she has felled a mighty enemy out of Stealth; a defeat that is no damage
    leaves Stealth as it is.
    """
    mighty = is_mighty(battle.unit(now.unit))
    return own_kill(battle, me, now) and mighty and _hidden(battle, me)


def _looked_for(battle: Battle, me: Me, now: Happening) -> bool:
    """Return whether an enemy that could target her but for this begins its turn, and might take
    somebody else.
    """
    looks = battle.unit(now.unit).side == "enemy" and has_skill(battle, now.unit, "detection")
    others = sum(1 for _ in battle.in_play("party")) > 1
    is_shown = notes.in_turn(battle.state, targeting.shown(me.unit))
    return looks and others and _hidden(battle, me) and not is_shown


@hook(
    Moment.TURN_STARTS,
    "Consuming Darkness: let this enemy see you",
    when=_looked_for,
    rule="CLS-17",
)
def step_forward(battle: Battle, me: Me, now: Happening) -> None:
    """An enemy with Detection may target you in its turn, if you like."""
    battle.emit(Noted(targeting.shown(me.unit), "turn"))


def _darkness(cost: int) -> Enduring:
    text = "In Stealth you are no target for enemies, not even with Detection."
    traits = (targeting.UNSEEN,)
    return Enduring(
        "consuming-darkness", "Consuming Darkness", cost, (step_forward,), traits=traits, text=text
    )


SHADE = Interrupt("summon-shade", "Summon Shade", 1, summon_shade)
SHEET = ClassSheet(
    id="nightblade",
    name="Nightblade",
    constellation="mage",
    jailbreak="defeat-skeever-pup",
    novice=Side(
        hooks=(
            slip_away,
            *promotion_after(
                "Nightblade",
                (Moment.DAMAGE_DEALT, _struck_down),
                (Moment.DEFEATED, _brought_down),
            ),
        ),
        abilities=(shadowy_disguise, soul_shred, manifestation_of_terror),
        interrupts=(SHADE,),
        enduring=(_darkness(5),),
    ),
    master=Side(
        hooks=(fade_away,),
        abilities=(shadowy_mastery, strife, soul_mastery, terror_mastery),
        interrupts=(SHADE,),
        enduring=(_darkness(4),),
    ),
)
