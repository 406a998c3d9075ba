"""Nobody can call themselves what others would take for the server or its operator."""

import pytest

from protocol.ids import PlayerId
from protocol.replies import Refused, Welcome
from protocol.requests import Hello
from server.players.reserved_names import is_reserved
from server.service.game_service import GameService
from tests.service.people import Person


@pytest.mark.parametrize(
    "name",
    [
        *("Operator", "the OPERATOR", "0perat0r", "Оpеrаtоr", "Opérator", "~ server ~", "Admin 2"),
        *("Hexwarden", "Hexwarden server", "Server operator", "s.y.s.t.e.m", "Mods", "𝐎perator"),
        *("Ser\u200bver", "Official support team", "Administration"),
    ],
)
async def test_a_name_that_passes_for_the_operators_is_refused(
    service: GameService, name: str
) -> None:
    """Given a newcomer and somebody known, when they take it, then it is refused; another one
    serves on the same connection."""
    ann, eve = Person(service), Person(service)
    await ann.hello("Ann")
    for token in (None, ann.token):
        eve = Person(service)
        refused = await eve.ask(Hello, token, name)
        assert isinstance(refused, Refused)
        assert (refused.code, eve.visitor.player) == ("not_allowed", "")
        welcome = await eve.ask(Hello, token, "Eve")
        assert isinstance(welcome, Welcome)
        assert welcome.name == "Eve"


@pytest.mark.parametrize(
    "name", ["Ann", "Cooperator", "Modesty", "Modena", "Observer", "Host", "Sir Verity", "", "衛兵"]
)
def test_other_names_are_free(name: str) -> None:
    assert not is_reserved(name)


async def test_who_signs_in_under_such_a_name_is_called_otherwise(service: GameService) -> None:
    """Given a club where somebody's account is called so, then the account is good all the same."""
    who = await service.players.signed_in(PlayerId("o0123456789abcdef"), "Operator", "")
    assert who.name == "Player 0123"
