"""What an answer would cost and bring between battles: the rule is run on a copy, until dice, a
draw, a battle or a further question would decide.
"""

from collections.abc import Callable

from protocol.events import Called
from protocol.hexes import parse
from protocol.ids import UnitId
from protocol.option_keys import read_key
from protocol.previews import Consequences
from server.rules.battle.setup import advancing
from server.rules.campaign import changes
from server.rules.campaign.adventurers import anytime, growth
from server.rules.campaign.components.choices import Choice
from server.rules.campaign.days import noon
from server.rules.campaign.encounter import choosing
from server.rules.campaign.kernel.session import Session
from server.rules.campaign.kernel.state import SessionState
from server.rules.campaign.overland import movement
from server.rules.campaign.rest import trading
from server.rules.campaign.reward import UNTRAINS
from server.rules.campaign.towns import act_of
from server.rules.engine.foresight import ShutChance, Unforeseen
from server.rules.engine.game import Asked, Game, Suspended

Scene = Callable[[Session], None]
CHANCE = "Dice or cards decide what follows."


def consequences(
    make: Callable[[Game[SessionState]], Session],
    game: Game[SessionState],
    unit: UnitId,
    picks: tuple[str, ...],
) -> Consequences | None:
    """Return what an answer would do, its question's code first among the picks; None where there
    is nothing to tell. `game` has the present state, an empty log, and `ShutChance` for its chance.
    """
    assert isinstance(game.chance, ShutChance)
    session, before = make(game), game.state
    if not picks or unit not in before.adventurers:
        return None
    scene = _scene(session, unit, picks[0], picks[1:])
    if scene is None:
        return None
    then = ""
    try:
        scene(session)
    except Unforeseen:
        then = CHANCE
    except Suspended:
        then = _waits_for(session)
    return Consequences(unit, changes.between(session, before, game.state), then)


def _waits_for(session: Session) -> str:
    """Return what stopped the preview, in words: the battle, or the question that would be
    asked.
    """
    last = session.game.log[-1].event
    if isinstance(last, Called):
        name = last.spec["settings"]["encounter"]
        return f"A battle decides: {session.catalogue.encounters[name].name}."
    assert isinstance(last, Asked)
    return last.question.text


def _scene(session: Session, unit: UnitId, why: str, picks: tuple[str, ...]) -> Scene | None:
    """Return what an answer to a question of that code does; None for an answer that is not
    offered.
    """
    match why, picks:
        case "overland.move", _:
            return _journey(session, picks)
        case "encounter.choice", (key,):
            choice = _choice(session, key)
            return (lambda now: choosing.foresee(now, choice)) if choice is not None else None
        case "together.town", (key,):
            return _in_town(session, unit, key)
        case "together.advance", (key,):
            return _growing(session, unit, key)
        case "together.rest.items" | "together.road", (key,):
            return _item(session, unit, key)
        case _:
            return None


def _journey(session: Session, picks: tuple[str, ...]) -> Scene | None:
    if session.here is None or session.state.day_phase != "overland":
        return None
    if movement.refuses(session, picks):
        return None
    return lambda now: movement.travel(now, tuple(parse(pick) for pick in picks))


def _choice(session: Session, key: str) -> Choice | None:
    now = session.state.encounter
    if now is None or now.over or now.kind in ("town", "caravan", ""):
        return None
    return next((one for one in choosing.offered(session, noon.printed_of(session), key)), None)


def _in_town(session: Session, unit: UnitId, key: str) -> Scene | None:
    if session.state.visit is None:
        return None
    return _used(session, unit, key) or act_of(session, unit, key)


def _growing(session: Session, unit: UnitId, key: str) -> Scene | None:
    if session.state.day_phase != "growth":
        return None
    if (found := _used(session, unit, key)) is not None:
        return found
    if read_key(key).kind in UNTRAINS:
        known = [one.key for one in growth.untrainable(session, unit)]
        return (lambda now: growth.untrain(now, unit, key)) if key in known else None
    bought = advancing.offers(session.battle, unit, session.xp_of(unit)).get(key)
    return (lambda now: growth.buy(now, unit, bought)) if bought is not None else None


def _item(session: Session, unit: UnitId, key: str) -> Scene | None:
    if (found := _used(session, unit, key)) is not None:
        return found
    if session.state.day_phase != "rest":
        return None
    known = [one.key for one in trading.ways(session, unit, session.party)]
    return (lambda now: _traded(now, unit, key)) if key in known else None


def _traded(session: Session, unit: UnitId, key: str) -> None:
    trading.do(session, unit, key)


def _used(session: Session, unit: UnitId, key: str) -> Scene | None:
    """Return what the use of an item, an ability or a promotion does that an option names; None if
    it is not offered.
    """
    known = [one.key for one in anytime.options(session, unit)]
    return (lambda now: anytime.use(now, unit, read_key(key).name)) if key in known else None
