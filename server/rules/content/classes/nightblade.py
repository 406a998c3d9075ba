"""Nightblade (Mage): out of the shadows and back, whenever Stealth is spent (p25).

Promotion: out of Stealth, defeat an enemy of level 10 or 20, or a quest unit.
"""

from server.rules.battle import cooldown, laid, move, statuses
from server.rules.battle.battle import Battle
from server.rules.battle.components import ClassSheet, Side
from server.rules.battle.damage import deal, heal
from server.rules.battle.defeat import own_kill
from server.rules.battle.effects import Enduring, Interrupt, Me, ability, hook
from server.rules.battle.moments import Happening, Moment
from server.rules.battle.prevention import all_of_it
from server.rules.battle.state import DECOY
from server.rules.battle.targeting import UNSEEN
from server.rules.content import asking
from server.rules.content.classes.promotion import promotion_after
from server.rules.content.reading import of_constellation
from server.rules.content.units import adjacent_foes, is_mighty, room_beside, wounded

FAR, STRUCK = 4, 2
MAGIC = ("magic",)


def _came_out(battle: Battle, me: Me, now: Happening) -> bool:
    return now.unit == me.unit and now.kind == "stealth"


@hook(Moment.STATUS_LOST, "Nightblade: move up to 4 hexes", when=_came_out, rule="CLS-2")
def slip_away(battle: Battle, me: Me, now: Happening) -> None:
    """Whenever Stealth leaves your track, removed or recovered."""
    text = f"Move up to {FAR} hexes."
    move.free_move(battle, me.unit, FAR, "nightblade.move", text)


@hook(Moment.STATUS_LOST, "Nightblade: heal 1, be placed elsewhere", when=_came_out, rule="CLS-2")
def fade_away(battle: Battle, me: Me, now: Happening) -> None:
    """Whenever Stealth leaves your track: up to 4 hexes away, if a hex is free there."""
    heal(battle, me.unit, 1, me.unit)
    here = battle.unit(me.unit).at
    far = battle.ground.distances(here) if here is not None else {}
    free = battle.free_hexes(tuple(at for at, steps in far.items() if steps <= FAR))
    if free:
        to = battle.deciders(me.unit)
        at = move.choose_hex(battle, to, free, "nightblade.hex", "Where do you appear?")
        move.place(battle, me.unit, at)


def _hidden(battle: Battle, me: Me) -> bool:
    return battle.has(me.unit, "stealth")


def _somebody_hurt(battle: Battle, me: Me, now: Happening) -> bool:
    unit = battle.unit(now.unit)
    member = unit.side == "party" and unit.kind != DECOY
    return member and now.blow is not None and now.blow.physical > 0 and _hidden(battle, me)


@hook(Moment.DAMAGE_COMING, "Summon Shade", when=_somebody_hurt, prevents=all_of_it)
def summon_shade(battle: Battle, me: Me, now: Happening) -> None:
    """Stealth leaves your track: all of the damage that a party member is dealt is prevented."""
    statuses.lose(battle, me.unit, "stealth")
    all_of_it(battle, me, now)


def _drainable(battle: Battle, me: Me) -> list[str]:
    return of_constellation(battle, me.unit, "row", "mage")


def _can_drain(battle: Battle, me: Me) -> bool:
    return bool(_drainable(battle, me))


DISGUISE = "Drain an available Mage die: gain Stealth."


@ability("shadowy-disguise", "Shadowy Disguise", DISGUISE, cost=2, can=_can_drain)
def shadowy_disguise(battle: Battle, me: Me) -> None:
    """The die is the price."""
    text = "Which die is drained?"
    dice = _drainable(battle, me)
    (die,) = asking.some_dice(battle, me.unit, dice, 1, 1, "shadowy-disguise", text=text)
    cooldown.drain(battle, die)
    statuses.gain(battle, me.unit, "stealth")


@ability("shadowy-disguise", "Shadowy Disguise", DISGUISE, cost=1, can=_can_drain)
def shadowy_mastery(battle: Battle, me: Me) -> None:
    """The same, cheaper."""
    shadowy_disguise.do(battle, me)


def _enemy_beside(battle: Battle, me: Me) -> bool:
    return bool(battle.neighbours(me.unit, "enemy"))


@ability("strife", "Strife", "1 true damage to each of 2 adjacent enemies, out of Stealth or not.",
         cost=2, can=_enemy_beside)  # fmt: skip
def strife(battle: Battle, me: Me) -> None:
    """Stealth need not leave for it; where there is one enemy alone, only that one is hit."""
    ways = {"stay": "Stay in Stealth", "leave": "Come out of Stealth"}
    unseen = _hidden(battle, me) and (
        asking.one_of(battle, me.unit, ways, "strife.stealth", "Strife: and your Stealth?")
        == "stay"
    )
    near = battle.neighbours(me.unit, "enemy")
    text = "Who is dealt 1 true damage?"
    for unit in asking.some_units(battle, me.unit, near, STRUCK, STRUCK, "strife", text):
        deal(battle, unit, me.unit, true=1, how="strife", unseen=unseen)


def _shred(battle: Battle, me: Me) -> int:
    """Daze on all around: how many dice were applied."""
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
    """Who has it already gains none, and counts for nothing."""
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
    """Any party member, a companion too."""
    points = _shred(battle, me)
    text = f"Who heals {points}?"
    unit = asking.one_unit(battle, me.unit, wounded(battle), "soul-shred", text) if points else ""
    if unit:
        heal(battle, unit, points, me.unit)


def _can_lay(battle: Battle, me: Me) -> bool:
    return battle.state.supply["status"] > 0 and bool(room_beside(battle, me.unit))


def _lay(battle: Battle, me: Me, side: str) -> None:
    text, to = "Where does Fear lie?", battle.deciders(me.unit)
    hexes = room_beside(battle, me.unit)
    at = move.choose_hex(battle, to, hexes, "manifestation-of-terror", text)
    laid.lay(battle, "fear", at, side=side)


@ability(
    "manifestation-of-terror",
    "Manifestation of Terror",
    "Fear into a free adjacent hex: the first unit that enters gains it.",
    cost=3,
    can=_can_lay,
    forms=MAGIC,
)
def manifestation_of_terror(battle: Battle, me: Me) -> None:
    """A party member, too."""
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
    """The party passes unharmed."""
    _lay(battle, me, "enemy")


def _struck_down(battle: Battle, me: Me, now: Happening) -> bool:
    """The blow came out of Stealth, which the damage itself has ended by now."""
    unit = battle.unit(now.unit)
    fell = unit.side == "enemy" and unit.fate == "defeated" and is_mighty(unit)
    return now.by == me.unit and fell and now.blow is not None and now.blow.hidden


def _brought_down(battle: Battle, me: Me, now: Happening) -> bool:
    """A defeat that is no damage leaves Stealth as it is."""
    mighty = is_mighty(battle.unit(now.unit))
    return own_kill(battle, me, now) and mighty and _hidden(battle, me)


def _darkness(cost: int) -> Enduring:
    text = "In Stealth you are no target for enemies, not even with Detection."
    return Enduring("consuming-darkness", "Consuming Darkness", cost, traits=(UNSEEN,), text=text)


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
