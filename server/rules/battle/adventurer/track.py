"""Dice that go to the cooldown track, and what happens when it is full (p23, p24)."""

from collections.abc import Sequence
from typing import TypeVar

from protocol.battle import (
    DiceShown,
    DieDrained,
    DieExhausted,
    FatigueGained,
    TokenRemoved,
    TrackReplaced,
)
from protocol.ids import DieId, UnitId, Why
from protocol.questions import Option, Order, Question
from server.rules.battle.components.catalogue import catalogue_of
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.state import FATIGUE, FATIGUE_NAMES, OF, TOKEN, TRACK
from server.rules.battle.kernel.words import is_fatigue, is_status

Token = TypeVar("Token", bound=str)
"""What lies in a track: a skill die's id, "LF" or "OF", or a status."""


def exhaust(battle: Battle, die: DieId, *, resolved: bool = False) -> None:
    """Put a skill die into the leftmost open place of its owner's track (CD-2, CD-19).

    A die that shows code C and was not `resolved` is turned to a tenacity face (SKR-3), and so is
    one that shows code S, which works only where it was placed. If the track is full, the die is
    drained and the track overflows (CD-7).
    """
    shown = battle.state.dice[die]
    owner = shown.owner
    if shown.face >= 0:
        kind = catalogue_of(battle).dice[shown.kind]
        readings = catalogue_of(battle).faces.get(kind.icon(shown.face), ())
        blank = kind.tenacity_face()
        asleep = ("S",) if resolved else ("C", "S")
        if any(face.code in asleep for face in readings) and blank >= 0:
            battle.emit(DiceShown((die,), (blank,), "removed" if resolved else "unresolved"))
    track = battle.mat(owner).track
    # A die that lies there already needs no further place.
    if len(track) < TRACK or die in track:
        battle.emit(DieExhausted(die))
        return
    battle.emit(DieDrained(die))
    # After the die is drained: the overflow concerns the dice in the track, not the new one (CD-7,
    # CD-8).
    overflow(battle, owner)


def overflow(battle: Battle, unit: UnitId) -> None:
    """Turn the rightmost die of a full track that is not overfatigue into overfatigue (CD-8, CD-9).
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
        # A status die that was replaced has left the unit: effects may answer that.
        if is_status(old):
            battle.answer_status_loss(unit, old)
    else:
        suffer_for_overfatigue(battle, unit)


def suffer_for_overfatigue(battle: Battle, unit: UnitId) -> None:
    """Deal 1 true damage in place of overfatigue that the supply lacks, if the table plays by this
    ruling (U-01).
    """
    if battle.state.settings.overfatigue_hurts:
        battle.suffer(unit, 1, "fatigue")


ALL_RECOVERED = "all of them come off again together"
"""Why the order was not asked, in words that follow "as" (see `Battle.spare`)."""


def order_matters(battle: Battle, unit: UnitId, tokens: Sequence[str]) -> bool:
    """Return whether the order makes a difference in which several dice go to a track at once.

    It makes none among dice of one kind, as what they show does not count there; nor if the next
    Recovery step will take all of them off, with everything that lay there before.
    """
    mat = battle.mat(unit)
    if len({_kind(battle, token) for token in tokens}) < 2:
        return False
    # Overfatigue uses up a removal like the other dice, so the sum holds for it, too (CD-16;
    # test_an_order_that_recovery_undoes_is_told_and_not_asked).
    return len(mat.track) + len(tokens) > mat.cooldown


def in_order(
    battle: Battle, unit: UnitId, tokens: Sequence[Token], why: Why, what: str
) -> list[Token]:
    """Return dice that go to a track at once, in the order that its owner chooses (CD-4).

    The owner is asked only if the order matters. `what` names the dice in the question.
    """
    kinds = [_kind(battle, token) for token in tokens]
    if len(set(kinds)) < 2:
        return list(tokens)
    # Fatigue has no id: without their place two of a kind would have the same option key.
    keys = [one if one in battle.state.dice else f"{one}.{at}" for at, one in enumerate(tokens)]
    named = zip(keys, kinds, strict=True)
    options = tuple(Option(key, kind) for key, kind in named)
    question = Question(
        to=battle.deciders(unit),
        why=why,
        text=f"In which order do {what} go to your cooldown track?",
        shape=Order(options),
        rule="CD-4",
        default=tuple(keys),
    )
    if order_matters(battle, unit, tokens):
        order = battle.picks(question)
    else:
        order = battle.spare(question, options, ALL_RECOVERED)
    return [tokens[keys.index(key)] for key in order]


def _kind(battle: Battle, token: str) -> str:
    shown = battle.state.dice.get(DieId(token))
    return catalogue_of(battle).dice[shown.kind].name if shown else FATIGUE_NAMES.get(token, token)


def drain(battle: Battle, die: DieId) -> None:
    """Put a skill die on its owner's race sheet for the rest of the battle (SKR-4)."""
    battle.emit(DieDrained(die))


def exhaust_slot(battle: Battle, unit: UnitId, token: str) -> None:
    """Put an active die that was not used into its owner's track (ACT-3, ACT-4, ACT-7).

    Fatigue goes to the track of the adventurer whose slot it was in, wherever it came from (U-08).
    A token of a class sheet goes to the supply.
    """
    if token not in (*FATIGUE, TOKEN):
        exhaust(battle, DieId(token), resolved=True)
        return
    place = battle.mat(unit).active.index(token)
    # Through the supply, so that its count stays right. Without `gain_fatigue`, as it is not gained
    # anew: no effect may stop it.
    battle.emit(TokenRemoved(unit, place, token, "active"))
    if token != TOKEN:
        assert is_fatigue(token)
        if len(battle.mat(unit).track) < TRACK:
            battle.emit(FatigueGained(unit, token))
        else:
            overflow(battle, unit)
