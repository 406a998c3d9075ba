"""Guests of a private table: who came by the link for spectators."""

from protocol.ids import PlayerId, TableId
from protocol.tables import Member, Settings
from server.tables import TableDoc, guests, seats

ANN, EVE = Member(PlayerId("ann"), "Ann"), Member(PlayerId("eve"), "Eve")


def table(*, public: bool = False) -> TableDoc:
    return seats.new_table(TableId("t1"), "Camp", ANN, Settings("camp", public=public))


def test_who_comes_to_a_private_table_is_named_until_they_go() -> None:
    doc = guests.with_guest(table(), EVE)

    assert guests.is_guest(doc, EVE.player)
    assert guests.guests_of(guests.without_guest(doc, EVE.player)) == frozenset()


def test_nothing_changes_for_members_at_public_tables_and_for_who_is_named() -> None:
    private, public = table(), table(public=True)
    named = guests.with_guest(private, EVE)

    assert guests.with_guest(private, ANN) is private
    assert guests.with_guest(public, EVE) is public
    assert guests.with_guest(named, EVE) is named
    assert guests.without_guest(private, EVE.player) is private


def test_a_guest_with_a_new_name_is_named_once_and_by_that() -> None:
    doc = guests.with_guest(guests.with_guest(table(), EVE), Member(EVE.player, "Eva"))

    assert doc.state.guests == (Member(EVE.player, "Eva"),)


def test_the_latest_guests_are_named_and_no_more_than_the_bound() -> None:
    doc = table()
    for number in range(guests.GUESTS + 1):
        doc = guests.with_guest(doc, Member(PlayerId(f"p{number}"), "Guest"))

    assert len(doc.state.guests) == guests.GUESTS
    assert not guests.is_guest(doc, PlayerId("p0"))
    assert guests.is_guest(doc, PlayerId(f"p{guests.GUESTS}"))
