"""Outcomes: what each does to whom, what it costs, and what the party is asked."""

from typing import Any

import pytest

from server.rules.campaign.components.blocks import Outcome
from server.rules.content.provinces.building import built
from server.rules.content.provinces.shelf import DOES
from tests.rules.content.provinces.pretend import ANN, BOB, Pretend, running

BOTH = (ANN, BOB)
HEAL = {"do": "heal", "hp": 1}
HEALED = ("heal", BOTH, 1)
CASES: list[tuple[dict[str, Any], dict[str, Any], list[tuple[Any, ...]]]] = [
    ({"do": "heal", "hp": 2}, {}, [("heal", BOTH, 2)]),
    ({"do": "harm", "hp": 1}, {}, [("harm", BOTH, 1)]),
    ({"do": "fatigue", "dice": 1, "over": True}, {}, [("fatigue", BOTH, 1, True)]),
    ({"do": "ail", "status": "fear"}, {}, [("ail", BOTH, "fear")]),
    ({"do": "relieve", "dice": 2}, {}, [("relieve", BOTH, 2)]),
    ({"do": "restore"}, {}, [("restore", BOTH)]),
    ({"do": "tenacity", "by": 1}, {}, [("tenacity", BOTH, 1)]),
    ({"do": "bonus-xp", "xp": 1}, {}, [("bonus_xp", BOTH, 1)]),
    ({"do": "gain-item", "count": 2}, {}, [("gain_items", BOTH, "common", 2)]),
    ({"do": "gain-item", "of": ["pet"]}, {}, [("search_item", BOTH, "common", ("pet",))]),
    ({"do": "give-item"}, {"items": {ANN: "pet"}}, [("discard_item", [ANN])]),
    ({"do": "refresh"}, {}, [("refresh_potion", (ANN, BOB))]),
    ({"do": "train", "of": ["mage"]}, {"party": (ANN,)}, [("train", ANN, ("mage",), False)]),
    ({"do": "gain-die", "level": 2}, {"party": (ANN,)}, [("gain_die", ANN, 2)]),
    ({"do": "special", "name_of": "pledged", "says": "It."}, {}, [("special", BOTH, "pledged")]),
    ({"do": "xp", "xp": 1}, {}, [("xp", 1)]),
    ({"do": "record", "keyword": "K"}, {}, [("record", "K")]),
    ({"do": "place", "token": "npc", "at": "stair"}, {}, [("place", "npc", (2, 0))]),
    ({"do": "remove", "token": "npc"}, {}, [("place", "npc", None)]),
    ({"do": "faster", "hexes": 1, "days": 2}, {}, [("faster", 1, 2)]),
    ({"do": "close", "town": "port"}, {}, [("close", "port")]),
    ({"do": "reopen", "town": "port"}, {"closed": ("port",)}, [("reopen", "port")]),
    ({"do": "reopen", "town": "port"}, {}, []),
    ({"do": "skip-rest"}, {}, [("skip_rest",)]),
    ({"do": "side-quest"}, {}, [("gain_side_quest", 2)]),
    ({"do": "look", "deck": "conflict"}, {}, [("look", "conflict", 2)]),
    ({"do": "twist", "twist": "warned", "says": "They know."}, {}, [("twist", "warned")]),
    ({"do": "tell", "story": "It rains."}, {}, [("tell", "It rains.")]),
    ({"do": "fail", "why": "Too late."}, {}, [("fail", "Too late.")]),
    ({"do": "drift", "token": "npc"}, {"tokens": {"npc": (1, 0)}}, [("drift", "npc", 1)]),
    ({"do": "drift", "token": "npc"}, {}, []),
    (
        {"do": "chase", "token": "npc", "hexes": "P"},
        {"tokens": {"npc": (4, 0)}},
        [("advance", "npc", (0, 0), 2)],
    ),
    (
        {"do": "advance", "token": "npc", "to": "shores", "hexes": "1"},
        {"tokens": {"npc": (4, 0)}, "marks": {"shores": ((0, 0), (5, 0))}},
        [("advance", "npc", (5, 0), 1)],
    ),
    ({"do": "if", "when": [{"need": "day", "least": 1}], "then": [HEAL]}, {}, [HEALED]),
    (
        {"do": "if", "when": [{"need": "day", "least": 2}], "then": [], "otherwise": [HEAL]},
        {},
        [HEALED],
    ),
    (
        {"do": "check", "difficulty": "P+3", "then": [HEAL]},
        {"answers": [True]},
        [("check", 5), HEALED],
    ),
    ({"do": "check", "difficulty": "P+3", "then": [HEAL]}, {"answers": [False]}, [("check", 5)]),
    (
        {"do": "each-may", "says": "Rest.", "does": [HEAL]},
        {"answers": [False, True]},
        [("heal", (BOB,), 1)],
    ),
    (
        {
            "do": "roll",
            "says": "It turns.",
            "results": [{"least": 1, "does": []}, {"least": 4, "does": [HEAL]}],
        },
        {"answers": [4]},
        [HEALED],
    ),
    (
        {"do": "for-one", "says": "Who?", "does": [HEAL]},
        {"answers": [BOB]},
        [("pick_adventurer", BOTH), ("heal", (BOB,), 1)],
    ),
]


@pytest.mark.parametrize(("table", "given", "did"), CASES, ids=[str(one[0]) for one in CASES])
def test_it_does_what_it_says(
    table: dict[str, Any], given: dict[str, Any], did: list[tuple[Any, ...]]
) -> None:
    session = Pretend(**{"marks": {"stair": ((2, 0),)}, **given})

    built(Outcome, table).do(running(session), session.party)

    assert session.did == did


def test_each_has_a_case() -> None:
    """A count and a choice between ways have tests of their own below."""
    assert {one[0]["do"] for one in CASES} | {"count", "either"} == set(DOES)


@pytest.mark.parametrize(
    ("figures", "to"), [({"by": "P"}, 3), ({"to": "0"}, 0), ({"by": "9", "most": 2}, 2)]
)
def test_a_count_stays_within_its_bounds(figures: dict[str, Any], to: int) -> None:
    """Given a party of two and a tracker at 1, it moves by figures of the party's size."""
    session = Pretend(trackers={"signs": 1})

    built(Outcome, {"do": "count", "tracker": "signs", **figures}).do(running(session), BOTH)

    assert session.trackers == {"signs": to}


def test_the_party_picks_one_to_whom_it_happens() -> None:
    session = Pretend(answers=[BOB])

    built(Outcome, {"do": "heal", "hp": 1, "who": "one"}).do(running(session), BOTH)

    assert session.did == [("pick_adventurer", BOTH), ("heal", (BOB,), 1)]


@pytest.mark.parametrize(
    ("table", "rich"),
    [
        ({"do": "tenacity", "by": -2}, {"tenacities": {ANN: 2, BOB: 2}}),
        ({"do": "tenacity", "by": -2, "who": "one"}, {"tenacities": {BOB: 2}}),
        ({"do": "bonus-xp", "xp": -1}, {"saved": {ANN: 1, BOB: 3}}),
        ({"do": "give-item", "of": ["pet"], "who": "one"}, {"items": {BOB: "pet"}}),
    ],
    ids=str,
)
def test_a_cost_can_be_paid_by_those_who_have_it(
    table: dict[str, Any], rich: dict[str, Any]
) -> None:
    """Given nobody has anything, it cannot be paid; given those who need it do, it can."""
    cost: Outcome = built(Outcome, table)

    assert not cost.can(running(Pretend()), BOTH)
    assert cost.can(running(Pretend(**rich)), BOTH)


def test_a_way_that_cannot_be_paid_is_not_offered() -> None:
    """Given three ways, of which one costs tenacity and one is for day 5, the third is left."""
    ways = [
        {"says": "Pay.", "does": [{"do": "tenacity", "by": -1}]},
        {"says": "Wait.", "does": [], "when": [{"need": "day", "least": 5}]},
        {"says": "Heal.", "does": [HEAL]},
    ]
    session = Pretend(answers=["2"])

    built(Outcome, {"do": "either", "says": "Which?", "ways": ways}).do(running(session), BOTH)

    assert session.did == [("pick", ("2",)), HEALED]


@pytest.mark.parametrize("table", [one[0] for one in CASES if one[0]["do"] != "tell"], ids=str)
def test_it_tells_players_what_it_does(table: dict[str, Any]) -> None:
    assert built(Outcome, table).text.strip()
