"""How long a client waits before it connects again."""

import random
from itertools import islice

from clients.sdk import backoff
from clients.sdk.backoff import delays


def test_each_wait_is_between_half_and_the_whole_of_a_doubling_time_up_to_the_most() -> None:
    wholes = [min(backoff.FIRST * 2**tries, backoff.MOST) for tries in range(10)]
    assert wholes[-2:] == [backoff.MOST] * 2
    for seed in range(50):
        found = list(islice(delays(random.Random(seed)), len(wholes)))
        for wait, whole in zip(found, wholes, strict=True):
            assert whole / 2 <= wait <= whole


def test_two_clients_that_lose_a_server_together_do_not_come_back_together() -> None:
    one, other = (list(islice(delays(random.Random(seed)), 5)) for seed in (1, 2))
    assert all(mine != theirs for mine, theirs in zip(one, other, strict=True))
