"""The soak of matches, short: one is played and checked. Two thousand are `make soak-matches`."""

import pytest

from tests.rules.skirmish.matches import RandomMatch
from tests.soak.matches import one, play_out


def test_a_match_is_played_to_its_end_and_nothing_is_wrong() -> None:
    played = one(3)
    assert played.wrong == ""
    assert played.how == "routed"
    assert played.answers > 10


def test_a_commit_that_is_not_the_state_is_found() -> None:
    match = RandomMatch(1, most=2)
    match.states[0] = match.states[0].replace(b"alley", b"ALLEY").replace(b"a1", b"zz")
    with pytest.raises(AssertionError, match="folded diffs"):
        play_out(match, "press")
