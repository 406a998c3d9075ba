"""Requirements: each where it is met, and where it is not."""

from typing import Any

import pytest

from protocol.hexes import Hex
from server.rules.campaign.components.blocks import Requirement
from server.rules.content.provinces.building import built
from server.rules.content.provinces.shelf import NEEDS
from tests.rules.content.provinces.pretend import ANN, Pretend, running

MARKS: dict[str, tuple[Hex, ...]] = {"stair": ((2, 0),), "far": ((5, 0),)}
CASES: list[tuple[dict[str, Any], dict[str, Any], dict[str, Any]]] = [
    ({"need": "at", "place": "stair"}, {"here": (2, 0)}, {"here": (1, 0)}),
    ({"need": "at", "place": "stair", "within": 1}, {"here": (1, 0)}, {"here": (0, 0)}),
    ({"need": "away", "place": "stair", "hexes": 2}, {"here": (0, 0)}, {"here": (1, 0)}),
    ({"need": "away", "place": "stair", "hexes": 2}, {"here": (5, 0)}, {"here": None}),
    ({"need": "landmark", "kind": "unstable"}, {"landmarks": {(0, 0): "unstable"}}, {}),
    ({"need": "landmark", "kind": ""}, {}, {"towns": {(0, 0): "port"}}),
    ({"need": "in-town"}, {"towns": {(0, 0): "port"}}, {}),
    (
        {"need": "in-town", "towns": ["port"]},
        {"towns": {(0, 0): "port"}},
        {"towns": {(0, 0): "fort"}},
    ),
    ({"need": "day", "least": 3}, {"day": 3}, {"day": 2}),
    ({"need": "day", "most": 3}, {"day": 3}, {"day": 4}),
    ({"need": "difficulty", "of": ["expert"]}, {"difficulty": "expert"}, {}),
    ({"need": "players", "least": 2}, {}, {"party": (ANN,)}),
    ({"need": "counted", "tracker": "a", "least": "P"}, {"trackers": {"a": 2}}, {}),
    ({"need": "counted", "tracker": "a", "most": "1"}, {}, {"trackers": {"a": 2}}),
    ({"need": "keyword", "keyword": "K", "times": 2}, {"written": ("K", "K")}, {"written": ("K",)}),
    ({"need": "battle"}, {"won": True}, {"won": None}),
    ({"need": "battle", "won": False}, {"won": False}, {"won": None}),
    ({"need": "fact", "tally": "locks", "least": 2}, {"facts": {"locks": 2}}, {}),
    ({"need": "icon", "icon": "sun"}, {"shown": ("rain", "sun")}, {"shown": ("rain",)}),
    ({"need": "token-at", "token": "npc", "place": "stair"}, {"tokens": {"npc": (2, 0)}}, {}),
    ({"need": "meets", "token": "npc"}, {"tokens": {"npc": (0, 0)}}, {"tokens": {"npc": (1, 0)}}),
    ({"need": "meets", "token": "npc", "within": 1}, {"tokens": {"npc": (1, 0)}}, {}),
    ({"need": "closed", "town": "port"}, {"closed": ("port",)}, {}),
    ({"need": "encounter", "of": ["card"]}, {"encounter": "card"}, {"encounter": "town"}),
    ({"need": "guild", "guild": "undaunted"}, {}, {"guild": "mages-guild"}),
    ({"need": "session", "number": 2}, {"session": 2}, {}),
    ({"need": "holds", "subtype": "potion"}, {"items": {ANN: "potion"}}, {"items": {ANN: "pet"}}),
    ({"need": "not", "what": {"need": "day", "least": 3}}, {}, {"day": 3}),
    (
        {"need": "any", "of": [{"need": "day", "least": 3}, {"need": "battle"}]},
        {"won": True},
        {"day": 2},
    ),
    (
        {"need": "all", "of": [{"need": "day", "least": 3}, {"need": "battle"}]},
        {"won": True, "day": 3},
        {"day": 3},
    ),
]


@pytest.mark.parametrize(("table", "met", "unmet"), CASES, ids=[str(one[0]) for one in CASES])
def test_it_is_met_where_it_should_be(
    table: dict[str, Any], met: dict[str, Any], unmet: dict[str, Any]
) -> None:
    need: Requirement = built(Requirement, table)

    assert need.met(running(Pretend(marks=MARKS, **met)))
    assert not need.met(running(Pretend(marks=MARKS, **unmet)))


@pytest.mark.parametrize("table", [one[0] for one in CASES], ids=str)
def test_it_tells_players_what_it_wants(table: dict[str, Any]) -> None:
    assert built(Requirement, table).text.strip()


def test_each_has_a_case() -> None:
    assert {one[0]["need"] for one in CASES} == set(NEEDS)
