"""The guild's assist inside a battle (p51, p67; GA-2 to GA-5, GA-7, C-26, U-06)."""

from collections.abc import Callable

from protocol.battle import CounterSet, HpChanged, Noted, UnitDeployed
from protocol.ids import DieId, UnitId
from protocol.questions import One, Option, Question, Some
from server.rules.battle.adventurer import caches, cooldown, statuses
from server.rules.battle.components.catalogue import dice_options
from server.rules.battle.kernel import notes
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.state import ASSIST, FATIGUE, FELL
from server.rules.battle.map import choosing

SESSIONS = (1, 2)
"""The sessions of a campaign in which the assist can be called (GA-1)."""
LOWEST, HIGHEST = 0, 6
"""The numbers that the Round Counter may be set to: the rulebook says "any number" (U-06)."""


def may_call(battle: Battle) -> bool:
    """Return whether the assist can still be called: once a campaign, not in its last session
    (GA-1).
    """
    settings = battle.game.state.settings
    if not settings.assist or settings.session not in SESSIONS:
        return False
    return notes.count(battle.game.state, ASSIST, "battle") == 0


def is_proposed(battle: Battle) -> bool:
    """Return whether somebody has proposed this round to call the guild."""
    return notes.count(battle.state, ASSIST, "round") > 0


def propose(battle: Battle) -> None:
    """Propose to call the guild; the party is asked at the end of this round."""
    battle.emit(Noted(ASSIST, "round"))


def window(battle: Battle, *, fallen: bool) -> bool:
    """Let the party call the guild at the end of a round in which an adventurer was defeated or the
    call was proposed. Returns whether it did. `fallen` says that the whole party is defeated: then
    to call is the default.
    """
    somebody_fell = notes.count(battle.state, FELL, "round") > 0
    if not may_call(battle) or not (fallen or is_proposed(battle) or somebody_fell):
        return False
    options = (Option("yes", "Call the guild"), Option("no", "Do without"))
    called = battle.pick(
        Question(
            to=battle.party,
            why="round.assist",
            text="Call on the guild's assist? It comes once in a campaign.",
            shape=One(options),
            rule="GA-2",
            default=("yes" if fallen else "no",),
        )
    )
    if called != "yes":
        return False
    battle.emit(Noted(ASSIST, "battle"))
    _assist(battle)
    return True


def _assist(battle: Battle) -> None:
    support(battle, battle.state.order or tuple(battle.state.adventurers), _restore)
    _set_counter(battle)


def support(
    battle: Battle, everybody: tuple[UnitId, ...], restore: Callable[[Battle, UnitId], None]
) -> None:
    """Do what the guild does for every adventurer, in battle and at the end of a day: `restore`
    heals and clears the track, then dice are recovered as chosen and two items gained (GA-3, GA-4).
    """
    for unit in everybody:
        restore(battle, unit)
    for unit in everybody:  # a die that served as a status of another is exhausted by now
        for die in _recovered(battle, unit):
            cooldown.recover(battle, die)
    for unit in everybody:
        for deck in ("legendary", "common"):
            caches.gain_top(battle, unit, deck)  # GA-4


def _restore(battle: Battle, unit: UnitId) -> None:
    """Give an adventurer full HP, deploy it again if it is defeated, and clear its track (GA-5)."""
    chip = battle.unit(unit)
    if chip.fate == "defeated":
        free = [at for at in battle.ground.tile_of if battle.free_hexes((at,))]
        if free:
            text = "Where do you enter again?"
            to = battle.deciders(unit)
            at = choosing.choose_hex(battle, to, free, "assist.hex", text, "GA-5")
            battle.emit(UnitDeployed(unit, at, hp=chip.health))
    elif chip.hp < chip.health and not chip.fate:
        battle.emit(HpChanged(unit, chip.health, chip.bonus, "assist"))
    clear_track(battle, unit)


def clear_track(battle: Battle, unit: UnitId) -> None:
    """Take all fatigue and status dice off a track (GA-3)."""
    for token in battle.mat(unit).track:
        if token in FATIGUE:
            cooldown.remove_token(battle, unit, battle.mat(unit).track.index(token))
    for token in statuses.dice_on(battle, unit):
        statuses.remove_die(battle, unit, token)


def _recovered(battle: Battle, unit: UnitId) -> tuple[DieId, ...]:
    dice = [*cooldown.dice_in(battle, unit, "track"), *cooldown.dice_in(battle, unit, "drained")]
    if not dice:
        return ()
    options = dice_options(battle, dice)
    picks = battle.picks(
        Question(
            to=battle.deciders(unit),
            why="assist.dice",
            text="Which exhausted and drained dice do you recover?",
            shape=Some(options, 0, len(options)),
            rule="GA-3",
            default=tuple(dice),
        )
    )
    return tuple(map(DieId, picks))


def _set_counter(battle: Battle) -> None:
    options = tuple(Option(str(n), str(n)) for n in range(LOWEST, HIGHEST + 1))
    chosen = battle.pick(
        Question(
            to=battle.party,
            why="assist.round",
            text="What does the Round Counter show? The next round counts on from there.",
            shape=One(options),
            rule="GA-5",
            default=(str(LOWEST),),
        )
    )
    battle.emit(CounterSet(int(chosen)))
