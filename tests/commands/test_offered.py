"""The micro-game is made for measurements: a server offers it only where it is switched on."""

import pytest

from server.commands.setups import offered, setups
from server.rooms.games import Games
from server.rooms.refusal import Refusal
from server.settings import Settings


def test_nobody_begins_the_micro_game_on_a_server_unless_it_is_switched_on() -> None:
    games = Games(offered(setups(), Settings()))
    with pytest.raises(Refusal, match="does not offer"):
        games.offer("micro")
    games.offer("jailbreak")


def test_what_was_begun_before_can_be_played_on() -> None:
    games = Games(offered(setups(), Settings()))
    assert games.rules("micro", ("1", "2"), "").name == "micro"


def test_it_can_be_switched_on() -> None:
    Games(offered(setups(), Settings(micro_game=True))).offer("micro")
