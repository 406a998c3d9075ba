"""Legendary potions (p29; ITM-11)."""

from protocol.ids import NamedCode
from server.rules.battle.adventurer import statuses
from server.rules.battle.components.effects import Lasting, always, hook
from server.rules.battle.damage import stats
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.lock import Lock
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.kernel.state import LF, OF
from server.rules.battle.map import choosing
from server.rules.battle.movement import move
from server.rules.battle.turn import adventurer_turn
from server.rules.content.items.boons import (
    drops,
    gains_tenacity,
    heals,
    lasts,
    recovers,
    recovery_step,
    tires,
)
from server.rules.content.items.cards import potion
from server.rules.content.items.harms import burns
from server.rules.content.items.last_stand import keep_one, would_be_last
from server.rules.content.items.using import Use, each, enemies_within, priced, you

STEP = 4  # hexes to where its drinker may appear


def _turn_over(battle: Battle, me: Me, now: Happening) -> bool:
    return now.unit == me.unit and not battle.unit(me.unit).fate


@hook(Moment.TURN_OVER, "", when=_turn_over, forced=True, once="round")
def another_turn(battle: Battle, me: Me, now: Happening) -> None:
    """Take another turn right after this one."""
    adventurer_turn.another(battle, me.unit)


_haste = priced(tires(over=1), each(you, lasts))


def _can_hurry(battle: Battle, me: Me) -> bool:
    """Return whether the price can be paid in full, and a turn can follow."""
    return battle.state.supply[OF] > 0 and _haste.can(battle, me)


def _landings(battle: Battle, me: Me) -> list[tuple[int, int]]:
    here = battle.unit(me.unit).at
    if here is None:  # between battles
        return []
    far = battle.ground.distances(here)
    return battle.free_hexes(tuple(at for at, steps in far.items() if 1 <= steps <= STEP))


def _can_step(battle: Battle, me: Me) -> bool:
    return bool(_landings(battle, me))


def _step(battle: Battle, me: Me) -> None:
    hexes, text = _landings(battle, me), "Where do you reappear?"
    at = choosing.choose_hex(
        battle, battle.deciders(me.unit), hexes, NamedCode(f"{me.source}.hex"), text
    )
    statuses.gain(battle, me.unit, "stealth")
    move.place(battle, me.unit, at)


def _deepen(battle: Battle, me: Me) -> None:
    stats.change(battle, me.unit, "stamina", 1, me.unit)
    stats.change(battle, me.unit, "magicka", 1, me.unit)
    each(you, lasts).do(battle, me)


def _always(battle: Battle, me: Me) -> bool:
    return True


@hook(Moment.BATTLE_ENDS, "", when=always, forced=True, defeated=True)
def run_dry(battle: Battle, me: Me, now: Happening) -> None:
    """Take both stats down again."""
    stats.change(battle, me.unit, "stamina", -1, me.unit)
    stats.change(battle, me.unit, "magicka", -1, me.unit)


@hook(Moment.HP_LOSS, "", when=would_be_last, forced=True)
def stand_fast(battle: Battle, me: Me, now: Happening) -> None:
    """Keep the last HP."""
    keep_one(battle, me, now)


ITEMS = (
    potion(
        "Philter of Second Wind",
        Lock(4, (5, 5, 1, 2), (5,)),
        "Recover 3 skill dice.",
        each(you, recovers(3)),
        deck="legendary",
    ),
    potion(
        "Elixir of the Last Ember",
        Lock(4, (6, 5, 2, 3), (6,)),
        "Heal 4, even above Health.",
        each(you, heals(4, above=True)),
        deck="legendary",
    ),
    potion(
        "Philter of Haste",
        Lock(4, (1, 6, 2, 5, 3), (1, 6)),
        "Gain 1 overfatigue; after this turn take another.",
        Use(_haste.do, _can_hurry),
        deck="legendary",
        lasting=Lasting("round", (another_turn,)),
    ),
    potion(
        "Quicksilver Draught",
        Lock(3, (2, 6, 5, 5), (2,)),
        "Gain Stealth and be placed up to 4 hexes away.",
        Use(_step, _can_step),
        deck="legendary",
    ),
    potion(
        "Flask of Winter Lightning",
        Lock(2, (6, 1, 2, 4), (6,)),
        "Deal 2 damage to every enemy within 2 hexes.",
        each(enemies_within(2), burns(2)),
        deck="legendary",
    ),
    potion(
        "Elixir of the Deep Well",
        Lock(5, (2, 4, 6, 6, 1), (2, 4)),
        "Until the battle ends your Stamina and Magicka are 1 higher.",
        Use(_deepen, _always),
        deck="legendary",
        lasting=Lasting("battle", (run_dry,)),
    ),
    potion(
        "Cordial of Clear Thought",
        Lock(3, (5, 3, 3, 1), (5,)),
        "All light fatigue leaves your track, then resolve a Recovery step; gain 1 tenacity.",
        each(you, drops(LF, 99), recovery_step, gains_tenacity(1)),
        deck="legendary",
    ),
    potion(
        "Oathkeeper's Draught",
        Lock(4, (3, 6, 4, 1), (3,)),
        "Until the round ends nothing takes your last HP.",
        each(you, lasts),
        deck="legendary",
        lasting=Lasting("round", (stand_fast,)),
    ),
)
