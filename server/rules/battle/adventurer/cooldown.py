"""Dice that come out of the cooldown track, and fatigue (p23, p24, p59)."""

from protocol.battle import (
    DieRecovered,
    Fatigue,
    FatigueGained,
    PlaceOfDice,
    PlaceOfTokens,
    TokenMoved,
    TokenRemoved,
    TrackReplaced,
)
from protocol.ids import DieId, NamedCode, UnitId, Why
from protocol.questions import One, Option, Question
from server.rules.battle.adventurer import statuses, track
from server.rules.battle.components.catalogue import catalogue_of
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.kernel.state import FATIGUE, LF, OF, TRACK
from server.rules.battle.kernel.words import Trait, is_status

DRAINS: Trait = "drained-if-recovered"


def recover(battle: Battle, die: DieId) -> None:
    """Put a skill die back into its row, where it is available at once (CD-14); one that shows an
    icon with the trait `DRAINS` is drained instead if it lay in the track.
    """
    if _drains_instead(battle, die):
        track.drain(battle, die)
    else:
        battle.emit(DieRecovered(die))


def _drains_instead(battle: Battle, die: DieId) -> bool:
    """Return whether a die would be drained if it were recovered now: it lies in the track and
    shows an icon that says so.
    """
    shown = battle.state.dice[die]
    kind = catalogue_of(battle).dice[shown.kind]
    faces = catalogue_of(battle).faces.get(kind.icon(shown.face), ()) if shown.face >= 0 else ()
    return die in battle.mat(shown.owner).track and any(DRAINS in face.traits for face in faces)


def gain_fatigue(battle: Battle, unit: UnitId, *, light: int = 0, over: int = 0) -> None:
    """Give an adventurer `light` light fatigue and `over` overfatigue dice, one after the other
    (FAT-2, LIM-4, LIM-5). An effect may stop each die, or all that are left of its kind. Defeated
    adventurers gain none (FAT-5).
    """
    given: tuple[tuple[Fatigue, int], ...] = ((LF, light), (OF, over))
    for kind, count in given:
        for left in range(count, 0, -1):
            # Checked for each die: one that the box lacks deals damage (C-12), which may defeat its
            # owner. And a skill may name a companion, which has no track.
            if battle.unit(unit).fate or unit not in battle.state.adventurers:
                return
            got = kind if battle.state.supply[kind] else OF
            coming = Happening(Moment.FATIGUE_COMING, unit=unit, kind=got, amount=left)
            now = battle.at(coming)
            if now.stopped and not now.amount:
                break
            if not now.stopped:
                _gain_one(battle, unit, kind)


def _gain_one(battle: Battle, unit: UnitId, kind: Fatigue) -> None:
    supply = battle.state.supply
    # Looked up again: effects that answered the moment may have changed the supply.
    got = kind if supply[kind] else OF
    if not supply[got]:
        track.suffer_for_overfatigue(battle, unit)
    elif len(battle.mat(unit).track) < TRACK:
        battle.emit(FatigueGained(unit, got))
    else:
        track.overflow(battle, unit)


def fatigue_into_slot(battle: Battle, unit: UnitId, kind: Fatigue) -> None:
    """Put a fatigue die of the supply into a free active slot (ACT-7)."""
    battle.emit(FatigueGained(unit, kind, "active"))
    battle.at(Happening(Moment.DIE_IN_SLOT, unit=unit, kind=kind))


def recover_for_fatigue(battle: Battle, die: DieId) -> None:
    """Recover a die of the track at the price of 1 light fatigue, which takes its place there.

    The fatigue counts as gained: it may be stopped, and comes out of the supply (LIM-4, LIM-5).
    """
    unit = next(name for name in battle.state.adventurers if die in battle.mat(name).track)
    now = battle.at(Happening(Moment.FATIGUE_COMING, unit=unit, kind=LF, amount=1))
    supply, row = battle.state.supply, battle.mat(unit).track
    got = LF if supply[LF] else OF
    if now.stopped or not supply[got]:
        recover(battle, die)
        if not now.stopped:
            track.suffer_for_overfatigue(battle, unit)
    else:
        to: PlaceOfDice = "drained" if _drains_instead(battle, die) else "row"
        battle.emit(TrackReplaced(unit, row.index(die), got, to=to))


def choose_fatigue(battle: Battle, unit: UnitId, light: int, over: int, why: Why) -> None:
    """Let an adventurer choose to gain either `light` light fatigue or `over` overfatigue dice."""
    key = battle.pick(
        Question(
            to=battle.deciders(unit),
            why=NamedCode(f"{why}.fatigue"),
            text="Which fatigue do you take?",
            shape=One((Option("light", f"{light} light"), Option("over", f"{over} over"))),
            default=("light",),
        )
    )
    if key == "light":
        gain_fatigue(battle, unit, light=light)
    else:
        gain_fatigue(battle, unit, over=over)


def recovery_step(battle: Battle, unit: UnitId) -> None:
    """Take as many dice off the track as the Cooldown stat says, leftmost first (CD-13 to
    CD-18).
    """
    for _ in range(battle.mat(unit).cooldown):
        if not battle.mat(unit).track:
            return
        # Always the leftmost place: the rest moves up after each die (CD-18), and overfatigue goes
        # to the end (test_overfatigue_only_goes_to_the_end_of_the_track_and_uses_up_a_removal).
        recover_at(battle, unit, 0)


def recover_at(battle: Battle, unit: UnitId, place: int) -> None:
    """Recover the die at a place of the track, counted from 0: a skill die goes to its row, a light
    fatigue or status die to the supply, overfatigue to the end of the track (CD-16, FAT-6).
    """
    token = battle.mat(unit).track[place]
    if token == OF:
        battle.emit(TokenMoved(unit, place, token))
    elif token == LF:
        battle.emit(TokenRemoved(unit, place, token))
    elif is_status(token):
        statuses.lose(battle, unit, token)
    else:
        recover(battle, DieId(token))


def remove_token(battle: Battle, unit: UnitId, place: int, where: PlaceOfTokens = "track") -> None:
    """Put the fatigue die at a place of the mat into the supply (FAT-6)."""
    token = getattr(battle.mat(unit), where)[place]
    assert token in FATIGUE
    battle.emit(TokenRemoved(unit, place, token, where))


def fatigue_in_track(battle: Battle, unit: UnitId, kind: str = "") -> int:
    """Return how many fatigue dice lie in a track, of one kind or (`kind` "") of both."""
    kinds = (kind,) if kind else FATIGUE
    return sum(token in kinds for token in battle.mat(unit).track)


def dice_in(
    battle: Battle, unit: UnitId, place: str, kind: str = "", line: str = ""
) -> list[DieId]:
    """Return the skill dice in a place of a mat ("row", "active", "track" or "drained"), only those
    of a `kind` or a `line` if one is named.
    """
    found = []
    for die in getattr(battle.mat(unit), place):
        # Fatigue, statuses and class tokens lie there, too, and are no skill dice.
        if die not in battle.state.dice:
            continue
        name = battle.state.dice[die].kind
        if kind and name != kind:
            continue
        if line and catalogue_of(battle).line_of[name].id != line:
            continue
        found.append(die)
    return found
