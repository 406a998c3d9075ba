"""How the other tokens move over the map (p46, p58; NPC-1 to NPC-6, OVL-15, OVL-16).

Tokens share hexes and pass through each other; only the party is kept out of closed towns.
"""

from protocol.campaign import OverlandTokenPlaced
from protocol.hexes import DIRECTIONS, Hex, key, parse
from protocol.questions import One, Option, Question, Route, Spot
from server.rules.campaign.components.words import Token
from server.rules.campaign.kernel.session import Session
from server.rules.campaign.overland import movement


def place(session: Session, token: Token, at: Hex | None) -> None:
    """Put a token into a hex, or take it off the map; "party" is the party's own."""
    if token == "party":
        assert at is not None, "the party stays on the map"
        movement.place_party(session, at, "placed")
    elif at is not None or token in session.state.tokens:
        session.emit(OverlandTokenPlaced(token, at))


def place_somewhere(session: Session, token: Token, among: tuple[Hex, ...], text: str) -> None:
    """Put a token into one of several hexes, which the party chooses (NPC-5)."""
    options = tuple(Option(key(at), name(session, at)) for at in among)
    chosen = session.choose(
        Question(
            to=session.seats,
            why="overland.place",
            text=text,
            shape=One(options),
            rule="NPC-5",
            default=(options[0].key,),
        )
    )
    place(session, token, parse(chosen))


def name(session: Session, at: Hex) -> str:
    """Return what players call a hex: its name, or its place on the map."""
    return session.province.map.by_hex[at].name or key(at)


def advance(session: Session, token: Token, to: Hex, hexes: int) -> None:
    """Move a token so many hexes on a shortest way to a hex, to that hex at most (NPC-1).

    Without a way it stays (NPC-3); of several shortest ones the party chooses (NPC-2).
    """
    here = session.token(token)
    if here is None:
        return
    left = _steps_to(session, to)
    if here not in left or not hexes:
        return
    most = min(hexes, left[here])
    at = _chosen_way(session, here, left, most) if most else here
    if at != here:
        place(session, token, at)


def _steps_to(session: Session, to: Hex) -> dict[Hex, int]:
    """Return how many steps it is to a hex from each hex of the map that has a way to it."""
    found, edge = {to: 0}, [to]
    while edge:
        steps = found[edge[0]] + 1
        near = [other for at in edge for other in session.province.map.around(at)]
        edge = [at for at in dict.fromkeys(near) if at not in found]
        found |= dict.fromkeys(edge, steps)
    return found


def _chosen_way(session: Session, here: Hex, left: dict[Hex, int], most: int) -> Hex:
    """Ask for one of the shortest ways, if they end in different hexes. Returns the hex at
    its end.
    """
    spots, edge = [here], [here]
    nexts: dict[Hex, list[Hex]] = {}
    for _ in range(most):
        for at in edge:
            around = session.province.map.around(at)
            nexts[at] = [one for one in around if left.get(one) == left[at] - 1]
        edge = list(dict.fromkeys(one for at in edge for one in nexts[at]))
        spots += [at for at in edge if at not in spots]
    # All shortest ways end in one hex, so it makes no difference which one is gone.
    if len(edge) == 1:
        return edge[0]
    index = {at: number for number, at in enumerate(spots)}
    shape = Route(
        tuple(Spot(key(at), tuple(index[one] for one in nexts.get(at, []))) for at in spots),
        most,
        most,
    )
    question = Question(
        to=session.seats,
        why="overland.way",
        text=f"Which way does the token go? It moves {most} hexes.",
        shape=shape,
        rule="NPC-2",
        default=_first_way(here, nexts, most),
        about=key(here),
    )
    return parse(session.picks(question)[-1])


def _first_way(here: Hex, nexts: dict[Hex, list[Hex]], most: int) -> tuple[str, ...]:
    way = [here]
    for _ in range(most):
        way.append(nexts[way[-1]][0])
    return tuple(key(at) for at in way[1:])


def drift(session: Session, token: Token, hexes: int) -> None:
    """Roll for a direction of the compass and move a token so far; it stops at the map's edge
    (NPC-4).

    A 1 is the north; the others go on clockwise, as the compass on the map shows (OVL-16).
    """
    here = session.token(token)
    if here is None:
        return
    dq, dr = DIRECTIONS[session.throw("overland.direction", len(DIRECTIONS))]
    at = here
    for _ in range(hexes):
        ahead = (at[0] + dq, at[1] + dr)
        if ahead not in session.province.map.by_hex:
            break
        at = ahead
    if at != here:
        place(session, token, at)
