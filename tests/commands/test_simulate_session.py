"""Sessions and campaigns that bots play without a network."""

import pytest
from msgspec.structs import replace

from server.cli import main
from server.commands.failure import Failure
from server.commands.headless_session import Played, SessionSimulation, campaign, first_session
from server.rules.campaign.ending import carried, resume
from server.rules.campaign.kernel.state import SessionState
from server.rules.content.catalogue import catalogue
from server.rules.content.provinces import shipped


def played(seed: int) -> Played:
    begins = first_session(shipped.atlas(), "black-marsh", "undaunted", 2)
    return SessionSimulation(shipped.atlas(), begins, seed=seed).play()


def test_bots_play_a_session_from_its_first_day_to_its_end_and_the_same_one_again() -> None:
    once, again = played(3), played(3)
    assert once.state.day_phase == "over"
    assert once.state.outcome in ("victory", "defeat")
    assert once.fights
    assert once.state.done
    assert again.state == once.state
    assert played(4).state != once.state


def as_if_won(state: SessionState, session: int) -> SessionState:
    """The same end of a session, but for how it ended and which one it was."""
    settings = replace(state.settings, session=session)
    return replace(state, outcome="victory", settings=settings)


@pytest.mark.parametrize(("session", "day"), [(1, 12), (2, 4)])
def test_bots_play_a_second_session_and_an_endgame_with_what_was_carried_on(
    session: int, day: int
) -> None:
    kept = carried(as_if_won(played(3).state, session), catalogue())
    assert kept is not None
    begins = resume(kept, played(3).state.settings)
    (first, *_) = campaign(shipped.atlas(), begins, seed=3)
    assert first.state.settings.session == session + 1
    assert first.state.day_phase == "over"
    assert 1 <= first.state.day <= day
    assert first.fights
    assert first.state.dial >= kept.dial


def test_a_night_in_which_anybody_may_use_anything_comes_to_its_end() -> None:
    """Found by random bots: one's dice left the track after another's menu had been found."""
    begins = first_session(shipped.atlas(), "black-marsh", "", 3, "apprentice")
    assert SessionSimulation(shipped.atlas(), begins, "random", 62).play().state.day == 12


def test_what_became_of_sessions_is_told_by_session_quest_and_day(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Each row's days add up to its sessions, each quest's shares to all of them."""
    options = "simulate --campaign black-marsh --guild undaunted --players 1 --count 2"
    assert main(options.split()) == 0
    out = capsys.readouterr().out
    assert "1 players, adept, sensible bots" in out
    for head in ("session", "quest", "outcome", "step", "days", "share", "battle", "fought"):
        assert head in out
    assert "days used: " in out
    assert "sessions/s" in out


@pytest.mark.parametrize(
    ("province", "quest", "told"),
    [("atlantis", "", "there is no province 'atlantis'"), ("black-marsh", "bakers", "no quest of")],
)
def test_what_is_not_printed_is_not_played(province: str, quest: str, told: str) -> None:
    with pytest.raises(Failure, match=told):
        first_session(shipped.atlas(), province, quest, 1)
