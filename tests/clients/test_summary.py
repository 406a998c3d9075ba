"""A battle looked back on: a recorded battle summed up, undo and odds included."""

from typing import Any

import pytest
from msgspec.structs import replace

from clients.core.summary import Best, Share, Summary, faces_of, points
from clients.core.view import BattleView, Played, beginning
from protocol import battle as ev
from protocol import codec
from protocol.battle import NamedReason
from protocol.events import BeatRestarted, Event, Undone
from protocol.ids import DieId, SeatId, UnitId
from protocol.replies import Commit, Opening
from server.commands.headless import Simulation
from server.rules.content.catalogue import catalogue
from server.rules.content.glossary import glossary

DIE = ("snipe:2", "snipe:1", "tenacity", "tenacity", "snipe:1", "volley")


STATE: dict[str, Any] = {
    "units": {
        "a1": {"id": "a1", "name": "Nord", "side": "party", "hp": 5, "bonus": 0},
        "a2": {"id": "a2", "name": "Bosmer", "side": "party", "hp": 2, "bonus": 1},
        "e1": {"id": "e1", "name": "Wolf", "side": "enemy", "hp": 4, "bonus": 0},
    },
    "dice": {"d1": {"kind": "snipe", "owner": "a1", "face": -1}},
}


def played(version: int, *events: Event) -> Played:
    return Played(Commit(version, events, [], {}, ()), STATE, STATE, (), ())


def summed(*commits: Played) -> Summary:
    summary = Summary(0, {"snipe": DIE})
    for commit in commits:
        summary.take(commit)
    return summary


HIT = ev.DamageDealt(UnitId("e1"), UnitId("a1"), dealt=5, prevented=1, bonus=1, taken=3)


def test_damage_is_what_an_enemy_lost_and_prevention_is_the_defenders() -> None:
    summary = summed(
        played(1, HIT, ev.UnitDefeated(UnitId("e1"), UnitId("a1"))),
        played(
            2, ev.DamageDealt(UnitId("a2"), UnitId("e1"), dealt=4, prevented=3, bonus=1, taken=0)
        ),
        played(
            3, ev.DamageDealt(UnitId("a2"), UnitId("a1"), dealt=2, prevented=0, bonus=0, taken=2)
        ),
    )
    assert summary.shares() == (
        Share(UnitId("a1"), 4, 0, 0, 1, 0, 0, 0),
        Share(UnitId("a2"), 0, 3, 0, 0, 0, 0, 0),
    )


def test_a_unit_is_on_the_side_where_it_stood_when_it_was_struck() -> None:
    turned = {**STATE, "units": {**STATE["units"], "e1": {**STATE["units"]["e1"], "side": "party"}}}
    commit = Commit(1, (HIT, ev.UnitTurned(UnitId("e1"), SeatId("1"))), [], {}, ())
    (share,) = summed(Played(commit, STATE, turned, (), ())).shares()
    assert share.damage == 4


def test_healing_is_counted_from_the_hp_of_its_own_moment() -> None:
    """Given somebody hurt and healed within one commit, then what was healed counts, by whom."""
    wound = ev.DamageDealt(UnitId("a2"), UnitId("e1"), dealt=1, prevented=0, bonus=0, taken=1)
    summary = summed(played(1, wound, ev.HpChanged(UnitId("a2"), 3, 1, "heal", UnitId("a1"))))
    assert [(one.unit, one.healed) for one in summary.shares()] == [("a1", 2)]


def test_dice_are_told_against_their_odds() -> None:
    """A die with the points 2, 1, 0, 0, 1, 1 has a mean of 5/6."""
    summary = summed(played(1, ev.DiceShown((DieId("d1"),), (0,), "roll")))
    (share,) = summary.shares()
    assert share.rolled == 2
    assert share.expected == pytest.approx(5 / 6)
    assert share.spread**2 == pytest.approx(17 / 36)
    assert share.luck == 95
    turned = summed(played(1, ev.DiceShown((DieId("d1"),), (0,), NamedReason("turned"))))
    assert turned.shares() == ()


def test_without_faces_nothing_is_said_of_luck() -> None:
    summary = Summary()
    summary.take(played(1, ev.DiceShown((DieId("d1"),), (0,), "roll"), HIT))
    (share,) = summary.shares()
    assert (share.spread, share.luck) == (0, 50)


@pytest.mark.parametrize(
    "event", [Undone(1, (SeatId("1"),)), BeatRestarted(1)], ids=["undo", "restart"]
)
def test_what_was_made_void_does_not_count(event: Event) -> None:
    summary = summed(played(1, HIT), played(2, HIT), played(3, event))
    assert [share.damage for share in summary.shares()] == [4]
    assert summed(played(2, HIT), played(3, event)).best() is None


def test_the_best_moment_is_an_engage_from_its_beginning() -> None:
    """Given an engage of two commits that fells somebody, then it is what is linked to."""
    summary = summed(
        played(1, HIT),
        played(4, ev.EngageBegan(UnitId("a2"), (UnitId("e1"),))),
        played(5, replace(HIT, by="a2", taken=1)),
        played(6, replace(HIT, by="a2", taken=1), ev.UnitDefeated(UnitId("e1"), UnitId("a2"))),
        played(7, ev.EngageEnded(UnitId("a2")), HIT),
    )
    assert summary.best() == Best(4, UnitId("a2"), damage=4, healed=0, kills=1)
    assert summed(played(1)).best() is None


@pytest.mark.parametrize(("face", "worth"), [("snipe:2", 2), ("volley", 1), ("tenacity", 0)])
def test_the_points_of_a_face(face: str, worth: int) -> None:
    assert points(face) == worth


def recorded(encounter: str, seed: int) -> tuple[Simulation, list[Played], BattleView]:
    """A battle of two bots, from what it put on the wire."""
    battle = Simulation(encounter, 2, "adept", "sensible", seed)
    battle.play()
    commits = [codec.msgpack.reply(frame) for frame in battle.frames]
    first = commits[0]
    assert isinstance(first, Commit)
    assert isinstance(first.pinned, Opening)
    view = BattleView(beginning(first.pinned))
    seen = []
    for commit in commits:
        assert isinstance(commit, Commit)
        taken = view.take(commit)
        assert taken is not None
        seen.append(taken)
    return battle, seen, view


@pytest.mark.parametrize(("encounter", "seed"), [("jailbreak", 2), ("plain-clash", 4)])
def test_a_recorded_battle_adds_up(encounter: str, seed: int) -> None:
    """Given a whole battle, then kills are the enemies that the party felled, and HP add up."""
    _, commits, view = recorded(encounter, seed)
    summary = Summary(0, faces_of(glossary(catalogue())))
    for commit in commits:
        summary.take(commit)
    shares = summary.shares()
    fallen = [u for u in view.state["units"].values() if u["fate"] == "defeated"]
    felled = [u for u in fallen if u["side"] == "enemy"]
    assert 0 < sum(share.kills for share in shares) <= len(felled)
    assert sum(share.damage for share in shares) >= sum(share.kills for share in shares)
    assert all(share.spread > 0 and 0 <= share.luck <= 100 for share in shares)
    best = summary.best()
    assert best is not None
    assert 1 <= best.version <= len(commits)
