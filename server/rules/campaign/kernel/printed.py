"""What is printed for the session that is played: its quest, the active step, its gauge."""

from server.rules.campaign.components.blocks import Rule
from server.rules.campaign.components.province import Level
from server.rules.campaign.components.quests import Endgame, EndgameDay, Quest, SideQuest, Step
from server.rules.campaign.kernel.session import Session


def quest_of(session: Session) -> Quest | None:
    """Return the guild quest; None before one is chosen, and in an endgame."""
    return session.province.quests.get(session.state.quest)


def step_of(session: Session) -> Step | None:
    """Return the active step of the guild quest; None before the quest begins and after its last
    step.
    """
    quest = quest_of(session)
    steps = quest.steps if quest else ()
    return next((step for step in steps if step.id == session.state.step), None)


def side_quests_of(session: Session) -> tuple[SideQuest, ...]:
    """Return the active side quests that are cards of the atlas; those of class sheets are not."""
    # The state names classes' quests, too, and those are no cards of the atlas.
    known = session.atlas.side_quests
    return tuple(known[name] for name in session.state.side_quests if name in known)


def endgame_of(session: Session) -> Endgame:
    """Return the endgame of the province."""
    endgame = session.province.endgame
    assert endgame is not None, f"{session.province.name} has no endgame"
    return endgame


def endgame_day(session: Session) -> EndgameDay | None:
    """Return the endgame's entry of today; None in other sessions and before the first day."""
    if not session.is_endgame() or not 0 < session.day <= len(endgame_of(session).days):
        return None
    return endgame_of(session).days[session.day - 1]


def gauge_level(session: Session) -> Level:
    """Return the level at which the province's gauge stands."""
    gauge = session.province.effect.gauge
    return gauge.levels[session.count(gauge.id)]


def active_rules(session: Session) -> tuple[Rule, ...]:
    """Return the rules in play: the province's, the quest step's, the side quests', the endgame
    day's.
    """
    step, day = step_of(session), endgame_day(session)
    found = [*session.province.effect.rules]
    found += step.rules if step else ()
    found += [rule for quest in side_quests_of(session) for rule in quest.rules]
    found += day.rules if day else ()
    return tuple(found)
