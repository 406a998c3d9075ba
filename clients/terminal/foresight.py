"""What would happen, in lines: the odds of a plan before it is sent, an enemy's coming turn."""

from collections.abc import Awaitable
from typing import Literal, assert_never

from clients.core import Names, listed, plural
from clients.sdk import Client, Refusal
from clients.terminal.questions import HELP, Answer, Decision, Prompt, decide
from protocol.ids import NOBODY, UnitId
from protocol.option_keys import read_key
from protocol.previews import (
    ALL_WAYS,
    Chances,
    CombatOdds,
    Consequences,
    DieOdds,
    EnemyTurn,
    EngageOdds,
    Fate,
    Foreseen,
    Outlook,
    Sighting,
    Values,
)
from protocol.questions import Picks, Plan, Question


def is_engage(answer: Answer, weighed: Picks | None = None) -> bool:
    """Return whether an answer plans an engage whose odds can be told, and have not been told
    already.
    """
    return (
        answer.picks != weighed
        and isinstance(answer.question.shape, Plan)
        and any(pick.startswith(("target:", "die:")) for pick in answer.picks)
    )


NOTHING = ["Nothing can be foreseen there."]
"""What is told where there is no preview."""
DECIDED = (
    "overland.move",
    "encounter.choice",
    "together.town",
    "together.road",
    "together.advance",
    "together.rest.items",
)
"""Questions of the days of whose answers is told what they cost and bring, before they are sent."""


def is_foreseen(answer: Answer, weighed: Picks | None = None) -> bool:
    """Return whether an answer of the days can be told what comes of it, and was not already."""
    return bool(answer.picks) and answer.picks != weighed and answer.question.why in DECIDED


def ask(client: Client, answer: Answer) -> Awaitable[Foreseen | None]:
    """Return the preview of an answer, under way: a plan's odds, or what an answer of the days
    costs and brings.
    """
    question = answer.question
    if question.why not in DECIDED:
        return client.preview("engage", UnitId(question.about), answer.picks)
    party = list(client.look().adventurers)
    unit = about if (about := UnitId(question.about)) in party else party[0]
    return client.preview("answer", unit, (question.why, *answer.picks))


async def of_attempt(client: Client, answer: Answer, names: Names) -> list[str]:
    """Return what an attempt of a match's unit may come to: the odds of its checks, and of its
    melee if it comes there. Raises ConnectionLost, Ended.
    """
    unit = next((UnitId(read_key(p).name) for p in answer.picks if p.startswith("unit:")), NOBODY)
    return await of_match(client, unit, answer.picks, names, ("values", "combat"))


async def of_match(
    client: Client,
    unit: UnitId,
    picks: Picks,
    names: Names,
    whats: tuple[Literal["values", "sight", "combat"], ...] = ("values", "sight", "combat"),
) -> list[str]:
    """Return all of this that is foreseen of a match's unit. Raises ConnectionLost, Ended."""
    told: list[str] = []
    for what in whats:
        # Picks of a sight would be the point to look from.
        lines = await foretold(client.preview(what, unit, () if what == "sight" else picks), names)
        told += lines if lines != NOTHING else []
    return told or NOTHING


def confirm(answer: Answer, questions: tuple[Question, ...]) -> Decision:
    """Send the plan, or go back and choose anew."""
    lines: tuple[str, ...] = ("Press Enter to roll, or < to plan it differently.",)
    if answer.question.why in DECIDED:
        lines = ("Press Enter to do so, or < to choose anew.",)
    elif answer.question.why == "match.engage":
        lines = ("Press Enter to declare it, or < to plan it differently.",)
    elif not any(pick.startswith("die:") for pick in answer.picks):
        lines = ("You have gathered no dice: there is nothing to roll in this engage.", *lines)
    while True:
        name = "so be it>" if answer.question.why in (*DECIDED, "match.engage") else "roll>"
        word = (yield Prompt(lines, name, about=answer.question)).lower()
        if word in ("", "ok", "y", "yes", "d"):
            return answer
        if word == "?":
            lines = (HELP[0], lines[-1])
        if word in ("<", "b", "n", "no"):
            return (yield from decide(questions))


async def foretold(asked: Awaitable[Foreseen | None], names: Names) -> list[str]:
    """Return a preview that was asked for, as lines; where the server has refused it, what it said.

    Raises ConnectionLost, Ended.
    """
    try:
        return lines_of(await asked, names)
    except Refusal as no:
        return [f"  {no.text}"]


def lines_of(found: Foreseen | None, names: Names) -> list[str]:
    """Return a preview as lines."""
    match found:
        case EngageOdds():
            return _engage(found, names)
        case EnemyTurn():
            return _enemy(found, names)
        case None:
            return NOTHING
        case Values(values=values):
            return [f"  {name}: {value}" for name, value in values.items()]
        case Consequences():
            return consequences(found, names)
        case CombatOdds():
            return combat(found, names)
        case Outlook():
            return outlook(found, names)
        case _:
            assert_never(found)


def combat(odds: CombatOdds, names: Names) -> list[str]:
    """Return what becomes of each unit of a match's melee, a line for each."""
    begins = "  If it engages so, the melee does this:" if odds.joins else "  The melee does this:"
    return [begins, *(f"    {names.unit(one.unit)}: {fate_words(one)}" for one in odds.fates)]


def fate_words(fate: Fate) -> str:
    """Return what can become of a unit, the gravest first."""
    shares = {
        "out": fate.lost,
        "stunned": fate.stunned,
        "dazed": fate.dazed,
        "wounded": fate.wounded,
        "unhurt": fate.unhurt,
    }
    return ", ".join(f"{what} {_percent(ways, ALL_WAYS)}" for what, ways in shares.items() if ways)


SIGHTS = {"open": "in the open", "cover": "in cover", "hidden": "not seen"}


def outlook(seen: Outlook, names: Names) -> list[str]:
    """Return what a unit of a match sees of each enemy, a line for each."""
    return [
        f"  {names.unit(seen.unit)} sees:",
        *(f"    {names.unit(one.unit)}: {_sighting(one)}" for one in seen.enemies),
    ]


def _sighting(one: Sighting) -> str:
    if one.shot is None:
        return SIGHTS[one.sight]
    out_of = ", out of the window" if one.window else ""
    hits = _percent(one.hits, ALL_WAYS)
    return f"{SIGHTS[one.sight]}; a shot{out_of} hits {hits}: {fate_words(one.shot)}"


def consequences(found: Consequences, names: Names) -> list[str]:
    """Return what an answer would cost and bring, a line for each whom it befalls."""
    told = [
        f"  {names.unit(unit) if unit else 'The party'}: {', '.join(lines)}"
        for unit, lines in found.changes.items()
    ]
    return [*told, f"  {found.then}"] if found.then else told


def _engage(odds: EngageOdds, names: Names) -> list[str]:
    lines = [f"  {die.name}: {_results(die)}" for die in odds.dice]
    if not odds.target:
        return lines
    target = names.unit(odds.target)
    if odds.why:
        lines.append(f"  {target} prevents {odds.why}")
    lines += [f"  {target} has {skill}" for skill in odds.skills]
    lines.append(f"  Damage: {_chances(odds.dealt)}")
    lines.append(f"  HP lost: {_chances(odds.lost)}; falls: {_percent(odds.defeats, odds.lost.of)}")
    if odds.open:
        lines.append("  Some results roll on or ask: they can change this.")
    return lines


def _results(die: DieOdds) -> str:
    shown = []
    for result in die.results:
        damage = f" ({result.damage + result.true})" if result.damage + result.true else ""
        shown.append(f"{result.faces}/6 {result.text.rstrip('.')}{damage}")
    return "; ".join(shown)


def _enemy(turn: EnemyTurn, names: Names) -> list[str]:
    lines = [f"  {names.unit(turn.unit)} would, as things stand:"]
    for course in turn.courses:
        move = f"move {plural(len(course.hexes), 'hex', 'hexes')}" if course.hexes else "stay"
        to = f" to {course.hexes[-1]}" if course.hexes else ""
        whom = listed([names.unit(unit) for unit in course.targets]) or "nobody"
        lines.append(f"    {move}{to}, engage {whom}")
    return [*lines, f"    its roll: {_chances(turn.dealt)} before prevention"]


def _chances(chances: Chances) -> str:
    return "  ".join(
        f"{points}: {_percent(ways, chances.of)}"
        for points, ways in zip(chances.points, chances.ways, strict=True)
    )


def _percent(ways: int, of: int) -> str:
    return f"{100 * ways / of:.1f}%" if 0 < ways < of else f"{100 * ways // of}%"
