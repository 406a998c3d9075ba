"""Common potions: expended by every use until they are refreshed (p29; ITM-11, ITM-12)."""

from server.rules.battle.components.effects import Lasting, hook, mine, modifier
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.lock import Lock
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.kernel.state import LF
from server.rules.battle.kernel.values import Stat
from server.rules.battle.movement import passing
from server.rules.content.items.boons import (
    drops,
    gains_bonus,
    gains_tenacity,
    heals,
    hides,
    lasts,
    moves,
    recovers_first,
    sheds,
)
from server.rules.content.items.cards import potion
from server.rules.content.items.harms import afflicts, burns
from server.rules.content.items.using import each, enemies_within, one, you


@hook(Moment.BEFORE_ROLL, "", when=mine, forced=True)
def one_more_die(battle: Battle, me: Me, now: Happening) -> None:
    """Your engage rolls 1 enemy Combat die more."""
    assert now.engage is not None
    now.engage.add_combat_dice(1)


@hook(Moment.BEFORE_ROLL, "", when=mine, forced=True)
def see_gaps(battle: Battle, me: Me, now: Happening) -> None:
    """Your engage ignores 2 of the target's defense."""
    engage = now.engage
    assert engage is not None
    if engage.target:
        engage.ignored[engage.target] = engage.ignored.get(engage.target, 0) + 2


@modifier(Stat.DEFENSE, "Stoneskin Tincture")
def stone_skin(battle: Battle, me: Me, value: int) -> int:
    """Your defense is 1 more."""
    return value + 1


ITEMS = (
    potion(
        "Stinkhorn Tonic",
        Lock(3, (4, 3, 1)),
        "A status leaves your track; heal 1.",
        each(you, sheds, heals(1)),
        source="p41 name; effect original",
    ),
    potion("Cloudy Healing Draught", Lock(2, (5, 4, 3)), "Heal 2.", each(you, heals(2))),
    potion(
        "Wakeroot Infusion",
        Lock(2, (1, 1, 4)),
        "Recover your 2 leftmost dice.",
        each(you, recovers_first(2)),
    ),
    potion("Ironbark Draught", Lock(3, (2, 5, 5)), "Gain 2 bonus HP.", each(you, gains_bonus(2))),
    potion("Smokeglass Phial", Lock(3, (6, 3, 3)), "Gain Stealth.", each(you, hides())),
    potion(
        "Hare's-Foot Elixir",
        Lock(4, (3, 4, 5)),
        "Move up to 3 hexes, through enemies too.",
        each(you, moves(3, through=passing.ENEMIES)),
    ),
    potion(
        "Meltwater Cordial",
        Lock(4, (1, 4, 6)),
        "Three light fatigue leave your track.",
        each(you, drops(LF, 3)),
    ),
    potion(
        "Draught of Resolve",
        Lock(4, (2, 3, 5)),
        "Gain 2 tenacity.",
        each(you, gains_tenacity(2)),
    ),
    potion(
        "Vitriol Flask",
        Lock(2, (5, 1, 3)),
        "Deal 2 damage to an enemy within 2 hexes.",
        one(enemies_within(2), "Who is dealt 2 damage?", burns(2)),
    ),
    potion(
        "Sleeper's Vapor",
        Lock(3, (1, 2, 6)),
        "An enemy within 3 hexes gains Daze.",
        one(enemies_within(3), "Who gains Daze?", afflicts("daze")),
    ),
    potion(
        "Brawler's Brew",
        Lock(2, (4, 2, 6)),
        "This turn each of your engages rolls 1 enemy Combat die more.",
        each(you, lasts),
        lasting=Lasting("turn", (one_more_die,)),
        forms=("light-weapon", "heavy-weapon"),
    ),
    potion(
        "Hawkeye Drops",
        Lock(3, (1, 2, 6)),
        "This turn your engages ignore 2 of the target's defense.",
        each(you, lasts),
        lasting=Lasting("turn", (see_gaps,)),
        forms=("ranged-weapon", "magic"),
    ),
    potion(
        "Stoneskin Tincture",
        Lock(3, (6, 6, 6)),
        "Until the round ends you have 1 defense.",
        each(you, lasts),
        lasting=Lasting("round", (), (stone_skin,)),
    ),
)
