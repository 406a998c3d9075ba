"""The battle on the screen: the story as it goes on, and the board when it has changed."""

from collections import deque
from collections.abc import Mapping
from typing import Any

from clients.core import Leftovers, Names, Played, Session, State, sentences
from clients.terminal.hexmap import draw
from clients.terminal.mats import headline, mat, rooms, roster
from clients.terminal.screen import Screen
from clients.terminal.tabletop import drawn, is_match, warbands
from clients.terminal.tabletop import headline as match_headline
from protocol.ids import NOBODY, UnitId

LOG_KEPT = 1000  # lines of the battle, for `/log`
LOG_SHOWN = 20  # lines, most of a screen of 24


class Board:
    """Shows one session's battle."""

    def __init__(self, screen: Screen, session: Session) -> None:
        self._screen, self._session = screen, session
        self._drawn: Any = None
        self._mats: dict[str, list[str]] = {}
        self._log: deque[str] = deque(maxlen=LOG_KEPT)
        self._leftovers = Leftovers()

    @property
    def names(self) -> Names:
        """Return the names of everything as of now."""
        view = self._session.view
        if view is None:
            return Names({}, lexicon=self._session.lexicon)
        return Names(view.state, None, self._session.lexicon, view.opening)

    def tell(self, played: Played) -> None:
        """Add a commit to the story."""
        view = self._session.view
        opening = view.opening if view is not None else None
        for sentence in sentences(played, self._session.lexicon, opening):
            self._log.append(sentence.text)
            if not sentence.quiet:
                self._screen.show(f"  {sentence.text}")
        names = Names(played.after, played.before, self._session.lexicon, opening)
        for line in self._leftovers.told(played, names):
            self._log.append(line)
            self._screen.show(f"  {line}")

    def show_if_changed(self) -> None:
        """Draw map and units, unless they look the same as when they were last drawn."""
        view = self._session.view
        if view is not None and _looks(view.state) != self._drawn:
            self.show()

    def show(self, marks: Mapping[str, str] | None = None) -> None:
        """Draw map and units; with `marks`, which stand in hexes, the map alone."""
        view = self._session.view
        if view is None:
            self._screen.show("There is no battle to show.")
            return
        self._drawn = _looks(view.state)
        if is_match(view.state):
            self._show_match(view.state, marks)
            return
        self._screen.show("", f"== {headline(view.state)} ==", style="bold")
        self._screen.show_all(draw(view.state, self._screen.width, marks))
        if not marks:
            self._screen.show_all(rooms(view.state))
            self._screen.show_all(roster(view.state, self.names))

    def _show_match(self, state: State, marks: Mapping[str, str] | None) -> None:
        self._screen.show("", f"== {match_headline(state)} ==", style="bold")
        self._screen.show_all(drawn(state, marks))
        if not marks:
            self._screen.show_all(warbands(state, self.names))

    def show_mat(self, who: UnitId = NOBODY) -> None:
        """Draw a mat: a unit's, or that of every own seat."""
        adventurers = self._adventurers
        for name in [who] if who else self._own() or list(map(UnitId, adventurers)):
            if name in adventurers:
                self._mats[name] = self._mat(name)
                self._screen.show_all(self._mats[name])
            else:
                known = ", ".join(adventurers) or "none yet"
                self._screen.show(f"There is no adventurer {name!r}; there are: {known}.")

    def show_own_mats_if_changed(self) -> None:
        """Draw the mats of own seats that look different from when they were last drawn."""
        for name in self._own():
            if self._mat(name) != self._mats.get(name):
                self.show_mat(name)

    @property
    def _adventurers(self) -> State:
        view = self._session.view
        return view.state.get("adventurers", {}) if view is not None else {}

    def _own(self) -> list[UnitId]:
        return [UnitId(n) for n, m in self._adventurers.items() if m["seat"] in self._session.seats]

    def _mat(self, name: UnitId) -> list[str]:
        view = self._session.view
        return mat(view.state, self.names, name) if view is not None else []

    def show_log(self, count: int = LOG_SHOWN) -> None:
        """Show the last sentences, the quiet ones included."""
        self._screen.show_all(list(self._log)[-count:])


def _looks(state: State) -> Any:
    units = state.get("units", {})
    if is_match(state):
        return [(name, unit["at"], unit["injury"], unit["token"]) for name, unit in units.items()]
    where = tuple((n, tuple(u["at"] or ()), u["hp"], u["bonus"]) for n, u in units.items())
    return where, tuple(state.get("caches", {})), tuple(state.get("tiles", {}))
