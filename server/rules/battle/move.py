"""Moving, placing, and what happens in a hex that is entered (p58, p59, p89)."""

from typing import TYPE_CHECKING

from msgspec.structs import replace

from protocol.battle import ActionTaken, UnitMoved, UnitPlaced
from protocol.hexes import Hex, key, parse
from protocol.questions import One, Option, Question, Route, Spot, refuse
from server.rules.battle import bearers, displacing, ground, laid, statuses
from server.rules.battle.delve import entering, exploring, skyshards
from server.rules.battle.effects import Stat
from server.rules.battle.moments import Happening, Moment

if TYPE_CHECKING:
    from server.rules.battle.battle import Battle

ENEMIES, EVERYBODY = 1, 2
"""Whom a movement may pass through; 0: nobody."""


def may_move(battle: "Battle", unit: str) -> bool:
    """Whether a move action is allowed now (MOV-2, STS-7, C-15)."""
    turn = battle.state.turn
    assert turn is not None
    if not statuses.may_step(battle, unit):
        return False
    if turn.explores:
        return False  # MOV-3
    return turn.moves == 0 or (turn.moves == 1 and turn.engages == 0)


def route(battle: "Battle", unit: str, budget: int, *, through: int = 0) -> Route:
    """All ways of up to `budget` hexes; occupied hexes are shut unless they may be passed (MAP-6,
    7).
    """
    start = battle.unit(unit).at
    assert start is not None
    ground_ = battle.ground
    taken = ground.occupied(battle.state) - {start}
    pushed = displacing.pushable(battle, unit)
    shut = _impassable(battle, unit, taken, through) - pushed
    steps = ground.walk(ground_, start, shut)
    reached = [at for at, far in steps.items() if far <= budget]
    index = {at: i for i, at in enumerate(reached)}
    notes = exploring.notes(battle, unit)
    return Route(
        tuple(
            Spot(
                key(at),
                tuple(index[n] for n in ground_.around(at) if n in index),
                stop=at not in taken or at in pushed,
                note=notes.get(at, "") or battle.state.caches.get(key(at), ""),
            )
            for at in reached
        ),
        budget,
    )


def _impassable(battle: "Battle", unit: str, taken: frozenset[Hex], through: int) -> frozenset[Hex]:
    if through != ENEMIES:
        return frozenset() if through == EVERYBODY else taken
    side = battle.unit(unit).side
    return frozenset(
        u.at for u in battle.in_play(side, decoys=True) if u.at in taken and u.at is not None
    )


def move_action(battle: "Battle", unit: str, picks: tuple[str, ...]) -> None:
    """A move action along a route; it may be continued after what it triggers (MOV-1, MOV-4)."""
    battle.emit(ActionTaken(unit, "move"))
    budget = movement(battle, unit)
    free = unpaid(battle, unit)
    walk(battle, unit, picks, budget, passes(battle, unit), free=free)


def movement(battle: "Battle", unit: str) -> int:
    """Hexes of a move action: Stamina, what adds to it, and what may be paid for (STA-11)."""
    return battle.value(unit, Stat.STRIDE, unpaid(battle, unit)).value


def unpaid(battle: "Battle", unit: str) -> int:
    """How many of them cost nothing: Stamina, and what adds to it."""
    return battle.value(unit, Stat.MOVEMENT, battle.mat(unit).stamina).value


def passes(battle: "Battle", unit: str) -> int:
    """Whom a die or class sheet lets an adventurer pass through while it moves."""
    mat = battle.mat(unit)
    traits = [trait for _, face in bearers.lying(battle, mat) for trait in face.traits]
    traits += bearers.traits(battle, unit)
    if "pass-everybody" in traits:
        return EVERYBODY
    return ENEMIES if "pass-through" in traits else 0


def walk(
    battle: "Battle",
    unit: str,
    picks: tuple[str, ...],
    budget: int,
    through: int = 0,
    *,
    free: int = 99,
) -> None:
    """Enter hexes one by one; stop and ask again for the rest where something happened on the
    way.

    Beyond `free` hexes the movement has to be paid for; it ends where that is not possible any
    more.
    """
    entered: list[Hex] = []
    passed: list[str] = []
    ahead = list(picks)
    while ahead:
        if len(entered) == free and not _paid(battle, unit):
            break
        there = parse(ahead.pop(0))
        aside = displacing.pushed(battle, unit, there, through if ahead else 0)
        known = (*passed, aside.unit if aside else "")
        passed += [u.id for u in battle.in_play() if u.at == there and u.id not in known]
        battle.emit(UnitMoved(unit, there))
        if aside:
            place(battle, aside.unit, aside.to)
        entered.append(there)
        budget -= 1
        if ahead and not _open(battle, unit, parse(ahead[0]), through):
            ahead = []
        known_map = battle.state.tiles.keys()
        happened = enter(battle, unit, there)
        if battle.unit(unit).fate:
            break
        if battle.unit(unit).at != there:
            ahead = []
        grown = known_map != battle.state.tiles.keys()
        if happened and budget > 0 and (not ahead or grown):
            ahead = list(_go_on(battle, unit, budget, through, ahead))
    _settle(battle, unit)
    battle.at(Happening(Moment.MOVE_ENDS, unit=unit, hexes=entered, passed=passed))


def _open(battle: "Battle", unit: str, there: Hex, through: int) -> bool:
    """Whether the next hex of a planned way can still be entered."""
    shut = _impassable(battle, unit, ground.occupied(battle.state), through)
    return there not in shut or there in displacing.pushable(battle, unit)


def _paid(battle: "Battle", unit: str) -> bool:
    """Pay for going farther; the price may be too much for its payer."""
    paid = battle.at(Happening(Moment.STRIDE, unit=unit)).amount
    return bool(paid) and not battle.unit(unit).fate


def _go_on(
    battle: "Battle", unit: str, budget: int, through: int, ahead: list[str]
) -> tuple[str, ...]:
    """The rest of a move, planned anew: `ahead` was the plan (MOV-4)."""
    rest = route(battle, unit, budget, through=through)
    if len(rest.spots) < 2:
        return ()
    question = Question(
        to=battle.deciders(unit),
        why="move.continue",
        text=f"Go on with your move? {budget} left.",
        shape=rest,
        rule="MOV-4",
        may_pass=True,
        about=unit,
    )
    planned = tuple(ahead) if refuse(question, tuple(ahead)) is None else ()
    return battle.picks(replace(question, default=planned))


def _settle(battle: "Battle", unit: str) -> None:
    """Whoever must end in an occupied hex goes to the closest unoccupied one (MAP-7)."""
    here = battle.unit(unit).at
    if here is None or all(u.at != here or u.id == unit for u in battle.in_play(decoys=True)):
        return
    free = closest_free(battle, here)
    if free:
        place(battle, unit, choose_hex(battle, battle.party, free, "make-way", "Where to?"))


def free_move(
    battle: "Battle", unit: str, budget: int, why: str, text: str, *, through: int = 0
) -> bool:
    """Movement that an effect grants: 0 to `budget` hexes, not a move action (MOV-5, FRE-4)."""
    here = not battle.unit(unit).fate and battle.unit(unit).at is not None
    if not here or not statuses.may_step(battle, unit):
        return False
    if unit in battle.state.adventurers:
        through = max(through, passes(battle, unit))
    way = route(battle, unit, budget, through=through)
    if len(way.spots) < 2:
        return False
    picks = battle.picks(
        Question(
            to=battle.deciders(unit),
            why=why,
            text=text,
            shape=way,
            rule="FRE-4",
            may_pass=True,
            about=unit,
        )
    )
    walk(battle, unit, picks, budget, through)
    return bool(picks)


def enter(battle: "Battle", unit: str, at: Hex, *, moved: bool = True) -> bool:
    """What entering a hex triggers, by moving or being placed; True if an adventurer was stopped.

    Traps, caches and doors wait for an adventurer's own turn; a skyshard does not (SKY-2). A trap
    comes before all else (TRP-3). Who moves in takes up what lies there, whoever it is.
    """
    turn, adventurer = battle.state.turn, unit in battle.state.adventurers
    own = adventurer and turn is not None and turn.unit == unit
    happened = own and entering.trapped(battle, unit, at)
    if moved:
        laid.spring(battle, unit, at)
    if adventurer and moved and _stands(battle, unit, at):
        happened = skyshards.enter(battle, unit, at) or happened
    if not own or not _stands(battle, unit, at):
        return happened
    return entering.offered(battle, unit, at) or happened


def _stands(battle: "Battle", unit: str, at: Hex) -> bool:
    return not battle.unit(unit).fate and battle.unit(unit).at == at


def shift(battle: "Battle", unit: str, at: Hex) -> None:
    """Move a unit 1 hex by the effect of another: it takes up what lies there (MAP-11)."""
    battle.emit(UnitMoved(unit, at))
    enter(battle, unit, at)


def place(battle: "Battle", unit: str, at: Hex) -> None:
    """Put a unit into an unoccupied hex without moving it there (TRM-2)."""
    battle.emit(UnitPlaced(unit, at))
    enter(battle, unit, at, moved=False)


def choose_hex(
    battle: "Battle", to: tuple[str, ...], hexes: list[Hex], why: str, text: str, rule: str = ""
) -> Hex:
    """Let somebody choose one of several hexes; there must be at least one."""
    options = tuple(Option(key(at), key(at)) for at in hexes)
    chosen = battle.pick(
        Question(to, why, text, One(options), rule=rule, default=(options[0].key,))
    )
    return parse(chosen)


def closest_free(battle: "Battle", start: Hex, *, without: str = "") -> list[Hex]:
    """The unoccupied hexes that are closest to a hex (MAP-4, MAP-7).

    `without` is a unit that is about to leave its own.
    """
    taken = [u.at for u in battle.in_play(decoys=True) if u.id != without]
    far = battle.ground.distances(start)
    free = [at for at in far if at not in taken]
    if not free:
        return []
    nearest = min(far[at] for at in free)
    return [at for at in free if far[at] == nearest]
