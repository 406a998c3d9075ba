"""Attacks of any kind: the roll to hit, crits, the defence, and applying the hits.

A strike is what one attack is made with: the number to roll, its Injury and its Pierce.
"""

from typing import NamedTuple

from protocol.ids import UnitId
from protocol.skirmish import AttackRolled, CheckMade
from server.rules.skirmish.injuries import lose, suffer
from server.rules.skirmish.kernel import checks
from server.rules.skirmish.kernel.checks import Edge
from server.rules.skirmish.kernel.match import Match
from server.rules.skirmish.kernel.stats import defence_of

CRIT = 20
"""The sum of an attack's die and its Injury from which it grants another attack (SK-79)."""


class Strike(NamedTuple):
    """What an attack is made with: a weapon's id ("" for none), the number to roll at least,
    Injury, Pierce, and its advantage or disadvantage.
    """

    weapon: str
    needs: int
    injury: int
    pierce: int
    edge: Edge = checks.LEVEL


class Hit(NamedTuple):
    """An attack that has hit: the die that counted, and the strike."""

    die: int
    strike: Strike


class Attack(NamedTuple):
    """The result of an attack: its hits, that of a crit included, and the values of all its
    dice.
    """

    hits: list[Hit]
    dice: list[int]


def roll(
    match: Match,
    name: UnitId,
    target: UnitId,
    strike: Strike,
    kind: str,
    may_crit: bool = True,
) -> Attack:
    """Roll an attack to hit, and the further one that a crit grants, which cannot crit (SK-76 to
    SK-79). `kind` says for the log what is rolled. Returns the hits, without defence.
    """
    attack = Attack([], [])
    for is_first in (True, False):
        thrown = checks.throw(
            match, kind, name, checks.edge_of(match, match.unit(name), strike.edge)
        )
        # A 20 does not hit automatically, as it passes checks that are no attacks (SK-76).
        is_hit = checks.passes(thrown.counts, strike.needs, is_attack=True)
        is_crit = may_crit and is_first and is_hit and thrown.counts + strike.injury >= CRIT
        match.emit(
            AttackRolled(
                name,
                target,
                strike.weapon,
                strike.needs,
                thrown.dice,
                thrown.counts,
                is_hit,
                is_crit,
            )
        )
        attack.dice.extend(thrown.dice)
        if is_hit:
            attack.hits.append(Hit(thrown.counts, strike))
        if not is_crit:
            break
    return attack


def unstopped(match: Match, target: UnitId, hits: list[Hit]) -> list[int]:
    """Roll the Defence Check against each hit. Returns, of those that were not stopped, the die
    plus Injury.
    """
    return [
        hit.die + hit.strike.injury
        for hit in hits
        if not _defends(match, target, hit.strike.pierce)
    ]


def _defends(match: Match, target: UnitId, pierce: int) -> bool:
    """Make a Defence Check, to whose number Pierce is added. Returns whether it is passed; without
    any defence nothing is rolled.
    """
    needs = defence_against(match, target, pierce)
    if needs is None:
        match.emit(CheckMade(target, "defence", "attack", 0, (), 0, False))
        return False
    return checks.check(match, target, "defence", needs, "attack")


def defence_against(match: Match, target: UnitId, pierce: int) -> int | None:
    """Return the number to roll at least to stop a hit with this Pierce; None without defence."""
    defence = defence_of(match.unit(target))
    return None if defence is None else defence + pierce


def land(match: Match, target: UnitId, hits: list[Hit], by: UnitId, is_melee: bool) -> None:
    """Apply hits: those that no defence stops take wounds; in melee one of them makes a dazed unit
    lost (SK-95, SK-112).
    """
    # All Defence Checks before any wound: the hits on one target are counted together (SK-112).
    harm(match, target, unstopped(match, target, hits), by, is_melee)


def harm(match: Match, target: UnitId, harmful: list[int], by: UnitId, is_melee: bool) -> None:
    """Apply hits that no defence has stopped, each the die plus its Injury."""
    if harmful and is_melee and match.unit(target).injury == "dazed":
        lose(match, target, by)
    else:
        suffer(match, target, harmful, by)
