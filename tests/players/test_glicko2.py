"""Glicko-2, against the worked example of its paper."""

import pytest

from server.players.glicko2 import WIDEST, Rating, idle, rated

PLAYER = Rating(1500, 200, 0.06)
OTHERS = [(Rating(1400, 30), 1.0), (Rating(1550, 100), 0.0), (Rating(1700, 300), 0.0)]


def test_the_worked_example_of_the_paper() -> None:
    after = rated(PLAYER, OTHERS)
    assert after.rating == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_a_rating_away_from_the_middle_moves_alike() -> None:
    """Given the paper's example with all ratings 400 higher, then what it comes to is 400 higher:
    only differences count."""
    higher = [(other._replace(rating=other.rating + 400), score) for other, score in OTHERS]
    after = rated(PLAYER._replace(rating=1900), higher)
    assert after.rating == pytest.approx(1864.06, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_a_great_surprise_makes_a_player_more_volatile() -> None:
    strong = Rating(2200, 30)
    after = rated(Rating(1500, 50), [(strong, 1.0)] * 3)
    assert after.volatility > 0.06
    assert rated(Rating(1500, 50), [(Rating(1500, 50), 1.0)]).volatility < after.volatility


def test_a_player_who_is_away_is_less_and_less_sure_and_never_less_than_a_newcomer() -> None:
    settled = Rating(1800, 60)
    assert idle(settled, 0).deviation == pytest.approx(60)
    a_year, for_ever = idle(settled, 52), idle(settled, 1e9)
    assert (a_year.rating, for_ever.deviation) == (1800, WIDEST)
    assert a_year.deviation == pytest.approx((60**2 + 52 * (0.06 * 173.7178) ** 2) ** 0.5)
    assert idle(idle(settled, 26), 26).deviation == pytest.approx(a_year.deviation)


def test_who_wins_gains_what_an_equal_one_loses() -> None:
    one = Rating(1600, 80)
    won, lost = rated(one, [(one, 1.0)]), rated(one, [(one, 0.0)])
    assert won.rating - 1600 == pytest.approx(1600 - lost.rating)
    assert won.rating > 1600
