"""HP, dice, statuses and tenacity between battles: the battle's functions on the session's table.

No effect that needs a place on the map answers there, so nothing is prevented (DMG-5).
"""

from collections.abc import Sequence

from protocol.battle import NamedReason, Status
from protocol.campaign import AdventurerRevived
from protocol.ids import NOBODY, DieId, UnitId, Why
from protocol.option_keys import option_key, read_key
from protocol.questions import Option, Question, Some
from server.rules.battle.adventurer import cooldown, statuses, tenacity
from server.rules.battle.components.catalogue import catalogue_of
from server.rules.battle.damage import hit_points
from server.rules.battle.kernel.state import FATIGUE, FATIGUE_NAMES, OF
from server.rules.battle.kernel.words import is_status
from server.rules.campaign.kernel.session import Session

ALL = 99
"""More HP than anybody has: healed completely."""


def heal(session: Session, unit: UnitId, hp: int) -> int:
    """Heal an adventurer, up to Health; a defeated one is undefeated again (EOD-5). Returns the HP
    gained.
    """
    chip = session.battle.unit(unit)
    gained = min(hp, chip.health - chip.hp)
    # A battle's healing passes the defeated by (DEF-4), so standing up again has an event of its
    # own.
    if not chip.fate:
        return hit_points.heal(session.battle, unit, hp, NOBODY)
    if gained > 0:
        session.emit(AdventurerRevived(unit, gained))
    return max(0, gained)


def harm(session: Session, unit: UnitId, hp: int, why: str) -> None:
    """Deal an adventurer true damage that no unit deals; it may be defeated by it."""
    hit_points.deal(session.battle, unit, NOBODY, true=hp, how=NamedReason(why))


def fatigue(session: Session, unit: UnitId, dice: int, *, over: bool = False) -> None:
    """Give an adventurer light fatigue, or overfatigue; a defeated one gains none (FAT-5)."""
    light, heavy = (0, dice) if over else (dice, 0)
    cooldown.gain_fatigue(session.battle, unit, light=light, over=heavy)


def ail(session: Session, unit: UnitId, status: Status) -> None:
    """Give an adventurer a status die in its track (STS-16); a defeated one gains none."""
    statuses.gain(session.battle, unit, status)


def change_tenacity(session: Session, unit: UnitId, by: int) -> None:
    """Move an adventurer's tenacity peg, within 0 and its most."""
    if by > 0:
        tenacity.gain(session.battle, unit, by, "encounter")
    else:
        tenacity.lose(session.battle, unit, -by, "encounter")


def relieve(session: Session, unit: UnitId, dice: int) -> None:
    """Let an adventurer take so many dice of its choice off its track (EOD-6)."""
    question = relief(session, unit, dice, "track.relieve", "EOD-6")
    if question is None:
        take_all_off(session, unit)
    else:
        take_off(session, unit, session.picks(question))


def restore(session: Session, unit: UnitId) -> None:
    """Restore an adventurer as an inn does: full HP, no fatigue and no status, all skill dice
    available (TWN-13).
    """
    heal(session, unit, ALL)
    clear(session, unit)
    # The track first: some icons drain a die that is recovered out of it, and the inn brings
    # drained dice home as well.
    for die in cooldown.dice_in(session.battle, unit, "track"):
        cooldown.recover(session.battle, die)
    for die in session.battle.mat(unit).drained:
        cooldown.recover(session.battle, die)


def clear(session: Session, unit: UnitId) -> None:
    """Take all fatigue and status dice off a track."""
    # From the right: each die that goes lets those behind it slide to the left (CD-5).
    for place in reversed(_fatigue(session, unit)):
        cooldown.remove_token(session.battle, unit, place)
    for status in statuses.held(session.battle, unit):
        statuses.lose(session.battle, unit, status)


def _fatigue(session: Session, unit: UnitId) -> list[int]:
    track = session.battle.mat(unit).track
    return [at for at, token in enumerate(track) if token in FATIGUE]


def relief(session: Session, unit: UnitId, dice: int, why: Why, rule: str) -> Question | None:
    """Return the question which dice an adventurer takes off its track, of any kind and at any
    place (EOD-6).

    Returns None if the track has no more dice than may go: then the caller takes all of them off.
    """
    track = session.battle.mat(unit).track
    if len(track) <= dice:
        return None
    options = tuple(
        Option(option_key("at", str(at)), _named(session, one)) for at, one in enumerate(track)
    )
    return Question(
        to=session.battle.deciders(unit),
        why=why,
        text=f"Which {'die leaves' if dice == 1 else f'{dice} dice leave'} your cooldown track?",
        shape=Some(options, dice, dice),
        rule=rule,
        default=tuple(options[at].key for at in _most_in_the_way(track, dice)),
        about=unit,
    )


def _most_in_the_way(track: Sequence[str], dice: int) -> list[int]:
    """Return the places of so many dice that nobody wants to keep: overfatigue, which stays for
    good (FAT-3), then statuses, then light fatigue; of equal ones those that leave last.
    """

    def rank(at: int) -> tuple[int, int]:
        token = track[at]
        kept = 0 if token == OF else 1 if is_status(token) else 2 if token in FATIGUE else 3
        return kept, -at

    return sorted(sorted(range(len(track)), key=rank)[:dice])


def _named(session: Session, token: str) -> str:
    shown = session.state.dice.get(DieId(token))
    if shown is None:
        return FATIGUE_NAMES.get(token, token)
    return catalogue_of(session.battle).dice[shown.kind].name


def take_off(session: Session, unit: UnitId, picks: tuple[str, ...]) -> None:
    """Take the picked dice off a track, overfatigue too: this is no Recovery step (EOD-6)."""
    # From the right: the places were counted before the first die went, and the rest slides
    # (CD-5).
    for place in sorted((int(read_key(pick).name) for pick in picks), reverse=True):
        _take_off(session, unit, place)


def take_all_off(session: Session, unit: UnitId) -> None:
    """Take everything off a track."""
    for place in reversed(range(len(session.battle.mat(unit).track))):
        _take_off(session, unit, place)


def _take_off(session: Session, unit: UnitId, place: int) -> None:
    battle = session.battle
    token = battle.mat(unit).track[place]
    if token in FATIGUE:
        cooldown.remove_token(battle, unit, place)
    elif is_status(token):
        statuses.lose(battle, unit, token)
    else:
        cooldown.recover(battle, DieId(token))
