"""A session among its table's battles: it waits for the one it called for, and goes on after it."""

import pytest

from protocol.ids import NO_BATTLE, BattleId, PlayerId, TableId
from protocol.tables import BattleLine, CampaignLine, Member, Settings
from server.battles import NextSession
from server.runtime import Refusal
from server.tables import seats
from server.tables.seats import TableDoc, new_table
from server.tables.sessions import back_to_session, goes_on_from, is_current

SESSION, FIRST, SECOND = BattleId("s"), BattleId("a"), BattleId("b")


def line(battle: BattleId, session: BattleId = NO_BATTLE, *, over: bool = False) -> BattleLine:
    return BattleLine(battle, "moor", 1, over, session=session)


def in_session() -> TableDoc:
    """A table whose session is on."""
    leader = Member(PlayerId("p"), "Ann")
    return seats.started(new_table(TableId("t"), "Camp", leader, Settings("moor")), line(SESSION))


def names(doc: TableDoc) -> list[str]:
    return [each.battle for each in doc.state.battles]


def test_a_called_battle_is_the_one_that_is_played_until_it_is_over() -> None:
    doc = seats.started(in_session(), line(FIRST, SESSION))
    assert (names(doc), doc.state.phase) == (["s", "a"], "playing")
    assert is_current(doc.state, FIRST)
    assert not is_current(doc.state, SESSION)
    doc = seats.finished(doc, FIRST)
    assert (names(doc), doc.state.phase) == (["a", "s"], "playing")
    assert is_current(doc.state, SESSION)


def test_a_called_battle_leaves_the_next_table_s_seed_and_who_is_ready_alone() -> None:
    before = in_session()
    doc = seats.finished(seats.started(before, line(FIRST, SESSION)), FIRST)
    assert (doc.seed, doc.upcoming) == (before.seed, before.upcoming)
    assert doc.state.chairs == before.state.chairs


def test_what_is_told_twice_changes_nothing() -> None:
    doc = seats.started(in_session(), line(FIRST, SESSION))
    assert seats.started(doc, line(FIRST, SESSION)) is doc
    done = seats.finished(doc, FIRST)
    assert seats.finished(done, FIRST) is done


def test_the_end_of_a_session_is_the_end_of_play() -> None:
    doc = seats.finished(in_session(), SESSION)
    assert doc.state.phase == "finished"


def test_no_session_that_is_over_is_gone_back_to() -> None:
    lines = (line(SESSION, over=True), line(FIRST, SESSION, over=True))
    assert back_to_session(lines, FIRST) is None
    assert back_to_session((line(FIRST), line(SECOND)), SECOND) is None


def test_a_battle_that_calls_itself_goes_back_to_its_own_session() -> None:
    doc = seats.started(in_session(), line(FIRST, SESSION))
    doc = seats.started(doc, line(SECOND, FIRST))
    assert names(seats.finished(doc, SECOND)) == ["s", "b", "a"]
    assert names(seats.finished(seats.finished(doc, SECOND), FIRST)) == ["b", "a", "s"]


def day_line(battle: BattleId, part: int, encounter: str = "moor") -> BattleLine:
    return BattleLine(battle, encounter, 1, part=part)


def won(options: dict[str, str]) -> TableDoc:
    """A table whose first session, on the moor, is won; the next one is to be in the hills."""
    leader, wish = Member(PlayerId("p"), "Ann"), Settings("moor", options=options)
    doc = seats.started(new_table(TableId("t"), "Camp", leader, wish), day_line(SESSION, 1))
    return seats.finished(doc, SESSION, ending=NextSession(2, "hills", "north"))


def test_a_session_that_is_won_leaves_its_table_a_campaign_that_goes_on() -> None:
    doc = won({"guild": "west", "valenwood": "yes"})
    assert doc.state.campaign == CampaignLine(2, "hills", "north", "between", (SESSION,))
    assert doc.state.settings.encounter == "hills"
    assert doc.state.settings.options == {"valenwood": "yes"}
    assert goes_on_from(doc.state, is_session=True) == SESSION
    assert goes_on_from(doc.state, is_session=False) == NO_BATTLE
    on = seats.started(doc, day_line(FIRST, 2, "hills"))
    assert on.state.campaign == CampaignLine(2, "hills", "north", "on", (SESSION, FIRST))
    over = seats.finished(on, FIRST, ending="lost")
    assert over.state.campaign == CampaignLine(2, "hills", "north", "lost", (SESSION, FIRST))
    assert goes_on_from(over.state, is_session=True) == NO_BATTLE


def test_a_session_that_its_rules_have_not_ended_may_begin_again() -> None:
    lost = seats.finished(seats.started(won({}), day_line(FIRST, 2, "hills")), FIRST, lost=True)
    assert lost.state.campaign == won({}).state.campaign
    leader = Member(PlayerId("p"), "Ann")
    first = new_table(TableId("t"), "Camp", leader, Settings("moor"))
    stopped = seats.finished(seats.started(first, day_line(SESSION, 1)), SESSION)
    assert stopped.state.campaign is None


def test_no_other_session_takes_the_place_of_a_campaign_unasked() -> None:
    doc = won({})
    moor = seats.change_settings(doc, PlayerId("p"), Settings("moor"))
    with pytest.raises(Refusal, match="goes on in 'hills'"):
        goes_on_from(moor.state, is_session=True)
    for encounter in ("moor", "hills"):
        anew = Settings(encounter, options={"campaign": "anew"})
        doc = seats.change_settings(doc, PlayerId("p"), anew)
        assert goes_on_from(doc.state, is_session=True) == NO_BATTLE
    begun = seats.started(doc, day_line(FIRST, 1, "hills"))
    assert begun.state.campaign == CampaignLine(1, "hills", "", "on", (FIRST,))


def test_a_first_session_begins_with_the_prologue_that_the_table_has_played() -> None:
    leader, wish = Member(PlayerId("p"), "Ann"), Settings("moor", options={"prologue": "yes"})
    doc = new_table(TableId("t"), "Camp", leader, wish)
    with pytest.raises(Refusal, match="Play 'jail' at this table first"):
        goes_on_from(doc.state, is_session=True, prologue="jail")
    for battle, is_lost in ((FIRST, False), (SECOND, True)):
        doc = seats.started(doc, BattleLine(battle, "jail", 1))
        doc = seats.finished(doc, battle, lost=is_lost)
    assert goes_on_from(doc.state, is_session=True, prologue="jail") == FIRST
    assert goes_on_from(doc.state, is_session=True) == NO_BATTLE
    unasked = seats.change_settings(doc, PlayerId("p"), Settings("moor"))
    assert goes_on_from(unasked.state, is_session=True, prologue="jail") == NO_BATTLE


def test_a_battle_between_sessions_leaves_the_campaign_alone() -> None:
    doc = seats.finished(seats.started(won({}), line(FIRST)), FIRST)
    assert doc.state.campaign == won({}).state.campaign
