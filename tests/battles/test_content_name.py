"""The name of a battle's content says which packs it is of."""

import pytest

from server.battles.content_name import Pack, content_name, packs_of

OURS, MAILED = Pack("ours", "1b2c"), Pack("me@home", "77aa")


@pytest.mark.parametrize("packs", [(), (OURS,), (MAILED, OURS)])
def test_the_packs_of_a_name_are_those_it_was_made_of(packs: tuple[Pack, ...]) -> None:
    assert packs_of(content_name("0f3a", packs)) == packs


def test_the_games_own_content_has_the_name_of_its_hash() -> None:
    assert content_name("0f3a", ()) == "0f3a"


def test_a_pack_whose_name_would_be_read_as_two_is_refused() -> None:
    with pytest.raises(ValueError, match="no \\+ in it"):
        content_name("0f3a", [Pack("ours+theirs", "1b2c")])
