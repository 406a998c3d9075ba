"""The guild's assist at the end of a day (p51; GA-1 to GA-4, GA-6)."""

from protocol.campaign import KeywordRecorded
from protocol.hexes import key, parse
from protocol.ids import UnitId
from protocol.option_keys import option_key, read_key
from protocol.questions import One, Option, Question
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.turn import guild
from server.rules.campaign.adventurers import conditions
from server.rules.campaign.kernel.session import Session
from server.rules.campaign.overland import movement
from server.rules.campaign.quests.epilogue import ASSIST

CALL = "assist"
HEXES = 6
"""How far the party token may move at once (GA-6), in hexes."""


def may_call(session: Session) -> bool:
    """Return whether the guild's assist can be called: once in a campaign, not in its endgame
    (GA-1).
    """
    settings = session.state.settings
    return settings.assist and settings.session in guild.SESSIONS and session.state.major != ASSIST


def call(session: Session) -> None:
    """Ask the party whether it calls its guild. If so, everybody heals and clears its track (GA-3,
    GA-4), the assist is the session's major keyword (KEY-2), and the party token may move.
    """
    options = (Option("yes", "Call the guild"), Option("no", "Do without"))
    question = Question(
        to=session.seats,
        why="rest.assist",
        text="Call on the guild's assist? It comes once in a campaign.",
        shape=One(options),
        rule="GA-2",
        default=("no",),
    )
    if session.choose(question) != "yes":
        return
    session.emit(KeywordRecorded(ASSIST, major=True))

    def restore(battle: Battle, unit: UnitId) -> None:
        conditions.heal(session, unit, conditions.ALL)
        guild.clear_track(battle, unit)

    guild.support(session.battle, session.party, restore)
    _move(session)


def _move(session: Session) -> None:
    here = session.here
    if here is None:
        return
    reach = movement.reach(session, here, HEXES)
    names = session.province.map.by_hex
    options = tuple(
        Option(
            option_key("hex", key(at)),
            names[at].name or key(at),
            f"{steps} {'hex' if steps == 1 else 'hexes'}",
        )
        for at, steps in reach.items()
        if steps
    )
    if not options:
        return
    chosen = session.choose(
        Question(
            to=session.seats,
            why="rest.assist.move",
            text=f"Where does the party go at once? Up to {HEXES} hexes.",
            shape=One(options),
            rule="GA-6",
            may_pass=True,
            about=key(here),
        )
    )
    if chosen:
        movement.place_party(session, parse(read_key(chosen).name), "assist")
