"""Ratings by Glicko-2, after Mark E. Glickman's paper ("Example of the Glicko-2 system", revised 22
March 2022), whose steps the comments number.

Unlike in the paper, a period may be a fraction: the deviation grows with the time since the last
match, measured in `periods`.
"""

import math
from collections.abc import Iterable
from typing import NamedTuple

SCALE, MIDDLE = 173.7178, 1500.0  # of the paper, step 2: from ratings to the system's own scale
TAU = 0.5  # how much a volatility may change; the paper: 0.3 to 1.2
EXACT = 1e-6  # of the paper, step 5: how exact a volatility is found
WIDEST = 350.0  # the deviation of somebody of whom nothing is known; none grows beyond it


class Rating(NamedTuple):
    """The estimate of a player's strength: rating and deviation in rating points, and
    volatility.
    """

    rating: float = MIDDLE
    deviation: float = WIDEST
    volatility: float = 0.06


def idle(before: Rating, periods: float) -> Rating:
    """Return a rating after a number of periods, or a part of one, without a match (step 6)."""
    phi = math.hypot(before.deviation / SCALE, before.volatility * math.sqrt(periods))
    return before._replace(deviation=min(WIDEST, phi * SCALE))


def rated(before: Rating, results: Iterable[tuple[Rating, float]], periods: float = 1.0) -> Rating:
    """Return a rating after matches against others, each with its score (1 won, 0 lost), at the end
    of so many periods. The caller gives at least one match.
    """
    mu, phi = (before.rating - MIDDLE) / SCALE, before.deviation / SCALE
    precision = surprise = 0.0
    for other, score in results:
        g = 1 / math.sqrt(1 + 3 * (other.deviation / SCALE) ** 2 / math.pi**2)
        expected = 1 / (1 + math.exp(-g * (mu - (other.rating - MIDDLE) / SCALE)))
        precision += g * g * expected * (1 - expected)
        surprise += g * (score - expected)
    variance = 1 / precision  # step 3
    delta = variance * surprise  # step 4
    volatility = _volatility(phi, before.volatility, variance, delta)
    widened = math.hypot(phi, volatility * math.sqrt(periods))  # step 6
    phi = 1 / math.sqrt(1 / widened**2 + 1 / variance)  # step 7
    mu += phi * phi * surprise
    return Rating(mu * SCALE + MIDDLE, min(WIDEST, phi * SCALE), volatility)


def _volatility(phi: float, sigma: float, variance: float, delta: float) -> float:
    """Return the new volatility (step 5, by the Illinois algorithm), for a deviation `phi` and
    volatility `sigma`.
    """
    start = math.log(sigma * sigma)

    def f(x: float) -> float:
        e = math.exp(x)
        spread = phi * phi + variance + e
        return e * (delta * delta - spread) / (2 * spread * spread) - (x - start) / (TAU * TAU)

    low = start
    if delta * delta > phi * phi + variance:
        high = math.log(delta * delta - phi * phi - variance)
    else:
        high = start - TAU
        while f(high) < 0:
            high -= TAU
    at_low, at_high = f(low), f(high)
    while abs(high - low) > EXACT:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = f(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return math.exp(low / 2)
