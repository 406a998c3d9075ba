"""The counter of answers counts every answer of a battle once."""

from tests.bench.answers import count


def test_every_answer_is_counted_with_its_question() -> None:
    """Given four random battles, when counted in two halves, then the halves are the whole."""
    whole, first, second = count(4), count(2), count(2, first=2)

    assert whole.kinds == first.kinds + second.kinds
    assert whole.turns == first.turns + second.turns > 0
    assert 0 < whole.ahead < whole.answers
    assert whole.kinds["create.ready"] == sum(number % 4 + 1 for number in range(4))
