"""`hexwarden encounters` and `hexwarden content show`."""

import pytest

from server.commands.encounters import minutes
from server.commands.packs import showing_matches
from server.rules.content.catalogue import catalogue
from server.rules.content.encounters.rules_objectives import OBJECTIVES
from server.rules.content.encounters.shelf import RULES
from server.rules.content.glossary import figures
from server.rules.skirmish.components import cost_of
from server.rules.skirmish.content import shipped
from tests.commands.packs import Pack


def test_every_encounter_is_listed_with_its_kind(pack: Pack) -> None:
    out = pack.run("encounters").out
    offered = {name for name, one in catalogue().encounters.items() if not one.campaign}
    assert offered <= {*out.split()}, "those of campaigns are fought there alone"
    assert {"clash", "dungeon"} <= {*out.split()}


def test_the_list_tells_the_task_the_minutes_and_how_hard_it_is(pack: Pack) -> None:
    words = pack.run("encounters").out.split()
    assert {"escape", "hunt", "gentle", "hard"} <= {*words}
    alone, four = (figures()["jailbreak"]["players"][size]["minutes"] for size in ("1", "4"))
    assert f"{alone}-{four}" in words


def test_the_boards_of_the_skirmish_are_listed(pack: Pack) -> None:
    assert {"skirmish", *shipped.box().boards} <= {*pack.run("encounters").out.split()}


def test_every_component_of_the_skirmish_is_printed_with_what_it_costs_and_does() -> None:
    box = shipped.box()
    for name in showing_matches.names(box):
        assert "\n".join(showing_matches.shown(box, name)).count("Source: ") >= 1
    roster = next(iter(box.rosters.values()))
    printed = "\n".join(showing_matches.shown(box, roster.id))
    assert f"Together: {cost_of(roster, box)} gold" in printed
    assert all(box.types[each.type].name in printed for each in roster.recruits)


def test_what_nobody_has_measured_has_no_minutes() -> None:
    assert minutes(None) == "-"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("sinkhole", "A   gap 2"),
        ("blackmire-gaol", "Unit: Mad Prophet (enemy, 0 HP)"),
        ("supply-wagon", "Supply Wagon (ally)"),
        ("jailbreak", "A   exit"),
        ("skeleton", "(chip)"),
        ("combat", "(skill die)"),
        ("acrobat", "(class)"),
        ("khajiit", "(race)"),
        ("scampcrusher", "(item card)"),
        ("dodge", "(enemy skill)"),
        ("bane", "(status)"),
        ("alley", "Treasures: "),
        ("undead", "Together: "),
    ],
)
def test_a_component_is_printed(pack: Pack, name: str, said: str) -> None:
    outcome = pack.run("content", "show", name)
    assert outcome.code == 0
    assert said in outcome.out


@pytest.mark.parametrize("name", catalogue().tiles)
def test_every_delve_tile_is_drawn(pack: Pack, name: str) -> None:
    out = pack.run("content", "show", name).out
    tile = catalogue().tiles[name]
    assert f"tile of {len(tile.hexes)} hexes" in out


@pytest.mark.parametrize("name", catalogue().delve_cards)
def test_every_delve_card_is_printed(pack: Pack, name: str) -> None:
    out = pack.run("content", "show", name).out
    assert "Enemies by party size: 1:" in out


def test_what_does_not_exist_is_one_line_with_a_hint(pack: Pack) -> None:
    outcome = pack.run("content", "show", "skelton")
    assert outcome.code == 1
    assert outcome.err.startswith("hexwarden: nothing is called 'skelton'; did you mean skeleton")
    assert outcome.err.count("\n") == 1


def test_building_blocks_are_listed_with_their_figures(pack: Pack) -> None:
    out = pack.run("content", "blocks").out
    assert "  hold: So many rounds in a row end with an adventurer" in out
    assert "      damage = a whole number\n" in out
    assert "      at = a word of the map, or a tile's name" in out
    assert all(f"  {name}: " in out for name in (*OBJECTIVES, *RULES))
