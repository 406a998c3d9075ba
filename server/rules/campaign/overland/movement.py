"""The party's move on the overland map (p34; OVL-1 to OVL-6, OVL-14, OVL-17)."""

from protocol.campaign import OverlandTokenPlaced, PartyTravelled, TravelledHow
from protocol.hexes import Hex, key, parse
from protocol.questions import Picks, Question, Route, Spot, refuse
from server.rules.battle.adventurer import cooldown
from server.rules.battle.kernel.state import TRACK
from server.rules.campaign.adventurers import elsewhere, road
from server.rules.campaign.kernel import printed
from server.rules.campaign.kernel.session import Session
from server.rules.campaign.overland import gates, goals, towns
from server.rules.engine.game import Unfit

# By the day's number, so that nothing has to be taken back when a day ends.
HASTE = "movement-on-day"
"""How a tracker is called that changes the base movement of one day, its number behind it."""
GUIDES = {"skilled-tracker": 2, "ranger": 1}
"""Hexes by which what is printed on a Scout's and on a Ranger's sheet raises the base movement."""
ONCE = "An Apocryphal Gate takes the party once."
LANDMARKS = {"peaceful": "peaceful card", "conflict": "conflict card", "unstable": "unstable die"}


def base_movement(session: Session) -> int:
    """Return how many hexes the party may move today without fatigue (OVL-1); 0 at least."""
    step = printed.step_of(session)
    today = session.count(f"{HASTE}-{session.day}")
    base = printed.gauge_level(session).movement + _guided(session)
    return max(0, base + today + (step.movement if step else 0))


def _guided(session: Session) -> int:
    """Return by how many hexes class sheets raise the base movement: each once."""
    return sum(more for name, more in GUIDES.items() if elsewhere.bearers(session, name))


def quicken(session: Session, hexes: int, first: int, days: int) -> dict[str, int]:
    """Return new values of the trackers that change the base movement of so many days, from the
    `first` on. The caller emits them.
    """
    names = [f"{HASTE}-{day}" for day in range(first, first + days)]
    return {name: session.count(name) + hexes for name in names}


def extra_movement(session: Session) -> int:
    """Return how many hexes more it may move for fatigue (OVL-3 to OVL-5).

    As many as its base movement, as long as every track has room. A defeated adventurer gains no
    fatigue, and does not hold the others up (FAT-5).
    """
    mats = session.state.adventurers
    standing = [mats[unit] for unit in session.party if not session.state.units[unit].fate]
    room = min((TRACK - len(mat.track) for mat in standing), default=0)
    return min(base_movement(session), room)


def move_party(session: Session) -> None:
    """Ask where the party goes, and go there; hexes beyond the base movement cost fatigue."""
    path = _path(session)
    if path:
        travel(session, path)


def refuses(session: Session, picks: Picks) -> str | None:
    """Return why the party cannot go along these hexes, as a sentence; None if it can."""
    question = _question(session)
    if question is None or not picks:
        return "The party stays."
    if sentence := refuse(question, picks):
        return sentence
    twice = gates.jumps_twice(session, tuple(parse(pick) for pick in picks))
    return ONCE if twice else None


def travel(session: Session, path: tuple[Hex, ...]) -> None:
    """Move the party along these hexes; those beyond the base movement cost fatigue (OVL-3)."""
    beyond = max(0, len(path) - base_movement(session))
    session.emit(PartyTravelled(path, beyond))
    gates.use_up(session, path)
    _lead(session)
    for unit in session.party:
        cooldown.gain_fatigue(session.battle, unit, light=beyond)


def place_party(session: Session, at: Hex, how: TravelledHow) -> None:
    """Put the party token into a hex, without a move."""
    session.emit(PartyTravelled((at,), how=how))
    gates.use_up(session, (at,))
    _lead(session)


def _lead(session: Session) -> None:
    """Move the tokens that follow the party into its hex."""
    step = printed.step_of(session)
    for start in step.tokens if step else ():
        if start.follows and session.state.tokens.get(start.token) != session.here:
            session.emit(OverlandTokenPlaced(start.token, session.here))


def _path(session: Session) -> tuple[Hex, ...]:
    picks = road.ask(session, lambda: _question(session), lambda unit: gates.offers(session, unit))
    path = tuple(parse(pick) for pick in picks)
    # What is offered cannot say it: a route's steps do not know which were made before.
    if gates.jumps_twice(session, path):
        raise Unfit(ONCE)
    return path


def _question(session: Session) -> Question | None:
    here = session.here
    assert here is not None, "there is a party token on the map"
    base, extra = base_movement(session), extra_movement(session)
    way = goals.way(session, here)
    spots = _spots(session, here, base, extra, way)
    # Only its own hex is in reach, so there is nothing to ask.
    if len(spots) < 2:
        return None
    price = f"; up to {extra} more for 1 light fatigue each" if extra else ""
    hexes = "hex" if base == 1 else "hexes"
    return Question(
        to=session.seats,
        why="overland.move",
        text=f"Where does the party travel? {base} {hexes}{price}. It may stay.",
        shape=Route(spots, base + extra),
        rule="OVL-1",
        may_pass=True,
        # Cut at the base movement: nobody gains fatigue for a question that was not answered.
        default=tuple(key(at) for at in way[:base]),
        about=key(here),
    )


def _spots(
    session: Session, here: Hex, base: int, extra: int, way: tuple[Hex, ...]
) -> tuple[Spot, ...]:
    """Return the hexes in reach, nearest first, those of the `way` marked; closed towns are none
    (OVL-14).
    """
    far = reach(session, here, base + extra)
    index = {at: number for number, at in enumerate(far)}
    return tuple(
        Spot(
            key=key(at),
            next=tuple(index[other] for other in _beside(session, at) if other in index),
            note=_note(session, at, max(0, steps - base), on_way=at in way),
        )
        for at, steps in far.items()
    )


def _beside(session: Session, at: Hex) -> tuple[Hex, ...]:
    """Return the hexes that are neighbors of a hex for the party: gates are of all others."""
    near = session.province.map.around(at)
    return (*near, *(gate for gate in gates.gates(session) if gate != at and gate not in near))


def reach(session: Session, here: Hex, most: int) -> dict[Hex, int]:
    """Return the open hexes within so many steps, and how many each takes; the nearest come
    first.
    """
    found, edge = {here: 0}, [here]
    for steps in range(1, most + 1):
        edge = [
            other for at in edge for other in _beside(session, at) if towns.is_open(session, other)
        ]
        edge = [at for at in dict.fromkeys(edge) if at not in found]
        found |= dict.fromkeys(edge, steps)
    return found


def _note(session: Session, at: Hex, beyond: int, *, on_way: bool) -> str:
    """Return what is in a hex, whether the quest goes on there, and the least fatigue that it
    costs.
    """
    place = session.province.map.by_hex[at]
    what = place.name or LANDMARKS.get(place.landmark, "")
    what += ", a town" if place.is_town else ""
    price = f"{beyond} light fatigue" if beyond else ""
    leads = "the quest goes on here" if goals.leads_on(session, at) else "on the quest's way"
    return ", ".join(filter(None, [what, leads if on_way else "", price]))
