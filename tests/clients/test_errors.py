"""The errors of the SDK: one base, and also what Python calls them."""

import pytest

from clients import sdk
from clients.sdk import (
    ConnectionLost,
    Ended,
    HexwardenError,
    NotAsked,
    Refusal,
    TooSlow,
    Unreachable,
    connect,
)
from tests.clients.stage import ASKED, Stage


async def test_what_is_not_asked_of_one_is_an_error_of_the_sdk_and_a_value_error(
    stage: tuple[Stage, str],
) -> None:
    _, link = stage
    client = connect(link, "Ann")
    with pytest.raises(NotAsked):
        await client.answer(ASKED, ("x",))
    with pytest.raises(ValueError, match="seat"):
        await client.undo(1)
    with pytest.raises(NotAsked):
        client.look()


def test_all_errors_have_one_base() -> None:
    for error in (Unreachable, Refusal, ConnectionLost, TooSlow, NotAsked, Ended):
        assert issubclass(error, HexwardenError)


def test_a_program_needs_one_import() -> None:
    for name in ("One", "Some", "Order", "Split", "Route", "Plan", "Option", "Settings", "Look"):
        assert name in sdk.__all__
        assert hasattr(sdk, name)
