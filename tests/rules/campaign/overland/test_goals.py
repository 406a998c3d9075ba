"""Where the guild quest's step leads."""

from msgspec import Struct
from msgspec.structs import replace

from server.rules.campaign.components.choices import Choice
from server.rules.campaign.components.quests import Step, TownAction
from server.rules.campaign.components.session import Seen
from server.rules.campaign.components.words import TownId
from server.rules.campaign.overland import goals
from tests.rules.campaign.asks import Counted
from tests.rules.campaign.sessions import (
    BARROW,
    CONFLICT,
    FIRST,
    LAST,
    Days,
    at,
    running,
    with_steps,
)

ASK = TownAction("Ask", "", (), towns=(TownId("easting"),))


def way(first: Step, column: int) -> tuple[tuple[int, int], ...]:
    days = Days(province=with_steps(first, LAST), party_at=at(column))
    return goals.way(running(days), at(column))


def test_the_way_leads_to_where_the_steps_encounter_comes() -> None:
    assert way(FIRST, 6) == (at(7), at(8))
    assert way(FIRST, 8) == ()


def test_it_leads_to_a_town_in_which_the_step_has_something_to_do() -> None:
    errand = replace(FIRST, trigger=(), actions=(ASK,))
    assert way(errand, 8) == (at(9), at(10))


def test_it_does_not_once_that_is_done() -> None:
    asked = replace(ASK, requires=(Counted("weather", 9),))
    assert way(replace(FIRST, trigger=(), actions=(asked,)), 9)[-1] != at(10)


def test_where_the_step_waits_for_something_it_leads_to_a_landmark() -> None:
    waits = replace(FIRST, trigger=(), done=(Counted("weather", 9),))
    assert way(waits, 4)[-1] in (at(3), at(CONFLICT))
    assert way(waits, CONFLICT) == ()


class In(Struct, frozen=True):
    """The party is in one of these columns."""

    columns: tuple[int, ...]

    @property
    def text(self) -> str:
        """It in words."""
        return "there"

    def met(self, session: Seen) -> bool:
        """Whether it is."""
        return session.here in [at(column) for column in self.columns]


TWO = replace(
    FIRST,
    trigger=(In((BARROW, CONFLICT)),),
    choices=(
        Choice("here", "Here", "", requires=(In((BARROW,)),)),
        Choice("there", "There", "", requires=(In((CONFLICT,)),)),
    ),
)
"""A step that goes on in two places."""


def after(*lost: str) -> tuple[tuple[int, int], ...]:
    """The way from one of them, where the battles of these choices were lost."""
    journal = {f"lost:{FIRST.id}:{choice}": 1 for choice in lost}
    days = Days(province=with_steps(TWO, LAST), party_at=at(BARROW), journal=journal)
    return goals.way(running(days), at(BARROW))


def test_after_a_loss_the_way_leads_to_the_steps_other_place() -> None:
    assert after() == ()
    assert after("here")[-1] == at(CONFLICT)
    assert after("here", "there") == ()
