"""What each request costs, and in which order public tables are listed."""

from protocol.replies import Tables
from protocol.requests import Create, ListTables, PutBot
from protocol.tables import Settings
from server.service.game_service import GameService
from server.service.request_table import COSTS
from tests.service.people import Person

MEASURED = {
    "ladder": 7,
    "create": 10,
    "encounters": 2,
    "intent": 2,
    "new_token": 10,
    "replay": 10,
    "seek": 3,
    "share": 3,
    "start": 5,
    "step": 3,
    "watch": 3,
}
"""Tokens, as `tests/net/test_costs.py` measures them; all others cost 1. Who changes one
measures again."""


def test_each_request_costs_what_was_measured() -> None:
    assert {tag: cost for tag, cost in COSTS.items() if cost != 1} == MEASURED


async def test_tables_with_a_free_seat_are_listed_first_then_by_name(service: GameService) -> None:
    person = Person(service)
    await person.hello("Ann")
    for name, free in (("Ash", False), ("Oak", True), ("Elm", True)):
        await person.ask(Create, Settings("micro", party=1, public=True), name)
        if not free:
            await person.ask(PutBot, "1", "first")
    listed = await person.ask(ListTables)
    assert isinstance(listed, Tables)
    assert [line.name for line in listed.tables] == ["Elm", "Oak", "Ash"]
