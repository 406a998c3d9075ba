"""The battles that a session calls for: their settings, and what they give back (p54, p67)."""

from protocol.campaign import (
    BattleFought,
    KeywordRecorded,
    Recorded,
    RewardRaised,
    TrackerSet,
)
from protocol.option_keys import option_key
from server.rules.battle.components.active_effects import TWIST
from server.rules.battle.kernel.state import UNREST, Settings
from server.rules.battle.party import Call, Outcome, party_of, supply_of
from server.rules.campaign.components import blocks
from server.rules.campaign.components.choices import Choice
from server.rules.campaign.components.words import TrackerId
from server.rules.campaign.kernel import printed
from server.rules.campaign.kernel.session import Session
from server.rules.campaign.kernel.state import LOST
from server.rules.campaign.quests.epilogue import ASSIST

GAUGE = TrackerId(UNREST)
"""The gauge of High Rock, with which its battles reckon."""


def fight(session: Session, choice: Choice) -> bool:
    """Have a choice's battle fought, and take over what it gives back. Returns whether it was won.
    With the whole party defeated there is no battle: it is lost at once.
    """
    if all(session.hp_of(unit) == 0 for unit in session.party):
        # Not called for at all: `party.called` refuses a battle in which nobody stands.
        session.emit(BattleFought("defeat", True, {}))
        return _lost(session, choice)
    settings = _settings(session, choice)
    state = session.state
    outcome = session.game.call(Call(settings, party_of(state), supply_of(state)), Outcome)
    session.emit(BattleFought(outcome.result, outcome.all_fell, _facts(outcome)))
    _raise_unrest(session, outcome.tally.get(UNREST, 0))
    if outcome.bonus:
        session.emit(RewardRaised(bonus=outcome.bonus))
    if outcome.assist:
        session.emit(KeywordRecorded(ASSIST, major=True))
    return outcome.result == "victory" or _lost(session, choice)


def _lost(session: Session, choice: Choice) -> bool:
    """Note in the journal which choice's battle was lost, so that players look elsewhere. Returns
    False: it was not won.
    """
    now = session.state.encounter
    session.emit(Recorded(option_key(LOST, now.name if now else "", choice.id)))
    return False


def _raise_unrest(session: Session, by: int) -> None:
    """Add the unrest that a battle caused to the gauge, whoever won it, as far as the gauge
    goes.
    """
    gauge = session.province.effect.gauge
    risen = min(session.count(GAUGE) + by, len(gauge.levels) - 1)
    if gauge.id == GAUGE and risen != session.count(GAUGE):
        session.emit(TrackerSet(GAUGE, risen))


def _settings(session: Session, choice: Choice) -> Settings:
    """Return the battle's settings: the dial, the difficulty, the twists, and the province's
    state.
    """
    state, own = session.state, session.state.settings
    twists: list[str] = [one.name for one in choice.twists if blocks.all_met(one.when, session)]
    twists += session.state.twists
    world = {**world_of(session), **dict.fromkeys(twists, TWIST)}
    return Settings(
        encounter=choice.encounter,
        difficulty=own.difficulty,
        xp=state.dial,
        valenwood=own.valenwood,
        overfatigue_hurts=own.overfatigue_hurts,
        party=own.party,
        session=own.session,
        # Called in a rest of this session it is used up as well (GA-1), which the settings do not
        # know.
        assist=own.assist and state.major != ASSIST,
        world=world,
        asks_all=own.asks_all,
    )


def world_of(session: Session) -> dict[str, str]:
    """Return what a battle knows of the province: its code, and where its gauge stands."""
    gauge = session.province.effect.gauge
    level = printed.gauge_level(session).name.lower()
    # High Rock's battles reckon with unrest as a number; other gauges they know by the level's
    # name.
    shown = str(session.count(gauge.id)) if gauge.id == GAUGE else level
    return {"province": session.province.code, gauge.id: shown}


def _facts(outcome: Outcome) -> dict[str, int]:
    """Return the figures that quests may ask for: rounds, skyshards, chips that were defeated,
    tallies.
    """
    return {
        "rounds": outcome.rounds,
        "skyshards": outcome.skyshards,
        **outcome.fallen,
        **outcome.tally,
    }
