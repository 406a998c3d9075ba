"""PROTOCOL.md and the JSON Schema say what the code does."""

import json
import re
from typing import Any, get_args

import jsonschema  # type: ignore[import-untyped]
import msgspec
import pytest

from protocol import codec, schema
from protocol.messages import REFUSALS, Reply, Request
from protocol.refusals import BYES, ByeCode, RefusalCode
from server.commands.headless import Simulation
from tests.protocol.write import DOCUMENT, document

SAID = re.compile(r"^([<>]) (.*)$", re.MULTILINE)


async def test_the_document_is_what_the_code_makes_of_it() -> None:
    """Tables and conversation, played anew, are those of PROTOCOL.md.

    To bring it up to date: `python -m tests.protocol.write`.
    """
    text = DOCUMENT.read_text()
    assert await document(text) == text


def test_the_schema_is_what_the_code_makes_of_it() -> None:
    assert schema.published() == schema.text()


def conversation(name: str = "conversation") -> list[tuple[str, Any]]:
    text = DOCUMENT.read_text().partition(f"<!-- {name} -->")[2].partition(f"<!-- /{name} -->")[0]
    return [(way, json.loads(frame)) for way, frame in SAID.findall(text)]


@pytest.fixture(scope="module")
def checks() -> dict[str, jsonschema.Draft202012Validator]:
    whole = schema.schema()
    return {
        way: jsonschema.Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": whole["$defs"]})
        for way, name in ((">", "Request"), ("<", "Reply"))
    }


def test_the_recorded_conversation_keeps_to_the_schema(
    checks: dict[str, jsonschema.Draft202012Validator],
) -> None:
    said = conversation() + conversation("session")
    assert len(said) > 50
    for way, message in said:
        checks[way].validate(message)


def test_every_event_of_a_battle_keeps_to_the_schema() -> None:
    whole = schema.schema()
    check = jsonschema.Draft202012Validator(
        {"$ref": "#/$defs/BattleEvent", "$defs": whole["$defs"]}
    )
    battle = Simulation("jailbreak", 2, "adept", "random", 5)
    battle.play()
    events = [event for frame in battle.frames for event in msgspec.msgpack.decode(frame)[2]]
    assert len({event[0] for event in events}) > 20
    for event in events:
        check.validate(event)
    assert not check.is_valid(["moved", 1])
    assert not check.is_valid(["no such event"])


@pytest.mark.parametrize(
    "wrong", [["hello"], ["intent", -1, 1, 1, []], ["nothing", 1], {}, ["hello", 1, 2]]
)
def test_the_schema_refuses_what_the_server_refuses(
    checks: dict[str, jsonschema.Draft202012Validator], wrong: Any
) -> None:
    assert not checks[">"].is_valid(wrong)
    with pytest.raises(codec.Malformed):
        codec.json.request(json.dumps(wrong))


def test_the_second_conversation_shows_a_session_its_battle_and_the_session_after() -> None:
    said = [message for way, message in conversation("session") if way == "<"]
    begun = [message[1] for message in said if message[0] == "snapshot"]
    first, battle, second = dict.fromkeys(begun)
    assert begun == [first, battle, first, second]
    events = [event[0] for message in said if message[0] == "c" for event in message[2]]
    assert "call" in events
    campaigns = [message[14] for message in said if message[0] == "table" and len(message) > 14]
    assert campaigns[-1][3:] == ["on", [first, second]]


def test_the_conversation_shows_the_whole_life_of_a_battle() -> None:
    tags = {way: {message[0] for w, message in conversation() if w == way} for way in "<>"}
    assert {"hello", "create", "claim", "start", "intent", "undo", "watch"} <= tags[">"]
    assert {"welcome", "table", "snapshot", "c", "no", "taken", "undo_asked"} <= tags["<"]


def test_every_code_is_explained() -> None:
    assert set(REFUSALS) == set(get_args(RefusalCode))
    assert set(BYES) == set(get_args(ByeCode))


@pytest.mark.parametrize("union", [Request, Reply])
def test_every_message_is_a_short_array_with_a_tag_of_its_own(union: Any) -> None:
    configs = [struct.__struct_config__ for struct in get_args(union)]
    assert all(config.array_like and config.frozen for config in configs)
    assert len({config.tag for config in configs}) == len(configs)
    for struct in get_args(union):
        if union is Request:
            assert struct.__struct_fields__[0] == "ref"
            assert all(f.name for f in msgspec.structs.fields(struct))


def test_every_place_of_an_array_in_the_schema_has_its_fields_name_as_title() -> None:
    parts = schema.schema()["$defs"]
    arrays = {name: part for name, part in parts.items() if "prefixItems" in part}
    assert len(arrays) > 150
    assert [item["title"] for item in arrays["Intent"]["prefixItems"]][:7] == [
        *("tag", "ref", "number", "question", "picks", "seat", "battle")
    ]
    bare = [
        name
        for name, part in arrays.items()
        if not all("title" in each for each in part["prefixItems"])
    ]
    assert bare == []


def test_every_part_that_a_message_names_stands_in_the_page() -> None:
    text = DOCUMENT.read_text()
    forms = re.findall(r"^    (\[.*\])$", text, re.MULTILINE)
    named = {
        word for form in forms for word in re.findall(r"\b[A-Z][A-Za-z]+\b", strings_out(form))
    }
    assert {"Settings", "OwnBattle", "EncounterLine", "Chances"} <= named
    assert [name for name in named if f"#### {name}\n" not in text] == []


def strings_out(form: str) -> str:
    """A form without the texts in it."""
    return re.sub(r'"[^"]*"', "", form)
