"""The end of a battle in a terminal: who did what, and from where on it was seen."""

from clients.core.names import Names
from clients.core.summary import faces_of
from clients.terminal.ending import Ending
from protocol.ids import BattleId
from protocol.replies import Snapshot
from server.rules.content.catalogue import catalogue
from server.rules.content.glossary import glossary
from tests.clients.test_summary import HIT, STATE, played, recorded


def test_the_terminal_tells_it_at_the_end() -> None:
    _, commits, view = recorded("jailbreak", 2)
    ending = Ending(faces_of(glossary(catalogue())))
    ending.take(Snapshot(BattleId("b1"), 0, {}, (), {}, view.opening))
    for commit in commits:
        ending.take(commit)
    lines = ending.lines(Names(view.state))
    assert lines[0] == "What everybody did:"
    assert all(line.startswith("  ") and "luckier than" in line for line in lines[1:-1])
    assert lines[-1].startswith("The best moment, at version ")


def test_who_came_late_is_told_from_where_on_it_was_seen() -> None:
    ending = Ending(None)
    ending.take(Snapshot(BattleId("b1"), 3, STATE, (), {}, recorded("jailbreak", 2)[2].opening))
    assert ending.lines(Names(STATE)) == []
    ending.take(played(4, HIT))
    first, share, best = ending.lines(Names(STATE))
    assert first == "What everybody did (as far as it was seen here, from version 3 on):"
    assert share == "  Nord: 4 damage, 0 enemies defeated, 0 prevented, 0 healed."
    assert best == "The best moment, at version 4: Nord, 4 damage."
