"""Who is at a table by way of other processes."""

from protocol.ids import PlayerId
from server.tables.outside import Attendance, Elsewhere

HERE = Attendance(frozenset({PlayerId("p1")}), 2)


def test_a_process_is_new_once_and_what_it_said_last_counts() -> None:
    elsewhere = Elsewhere()
    assert elsewhere.hear("h1", Attendance(frozenset(), 0))
    assert not elsewhere.hear("h1", HERE)
    assert elsewhere == {"h1": HERE}


def test_a_process_is_lost_once() -> None:
    elsewhere = Elsewhere()
    elsewhere.hear("h1", HERE)
    assert elsewhere.lose("h1")
    assert not elsewhere.lose("h1")
    assert not elsewhere
