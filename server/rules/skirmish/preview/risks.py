"""The odds of the checks that a way may need: climbs, jumps, falls, fear (SK-13, SK-70, SK-87).

Which of them a way needs is named by the player, not found here: no way is searched, so nothing is
measured (SK-19).
"""

from fractions import Fraction

from server.rules.skirmish.components import Skill
from server.rules.skirmish.geometry.ways import Check
from server.rules.skirmish.injuries import hardness, harm_of_mishap
from server.rules.skirmish.kernel import checks, morale
from server.rules.skirmish.kernel.inches import inches
from server.rules.skirmish.kernel.match import SIDES, Match
from server.rules.skirmish.kernel.state import Unit
from server.rules.skirmish.movement import naming, walking
from server.rules.skirmish.preview.chances import FACES, chance, percent, ways


def of_unit(match: Match, unit: Unit) -> dict[str, str]:
    """Return the odds of a unit's climbs and jumps as text."""
    edges = {kind: walking.edge_of_leg(unit, kind) for kind in ("climb", "across")}
    names = {"climb": "climbing", "across": "jumping"}
    return {
        names[kind]: chance(unit.type.agility, checks.edge_of(match, unit, edge))
        for kind, edge in edges.items()
    }


def of_way(match: Match, unit: Unit, picks: tuple[str, ...]) -> dict[str, str]:
    """Return the odds of the checks that picks name, each with what a failed jump does, and of all
    of them together.
    """
    texts = {option.key: option.text for option in naming.options_of(match.state.board)}
    told, together, named = {}, Fraction(1), 0
    for pick in picks:
        for check in naming.named([pick]) if pick in texts else ():
            edge = checks.edge_of(match, unit, walking.edge_of_leg(unit, check.kind))
            told[texts[pick]] = chance(unit.type.agility, edge) + _failed(match, check)
            together *= Fraction(ways(unit.type.agility, edge), SIDES**2)
            named += 1
    if named > 1:
        told["all of these checks"] = percent(together.numerator, together.denominator)
    return told


def _failed(match: Match, check: Check) -> str:
    """Return what a failed check does; a climb does nothing (SK-84)."""
    if check.kind == "climb":
        return ""
    top = next(piece.high for piece in match.state.board.pieces if piece.id == check.feature)
    harms = [harm_of_mishap(face + hardness(top)) for face in FACES]
    told = ", ".join(f"{harm} {percent(harms.count(harm), SIDES)}" for harm in dict.fromkeys(harms))
    return f"; else it falls, {inches(top)} inches to the ground: {told}"


def of_fear(match: Match, unit: Unit, foe: Unit) -> dict[str, str]:
    """Return the odds of the checks against fear when a unit engages an enemy (SK-70 to SK-72)."""
    scares, scared = foe.has(Skill.FEAR), unit.has(Skill.FEAR)
    if scares == scared:
        return {}
    who, what = (unit, "dares to engage") if scares else (foe, f"{foe.name} is not daunted")
    return {what: chance(morale.morale_of(match, who), checks.edge_of(match, who))}
