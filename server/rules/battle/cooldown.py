"""The cooldown track, fatigue, and where skill dice go (p23, p24, p59)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from protocol.battle import (
    DiceShown,
    DieDrained,
    DieExhausted,
    DieRecovered,
    FatigueGained,
    TokenMoved,
    TokenRemoved,
    TrackReplaced,
)
from protocol.questions import One, Option, Order, Question
from server.rules.battle import damage, statuses
from server.rules.battle.moments import Happening, Moment
from server.rules.battle.state import FATIGUE, LF, OF, STATUSES, TOKEN, TRACK

if TYPE_CHECKING:
    from server.rules.battle.battle import Battle


DRAINS = "drained-if-recovered"
FATIGUE_NAMES = {LF: "light fatigue", OF: "overfatigue"}


def exhaust(battle: "Battle", die: str, *, resolved: bool = False) -> None:
    """Put a skill die into the leftmost open place of its owner's track (CD-2, CD-19).

    A result of code C that was not resolved lies there with a tenacity face (SKR-3), and so does
    one of code S, which works only where it was placed. In a full track the die is drained and the
    track overflows (CD-7).
    """
    shown = battle.state.dice[die]
    owner = shown.owner
    if shown.face >= 0:
        kind = battle.catalogue.dice[shown.kind]
        readings = battle.catalogue.faces.get(kind.icon(shown.face), ())
        blank = kind.tenacity_face()
        asleep = ("S",) if resolved else ("C", "S")
        if any(face.code in asleep for face in readings) and blank >= 0:
            battle.emit(DiceShown((die,), (blank,), "removed" if resolved else "unresolved"))
    track = battle.mat(owner).track
    if len(track) < TRACK or die in track:
        battle.emit(DieExhausted(die))
        return
    battle.emit(DieDrained(die))
    overflow(battle, owner)


def overflow(battle: "Battle", unit: str) -> None:
    """Something found the track full: its rightmost die but overfatigue turns into one (CD-8,
    CD-9).

    A defeated adventurer gains no fatigue (U-09); without overfatigue in the supply it costs 1 true
    damage (U-01, C-12). A track of overfatigue alone cannot be: the box has too little (U-02).
    """
    if battle.unit(unit).fate:
        return
    track = battle.mat(unit).track
    places = [at for at, token in enumerate(track) if token != OF]
    if not places:
        return
    if battle.state.supply[OF]:
        old = track[places[-1]]
        battle.emit(TrackReplaced(unit, places[-1], OF))
        if old in STATUSES:
            statuses.answer_loss(battle, unit, old)
    else:
        _no_overfatigue_left(battle, unit)


def _no_overfatigue_left(battle: "Battle", unit: str) -> None:
    if battle.state.settings.overfatigue_hurts:
        damage.deal(battle, unit, "", true=1, how="fatigue")


def in_order(battle: "Battle", unit: str, tokens: Sequence[str], why: str, what: str) -> list[str]:
    """Several dice that go to a track at once, in its owner's order (CD-4); `what` names them.

    Asked where they differ: by kind, for what they show makes no difference there.
    """
    kinds = [_kind(battle, token) for token in tokens]
    if len(set(kinds)) < 2:
        return list(tokens)
    keys = [one if one in battle.state.dice else f"{one}.{at}" for at, one in enumerate(tokens)]
    named = zip(keys, kinds, strict=True)
    order = battle.picks(
        Question(
            to=battle.deciders(unit),
            why=why,
            text=f"In which order do {what} go to your cooldown track?",
            shape=Order(tuple(Option(key, kind) for key, kind in named)),
            rule="CD-4",
            default=tuple(keys),
        )
    )
    return [tokens[keys.index(key)] for key in order]


def _kind(battle: "Battle", token: str) -> str:
    shown = battle.state.dice.get(token)
    return battle.catalogue.dice[shown.kind].name if shown else FATIGUE_NAMES.get(token, token)


def drain(battle: "Battle", die: str) -> None:
    """Put a skill die on its owner's race sheet for the rest of the battle (SKR-4)."""
    battle.emit(DieDrained(die))


def recover(battle: "Battle", die: str) -> None:
    """Bring a skill die home to its row, available at once (CD-14)."""
    if _drains_instead(battle, die):
        drain(battle, die)
    else:
        battle.emit(DieRecovered(die))


def _drains_instead(battle: "Battle", die: str) -> bool:
    """Some icons say that the die is drained where it would be recovered out of the track."""
    shown = battle.state.dice[die]
    kind = battle.catalogue.dice[shown.kind]
    faces = battle.catalogue.faces.get(kind.icon(shown.face), ()) if shown.face >= 0 else ()
    return die in battle.mat(shown.owner).track and any(DRAINS in face.traits for face in faces)


def gain_fatigue(battle: "Battle", unit: str, *, light: int = 0, over: int = 0) -> None:
    """An adventurer gains fatigue dice, one after the other (FAT-2, LIM-4, LIM-5).

    Each one may be answered by an effect that stops it, or all that are left of its kind. Defeated
    adventurers gain none (FAT-5).
    """
    for kind, count in ((LF, light), (OF, over)):
        for left in range(count, 0, -1):
            if battle.unit(unit).fate or unit not in battle.state.adventurers:
                return
            got = kind if battle.state.supply[kind] else OF
            coming = Happening(Moment.FATIGUE_COMING, unit=unit, kind=got, amount=left)
            now = battle.at(coming)
            if now.stopped and not now.amount:
                break
            if not now.stopped:
                _gain_one(battle, unit, kind)


def _gain_one(battle: "Battle", unit: str, kind: str) -> None:
    supply = battle.state.supply
    got = kind if supply[kind] else OF
    if not supply[got]:
        _no_overfatigue_left(battle, unit)
    elif len(battle.mat(unit).track) < TRACK:
        battle.emit(FatigueGained(unit, got))
    else:
        overflow(battle, unit)


def fatigue_into_slot(battle: "Battle", unit: str, kind: str) -> None:
    """A fatigue die of the supply goes into a free active slot (ACT-7)."""
    battle.emit(FatigueGained(unit, kind, "active"))
    battle.at(Happening(Moment.DIE_IN_SLOT, unit=unit, kind=kind))


def recover_for_fatigue(battle: "Battle", die: str) -> None:
    """Recover a die of the track; the light fatigue that is its price takes its very place.

    The fatigue counts as gained: it may be stopped, and comes out of the supply (LIM-4, LIM-5).
    """
    unit = next(name for name in battle.state.adventurers if die in battle.mat(name).track)
    now = battle.at(Happening(Moment.FATIGUE_COMING, unit=unit, kind=LF, amount=1))
    supply, track = battle.state.supply, battle.mat(unit).track
    got = LF if supply[LF] else OF
    if now.stopped or not supply[got]:
        recover(battle, die)
        if not now.stopped:
            _no_overfatigue_left(battle, unit)
    else:
        to = "drained" if _drains_instead(battle, die) else "row"
        battle.emit(TrackReplaced(unit, track.index(die), got, to=to))


def choose_fatigue(battle: "Battle", unit: str, light: int, over: int, why: str) -> None:
    """The price that some dice name: `light` light fatigue, or else `over` overfatigue."""
    key = battle.pick(
        Question(
            to=battle.deciders(unit),
            why=f"{why}.fatigue",
            text="Which fatigue do you take?",
            shape=One((Option("light", f"{light} light"), Option("over", f"{over} over"))),
            default=("light",),
        )
    )
    if key == "light":
        gain_fatigue(battle, unit, light=light)
    else:
        gain_fatigue(battle, unit, over=over)


def recovery_step(battle: "Battle", unit: str) -> None:
    """Take as many dice off the track as the Cooldown stat says, leftmost first (CD-13 to
    CD-18).
    """
    for _ in range(battle.mat(unit).cooldown):
        if not battle.mat(unit).track:
            return
        recover_at(battle, unit, 0)


def recover_at(battle: "Battle", unit: str, place: int) -> None:
    """Recover what lies at a place of the track: overfatigue only goes to its end (CD-16,
    FAT-6).
    """
    token = battle.mat(unit).track[place]
    if token == OF:
        battle.emit(TokenMoved(unit, place, token))
    elif token == LF:
        battle.emit(TokenRemoved(unit, place, token))
    elif token in STATUSES:
        statuses.lose(battle, unit, token)
    else:
        recover(battle, token)


def remove_token(battle: "Battle", unit: str, place: int, where: str = "track") -> None:
    """Take a fatigue die off the mat for good."""
    token = getattr(battle.mat(unit), where)[place]
    assert token in FATIGUE
    battle.emit(TokenRemoved(unit, place, token, where))


def fatigue_in_track(battle: "Battle", unit: str, kind: str = "") -> int:
    """How many fatigue dice lie in a track, of a kind or of both."""
    kinds = (kind,) if kind else FATIGUE
    return sum(token in kinds for token in battle.mat(unit).track)


def dice_in(battle: "Battle", unit: str, place: str, kind: str = "", line: str = "") -> list[str]:
    """The skill dice of a kind or a line in a place of a mat (row, active, track, drained)."""
    found = []
    for die in getattr(battle.mat(unit), place):
        if die not in battle.state.dice:
            continue
        name = battle.state.dice[die].kind
        if kind and name != kind:
            continue
        if line and battle.catalogue.line_of[name].id != line:
            continue
        found.append(die)
    return found


def exhaust_slot(battle: "Battle", unit: str, token: str) -> None:
    """An active die leaves its slot unused for its owner's track (ACT-3, ACT-4, ACT-7).

    Fatigue goes to the track of whose slot it was, wherever it came from (U-08).
    A token of a class sheet goes to the supply.
    """
    if token not in (*FATIGUE, TOKEN):
        exhaust(battle, token, resolved=True)
        return
    place = battle.mat(unit).active.index(token)
    battle.emit(TokenRemoved(unit, place, token, "active"))
    if token != TOKEN:
        if len(battle.mat(unit).track) < TRACK:
            battle.emit(FatigueGained(unit, token))
        else:
            overflow(battle, unit)
