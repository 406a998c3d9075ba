"""The guild's assist inside a battle (p51, p67; GA-2 to GA-5, GA-7, C-26, U-06)."""

from typing import TYPE_CHECKING

from protocol.battle import CounterSet, HpChanged, Noted, UnitDeployed
from protocol.questions import One, Option, Question, Some
from server.rules.battle import caches, cooldown, move, statuses
from server.rules.battle.state import FATIGUE, FELL, STATUSES

if TYPE_CHECKING:
    from server.rules.battle.battle import Battle

CALLED = "round:assist"
USED = "battle:assist"
SESSIONS = (1, 2)
LOWEST, HIGHEST = 0, 6
"""What the Round Counter may be set to: the rulebook says "any number" (U-06)."""


def may_call(battle: "Battle") -> bool:
    """Whether the assist is still to be had: once a campaign, not in its last session (GA-1)."""
    settings = battle.state.settings
    return settings.assist and settings.session in SESSIONS and USED not in battle.state.used


def propose(battle: "Battle") -> None:
    """Somebody wants to call the guild; the party is asked at the end of this round."""
    battle.emit(Noted("assist", "round"))


def window(battle: "Battle", *, fallen: bool) -> bool:
    """At the end of a round: if anybody has fallen in it, or somebody proposed it, the party may
    call the guild. True if it did. By default it does where the whole party has `fallen`.
    """
    used = battle.state.used
    if not may_call(battle) or not (fallen or CALLED in used or FELL in used):
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
    battle.emit(Noted("assist", "battle"))
    _assist(battle)
    return True


def _assist(battle: "Battle") -> None:
    everybody = battle.state.order or tuple(battle.state.adventurers)
    for unit in everybody:
        _restore(battle, unit)
    for unit in everybody:
        for deck in ("legendary", "common"):
            caches.gain_top(battle, unit, deck)  # GA-4
    _set_counter(battle)


def _restore(battle: "Battle", unit: str) -> None:
    """Full HP, a track without fatigue and statuses, dice back; who had fallen stands again."""
    chip = battle.unit(unit)
    if chip.fate == "defeated":
        free = [at for at in battle.ground.tile_of if battle.free_hexes((at,))]
        if free:
            text = "Where do you enter again?"
            to = battle.deciders(unit)
            at = move.choose_hex(battle, to, free, "assist.hex", text, "GA-5")
            battle.emit(UnitDeployed(unit, at, hp=chip.health))
    elif chip.hp < chip.health and not chip.fate:
        battle.emit(HpChanged(unit, chip.health, chip.bonus, "assist"))
    for token in battle.mat(unit).track:
        if token in STATUSES:
            statuses.lose(battle, unit, token)
        elif token in FATIGUE:
            cooldown.remove_token(battle, unit, battle.mat(unit).track.index(token))
    for die in _recovered(battle, unit):
        cooldown.recover(battle, die)


def _recovered(battle: "Battle", unit: str) -> tuple[str, ...]:
    dice = [*cooldown.dice_in(battle, unit, "track"), *cooldown.dice_in(battle, unit, "drained")]
    if not dice:
        return ()
    options = battle.named(dice)
    return battle.picks(
        Question(
            to=battle.deciders(unit),
            why="assist.dice",
            text="Which exhausted and drained dice do you recover?",
            shape=Some(options, 0, len(options)),
            rule="GA-3",
            default=tuple(dice),
        )
    )


def _set_counter(battle: "Battle") -> None:
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
