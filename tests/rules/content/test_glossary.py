"""The catalogue in words: whole, true to the components, and made of sentences."""

import re
from pathlib import Path

import msgspec

from server.rules.battle.components.delve_parts import Trap
from server.rules.battle.engage.engage_action import ENEMY_COMBAT_DIE
from server.rules.battle.kernel.words import STATUSES
from server.rules.content.catalogue import catalogue
from server.rules.content.glossary import Plain, glossary, rules
from tests.rules.shipped import TARGET, sentences

RULES = Path(__file__).parents[3] / "server" / "rules"
TIMINGS = (
    *("On deployment,", "At the start of its turn,", "As it moves,", "After its move,"),
    *("On choosing targets,", "Before its roll,", "After its roll,", "Before its damage,"),
    *("On dealing damage,", "When engaged,", "When damaged,", "On losing HP,"),
    *("After being damaged,", "After being engaged,", "After its engage,", "When defeated,"),
    *("At the end of its turn,", "Always "),
)
CITED = re.compile(r'"([A-Z]{2,3}-\d+)"')


def words() -> Plain:
    found: Plain = msgspec.json.decode(msgspec.json.encode(glossary(catalogue())))
    return found


def test_a_card_tells_the_name_the_lock_and_the_effect_of_its_trap() -> None:
    told, cards = words()["cards"], catalogue().delve_cards
    trapped = {one.id: one.lasting for one in cards.values() if isinstance(one.lasting, Trap)}
    assert trapped
    assert {name for name, card in told.items() if "trap" in card} == trapped.keys()
    for name, trap in trapped.items():
        found = told[name]["trap"]
        assert found == {"name": trap.name, "lock": trap.lock.id, "text": trap.text}
        assert found["name"] in told[name]["text"]


def test_every_component_of_the_catalogue_has_its_entry() -> None:
    told = words()
    fought = told["campaign"]["encounters"]
    assert not told["encounters"].keys() & fought.keys(), "those of campaigns stand apart"
    told["encounters"] = {
        name: {**told["encounters"], **fought}[name] for name in catalogue().encounters
    }
    for kind in ("lines", "dice", "skills", "chips", "classes", "races", "items", "encounters"):
        assert list(told[kind]) == list(getattr(catalogue(), kind)), kind
        assert all(entry["name"] for entry in told[kind].values()), kind


def test_who_stands_ready_is_told_by_race_line_and_class() -> None:
    told = words()
    assert list(told["ready"]) == [one.id for one in catalogue().ready_made]
    for one in told["ready"].values():
        assert one["name"]
        assert one["race"] in told["races"]
        assert one["line"] in told["lines"]
        assert one["class"] in told["classes"]


def test_an_encounter_shows_its_map_with_what_lies_there() -> None:
    told = words()["encounters"]
    ford = told["black-ford"]["map"]
    shown = catalogue().encounters["black-ford"]
    assert [(q, r) for q, r, word in ford if word == "enemy"] == sorted(shown.numbered)
    assert [(q, r) for q, r, word in ford if word == "blocked"] == sorted(shown.blocked)
    assert {word for *_, word in ford} == {
        "",
        "entrance",
        "enemy",
        "cache",
        "blocked",
        *shown.marks.values(),
    }
    assert {
        name for name, one in told.items() if one["kind"] != "delve" and not one["map"]
    } == set()


def test_an_encounter_tells_what_a_campaign_may_change_of_it() -> None:
    told = words()
    tide = told["campaign"]["encounters"]["bm-early-tide"]
    assert tide["twists"] == {
        "gate": "Each enemy has -1 movement.",
        "expert": "Each enemy has +1 combat. From round 3, one enemy of level 5 every 2 rounds.",
    }
    assert "twists" not in told["encounters"]["black-ford"]


def test_every_face_of_every_die_leads_to_its_words() -> None:
    told = words()
    for die in told["dice"].values():
        assert len(die["faces"]) == 6
        assert told["lines"][die["line"]]["name"]
        for face in die["faces"]:
            icon = face.split(":")[0]
            assert icon == "tenacity" or all(one["text"] for one in told["icons"][icon]), face


def test_every_code_form_and_status_that_an_entry_names_is_explained() -> None:
    told = words()
    readings = [one for icon in told["icons"].values() for one in icon]
    assert {one["code"] for one in readings if one["code"]} <= set(told["codes"])
    assert {form for one in readings for form in one["forms"]} <= set(told["forms"])
    assert {form for line in told["lines"].values() for form in line["forms"]} <= set(told["forms"])
    assert set(told["statuses"]) == set(STATUSES)
    for kind in ("statuses", "fatigue", "forms"):
        assert all(term["rule"] in told["rules"] for term in told[kind].values()), kind


def test_what_a_chip_can_do_is_told_skill_by_skill() -> None:
    told = words()
    for chip in told["chips"].values():
        for written in chip["skills"]:
            assert told["skills"][written.split()[0]]["text"].endswith("."), written


def test_every_enemy_skill_says_first_when_it_works() -> None:
    skills = words()["skills"].values()
    assert len(skills) == 56
    assert [one["text"] for one in skills if not one["text"].startswith(TIMINGS)] == []


def test_class_abilities_come_with_their_price_and_their_words() -> None:
    for sheet in words()["classes"].values():
        for side in (sheet["novice"], sheet["master"]):
            for one in (*side["abilities"], *side["interrupts"], *side["enduring"]):
                assert one["name"]
                assert one["text"].endswith("."), f"{sheet['name']}: {one['name']}"
            assert all(one["cost"] >= 0 for one in side["abilities"]), sheet["name"]


def test_enemy_combat_dice_show_what_the_rules_count() -> None:
    assert words()["rolls"]["enemy-combat"] == [str(value) for value in ENEMY_COMBAT_DIE]


def _texts(told: object) -> list[str]:
    if isinstance(told, dict):
        return [text for key, one in told.items() if key != "rule" for text in _texts(one)]
    if isinstance(told, list):
        return [text for one in told for text in _texts(one)]
    return [told] if isinstance(told, str) else []


def test_no_card_names_a_rule_by_its_code_or_its_page() -> None:
    """Given all that is printed, but the rules themselves; players are told sentences."""
    told = words()
    del told["rules"]
    assert [text for text in _texts(told) if re.search(r"\b[A-Z]{2,3}-\d|\bp\.? ?\d", text)] == []


def test_every_rule_that_the_server_cites_is_shipped_with_its_sentence() -> None:
    cited = {
        rule for path in RULES.rglob("*.py") for rule in CITED.findall(path.read_text("utf-8"))
    }
    assert len(cited) > 30
    assert cited <= set(rules())
    assert all(rule["text"].endswith(".") and rule["chapter"] for rule in rules().values())


def test_the_shipped_rules_are_those_of_the_index() -> None:
    """Else: python -m tests.rules.shipped."""
    assert TARGET.read_text("utf-8") == sentences()


def test_an_encounter_tells_which_enemies_come_later() -> None:
    """Given rules that bring enemies, to all parties or to those of a size; others bring none."""
    told = words()["encounters"]
    once = {"twist": "", "last": 4, "every": 1, "count": 1, "level": 1}
    assert told["ambush"]["waves"][0] == {"party": 0, "first": 4, **once}
    assert [(one["party"], one["first"]) for one in told["ambush"]["waves"]] == [
        (0, 4),
        (3, 2),
        (4, 2),
    ]
    assert told["night-run"]["waves"][0]["every"] == 2
    assert told["jailbreak"]["waves"] == []
