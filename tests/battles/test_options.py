"""Options of an encounter are read once, within bounds: nothing that is written is a defect."""

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import settings as tried
from hypothesis import strategies as any_

from protocol.ids import SeatId
from protocol.requests import Change, Claim, Create, Ready, Start
from protocol.tables import Settings
from server.battles.games import Games, Setup
from server.commands.failure import Failure
from server.commands.headless import Simulation
from server.commands.setups import setups
from server.rules.engine.advance import Play
from server.rules.engine.dice import SealedChance
from server.rules.options import Choice, Declared, Flag, Number
from server.runtime.refusal import Refusal
from server.service.game_service import GameService
from tests.service.conftest import World
from tests.tables.test_seats import guest

SETUPS = setups()
GAMES = Games(SETUPS)
HOSTILE = (
    *(
        "",
        " ",
        "9" * 63,
        "²",
        "٣",
        "１",
        "-1",
        "+1",
        "1_0",
        "0x10",
        "1e3",
        "1.0",
        "NaN",
        " 2",
        "2\n",
    ),
    *(
        "yes ",
        "YES",
        "no\0",
        "None",
        "True",
        "\x1b[2J",
        "\ud83d\ude00",
        "1" * 64,
        "\u202e",
        "00002",
    ),
    *("9007199254740993", "18446744073709551616", "sunny,rainy", "\U000e0041" * 16),
)
NAMES = ("goal", "unrest", "xp", "__class__", "", "²", "cargo", "Kit", "\x00")


def sound(one: Declared) -> tuple[str, ...]:
    """Values that an option takes: its bounds, and what lies in them."""
    match one:
        case Number():
            return (str(one.least), str(one.most), str(one.usual))
        case Choice():
            return one.words
        case Flag():
            return ("yes", "no")


def begun(encounter: str, options: dict[str, str]) -> bool:
    """Whether a battle with these options begins; if not, it is refused in one sentence."""
    try:
        built = GAMES.build(encounter, (SeatId("1"), SeatId("2")), "", options)
    except Refusal as refusal:
        no = refusal
    else:
        play: Play[Any] = Play(built.ruleset, built.start, SealedChance(b"key"))
        play.begin()
        return bool(play.questions and msgspec.msgpack.encode(play.state))
    assert no.code == "not_allowed"
    assert no.text.endswith(".")
    assert len(no.text) < 1000
    assert no.text.isprintable()
    return False


@pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: setup.name)
def test_every_declared_option_takes_what_it_says_and_refuses_the_rest_in_a_sentence(
    setup: Setup,
) -> None:
    """Given every encounter there is, when each of its options has each of its own values, or one
    that somebody made to break it, then the battle begins, or is refused."""
    assert setup.options
    for one in setup.options:
        for value in sound(one):
            refused = setup.name == "jailbreak" and (one.name, value) in JAILBREAK
            assert begun(setup.name, {one.name: value}) is not refused, (one.name, value)
    tried_on = SETUPS[0].name, "micro"
    if setup.name not in tried_on:
        return
    for name in (*(one.name for one in setup.options), *NAMES):
        for value in HOSTILE:
            begun(setup.name, {name: value})


JAILBREAK = {("kit", "yes"), *(("xp", str(number)) for number in range(50))}
"""The Jailbreak is played at 1 XP with bare hands, whatever others may choose."""


def test_what_is_refused_says_what_would_be_taken() -> None:
    for setup in SETUPS:
        for one in setup.options:
            with pytest.raises(Refusal) as refused:
                GAMES.build(setup.name, (SeatId("1"),), "", {one.name: "²"})
            if (setup.name, one.name) != ("jailbreak", "xp"):
                assert one.name in refused.value.text
                words = "yes" if isinstance(one, Flag) else sound(one)[0]
                assert words in refused.value.text


@given(any_.dictionaries(any_.sampled_from([*NAMES, "siege"]), any_.text(max_size=64), max_size=4))
@tried(max_examples=50, deadline=None)
def test_no_text_at_all_is_a_defect(options: dict[str, str]) -> None:
    for name in ("micro", "jailbreak"):
        begun(name, options)


@pytest.mark.parametrize(
    ("encounter", "options"),
    [("micro", {"goal": "9" * 63}), ("jailbreak", {"unrest": "²"}), ("jailbreak", {"siege": ""})],
)
async def test_a_table_is_refused_such_options_when_it_opens_changes_and_starts(
    world: World, encounter: str, options: dict[str, str]
) -> None:
    """Given a leader who writes what breaks a reader of numbers, or a table of a release that took
    it, then every request that would use it is refused in a sentence."""
    service = GameService((await world.service()).resources, GAMES)
    world.game_services.append(service)
    await service.open()
    ann = await guest(service, "Ann")
    bad = Settings(encounter, party=1, options=options)
    assert (await ann.ask(Create, bad)).code == "not_allowed"
    await ann.ask(Create, Settings(encounter, party=1))
    assert (await ann.ask(Change, bad)).code == "not_allowed"
    await ann.ask(Claim, "1")
    await ann.ask(Ready)
    table = next(iter(service.tables.values()))
    state = msgspec.structs.replace(table.doc.state, settings=bad)
    table.doc = msgspec.structs.replace(table.doc, state=state)
    refused = await ann.ask(Start)
    assert (refused.code, refused.text[-1]) == ("not_allowed", ".")


def test_an_option_that_is_not_declared_is_refused_by_name() -> None:
    for setup in SETUPS:
        with pytest.raises(Refusal, match="no option 'no-such'"):
            GAMES.build(setup.name, (SeatId("1"),), "", {"no-such": "1"})


def test_a_command_says_so_in_a_line() -> None:
    with pytest.raises(Failure, match="xp is a number from 2 to 40"):
        Simulation("plain-clash", 2, "adept", "random", 1, None, {"xp": "9" * 63})


def test_a_battle_whose_options_are_refused_today_still_has_its_rules() -> None:
    """Given a battle that a release began which took any goal, then it is played on."""
    assert GAMES.rules("micro", (SeatId("1"),), "").name == "micro"
