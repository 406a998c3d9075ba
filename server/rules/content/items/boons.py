"""Effects of cards on adventurers. The player of the adventurer that gets one makes its choices."""

from protocol.battle import NamedReason
from protocol.ids import ItemId, NamedCode, UnitId
from server.rules.battle.adventurer import cooldown, inventory, statuses, tenacity
from server.rules.battle.components.catalogue import catalogue_of
from server.rules.battle.damage import gain_bonus, heal
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.kernel.state import MAX_TENACITY
from server.rules.battle.movement import move
from server.rules.content import asking, fatigue
from server.rules.content.items.using import Effect


def _always(battle: Battle, me: Me, unit: UnitId) -> bool:
    return True


def _never(battle: Battle, me: Me, unit: UnitId) -> bool:
    return False


def heals(points: int, *, above: bool = False) -> Effect:
    """Return the effect of healing, up to Health unless `above` (STA-2)."""

    def do(battle: Battle, me: Me, unit: UnitId) -> None:
        heal(battle, unit, points, me.unit, above=above)

    def works(battle: Battle, me: Me, unit: UnitId) -> bool:
        return above or battle.unit(unit).hp < battle.unit(unit).health

    return Effect(do, works)


def gains_bonus(points: int) -> Effect:
    """Return the effect of gaining bonus HP, in addition to those that are there (STA-10)."""

    def do(battle: Battle, me: Me, unit: UnitId) -> None:
        gain_bonus(battle, unit, points, me.unit)

    return Effect(do, _always)


def gains_tenacity(points: int) -> Effect:
    """Return the effect of gaining tenacity, up to the most that there is."""

    def do(battle: Battle, me: Me, unit: UnitId) -> None:
        tenacity.gain(battle, unit, points, NamedReason(me.source))

    def works(battle: Battle, me: Me, unit: UnitId) -> bool:
        return battle.mat(unit).tenacity < MAX_TENACITY

    return Effect(do, works)


def drops(kind: str, most: int) -> Effect:
    """Return the effect of removing up to `most` fatigue dice of a kind from the track for good."""

    def do(battle: Battle, me: Me, unit: UnitId) -> None:
        fatigue.remove(battle, unit, kind, most)

    def works(battle: Battle, me: Me, unit: UnitId) -> bool:
        return kind in battle.mat(unit).track

    return Effect(do, works, relieves=True)


def tires(*, light: int = 0, over: int = 0) -> Effect:
    """Return the effect of gaining fatigue: a price, so a card is never offered for it alone."""

    def do(battle: Battle, me: Me, unit: UnitId) -> None:
        cooldown.gain_fatigue(battle, unit, light=light, over=over)

    return Effect(do, _never)


def _shed(battle: Battle, me: Me, unit: UnitId) -> None:
    if not _afflicted(battle, me, unit):
        return
    harmful = sorted(statuses.dice_on(battle, unit), key=lambda token: token == "stealth")
    ways = {token: statuses.die_name(battle, token) for token in harmful}
    text = "Which status leaves you?"
    chosen = asking.one_of(battle, unit, ways, NamedCode(f"{me.source}.status"), text)
    statuses.remove_die(battle, unit, chosen)


def _afflicted(battle: Battle, me: Me, unit: UnitId) -> bool:
    return bool(statuses.dice_on(battle, unit))


sheds = Effect(_shed, _afflicted, relieves=True)
"""A status of one's choice leaves; a skill die that counts as one is exhausted (SKR-6)."""


def hides() -> Effect:
    """Return the effect of gaining Stealth."""

    def do(battle: Battle, me: Me, unit: UnitId) -> None:
        statuses.gain(battle, unit, "stealth")

    def works(battle: Battle, me: Me, unit: UnitId) -> bool:
        return not battle.has(unit, "stealth")

    return Effect(do, works)


def recovers_first(count: int) -> Effect:
    """Return the effect of recovering the leftmost `count` places of the track, as in a Recovery
    step (CD-16).
    """

    def do(battle: Battle, me: Me, unit: UnitId) -> None:
        for _ in range(min(count, len(battle.mat(unit).track))):
            cooldown.recover_at(battle, unit, 0)

    def works(battle: Battle, me: Me, unit: UnitId) -> bool:
        return bool(battle.mat(unit).track)

    return Effect(do, works)


def recovers(count: int) -> Effect:
    """Return the effect of recovering `count` skill dice of the player's choice."""

    def do(battle: Battle, me: Me, unit: UnitId) -> None:
        dice = cooldown.dice_in(battle, unit, "track")
        for die in asking.some_dice(
            battle, unit, dice, count, count, NamedCode(f"{me.source}.dice")
        ):
            cooldown.recover(battle, die)

    def works(battle: Battle, me: Me, unit: UnitId) -> bool:
        return bool(cooldown.dice_in(battle, unit, "track"))

    return Effect(do, works)


def _recovery(battle: Battle, me: Me, unit: UnitId) -> None:
    cooldown.recovery_step(battle, unit)
    battle.at(Happening(Moment.AFTER_RECOVERY, unit=unit))


def _has_track(battle: Battle, me: Me, unit: UnitId) -> bool:
    return bool(battle.mat(unit).track)


recovery_step = Effect(_recovery, _has_track)
"""A whole Recovery step, with all that follows one."""


def moves(hexes: int, *, through: int = 0) -> Effect:
    """Return the effect of moving up to so many hexes, which is no move action (FRE-4); `through`
    says which units may be passed (`passing`).
    """

    def do(battle: Battle, me: Me, unit: UnitId) -> None:
        text = f"Move up to {hexes} hexes."
        move.free_move(battle, unit, hexes, NamedCode(f"{me.source}.move"), text, through=through)

    def works(battle: Battle, me: Me, unit: UnitId) -> bool:
        if battle.between_battles:
            return False
        way = move.route(battle, unit, hexes, through=through)
        return statuses.may_step(battle, unit) and len(way.spots) > 1

    return Effect(do, works)


def _begin(battle: Battle, me: Me, unit: UnitId) -> None:
    inventory.leave_effect(battle, unit, ItemId(me.source))


def _in_time(battle: Battle, me: Me, unit: UnitId) -> bool:
    """Return whether a lasting effect is of use now. Before the first turn, while adventurers are
    being deployed, one for a turn or a round is not.
    """
    lasting = catalogue_of(battle).items[ItemId(me.source)].lasting
    assert lasting is not None
    return lasting.until == "battle" or battle.state.turn is not None


lasts = Effect(_begin, _in_time)
"""The card's lasting effect begins."""
