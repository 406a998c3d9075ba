"""Random matches: what must always hold, and that they are the same however they are rebuilt."""

import msgspec
import pytest

from server.rules.engine.patch import fold, plain
from server.rules.engine.replay import rebuild, rerun
from server.rules.skirmish.kernel.state import MatchState
from server.rules.skirmish.rules import SkirmishRules
from tests.rules.skirmish.invariants import broken
from tests.rules.skirmish.matches import RandomMatch
from tests.seeds import seeds

MOST = 600  # answers: eight times what a match of so few takes
ANSWERS = 25  # enough for deployment and the first attempts


@pytest.mark.parametrize("seed", range(2))
def test_a_match_is_the_same_folded_rebuilt_and_run_again(seed: int) -> None:
    match = RandomMatch(seed)
    folded = plain(match.begun)
    for _ in range(ANSWERS):
        if not match.play.over:
            match.step()
            assert list(broken(match.play.state)) == []

    for commit, state in zip(match.commits, match.states, strict=True):
        fold(folded, commit.gone, plain(commit.put))
        assert folded == msgspec.msgpack.decode(state)
    assert msgspec.convert(folded, MatchState) == match.play.state
    built, _ = rebuild(SkirmishRules(), match.begun, match.chance, match.commits)
    assert built.state == match.play.state
    again = rerun(SkirmishRules(), match.begun, match.chance, match.commits)
    assert (again.state, again.questions) == (match.play.state, match.play.questions)


@pytest.mark.rule("SK-1")
@pytest.mark.parametrize("seed", seeds(2, 6))
def test_a_match_whose_players_seek_the_fight_comes_to_its_end(seed: int) -> None:
    match = RandomMatch(seed, most=3)
    for _ in range(MOST):
        if match.play.over:
            break
        match.press()
        assert list(broken(match.play.state)) == []
    assert match.play.over
    assert match.play.state.winner in match.play.state.sides
    again = rerun(SkirmishRules(), match.begun, match.chance, match.commits)
    assert again.state == match.play.state
