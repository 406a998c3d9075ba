"""Events of quests: guilds, steps, trackers, keywords, effects with a term."""

from typing import Any

import msgspec

from protocol import campaign as ev
from server.rules.campaign.kernel.state import SessionState, Term
from server.rules.engine.patch import Op, drop, put

Ops = tuple[Op, ...]


def guilds_offered(state: SessionState, event: ev.GuildsOffered) -> Ops:
    """Note nothing: the cards go back into the box but for one, which an event of its own tells."""
    assert not state.guild
    return ()


def quest_accepted(state: SessionState, event: ev.QuestAccepted) -> Ops:
    """Set the guild whose card the party holds, and the guild whose quest it follows."""
    return (put("guild", event.guild), put("quest", event.quest))


def step_reached(state: SessionState, event: ev.StepReached) -> Ops:
    """Set the active step of the quest."""
    assert event.step not in state.done
    return (put("step", event.step),)


def step_ended(state: SessionState, event: ev.StepEnded) -> Ops:
    """Note a step as done; one that failed stays the active step, as the session is lost."""
    assert state.step == event.step
    return (put("done", (*state.done, event.step)), put("step", "")) if event.success else ()


def side_quest_ended(state: SessionState, event: ev.SideQuestEnded) -> Ops:
    """Note that a side quest is done; its card goes onto the discard pile unless it is kept."""
    assert event.quest in state.side_quests
    if event.kept:
        return (put("finished", (*state.finished, event.quest)),)
    pile = (*state.decks["side-quests"].discard, event.quest)
    return (
        put("side_quests", tuple(one for one in state.side_quests if one != event.quest)),
        put("decks/side-quests/discard", pile),
    )


def quests_offered(state: SessionState, event: ev.QuestsOffered) -> Ops:
    """Note the quests that may be next, and the one that the party took."""
    assert not event.chosen or event.chosen in event.quests
    return (put("next_quests", event.quests), put("chosen", event.chosen))


def keyword_recorded(state: SessionState, event: ev.KeywordRecorded) -> Ops:
    """Write a keyword into the journal; of major ones a session has one."""
    ops: Ops = (put("keywords", (*state.keywords, event.keyword)),)
    if not event.major:
        return ops
    assert not state.major
    return (*ops, put("major", event.keyword))


def tracker_set(state: SessionState, event: ev.TrackerSet) -> Ops:
    """Set a counter."""
    return (put(f"trackers/{event.tracker}", event.value),)


def twist_laid(state: SessionState, event: ev.TwistLaid) -> Ops:
    """Note a twist for the next battle."""
    return (put("twists", (*state.twists, event.twist)),)


def effect_began(state: SessionState, event: ev.EffectBegan) -> Ops:
    """Note that an effect lasts."""
    return (put(f"effects/{event.what}", msgspec.convert(event.until, Term)),)


def effect_ended(state: SessionState, event: ev.EffectEnded) -> Ops:
    """Note that an effect has ended."""
    assert event.what in state.effects
    return (drop(f"effects/{event.what}"),)


def happened(state: SessionState, event: ev.Recorded) -> Ops:
    """Count something in the journal of the session."""
    return (put(f"journal/{event.what}", state.journal.get(event.what, 0) + 1),)


APPLY: dict[Any, Any] = {
    ev.GuildsOffered: guilds_offered,
    ev.QuestAccepted: quest_accepted,
    ev.StepReached: step_reached,
    ev.StepEnded: step_ended,
    ev.SideQuestEnded: side_quest_ended,
    ev.QuestsOffered: quests_offered,
    ev.KeywordRecorded: keyword_recorded,
    ev.TrackerSet: tracker_set,
    ev.TwistLaid: twist_laid,
    ev.EffectBegan: effect_began,
    ev.EffectEnded: effect_ended,
    ev.Recorded: happened,
}
