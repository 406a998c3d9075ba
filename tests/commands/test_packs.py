"""`--content`: a user's own encounters, chips and cards in play, and on the record."""

from pathlib import Path

import pytest

from server.commands.failure import Failure
from server.commands.packs.loading import content
from tests.commands.packs import CHIP, CLASH, ITEM, Pack

HUNT = CLASH.replace('{ rule = "conquer" }', '{ rule = "eliminate", chips = ["marsh-troll"] }')
TROLL = '\n[[units]]\nchip = "marsh-troll"\nat = "A"\nobjective = true\n'


@pytest.fixture
def ours(pack: Pack) -> Pack:
    """A hunt for a chip of the pack's own, and a card."""
    return pack.write(clash=HUNT + TROLL, lists=CHIP + ITEM)


def simulated(pack: Pack, *more: str) -> Path:
    replay = pack.folder.parent / "battle.hwr"
    outcome = pack.run(
        "simulate", "--encounter", "pack-clash", "--count", "1", "--players", "2",
        "--replay", str(replay), "--content", str(pack.folder), *more,
    )  # fmt: skip
    assert outcome.code == 0, outcome.err
    return replay


def test_an_encounter_of_a_pack_is_listed_and_played(ours: Pack) -> None:
    listed = ours.run("encounters", "--content", str(ours.folder))
    assert "pack-clash" in listed.out
    assert "pack-clash" not in ours.run("encounters").out
    assert simulated(ours).stat().st_size > 0


def test_a_replay_names_the_pack_that_it_needs(ours: Pack) -> None:
    replay = simulated(ours)
    outcome = ours.run("verify", str(replay))
    assert outcome.code == 3
    assert "it needs --content with ours@" in outcome.err


def test_a_replay_is_run_again_with_its_pack(ours: Pack) -> None:
    outcome = ours.run("verify", str(simulated(ours)), "--content", str(ours.folder))
    assert "run again over the recorded answers" in outcome.out


def test_a_pack_that_has_changed_since_is_not_the_one_that_is_needed(ours: Pack) -> None:
    replay = simulated(ours)
    ours.write(lists=CHIP.replace("health = 4", "health = 5") + ITEM)
    content.cache_clear()
    outcome = ours.run("verify", str(replay), "--content", str(ours.folder))
    assert outcome.code == 0
    assert "of content that is not here, not run again: ours@" in outcome.out


def test_the_hash_of_the_content_covers_the_pack(ours: Pack) -> None:
    plain, added = content(), content((ours.folder,))
    assert added.fingerprint.startswith(plain.fingerprint + "+ours@")
    assert {*added.catalogue.chips} - {*plain.catalogue.chips} == {"marsh-troll"}
    assert {*added.catalogue.items} - {*plain.catalogue.items} == {"mulled-cider"}


def test_a_single_file_is_a_pack_too(ours: Pack) -> None:
    both = content((ours.folder / "lists.toml", ours.folder / "clash.toml"))
    assert [part.partition("@")[0] for part in both.fingerprint.split("+")[1:]] == [
        "lists",
        "clash",
    ]
    assert "pack-clash" in both.catalogue.encounters


def test_a_pack_with_mistakes_is_refused_and_they_are_named(ours: Pack) -> None:
    ours.write(lists=CHIP.replace("dodge", "dogde"))
    with pytest.raises(Failure) as refused:
        content((ours.folder,))
    assert "lists.toml:12: no skill is called 'dogde'" in str(refused.value)
    outcome = ours.run("simulate", "--encounter", "pack-clash", "--content", str(ours.folder))
    assert (outcome.code, outcome.out) == (1, "")


def test_a_pack_cannot_take_the_place_of_what_the_game_has(ours: Pack) -> None:
    ours.write(lists=CHIP.replace("marsh-troll", "skeleton"), clash=CLASH)
    with pytest.raises(Failure, match="in the game already"):
        content((ours.folder,))


def test_a_pack_whose_name_would_be_read_as_two_is_refused(ours: Pack) -> None:
    folder = ours.folder.rename(ours.folder.with_name("ours+theirs"))
    with pytest.raises(Failure, match="no \\+ in it"):
        content((folder,))
