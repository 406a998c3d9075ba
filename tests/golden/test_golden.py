"""What a player reads of eight battles stays what it was, until somebody means to change it."""

import pytest

from tests.golden.transcripts import BATTLES, FOLDER, Battle, transcript


@pytest.mark.parametrize("battle", BATTLES, ids=lambda battle: battle.path.stem)
def test_the_battle_is_told_as_before(battle: Battle) -> None:
    """Same seed, same story. Meant changes: `make golden`, then read the difference."""
    assert transcript(battle) == battle.path.read_text("utf-8")


def test_no_transcript_is_left_over() -> None:
    assert sorted(FOLDER.glob("*.txt")) == sorted(battle.path for battle in BATTLES)


def test_they_cover_every_party_difficulty_and_kind_of_battle() -> None:
    assert {battle.players for battle in BATTLES} == {1, 2, 3, 4}
    assert {battle.difficulty for battle in BATTLES} == {"apprentice", "adept", "expert"}
