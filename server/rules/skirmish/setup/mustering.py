"""Warbands are built at the table, by points and slots, before they are deployed.

Both sides are asked side by side, and see each other's rosters: nothing of a match is hidden.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from protocol.ids import SeatId
from protocol.option_keys import option_key, read_key
from protocol.questions import Option, Picks, Plan, Question, Slot
from protocol.skirmish import PhaseEntered, Recruited, RosterDrafted, SideMustered
from server.rules.engine.game import Unfit
from server.rules.skirmish.components import (
    POINTS,
    Catalogue,
    Recruit,
    Roster,
    cost_of,
    cost_of_recruit,
    faults_of,
    filled,
)
from server.rules.skirmish.kernel.match import Match

GEAR = 4  # options: two melee weapons, a ranged one, armour
READY, FILL, LIST, EMPTY = "ready", "fill", "list", "empty"
ADD, DROP = "add", "drop"
ARM, SECOND, ARMOUR = "arm", "second", "armour"


def muster(match: Match) -> None:
    """Let one side take one step of its roster; once both play the rest of the set-up begins."""
    drafts = match.state.drafts
    if not drafts:
        match.emit(PhaseEntered("first"))
        return
    box = _box(match)
    answer = match.ask(*(_which(seat, roster, box) for seat, roster in drafts.items()))
    seat = list(drafts)[answer.index]
    _step(match, seat, drafts[seat], answer.picks)


def _box(match: Match) -> Catalogue:
    market = match.state.market
    assert market is not None, "warbands are mustered from something"
    return market.box


def _step(match: Match, seat: SeatId, roster: Roster, picks: Picks) -> None:
    box = _box(match)
    keys = [read_key(pick) for pick in picks]
    (what,) = (key for key in keys if key.kind not in (ARM, SECOND, ARMOUR))
    gear = [key for key in keys if key is not what]
    if gear and what.kind != ADD:
        raise Unfit("Gear goes with a unit that is added.")
    match what.kind:
        case "ready":
            _refuse(faults_of(roster, box))
            match.emit(SideMustered(seat))
            return
        case "fill":
            roster = filled(roster, box)
        case "list":
            roster = box.rosters[what.name]
        case "empty":
            roster = replace(roster, warband=what.name, recruits=())
        case "drop":
            left = list(roster.recruits)
            del left[int(what.name) - 1]
            roster = replace(roster, recruits=tuple(left))
        case _:
            weapons = tuple(key.name for key in gear if key.kind in (ARM, SECOND))
            armour = next((key.name for key in gear if key.kind == ARMOUR), "")
            more = Recruit(what.name, weapons, armour)
            roster = replace(roster, recruits=(*roster.recruits, more))
            _refuse(faults_of(roster, box, is_whole=False))
    recruits = tuple(Recruited(one.type, one.weapons, one.armour) for one in roster.recruits)
    match.emit(RosterDrafted(seat, roster.warband, recruits))


def _refuse(faults: tuple[str, ...]) -> None:
    """Raise `Unfit` with the first fault of a roster."""
    if faults:
        raise Unfit(faults[0])


def _which(seat: SeatId, roster: Roster, box: Catalogue) -> Question:
    steps = Slot("step", tuple(_steps(roster, box)), 1, 1)
    gear = Slot("gear", tuple(_gear(box)), 0, GEAR)
    name = box.warbands[roster.warband].name
    return Question(
        (seat,),
        "match.muster",
        f"Build your warband: {name}, {cost_of(roster, box)} of {POINTS} gold.",
        Plan((steps, gear)),
        default=_usual(roster, box),
    )


def _usual(roster: Roster, box: Catalogue) -> Picks:
    """Return what is answered for who does not: it plays, with the rest suggested, with a list
    where even that is not whole.
    """
    if not faults_of(roster, box):
        return (READY,)
    if not faults_of(filled(roster, box), box):
        return (FILL,)
    return (option_key(LIST, next(iter(box.rosters))),)


def _steps(roster: Roster, box: Catalogue) -> Iterator[Option]:
    yield Option(READY, f"Play with these {len(roster.recruits)} units")
    yield Option(FILL, "Suggest the rest")
    for one in box.rosters.values():
        yield Option(option_key(LIST, one.id), f"Take a list: {one.name}")
    for warband in box.warbands.values():
        yield Option(option_key(EMPTY, warband.id), f"Begin anew: {warband.name}")
    for kind in box.types.values():
        if kind.warband == roster.warband:
            yield Option(option_key(ADD, kind.id), f"Add {kind.name}, {kind.cost} gold")
    for number, recruit in enumerate(roster.recruits, start=1):
        yield Option(option_key(DROP, str(number)), f"Drop {number}: {_told(recruit, box)}")


def _told(recruit: Recruit, box: Catalogue) -> str:
    arms = [box.arms[name].name for name in recruit.weapons]
    armour = [box.armours[recruit.armour].name] if recruit.armour else []
    held = f" ({', '.join([*arms, *armour])})" if arms or armour else ""
    return f"{box.types[recruit.type].name}{held}, {cost_of_recruit(recruit, box)} gold"


def _gear(box: Catalogue) -> Iterator[Option]:
    """Yield what a unit that is added may carry; of weapons of one slot also a second one alike."""
    for arm in box.arms.values():
        yield Option(option_key(ARM, arm.id), f"{arm.name}, {arm.cost} gold")
    for arm in box.melee.values():
        if arm.slots == 1 and not arm.is_shield:
            yield Option(option_key(SECOND, arm.id), f"A second {arm.name}, {arm.cost} gold")
    for armour in box.armours.values():
        yield Option(option_key(ARMOUR, armour.id), f"{armour.name}, {armour.cost} gold")
