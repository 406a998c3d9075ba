"""Common pets: they protect their owner; each use adds a chip, up to their limit (p29; ITM-15)."""

from protocol.battle import NamedReason
from protocol.ids import NamedCode
from server.rules.battle.adventurer import cooldown, statuses, tenacity
from server.rules.battle.components.effects import Act, When, my
from server.rules.battle.damage import deal, hurt
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.lock import Lock
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.kernel.state import LF, MAX_TENACITY, OF
from server.rules.battle.movement import move
from server.rules.content.items.cards import answer, pet, prevention
from server.rules.content.lockpicking import on_the_table, tries_again


def prevents(points: int) -> Act:
    """Return the act of preventing so much of the damage."""

    def do(battle: Battle, me: Me, now: Happening) -> None:
        assert now.instance is not None
        now.instance.prevent(points)

    return do


def ignores_fatigue(battle: Battle, me: Me, now: Happening) -> None:
    """Stop the rest of this gain of fatigue."""
    now.stopped, now.amount = True, 0


def ignores(battle: Battle, me: Me, now: Happening) -> None:
    """Stop the status from being gained."""
    now.stopped = True


def coming(*kinds: str) -> When:
    """Return the predicate that the owner is about to gain fatigue or a status, one of these kinds
    if any are named.
    """

    def when(battle: Battle, me: Me, now: Happening) -> bool:
        return now.unit == me.unit and not now.stopped and (not kinds or now.kind in kinds)

    return when


def was_hurt(hexes: int) -> When:
    """Return the predicate that an enemy, up to so many hexes away and still in play, has dealt the
    owner damage by the engage that is over.
    """

    def when(battle: Battle, me: Me, now: Happening) -> bool:
        if now.unit != me.unit or now.engage is None or battle.unit(now.by).fate:
            return False
        dealt = now.engage.dealt.get(me.unit, 0) > 0 and battle.opposing(me.unit, now.by)
        return dealt and battle.distance(me.unit, now.by) <= hexes

    return when


def strikes(points: int) -> Act:
    """Return the act of dealing damage to the enemy that engaged."""

    def do(battle: Battle, me: Me, now: Happening) -> None:
        deal(battle, now.by, me.unit, points, how=NamedReason(me.source))

    return do


def _flees(battle: Battle, me: Me, now: Happening) -> None:
    move.free_move(battle, me.unit, 2, NamedCode(me.source), "Move up to 2 hexes.")


def _over_coming(battle: Battle, me: Me, now: Happening) -> bool:
    return coming(OF)(battle, me, now) and battle.state.supply[LF] > 0


def _lightens(battle: Battle, me: Me, now: Happening) -> None:
    now.stopped = True
    cooldown.gain_fatigue(battle, me.unit, light=1)


def neighbour_hurt(battle: Battle, me: Me, now: Happening) -> bool:
    """Return whether damage is coming to an adventurer next to the owner."""
    instance = now.instance
    other = now.unit in battle.state.adventurers and now.unit != me.unit
    near = other and battle.adjacent(me.unit, now.unit)
    return near and instance is not None and instance.physical > 0


def _has_track(battle: Battle, me: Me, now: Happening) -> bool:
    return my(battle, me, now) and bool(battle.mat(me.unit).track)


def _recovers_one(battle: Battle, me: Me, now: Happening) -> None:
    cooldown.recover_at(battle, me.unit, 0)


def _visible(battle: Battle, me: Me, now: Happening) -> bool:
    return my(battle, me, now) and not battle.has(me.unit, "stealth")


def _hides(battle: Battle, me: Me, now: Happening) -> None:
    statuses.gain(battle, me.unit, "stealth")


def _lost_two(battle: Battle, me: Me, now: Happening) -> bool:
    hard = now.instance is not None and now.instance.lost >= 2
    standing = not battle.unit(me.unit).fate
    return my(battle, me, now) and hard and standing and battle.mat(me.unit).tenacity < MAX_TENACITY


def _heartens(battle: Battle, me: Me, now: Happening) -> None:
    tenacity.gain(battle, me.unit, 1, NamedReason(me.source))


ITEMS = (
    pet(
        "Palefrost Elk",
        Lock(3, (3, 2, 1)),
        3,
        "Ignore any amount of fatigue.",
        answer(Moment.FATIGUE_COMING, ignores_fatigue, coming()),
        source="effect printed; limit and lock original",
    ),
    pet(
        "Cellar Mudcrab",
        Lock(2, (5, 4, 3)),
        4,
        "Prevent 1 damage.",
        prevention(prevents(1), hurt),
    ),
    pet(
        "Shepherd's Dog",
        Lock(3, (2, 5, 5)),
        3,
        "Prevent 2 damage to an adjacent adventurer.",
        prevention(prevents(2), neighbour_hurt),
    ),
    pet(
        "Alley Cat",
        Lock(4, (1, 4, 6)),
        3,
        "Ignore Daze, Fear or Blind.",
        answer(Moment.STATUS_COMING, ignores, coming("daze", "fear", "blind")),
    ),
    pet(
        "Bog Toad",
        Lock(4, (3, 4, 5)),
        3,
        "Ignore Bane or Maim.",
        answer(Moment.STATUS_COMING, ignores, coming("bane", "maim")),
    ),
    pet(
        "Pack Goat",
        Lock(3, (6, 3, 3)),
        4,
        "Gain 1 light fatigue in place of 1 overfatigue.",
        answer(Moment.FATIGUE_COMING, _lightens, _over_coming),
    ),
    pet(
        "Kennel Hound",
        Lock(2, (4, 2, 6)),
        4,
        "After an adjacent enemy hurt you in an engage: 1 damage to it.",
        answer(Moment.ENGAGED, strikes(1), was_hurt(1)),
    ),
    pet(
        "Meadow Hare",
        Lock(3, (1, 2, 6)),
        4,
        "After an adjacent enemy hurt you in an engage: move up to 2 hexes.",
        answer(Moment.ENGAGED, _flees, was_hurt(1)),
    ),
    pet(
        "Root Badger",
        Lock(2, (5, 1, 3)),
        4,
        "After your Recovery step: recover the leftmost die of your track.",
        answer(Moment.AFTER_RECOVERY, _recovers_one, _has_track),
    ),
    pet(
        "Dusk Bat",
        Lock(3, (6, 6, 6)),
        2,
        "At the end of your turn: gain Stealth.",
        answer(Moment.TURN_ENDS, _hides, _visible),
    ),
    pet(
        "Choir Thrush",
        Lock(4, (2, 3, 5)),
        4,
        "When you lose 2 or more HP to damage at once: gain 1 tenacity.",
        answer(Moment.DAMAGE_DEALT, _heartens, _lost_two),
    ),
    pet(
        "Tinker's Magpie",
        Lock(2, (1, 1, 4)),
        3,
        "When your lockpick dice show the wrong digits: 1 more attempt.",
        answer(Moment.LOCKPICK_ROLLED, tries_again, on_the_table),
    ),
)
