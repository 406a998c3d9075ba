"""Lines that begin with a slash: what a player can do at any time, whatever is being asked."""

from typing import cast, get_args

from clients.sdk import Client
from clients.terminal.board import LOG_SHOWN, Board
from clients.terminal.foresight import foretold, of_match
from clients.terminal.ladder import ladder_lines
from clients.terminal.lobby import BOT, lines
from clients.terminal.questions import HELP
from clients.terminal.screen import Screen
from clients.terminal.tabletop import is_match
from protocol.events import Undone
from protocol.fields import LONGEST_NAME
from protocol.given_names import NAME, NAMING
from protocol.ids import SeatId, UnitId
from protocol.option_keys import option_key
from protocol.questions import Picks, Question
from protocol.replies import Commit, author_of
from protocol.requests import When

BARE = ("quit", "q", "exit", "help", "?", "h", "map", "who", "share", "ladder", "yes", "no")
"""Commands that take nothing else."""
COUNTED = {"log": "/log takes a number of lines.", "undo": "/undo takes a version, or nothing."}
SWITCHED = ("auto", "ready")


def _misused(word: str, rest: str) -> str | None:
    """Return what is wrong with what stands behind a command, as a sentence."""
    if rest and word in BARE:
        return f"/{word} takes nothing else, not {rest!r}."
    if rest and word in COUNTED and not (rest.isascii() and rest.isdecimal()):
        return f"{COUNTED[word]} Not {rest!r}."
    if word in SWITCHED and rest not in ("", "on", "off"):
        return f"/{word} takes on or off, not {rest!r}."
    return None


def _is_on(client: Client) -> bool:
    return client.table is not None and client.table.phase == "playing"


class Quit(Exception):
    """The player wants to leave."""


class Commands:
    """The commands of one player or spectator. `asks`: whether somebody is there to be asked."""

    def __init__(self, client: Client, screen: Screen, board: Board, *, asks: bool = False) -> None:
        self._client, self._screen, self._board = client, screen, board
        self._asks, self._has_asked = asks, False
        self._own: list[int] = []  # versions that one's own answers made and that still stand
        self._called: dict[SeatId, str] = {}

    def note(self, commit: Commit) -> None:
        """Remember a commit if it is one's own, for /undo; forget those that it takes back."""
        author = author_of(commit)
        match commit.events[0] if commit.events else None:
            case Undone(version, _) | ["undo", version, _]:
                self._own = [own for own in self._own if own <= version]
            case _:
                pass
        if author.seat in self._client.seats and author.how == "player":
            self._own.append(commit.version)

    def named(self, question: Question, picks: Picks) -> Picks:
        """Return an answer's picks, with the name that /name has given to the adventurer that is
        being made.
        """
        name = self._called.get(question.to[0])
        if name is None or question.why not in NAMING:
            return picks
        return (*picks, option_key(NAME, name))

    async def run(self, line: str) -> None:
        """Run a command. Raises `Quit`, and what requests raise."""
        word, _, rest = line[1:].partition(" ")
        rest = rest.strip()
        was_asked, self._has_asked = self._has_asked, False
        if (usage := _misused(word, rest)) is not None:
            self._screen.show(usage)
            return
        match word:
            case "quit" | "q" | "exit":
                self._quit(was_asked)
            case "help" | "?" | "h":
                self._screen.show_all(HELP)
            case "map":
                self._board.show()
            case "mat":
                self._board.show_mat(UnitId(rest))
            case "log":
                self._board.show_log(int(rest) if rest.isdecimal() else LOG_SHOWN)
            case "who":
                if self._client.table is not None:
                    self._screen.show_all(lines(self._client.table, self._client.session))
            case "foresee" if rest:
                await self._foresee(rest)
            case _:
                await self._ask(word, rest)

    def _quit(self, was_asked: bool) -> None:
        """Leave; a table's leader, whom others may be waiting for, is asked once more."""
        client, table = self._client, self._client.table
        others = table is not None and [p for p in table.here if p != client.session.player]
        if self._asks and client.session.leads and (others or _is_on(client)) and not was_asked:
            self._has_asked = True
            who = "others are here" if others else "the battle is on"
            self._screen.show(f"You host this table, and {who}. Type /quit once more to leave.")
            return
        raise Quit

    async def _foresee(self, who: str) -> None:
        """Show the coming turn of every enemy whose name begins so, or of one by its id; in a match
        a unit's values, what it sees, and its melee: "a1", or "a1 b2" as if it engaged that one.
        """
        view = self._client.view
        if view is not None and is_match(view.state):
            name, *foes = who.split()
            picks = tuple(option_key("target", foe) for foe in foes)
            told = await of_match(self._client, UnitId(name), picks, self._board.names)
            self._screen.show_all(told)
            return
        units = view.state.get("units", {}) if view is not None else {}
        for name, unit in units.items():
            fits = name == who or str(unit["name"]).lower().startswith(who.lower())
            if fits and unit["side"] == "enemy" and unit.get("at"):
                asked = self._client.preview("enemy", name)
                self._screen.show_all(await foretold(asked, self._board.names))

    async def _ask(self, word: str, rest: str) -> None:
        client = self._client
        match word:
            case "say" if rest:
                await client.chat(rest[:500])
            case "ping" if rest:
                await client.ping(rest.replace(" ", "")[:64])
            case "undo":
                await self._undo(rest)
            case "yes" | "no" if client.session.ballot is not None:
                await client.consent(client.session.ballot.version, word == "yes")
            case "ladder":
                self._screen.show(*ladder_lines(await self._client.ladder()))
            case "resign":
                await self._resign(rest)
            case "ask":
                await self._ask_about(rest)
            case "auto":
                await client.standing(rest != "off")
            case "bot":
                for seat in client.seats:
                    await client.put_bot(seat, "" if rest == "off" else rest or BOT)
            case "claim" if rest:
                await client.claim(SeatId(rest))
            case "name":
                await self._name(rest[:LONGEST_NAME])
            case "ready":
                await client.ready(rest != "off")
            case "share" if client.view is not None:
                self._screen.show(f"Replay: {await client.share(client.view.battle)}")
            case "remove" if rest:
                await self._remove(rest)
            case _:
                self._screen.show(f"There is no command /{word} {rest}".rstrip() + ". /help helps.")

    async def _resign(self, rest: str) -> None:
        """Give a match up; what cannot be taken back is said in two words."""
        if rest == "yes":
            await self._client.resign()
        else:
            self._screen.show("/resign yes gives the match up for good.")

    async def _ask_about(self, rest: str) -> None:
        """Say when to be asked about an ability, or list those that have been offered."""
        session = self._client.session
        name, _, when = rest.rpartition(" ")
        found = [key for key in session.abilities if name and key.endswith(name)]
        if len(found) == 1 and when in get_args(When):
            await self._client.ask_about({found[0]: cast("When", when)})
            return
        wishes = [
            told.abilities for seat, told in session.standing.items() if seat in session.seats
        ]
        for key, text in session.abilities.items():
            now = next((one[key] for one in wishes if key in one), "ask")
            self._screen.show(f"{key} ({text}): {now}")
        self._screen.show(
            "/ask NAME ask, others or never: when you are asked about it. What the game can decide,"
            " it does then."
        )

    async def _remove(self, name: str) -> None:
        """Let a member of one's table go, or a guest, who is called so."""
        table = self._client.table
        everybody = (*table.members, *table.guests) if table is not None else ()
        found = [one for one in everybody if one.name == name]
        if len(found) == 1:
            await self._client.remove(found[0].player)
            return
        members = ", ".join(one.name for one in table.members) if table is not None else ""
        guests = ", ".join(one.name for one in table.guests) if table is not None else ""
        told = f"Members: {members}." + (f" Guests: {guests}." if guests else "")
        self._screen.show(f"/remove takes one member's whole name. {told}")

    async def _name(self, name: str) -> None:
        """Name one's adventurers: the one that is being made by the next answer, else as the table
        keeps it for its next battle.
        """
        making = next((q for q in self._client.questions() if q.why in NAMING), None)
        if making is None:
            for seat in self._client.seats:
                await self._client.name_adventurer(seat, name)
            return
        self._called[making.to[0]] = name
        told = f"called {name}" if name else "named by its race"
        self._screen.show(f"Your adventurer is {told}, from your next answer on.")

    async def _undo(self, version: str) -> None:
        """Go back to a version, or to before one's own last answer."""
        if version.isdecimal():
            await self._client.undo(int(version))
        elif self._own:
            await self._client.undo(self._own[-1] - 1)
        else:
            self._screen.show("You have answered nothing yet that could be taken back.")
