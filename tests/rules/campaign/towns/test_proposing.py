"""A group action is asked beside what everybody does: nobody waits for those who have to answer."""

import pytest

from server.rules.campaign.towns import may_need
from tests.rules.campaign.towns.test_visiting import GROUP, stay, town
from tests.scene import Scene, hero

rule = pytest.mark.rule
TOWN, JOIN = "together.town", "together.town.join"


def three() -> Scene:
    """Three in a town with a square for all and an inn; the first has proposed the square."""
    day = stay(hero("a1", hp=1), hero("a2", hp=1), hero("a3"), at=town(square=GROUP, inn=True))
    return day.answer(TOWN, "square", by="a1")


def asked(day: Scene) -> list[tuple[str, str]]:
    """What is open, and to whom."""
    return [(one.why, one.to[0]) for one in day.questions]


def left(day: Scene) -> dict[str, int]:
    """The town actions that each has left."""
    visit = day.session.visit  # type: ignore[attr-defined]
    assert visit is not None
    return dict(visit.actions)


@rule("TWN-9", "TWN-8")
def test_who_proposes_a_group_action_or_has_joined_goes_on_while_others_are_asked() -> None:
    day = three()
    assert asked(day) == [(TOWN, "a1"), (JOIN, "a2"), (JOIN, "a3")]
    day.answer(TOWN, "inn", by="a1")
    day.answer(JOIN, "yes", by="a2").answer(TOWN, "inn", by="a2")
    assert asked(day) == [(TOWN, "a1"), (TOWN, "a2"), (JOIN, "a3")]
    assert left(day) == {"a1": 1, "a2": 1, "a3": 2}
    day.answer(JOIN, "yes", by="a3")
    assert left(day) == {"a1": 0, "a2": 0, "a3": 1}
    assert [day.mat(unit).tenacity for unit in ("a1", "a2", "a3")] == [1, 1, 1]


@rule("TWN-9")
def test_a_proposal_falls_through_when_one_who_has_joined_spends_the_last_action() -> None:
    day = three().answer(JOIN, "yes", by="a2")
    day.answer(TOWN, "inn", by="a2").answer(TOWN, "inn", by="a2")
    assert asked(day) == [(TOWN, "a1"), (TOWN, "a3")]
    assert left(day) == {"a1": 2, "a2": 0, "a3": 2}
    assert day.mat("a1").tenacity == 0


@rule("TWN-9")
def test_after_a_refusal_nobody_else_is_asked_and_it_can_be_proposed_once_more() -> None:
    day = three().answer(JOIN, "no", by="a3")
    assert asked(day) == [(TOWN, "a1"), (TOWN, "a2"), (TOWN, "a3")]
    day.answer(TOWN, "square", by="a2")
    assert asked(day) == [(TOWN, "a2"), (JOIN, "a1"), (JOIN, "a3")]


@rule("TWN-9")
def test_one_group_action_is_proposed_at_a_time() -> None:
    day = three()
    assert "square" not in day.offered(TOWN)
    day.answer(JOIN, "yes", by="a3")
    assert "square" not in day.offered(TOWN)


@rule("TWN-9", "TWN-8")
def test_who_was_done_is_asked_and_is_done_still_afterwards() -> None:
    day = stay(hero("a1"), hero("a2"), at=town(square=GROUP, inn=True))
    day.answer(TOWN, "done", by="a2").answer(TOWN, "square", by="a1")
    assert asked(day) == [(TOWN, "a1"), (JOIN, "a2")]
    day.answer(JOIN, "yes", by="a2")
    assert asked(day) == [(TOWN, "a1")]
    assert left(day) == {"a1": 1, "a2": 1}


@rule("TWN-9")
def test_who_has_joined_reads_that_its_last_action_is_kept_and_a_bot_leaves_it() -> None:
    """Given two of three in a group action, then the menus of both keep their last action for it,
    and a bot that follows them keeps to what was agreed."""
    day = three().answer(JOIN, "yes", by="a2")
    day.answer(TOWN, "inn", by="a1").answer(TOWN, "inn", by="a2")
    for unit in ("a1", "a2"):
        menu = day.asked(TOWN, by=unit)
        assert menu.text.endswith(" action left. It is kept for what you have joined in: Mud.")
        assert menu.default == ("done",)
    day.answer(TOWN, "done", by="a2").answer(JOIN, "yes", by="a3")
    assert left(day) == {"a1": 0, "a2": 0, "a3": 1}


@rule("TWN-9")
def test_nothing_is_kept_for_an_action_that_has_fallen_through() -> None:
    day = three().answer(TOWN, "inn", by="a1").answer(JOIN, "no", by="a2")
    assert day.asked(TOWN, by="a1").text.endswith("1 town action left.")


@rule("TWN-9")
def test_a_last_action_may_be_needed_by_whoever_has_one_left() -> None:
    """Given a town with a group action, then an answer of who has one action left may take from
    another what they propose together; not while it has two, nor once that other has none."""
    day = stay(hero("a1", hp=1), hero("a2", hp=1), at=town(square=GROUP, inn=True))
    one, other = day.questions
    assert not may_need(day.session, one, other)
    day.answer(TOWN, "inn", by="a1")
    one, other = day.questions
    assert may_need(day.session, one, other)
    assert not may_need(day.session, other, one)
    day.answer(TOWN, "inn", by="a2").answer(TOWN, "inn", by="a2")
    (one,) = day.questions
    assert not may_need(day.session, one, other)
