"""Legendary miscellaneous items (p29; ITM-14)."""

from protocol.battle import FallenTaken
from protocol.ids import NamedCode
from server.rules.battle.adventurer import inventory
from server.rules.battle.damage import hurt_by_enemy
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.lock import Lock
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.kernel.state import Unit
from server.rules.battle.movement import move
from server.rules.content import asking, companions, lockpicking
from server.rules.content.items.boons import recovery_step, tires
from server.rules.content.items.cards import answer, keepsake, prevention, tool
from server.rules.content.items.harms import afflicts
from server.rules.content.items.last_stand import keep_one, would_be_last
from server.rules.content.items.pet import neighbour_hurt, prevents
from server.rules.content.items.using import (
    Use,
    discarded,
    each,
    enemies_within,
    priced,
    some,
    you,
)
from server.rules.content.units import room_beside

CLANNFEAR = "clannfear"
SOUL_LEVEL = 5  # the highest level of a soul that is bound
GLASS = 4  # hexes to whoever swaps places


def _can_call(battle: Battle, me: Me) -> bool:
    return companions.may_come(battle, me.unit, CLANNFEAR)


def _call(battle: Battle, me: Me) -> None:
    companions.bring(battle, me.unit, CLANNFEAR, f"{me.source}.hex")


def _souls(battle: Battle) -> list[Unit]:
    fallen = [battle.unit(name) for name in battle.state.fallen]
    return [unit for unit in fallen if 0 < unit.level <= SOUL_LEVEL]


def _can_bind(battle: Battle, me: Me) -> bool:
    return bool(_souls(battle)) and bool(room_beside(battle, me.unit))


def _bind(battle: Battle, me: Me) -> None:
    text = "Whose soul fights for you?"
    soul = asking.one_unit(battle, me.unit, _souls(battle), NamedCode(f"{me.source}.soul"), text)
    battle.emit(FallenTaken(soul))
    companions.bring(battle, me.unit, battle.unit(soul).chip, f"{me.source}.hex")


def _opens(battle: Battle, me: Me, now: Happening) -> None:
    now.stopped = True


def _shelters(battle: Battle, me: Me, now: Happening) -> bool:
    if not now.by or battle.unit(now.by).side != "enemy":
        return False
    return hurt_by_enemy(battle, me, now) or neighbour_hurt(battle, me, now)


def _mirrored(battle: Battle, me: Me) -> list[Unit]:
    return [
        unit
        for unit in battle.in_play("party")
        if unit.id != me.unit and battle.distance(unit.id, me.unit) <= GLASS
    ]


def _can_swap(battle: Battle, me: Me) -> bool:
    return bool(_mirrored(battle, me))


def _swap(battle: Battle, me: Me) -> None:
    text = "With whom do you swap places?"
    other = asking.one_unit(
        battle, me.unit, _mirrored(battle, me), NamedCode(f"{me.source}.who"), text
    )
    here, there = battle.unit(me.unit).at, battle.unit(other).at
    assert here is not None
    assert there is not None
    move.place_all(battle, {me.unit: there, other: here})


def _burst(battle: Battle, me: Me, now: Happening) -> None:
    inventory.discard(battle, me.unit, me.card)
    keep_one(battle, me, now)


ITEMS = (
    tool(
        "Collar of the Clannfear",
        Lock(4, (1, 6, 2, 5, 3), (1, 6)),
        "Discard it: a Clannfear fights for you until the battle ends.",
        discarded(Use(_call, _can_call)),
        "",
        deck="legendary",
    ),
    tool(
        "Soul Lantern",
        Lock(5, (2, 4, 6, 6, 1), (2, 4)),
        "Discard it: a defeated enemy of level 1 or 5 fights for you until the battle ends.",
        discarded(Use(_bind, _can_bind)),
        "",
        deck="legendary",
    ),
    keepsake(
        "Key of No Door",
        Lock(2, (6, 1, 2, 4), (6,)),
        "Once a battle: a lockpick check succeeds without a roll.",
        answer(Moment.LOCKPICK, _opens, lockpicking.begins, once="battle"),
        deck="legendary",
    ),
    keepsake(
        "Banner of the Broken Legion",
        Lock(4, (6, 5, 2, 3), (6,)),
        "Once a round: prevent 2 of an enemy's damage to you or an adjacent adventurer.",
        prevention(prevents(2), _shelters, once="round"),
        deck="legendary",
    ),
    tool(
        "Hourglass of Ash",
        Lock(3, (4, 1, 3, 6), (4,)),
        "Once a battle: resolve a Recovery step.",
        each(you, recovery_step),
        "battle",
        deck="legendary",
    ),
    tool(
        "Mirror of Seeming",
        Lock(3, (5, 3, 3, 1), (5,)),
        "Once a round: gain 1 light fatigue and swap places with a party member within 4 hexes.",
        priced(tires(light=1), Use(_swap, _can_swap)),
        "round",
        deck="legendary",
    ),
    keepsake(
        "Heartstone Amulet",
        Lock(3, (2, 6, 5, 5), (2,)),
        "When you would lose your last HP: discard it and keep 1.",
        answer(Moment.HP_LOSS, _burst, would_be_last),
        deck="legendary",
    ),
    tool(
        "Censer of Dread",
        Lock(4, (3, 6, 4, 1), (3,)),
        "Once a battle: up to 2 enemies within 3 hexes gain Fear.",
        some(enemies_within(3), 2, "Who gains Fear? Up to two.", afflicts("fear")),
        "battle",
        deck="legendary",
        forms=("magic",),
    ),
)
