"""The Upkeep Phase: Rout, Recover, Treasure and Ongoing Spells, in this order (section 5.5)."""

from protocol.ids import UnitId
from protocol.questions import One, Option, Question
from protocol.skirmish import Injury, InjurySet, RoutTested, SpellEnded, TokenTaken
from server.rules.skirmish.components import Skill
from server.rules.skirmish.kernel import checks, morale, space
from server.rules.skirmish.kernel.match import Match
from server.rules.skirmish.kernel.state import MatchState, Unit
from server.rules.skirmish.kernel.stats import INCH, can_carry
from server.rules.skirmish.turn import ending

GUARDED = 2 * INCH  # mils within which an active enemy makes taking treasure need a check (SK-115)
RECOVERED: dict[Injury, Injury] = {"stunned": "dazed", "dazed": "staggered", "staggered": ""}
"""What each injury becomes in the Recover Step (SK-114)."""


def upkeep(match: Match) -> None:
    """Run the steps of the Upkeep Phase. A rout ends the match at once."""
    if not stays(match):
        ending.rout(match, match.active)
        return
    recover(match)
    take_treasure(match)
    keep_spells(match)


def losses(state: MatchState, side: str) -> int:
    """Return the losses that count for a side's rout: 1 for each lost unit, 2 for a large one, and
    1 for each treasure that the enemy holds (SK-98, SK-113).
    """
    lost = [unit for unit in state.units.values() if unit.side == side and unit.is_lost]
    held = [unit for unit in state.units.values() if unit.side != side and unit.token]
    return sum(2 if unit.has(Skill.LARGE) else 1 for unit in lost) + len(held)


def stays(match: Match) -> bool:
    """Take the Rout Step. Returns whether the active side fights on, which it does not without any
    units (SK-113).
    """
    side = match.active
    over = losses(match.state, side) - match.state.sides[side].warband.rout
    # A side without units on the board loses, however far the threshold is
    # (test_a_side_with_nobody_left_loses_however_few_it_had).
    if over < 0:
        return any(match.on_board(side))
    heroes = [unit for unit in match.on_board(side) if unit.type.is_hero and not unit.is_downed]
    if not heroes:
        stands = False
    else:
        best = min(heroes, key=lambda hero: hero.type.morale)
        # Not `morale_of`: no leader lends its Morale here, as the best hero's is used (SK-113).
        stands = checks.check(match, best.id, "morale", best.type.morale + over, "rout")
    stands = stands and not _gives_up(match)
    match.emit(RoutTested(side, stands))
    return stands


def _gives_up(match: Match) -> bool:
    """Ask a side that has passed its Rout Check whether it routs all the same (DP-3)."""
    if not match.state.variant.rout_by_choice:
        return False
    options = (Option("stay", "Fight on"), Option("rout", "Leave the field: the match is lost"))
    question = Question(
        (match.active,),
        "match.rout",
        "Your warband stands. Does it fight on?",
        One(options),
        rule="SK-113",
        default=("stay",),
    )
    return match.pick(question) == "rout"


def recover(match: Match) -> None:
    """Take the Recover Step: each unit of the active side recovers by one state (SK-114)."""
    for unit in list(match.on_board(match.active)):
        if unit.injury:
            match.emit(InjurySet(unit.id, RECOVERED[unit.injury], "recovered"))


def take_treasure(match: Match) -> None:
    """Take the Treasure Step: a unit that touches a token may take it, if an enemy is near only
    after a Morale Check (SK-115).
    """
    for token in match.state.tokens:
        for unit in list(match.on_board(match.active)):
            # Checked for each unit: the one before it may have taken the token.
            is_here = space.reaches_token(match, unit, match.state.tokens[token].at)
            if is_here and is_free(match.state, token) and can_carry(unit):
                _take(match, unit, token)


def is_free(state: MatchState, token: str) -> bool:
    """Return whether no unit carries a token."""
    return all(unit.token != token for unit in state.units.values())


def _take(match: Match, unit: Unit, token: str) -> None:
    question = Question(
        (unit.side,),
        "match.treasure",
        f"{unit.name} can take up a treasure. Does it?",
        One((Option("take", "Take it"), Option("leave", "Leave it"))),
        rule="SK-115",
        default=("leave",),
        about=unit.id,
    )
    if match.pick(question) != "take":
        return
    at = match.state.tokens[token].at
    guards = [foe for foe in match.foes(unit) if not foe.is_downed]
    if any(space.gap_to(match, foe, at) <= GUARDED for foe in guards) and not morale.check_morale(
        match, unit.id, "treasure"
    ):
        return
    match.emit(TokenTaken(token, unit.id))


def keep_spells(match: Match) -> None:
    """Take the Ongoing Spells Step: end spells whose casters fail a Morale Check (SK-103)."""
    for caster in list(match.state.spells):
        if match.unit(UnitId(caster)).side == match.active and not morale.check_morale(
            match, caster, "ongoing"
        ):
            match.emit(SpellEnded(caster))
