"""Sentences about the days of a session: phases, encounters, towns, quests, growth."""

from typing import Any

import pytest

from clients.core.story.days import SAY
from protocol import campaign as ev
from protocol.events import Called, Returned
from protocol.ids import CallId, CardId, DieId, ItemId, LineId
from tests.clients.story.scene import A1, A2, told

TOLD: list[tuple[Any, str]] = [
    (ev.SessionBegan({}, {}, {}), "Decks, bags and the supply are ready."),
    (ev.DayBegan(3), "Day 3 begins."),
    (ev.DayPhaseBegan("overland"), "The party is on the road."),
    (ev.DayPhaseBegan("nap"), "Nap."),  # type: ignore[arg-type]  # a newer server's word
    (ev.SessionEnded("victory", "The bell is silent."), "The quest is done! The bell is silent."),
    (ev.SessionEnded("defeat", "12 days are over."), "All is lost. 12 days are over."),
    (ev.EncounterTriggered("town", "old-mill"), "Into town: Old Mill."),
    (ev.EncounterTriggered("card", "ferry", True), "On the road: Ferry (unstable)."),
    (ev.OverlandCardPlaced("peaceful", "p1", "bottom"), "The peaceful card goes to: bottom."),
    (ev.ChoiceTaken("pay-toll"), "The party chooses: Pay Toll."),
    (ev.SocialCheckMade("talk", 7, True), "The social check at 7 succeeds."),
    (ev.SocialCheckMade("talk", 0, True), "The social check succeeds."),
    (ev.SocialCheckMade("talk", 9, False), "The social check at 9 fails."),
    (ev.RewardRaised(1, 2), "Earned: 1 XP for all and 2 bonus XP."),
    (ev.RewardRaised(source="unstable"), "Earned: a reward."),
    (ev.RewardsGiven(), "The rewards are given."),
    (ev.BattleFought("victory", False, {}), "The battle is won."),
    (ev.BattleFought("defeat", True, {}), "The whole party was defeated."),
    (ev.EncounterEnded(True), "The encounter has gone well."),
    (ev.EncounterEnded(False), "The encounter has gone badly."),
    (ev.EncounterLeft(), "The day goes on."),
    (ev.DialTurned(5), "The XP dial stands at 5."),
    (ev.SavedXpChanged(A1, 2, "reward"), "Khajiit (1) has 2 XP saved."),
    (ev.AdventurerRevived(A1, 1), "Khajiit (1) stands again with 1 HP."),
    (ev.Untrained(A1, LineId("bow"), (DieId("d1"),)), "Khajiit (1) untrains Bow."),
    (ev.StatTrained(A1, "magicka", "3R"), "Khajiit (1) trains Magicka again."),
    (ev.PartyTravelled(((0, 1),)), "The party travels 1 hex."),
    (ev.PartyTravelled(((0, 1), (0, 2)), 1), "The party travels 2 hexes, 1 of them for fatigue."),
    (ev.PartyTravelled(((0, 1),), how="start"), "The party finds itself elsewhere."),
    (ev.OverlandTokenPlaced("old-ox", (1, 1)), "Old Ox is on the move."),
    (ev.OverlandTokenPlaced("old-ox", None), "Old Ox is gone from the map."),
    (ev.TownAccessChanged("lilmoth", True), "Lilmoth closes its gates."),
    (ev.TownAccessChanged("lilmoth", False), "Lilmoth opens its gates."),
    (ev.GuildsOffered(("a", "b")), "Guilds that would have the party: A and B."),
    (ev.QuestAccepted("undaunted", "q"), "The party follows the quest of Undaunted."),
    (ev.StepReached("A01"), "The quest's next step: A01."),
    (ev.StepEnded("A01", True), "The quest's step A01 is done."),
    (ev.StepEnded("A01", False), "The quest's step A01 is failed."),
    (ev.SideQuestEnded("sq-01"), "The side quest sq-01 is done."),
    (ev.QuestsOffered((), ""), "What may come next is told."),
    (
        ev.KeywordRecorded("Gain Ally", True),
        "Written into the journal, to be remembered: Gain Ally.",
    ),
    (ev.KeywordRecorded("Debt"), "Written into the journal: Debt."),
    (ev.TrackerSet("weather", 2), "Weather: 2."),
    (ev.TwistLaid("by-night"), "The next battle has a twist: by night."),
    (ev.EffectBegan("fog", "day"), "In effect: Fog."),
    (ev.EffectEnded("fog"), "No longer in effect: Fog."),
    (ev.Recorded("met-elder"), "Noted: Met Elder."),
    (ev.TownEntered("lilmoth", 2), "The party is in Lilmoth: 2 actions each."),
    (ev.TrainerShown((LineId("bow"),)), "Taught here today: Bow."),
    (ev.TrainerShown(()), "Taught here today: nothing."),
    (ev.TownActionTaken(A1, "inn"), "Khajiit (1): inn."),
    (ev.TownActionTaken(A1, "trainer", "bow"), "Khajiit (1): trainer (Bow)."),
    (ev.TownActionGained(A1), "Khajiit (1) has one action more."),
    (ev.CardsCleared("common", ("a", "b")), "2 common cards of the shop are cleared away."),
    (ev.CardSetAside(A1, ItemId("sack")), "Sack lies aside for Khajiit (1)."),
    (ev.CardSetAside(A1, ItemId("sack"), False), "Sack lies no longer aside for Khajiit (1)."),
    (ev.DeckSearched("common"), "The common deck is searched."),
    (ev.TownLeft(), "The party leaves town."),
    (Called(CallId(1), {}), "A battle begins."),
    (Returned(CallId(1), {}), "The party comes back from battle."),
]


@pytest.mark.parametrize(("event", "text"), TOLD, ids=lambda value: type(value).__name__)
def test_an_event_is_told_in_a_sentence(event: Any, text: str) -> None:
    assert told(event) == text


def test_a_gift_names_both() -> None:
    gift = ev.ItemGiven(A1, CardId("c1"), A2, "pack")
    assert told(gift).startswith("Khajiit (1) gives an item to ")


def test_no_event_of_its_kind_is_forgotten() -> None:
    assert {type(event) for event, _ in TOLD} | {ev.ItemGiven} == set(SAY)
