"""Moving, placing, and what entering a hex triggers (p58, p59, p89)."""

from collections.abc import Mapping

from msgspec.structs import replace

from protocol.battle import ActionTaken, UnitMoved, UnitPlaced
from protocol.hexes import Hex, key, parse
from protocol.ids import UnitId, Why
from protocol.questions import Question, Route, Spot, refuse
from server.rules.battle.adventurer import statuses
from server.rules.battle.delve import entering, exploring, skyshards
from server.rules.battle.kernel import ground
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.kernel.values import Stat
from server.rules.battle.map import choosing, map_statuses
from server.rules.battle.movement import displacing, passing


def may_move(battle: Battle, unit: UnitId) -> bool:
    """Return whether a move action is allowed now (MOV-2, STS-7, C-15)."""
    turn = battle.game.state.turn
    assert turn is not None
    if not statuses.may_step(battle, unit):
        return False
    if turn.explores:
        return False  # MOV-3
    return turn.moves == 0 or (turn.moves == 1 and turn.engages == 0)


def route(battle: Battle, unit: UnitId, budget: int, *, through: int = 0) -> Route:
    """Return all ways of up to `budget` hexes as the shape of a question. Occupied hexes are left
    out unless the unit may pass through or push aside who is there (MAP-6, MAP-7).
    """
    start = battle.unit(unit).at
    assert start is not None
    ground_ = battle.ground
    taken = ground.occupied(battle.game.state) - {start}
    pushed = displacing.pushable(battle, unit)
    shut = passing.impassable(battle, unit, taken, through) - pushed
    reached = list(ground.walk(ground_, start, shut, budget))
    index = {at: i for i, at in enumerate(reached)}
    place, is_reached = index.__getitem__, index.__contains__
    doors, caches = exploring.notes(battle, unit), battle.game.state.caches
    around, keys = ground_.next_to, ground_.keys
    spots = []
    for at in reached:
        if at in around:
            name, ways = keys[at], tuple(map(place, filter(is_reached, around[at])))
        else:  # the start may lie outside of the map, where a hex has closed
            name, ways = key(at), ()
        note = doors.get(at) or caches.get(name, "")
        spots.append(Spot(name, ways, stop=at not in taken or at in pushed, note=note))
    return Route(tuple(spots), budget)


def move_action(battle: Battle, unit: UnitId, picks: tuple[str, ...]) -> None:
    """Take a move action along a route; it may be continued after what it triggers (MOV-1,
    MOV-4).
    """
    battle.emit(ActionTaken(unit, "move"))
    free = unpaid(battle, unit)
    budget = movement(battle, unit, free)
    walk(battle, unit, picks, budget, passing.passes(battle, unit), free=free)


def movement(battle: Battle, unit: UnitId, free: int) -> int:
    """Return the hexes of a move action: those that are `free`, which `unpaid` returns, and hexes
    that may be paid for (STA-11).
    """
    return battle.value(unit, Stat.STRIDE, free).value


def unpaid(battle: Battle, unit: UnitId) -> int:
    """Return how many hexes of a move action cost nothing: Stamina after modifiers."""
    return battle.value(unit, Stat.MOVEMENT, battle.mat(unit).stamina).value


def walk(
    battle: Battle,
    unit: UnitId,
    picks: tuple[str, ...],
    budget: int,
    through: int = 0,
    *,
    free: int = 99,
) -> None:
    """Enter the picked hexes one by one. After something that stops the unit on the way, ask for
    the rest of the move (MOV-4).

    Hexes beyond `free` have to be paid for; the move ends where they cannot be.
    """
    entered: list[Hex] = []
    passed: list[UnitId] = []
    ahead = list(picks)
    while ahead:
        # Paid only as the hex is entered, so that a move that stops early costs nothing.
        if len(entered) == free and not _paid(battle, unit):
            break
        there = parse(ahead.pop(0))
        aside = None
        if there in ground.occupied(battle.state):
            # It may not end its move in the hex of a unit that it passes through.
            aside = displacing.pushed(battle, unit, there, through if ahead else 0)
            known = (*passed, aside.unit if aside else "")
            passed += [u.id for u in battle.in_play() if u.at == there and u.id not in known]
        battle.emit(UnitMoved(unit, there))
        if aside:
            place(battle, aside.unit, aside.to)
        entered.append(there)
        # Before `enter`, which may ask for the rest of the move.
        budget -= 1
        if ahead and not _open(battle, unit, parse(ahead[0]), through):
            ahead = []
        # A tile placed by exploring adds hexes that the planned way could not use.
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


def _open(battle: Battle, unit: UnitId, there: Hex, through: int) -> bool:
    """Return whether the next hex of the way can still be entered."""
    shut = passing.impassable(battle, unit, ground.occupied(battle.state), through)
    return there not in shut or there in displacing.pushable(battle, unit)


def _paid(battle: Battle, unit: UnitId) -> bool:
    """Pay for going farther. Returns whether that was done and the unit is not defeated by it."""
    paid = battle.at(Happening(Moment.STRIDE, unit=unit)).amount
    return bool(paid) and not battle.unit(unit).fate


def _go_on(
    battle: Battle, unit: UnitId, budget: int, through: int, ahead: list[str]
) -> tuple[str, ...]:
    """Ask for the rest of a move, by default the way `ahead` (MOV-4). Returns the picks."""
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


def _settle(battle: Battle, unit: UnitId) -> None:
    """Place a unit whose move ends in an occupied hex in the closest unoccupied one (MAP-7)."""
    here = battle.unit(unit).at
    if here is None or not [
        u for u in battle.in_play(decoys=True) if u.at == here and u.id != unit
    ]:
        return
    free = choosing.closest_free(battle, here)
    if free:
        to = choosing.choose_hex(battle, battle.party, free, "make-way", "Where to?")
        place(battle, unit, to)


def free_move(
    battle: Battle, unit: UnitId, budget: int, why: Why, text: str, *, through: int = 0
) -> bool:
    """Let a unit move 0 to `budget` hexes by an effect; that is not a move action (MOV-5, FRE-4).
    Returns whether it moved.
    """
    here = not battle.unit(unit).fate and battle.unit(unit).at is not None
    if not here or not statuses.may_step(battle, unit):
        return False
    if unit in battle.state.adventurers:
        through = max(through, passing.passes(battle, unit))
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


def enter(battle: Battle, unit: UnitId, at: Hex, *, moved: bool = True) -> bool:
    """Trigger what entering a hex triggers, by moving or (not `moved`) being placed. Returns
    whether anything interrupted the move of an adventurer.

    A trap comes first (TRP-3). A unit that moves picks up map statuses, an adventurer also
    skyshards (SKY-2). Traps, caches and doors concern only adventurers in their own turns.
    """
    turn, adventurer = battle.game.state.turn, unit in battle.game.state.adventurers
    own = adventurer and turn is not None and turn.unit == unit
    happened = own and entering.trapped(battle, unit, at)
    if moved:
        map_statuses.pick_up(battle, unit, at)
    if adventurer and moved and _stands(battle, unit, at):
        happened = skyshards.enter(battle, unit, at) or happened
    if not own or not _stands(battle, unit, at):
        return happened
    return entering.offered(battle, unit, at) or happened


def _stands(battle: Battle, unit: UnitId, at: Hex) -> bool:
    chip = battle.unit(unit)
    return not chip.fate and chip.at == at


def shift(battle: Battle, unit: UnitId, at: Hex) -> None:
    """Move a unit 1 hex by an effect of another unit. That counts as moving there (MAP-11)."""
    battle.emit(UnitMoved(unit, at))
    enter(battle, unit, at)


def place(battle: Battle, unit: UnitId, at: Hex) -> None:
    """Place a unit in an unoccupied hex, which is no movement (TRM-2)."""
    place_all(battle, {unit: at})


def place_all(battle: Battle, where: Mapping[UnitId, Hex]) -> None:
    """Place units at once, such as two that swap; afterwards each triggers entering its hex."""
    for unit, at in where.items():
        battle.emit(UnitPlaced(unit, at))
    for unit, at in where.items():
        if _stands(battle, unit, at):
            enter(battle, unit, at, moved=False)
