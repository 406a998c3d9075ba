"""Lines that begin with a slash: what a player can do at any time, whatever is being asked."""

from clients.sdk.client import Client
from clients.terminal.board import LOG_SHOWN, Board
from clients.terminal.deciding import HELP
from clients.terminal.foresight import foretold
from clients.terminal.lobby import BOT, lines
from clients.terminal.screen import Screen
from protocol.replies import Commit, author_of


class Quit(Exception):
    """The player wants to leave."""


class Commands:
    """The commands of one player or spectator. `last_own` is the version of the last own answer."""

    def __init__(self, client: Client, screen: Screen, board: Board) -> None:
        self._client, self._screen, self._board = client, screen, board
        self.last_own = 0

    def note(self, commit: Commit) -> None:
        """Remember a commit if it is one's own, for /undo."""
        author = author_of(commit)
        if author.seat in self._client.seats and author.how == "player":
            self.last_own = commit.version

    async def run(self, line: str) -> None:
        """Run a command. Raises `Quit`, and what requests raise."""
        word, _, rest = line[1:].partition(" ")
        rest = rest.strip()
        match word:
            case "quit" | "q" | "exit":
                raise Quit
            case "help" | "?" | "h":
                self._screen.show_all(HELP)
            case "map":
                self._board.show()
            case "mat":
                self._board.show_mat(rest)
            case "log":
                self._board.show_log(int(rest) if rest.isdecimal() else LOG_SHOWN)
            case "who":
                if self._client.table is not None:
                    self._screen.show_all(lines(self._client.table, self._client.session))
            case "foresee" if rest:
                await self._foresee(rest)
            case _:
                await self._ask(word, rest)

    async def _foresee(self, who: str) -> None:
        """The coming turn of every enemy whose name begins so, or of one by its id."""
        view = self._client.view
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
            case "auto":
                await client.standing(rest != "off")
            case "bot":
                for seat in client.seats:
                    await client.put_bot(seat, "" if rest == "off" else rest or BOT)
            case "claim" if rest:
                await client.claim(rest)
            case "ready":
                await client.ready(rest != "off")
            case "share" if client.view is not None:
                self._screen.show(f"Replay: {await client.share(client.view.battle)}")
            case "remove" if rest:
                await self._remove(rest)
            case _:
                self._screen.show(f"There is no command /{word} {rest}".rstrip() + ". /help helps.")

    async def _remove(self, name: str) -> None:
        """Let a member of one's table go, who is called so."""
        table = self._client.table
        found = [m for m in table.members if m.name == name] if table is not None else []
        if len(found) == 1:
            await self._client.remove(found[0].player)
        else:
            members = ", ".join(m.name for m in table.members) if table is not None else ""
            self._screen.show(f"/remove takes one member's whole name. Members: {members}.")

    async def _undo(self, version: str) -> None:
        """Back to a version, or to before one's own last answer."""
        if version.isdecimal():
            await self._client.undo(int(version))
        elif self.last_own:
            await self._client.undo(self.last_own - 1)
        else:
            self._screen.show("You have answered nothing yet that could be taken back.")
