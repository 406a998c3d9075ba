"""Sentences about a match: every event has one."""

from typing import Any, get_args

import pytest

from clients.core.story.matches import SAY
from protocol import skirmish as ev
from protocol.events import EngineEvent
from protocol.ids import SeatId, UnitId
from protocol.skirmish import SpellId
from tests.clients.story.scene import A1, A2, told

ONE, TWO, NOBODY = SeatId("1"), SeatId("2"), UnitId("")
TOLD: list[tuple[Any, str]] = [
    (ev.RosterDrafted(TWO, "undead", (ev.Recruited("zombie"),)), "Seat 2 drafts 1 unit of Undead."),
    (ev.SideMustered(TWO), "Seat 2 has mustered."),
    (ev.FirstSideSet(TWO), "Seat 2 deploys first and has the first turn."),
    (ev.UnitStationed(A1, (1500, 2000, 0)), "Khajiit (1) is deployed at (1.5, 2.0)."),
    (ev.VanguardSettled(A1), "Khajiit (1) is in place."),
    (ev.PhaseEntered("engage"), "The Engage Phase."),
    (ev.PhaseEntered("begin"), "The turn goes on."),
    (ev.SideTurnBegan(3, TWO), "Turn 3: Seat 2."),
    (ev.SideTurnEnded(TWO), "The turn of Seat 2 is over."),
    (ev.RoutTested(TWO, True), "Seat 2 stands."),
    (ev.RoutTested(TWO, False), "Seat 2 routs."),
    (ev.TokenTaken("token-1", A1), "Khajiit (1) takes a treasure."),
    (ev.TokenDropped("token-1", (0, 0, 3000)), 'A treasure lies at (0.0, 0.0), 3" up.'),
    (ev.TokenSecured("token-1", TWO), "Seat 2 carries a treasure off."),
    (ev.MatchEnded(TWO, "routed"), "Seat 2 has won: the others have routed."),
    (
        ev.EngageDeclared(A1, (A2,), 3, ()),
        "Khajiit (1) wants to engage Nord (2): a dive.",
    ),
    (ev.FearChecked(A1, A2, False), "Khajiit (1) cannot stand the sight of Nord (2)."),
    (
        ev.DistanceSet(A1, 17, 10500, 7000),
        'Khajiit (1) comes 10.5" far (out of sight, rolled 17).',
    ),
    (ev.PathMeasured(A1, 8125, True), 'It is 8.125": near enough.'),
    (ev.NobodyIntercepted(A1), "Nobody steps in."),
    (ev.PathIntercepted(A1, A2, (0, 0, 0)), "Nord (2) steps into the way of Khajiit (1)."),
    (ev.LegChecked(A1, "across", False), "Khajiit (1) jumps across, and fails."),
    (ev.RoomMade(A1, A2), "Nord (2) is pushed back to make room."),
    (ev.EngageSucceeded(A1, (A2,)), "Khajiit (1) engages Nord (2)."),
    (ev.EngageFailed(A1, "short"), "Khajiit (1) does not get there."),
    (
        ev.SpellTried(A1, SpellId("raise-dead"), A2, False),
        "Khajiit (1) casts Raise Dead on Nord (2), and fails.",
    ),
    (ev.SpellBegan(SpellId("hex"), A1, A2), "Hex lies on Nord (2)."),
    (ev.SpellEnded(A1), "The spell of Khajiit (1) is over."),
    (ev.ShotDeclared(A1, "bow", A2), "Khajiit (1) shoots at Nord (2) (Bow)."),
    (ev.TargetProtected(A1, A2, True), "Nord (2) takes the shot meant for Khajiit (1)."),
    (ev.CombatBegan((A1, A2)), "Melee, in this order: Khajiit (1) and Nord (2)."),
    (ev.CombatEnded((A1, A2)), "The melee is fought."),
    (
        ev.AttackRolled(A1, A2, "sword", 12, (13,), 13, True, False),
        "Khajiit (1) attacks Nord (2) and hits (13 of 12).",
    ),
    (ev.UnitPathed(A1, "run", ((0, 0, 0), (1000, 0, 0))), "Khajiit (1) runs to (1.0, 0.0)."),
    (ev.UnitShifted(A1, (1000, 0, 0), "room"), "Khajiit (1) ends up at (1.0, 0.0)."),
    (
        ev.CheckMade(A1, "agility", "climb", 8, (9,), 9, True),
        "Khajiit (1) passes Agility (9 of 8).",
    ),
    (
        ev.CheckMade(A1, "defence", "attack", 0, (), 0, False),
        "Khajiit (1) has no Defence to roll for.",
    ),
    (ev.UnitFell(A1, 3000, 14), 'Khajiit (1) falls 3": mishap 14.'),
    (ev.InjurySet(A1, "dazed", "hurt"), "Khajiit (1) is dazed."),
    (ev.InjurySet(A1, "", "recovered"), "Khajiit (1) is unhurt."),
    (ev.WoundsSet(A1, 2), "Khajiit (1) has 2 left to lose."),
    (ev.UnitLost(A1, A2), "Khajiit (1) is put out of action by Nord (2)."),
    (ev.UnitLost(A1, NOBODY), "Khajiit (1) is put out of action."),
    (ev.UnitRaised(A1, (0, 0, 0)), "Khajiit (1) rises again at (0.0, 0.0)."),
    (ev.PairsMade(((A1, A2),)), "Engaged: Khajiit (1) and Nord (2)."),
    (ev.PairsEnded(((A1, A2),)), "No longer engaged: Khajiit (1) and Nord (2)."),
    (ev.UnitMarked(A1, "shot"), "Khajiit (1) is marked: shot."),
    (ev.GearLost(A1, "pistol"), "Khajiit (1) has lost the Pistol."),
]


@pytest.mark.parametrize(("event", "text"), TOLD)
def test_an_event_is_told(event: Any, text: str) -> None:
    assert told(event) == text


def test_every_event_of_a_match_has_its_sentence() -> None:
    events = set(get_args(ev.SkirmishEvent)) - set(get_args(EngineEvent))
    assert events == set(SAY)
    assert events == {type(event) for event, _ in TOLD}
