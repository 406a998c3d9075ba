"""Which encounters a process plays, and which of them it offers."""

from typing import Any

import pytest

from protocol.ids import SeatId
from protocol.tables import EncounterLine, OptionForm
from server.battles.games import Built, Games, Options, Seats, Setup
from server.rules.micro.ruleset import MicroRules, start
from server.rules.options import Choice, Flag, Number
from server.runtime import Refusal

SEATS, LEVELS = (SeatId("1"),), ("easy", "hard")
OPTIONS = (Number("left", 1, 9, 3), Choice("pace", ("slow", "fast"), "slow"), Flag("loud", True))


def build(seats: Seats, difficulty: str, options: Options) -> Built:
    if difficulty not in ("", "hard"):
        raise ValueError("There is no such difficulty.")
    return Built(MicroRules(), start(seats, int(options.get("left", "3"))))


GAMES = Games(
    [
        Setup(
            "open",
            build,
            options=OPTIONS,
            difficulties=("easy", "hard"),
            usual="easy",
            content="c1",
        ),
        Setup("old", build, is_offered=False, content="c2"),
        Setup("plain", build),
    ]
)


def refused(work: Any, *args: Any) -> str:
    with pytest.raises(Refusal) as no:
        work(*args)
    return no.value.code


def test_what_is_offered_is_listed_with_its_difficulties_and_options() -> None:
    forms = (
        OptionForm("left", (), 1, 9, "3"),
        OptionForm("pace", ("slow", "fast"), 0, 0, "slow"),
        OptionForm("loud", ("yes", "no"), 0, 0, "yes"),
    )
    assert GAMES.listed() == (
        EncounterLine("open", ("easy", "hard"), "easy", forms),
        EncounterLine("plain", (), "", ()),
    )


def test_what_is_not_offered_is_still_played_on() -> None:
    assert refused(GAMES.offer, "old") == "not_allowed"
    assert GAMES.rules("old", SEATS, "").name == "micro"
    assert GAMES.names() == ("open", "old", "plain")


def test_an_encounter_that_there_is_not_is_unknown_whatever_is_asked_of_it() -> None:
    for work, more in ((GAMES.find, ()), (GAMES.offer, ()), (GAMES.rules, (SEATS, ""))):
        assert refused(work, "nowhere", *more) == "unknown"


def test_what_a_setup_does_not_know_is_refused_in_its_own_words() -> None:
    with pytest.raises(Refusal, match="There is no such difficulty") as no:
        GAMES.build("open", SEATS, "insane", {})
    assert no.value.code == "not_allowed"


def test_rules_of_a_battle_are_built_without_reading_its_options_again() -> None:
    assert refused(GAMES.build, "open", SEATS, "", {"left": "many"}) == "not_allowed"
    assert GAMES.rules("open", SEATS, "hard").name == "micro"


def test_content_is_told_by_its_hashes() -> None:
    assert GAMES.contents() == {"c1", "c2"}
