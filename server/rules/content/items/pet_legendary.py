"""Legendary pets (p29; ITM-15)."""

from server.rules.battle.adventurer import statuses
from server.rules.battle.components.effects import my
from server.rules.battle.damage import heal, hurt
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.lock import Lock
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.kernel.state import LF
from server.rules.content import fatigue
from server.rules.content.items.cards import answer, pet, prevention
from server.rules.content.items.harms import afflicts
from server.rules.content.items.last_stand import keep_one, would_be_last
from server.rules.content.items.pet import (
    coming,
    ignores,
    ignores_fatigue,
    prevents,
    strikes,
    was_hurt,
)


def _ignores_more(battle: Battle, me: Me, now: Happening) -> None:
    ignores_fatigue(battle, me, now)
    if LF in battle.mat(me.unit).track:
        fatigue.remove(battle, me.unit, LF)


def _adventurer_afflicted(battle: Battle, me: Me, now: Happening) -> bool:
    return now.unit in battle.state.adventurers and not now.stopped and now.kind != "stealth"


def _enemy_beside(battle: Battle, me: Me, now: Happening) -> bool:
    enemy = battle.unit(now.unit).side == "enemy" and battle.adjacent(me.unit, now.unit)
    return enemy and afflicts("maim").works(battle, me, now.unit)


def _maims(battle: Battle, me: Me, now: Happening) -> None:
    statuses.gain(battle, now.unit, "maim")


def _wounded(battle: Battle, me: Me, now: Happening) -> bool:
    return my(battle, me, now) and battle.unit(me.unit).hp < battle.unit(me.unit).health


def _heals_two(battle: Battle, me: Me, now: Happening) -> None:
    heal(battle, me.unit, 2, me.unit)


ITEMS = (
    pet(
        "Moonstone Lynx",
        Lock(4, (3, 6, 4, 1), (3,)),
        4,
        "Ignore a status.",
        answer(Moment.STATUS_COMING, ignores, coming()),
        deck="legendary",
    ),
    pet(
        "Stonehide Cub",
        Lock(4, (6, 5, 2, 3), (6,)),
        4,
        "Prevent 3 damage.",
        prevention(prevents(3), hurt),
        deck="legendary",
    ),
    pet(
        "Star-Antlered Stag",
        Lock(3, (4, 1, 3, 6), (4,)),
        4,
        "Ignore any amount of fatigue, and 1 light fatigue leaves your track.",
        answer(Moment.FATIGUE_COMING, _ignores_more, coming()),
        deck="legendary",
    ),
    pet(
        "Cinderscale Hatchling",
        Lock(2, (6, 1, 2, 4), (6,)),
        3,
        "After an enemy within 3 hexes hurt you in an engage: 3 damage to it.",
        answer(Moment.ENGAGED, strikes(3), was_hurt(3)),
        deck="legendary",
    ),
    pet(
        "Gravewarden Hound",
        Lock(4, (1, 6, 2, 5, 3), (1, 6)),
        2,
        "When you would lose your last HP: keep 1.",
        answer(Moment.HP_LOSS, keep_one, would_be_last),
        deck="legendary",
    ),
    pet(
        "Clockwork Spider",
        Lock(3, (2, 6, 5, 5), (2,)),
        3,
        "Before an adjacent enemy's turn: it gains Maim.",
        answer(Moment.BEFORE_TURN, _maims, _enemy_beside),
        deck="legendary",
    ),
    pet(
        "Aurora Moth",
        Lock(5, (2, 4, 6, 6, 1), (2, 4)),
        5,
        "When any adventurer would gain a status but Stealth: it does not come.",
        answer(Moment.STATUS_COMING, ignores, _adventurer_afflicted),
        deck="legendary",
    ),
    pet(
        "Temple Unicorn Foal",
        Lock(3, (5, 3, 3, 1), (5,)),
        3,
        "At the start of your turn: heal 2.",
        answer(Moment.TURN_STARTS, _heals_two, _wounded),
        deck="legendary",
    ),
)
