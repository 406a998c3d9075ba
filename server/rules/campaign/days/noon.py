"""The Encounter Phase (p36, p38; QST-3, QST-7, DEF-6)."""

from typing import assert_never

from protocol.campaign import (
    DayPhaseBegan,
    EncounterEnded,
    EncounterTriggered,
    Recorded,
    RewardRaised,
    SessionEnded,
)
from protocol.option_keys import option_key
from server.rules.campaign.adventurers import promotion
from server.rules.campaign.encounter import choosing
from server.rules.campaign.encounter.choosing import Printed
from server.rules.campaign.kernel import printed
from server.rules.campaign.kernel.session import Session
from server.rules.campaign.outcomes import moments
from server.rules.campaign.overland import cards, movement, towns
from server.rules.campaign.quests import side_quests, steps
from server.rules.campaign.towns import visit


def begin(session: Session) -> None:
    """Enter the Encounter Phase; without an encounter it is over at once (DAY-5).

    Steps and side quests are completed then as well: what they ask for may need no encounter.
    """
    session.emit(DayPhaseBegan("encounter"))
    if session.state.encounter is None:
        _settle(session)
    else:
        moments.at(session, "encounter-starts")


def encounter(session: Session) -> None:
    """Resolve the day's encounter, or a part of it; once it is over the next phase begins."""
    now = session.state.encounter
    assert now is not None, "an Encounter Phase has an encounter"
    match now.kind:
        case "town" | "caravan":
            caravan = now.kind == "caravan"
            town = session.province.caravan if caravan else session.province.towns[now.name]
            if visit(session, town):
                session.emit(EncounterEnded(True))
        case "card" | "quest" | "side-quest":
            choosing.resolve(session, printed_of(session))
        case "":
            raise AssertionError("an encounter is of some kind")
        case _:
            assert_never(now.kind)
    if session.state.outcome:
        session.emit(DayPhaseBegan("ending"))
    # Otherwise the phase stays, and the next beat goes on: a town is visited in two of them.
    elif session.state.encounter is not None and session.state.encounter.over:
        _end(session)


def printed_of(session: Session) -> Printed:
    """Return what is printed for the day's encounter."""
    now = session.state.encounter
    assert now is not None
    if now.kind == "card":
        card = session.overland_card(now.name)
        return Printed(card.title, card.text, card.choices)
    if now.kind == "side-quest":
        quest = session.atlas.side_quests[now.name]
        return Printed(quest.title, quest.text, quest.choices)
    entry = printed.endgame_day(session) or printed.step_of(session)
    assert entry is not None
    return Printed(entry.title, entry.text, entry.choices)


def _end(session: Session) -> None:
    """End the encounter: discard its card, carry a defeated party to a town, complete quests."""
    now = session.state.encounter
    assert now is not None
    moments.at(session, "encounter-ends")
    # A peaceful card stays on the table until its icon was read (OVL-13); the evening discards
    # it.
    if now.kind == "card" and now.name in session.state.decks["conflict"].drawn:
        cards.discard(session, "conflict", now.name)
    if now.unstable:
        session.emit(RewardRaised(source="unstable"))  # RWD-6: even if it failed
        if now.success:
            session.emit(Recorded(option_key(promotion.UNSTABLE_WON, str(session.day))))
    # An endgame has no party token that could be carried (END-1).
    if now.all_fell and session.here is not None:
        movement.place_party(session, towns.closest_town(session, session.here), "carried")
    day = printed.endgame_day(session)
    if day is not None and not now.success and not session.state.outcome:
        session.emit(SessionEnded("defeat", day.failed or f"{day.title} is lost."))
    _settle(session)


def _settle(session: Session) -> None:
    """Complete quests whose conditions are met; a linked step's encounter follows before the Reward
    Phase.
    """
    side_quests.settle(session)
    linked = steps.settle(session)
    if session.state.outcome:
        session.emit(DayPhaseBegan("ending"))
    elif linked is not None:
        # What the first encounter earned stays owed: one Reward Phase pays for both (QST-7).
        session.emit(EncounterTriggered("quest", linked.id))
        moments.at(session, "encounter-starts")
    else:
        session.emit(DayPhaseBegan("reward"))
