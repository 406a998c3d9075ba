"""Every piece of the catalogue has a sign of its own, and nobody on a map is taken for another."""

import json
from pathlib import Path

import pytest

from server.rules.content.catalogue import catalogue
from server.rules.content.glossary import glossary
from server.rules.skirmish.content.shipped import box

TABLE = Path(__file__).parents[2] / "clients" / "web" / "src" / "icons" / "signs.json"
SIGNS: dict[str, dict[str, str]] = json.loads(TABLE.read_text("utf-8"))
WORDS = glossary(catalogue())
KINDS = {
    kind: kind
    for kind in (
        *("lines", "dice", "chips", "classes", "races", "statuses", "fatigue", "codes"),
        *("forms", "rolls", "encounters", "cards", "skills"),
    )
} | {"icons": "faces"}
OWN = (
    *("lines", "dice", "faces", "chips", "classes", "races", "subtypes", "statuses", "cards"),
    "fighters",
)


@pytest.mark.parametrize(("kind", "group"), KINDS.items())
def test_every_id_of_the_catalogue_has_a_sign(kind: str, group: str) -> None:
    assert set(WORDS[kind]) - set(SIGNS[group]) == set()


def test_every_subtype_of_items_and_every_kind_of_encounter_has_a_sign() -> None:
    assert {item["subtype"] for item in WORDS["items"].values()} <= set(SIGNS["subtypes"])
    assert {one["kind"] for one in WORDS["encounters"].values()} <= set(SIGNS["kinds"])


def test_every_mark_of_a_map_has_a_sign() -> None:
    marks = {"exit", "goal", "gap", "arrive", "passage", "lever", "shrine", "fire", "water"}
    marks |= {"hazard", "refuge", "seal"}
    caches = {"common", "elite", "legendary"}
    assert marks | caches | {"door", "trap", "skyshard"} <= set(SIGNS["features"])


@pytest.mark.parametrize("group", OWN)
def test_no_two_of_a_kind_share_a_sign(group: str) -> None:
    """So no two enemies of any encounter look alike, and no two faces of a die."""
    signs = list(SIGNS[group].values())
    assert sorted(one for one in set(signs) if signs.count(one) > 1) == []


def test_every_type_of_unit_of_a_match_has_a_silhouette() -> None:
    assert set(box().types) <= set(SIGNS["fighters"])


def test_no_adventurer_looks_like_an_enemy() -> None:
    assert set(SIGNS["races"].values()) & set(SIGNS["chips"].values()) == set()
