"""One terminal at a table: updates and typed lines come in, dialogs and the board go out.

Three things may be under way at once: waiting for an update, for a line, and for one request to be
granted. None of them blocks the others. Where lines are piped in, the next one is only taken when
the table waits for this player, so a script cannot run ahead of the game.
"""

import asyncio
from collections.abc import Awaitable
from typing import TypeVar

from clients.core import LATER, Faces, Played, is_chained
from clients.sdk import Client, HexwardenError, Lost, News, Refusal, Tasks, resolve_all
from clients.terminal import lobby
from clients.terminal.board import Board
from clients.terminal.commands import Commands, Quit
from clients.terminal.ending import Ending
from clients.terminal.foresight import (
    NOTHING,
    ask,
    confirm,
    foretold,
    is_engage,
    is_foreseen,
    of_attempt,
)
from clients.terminal.lines import Lines
from clients.terminal.news import line_of
from clients.terminal.questions import HELP, Answer, Decision, Prompt, decide, is_pressing, same
from clients.terminal.screen import Screen
from protocol.ids import BattleId
from protocol.questions import Picks, Question
from protocol.replies import Snapshot
from protocol.tables import TableState

T = TypeVar("T")

TRIES = 5  # of asking for a link, where the last moves came too fast
AGAIN_AFTER = 1.0  # second; a player may ask thirty times in one

VOTES = {"yes": "/yes", "y": "/yes", "no": "/no", "n": "/no", "d": "/no"}


class Seat:
    """What one person does at a terminal. `is_player` is False for those who only watch; `faces`
    are those of the dice, for the luck that is told at the end.
    """

    def __init__(
        self,
        client: Client,
        screen: Screen,
        lines: Lines,
        *,
        is_player: bool = True,
        faces: Faces | None = None,
    ) -> None:
        self._client, self._screen, self._lines = client, screen, lines
        self._is_player = is_player
        self._board, self._ending = Board(screen, client.session), Ending(faces)
        self._commands = Commands(client, screen, self._board, asks=lines.is_terminal)
        self._asked: tuple[Question, ...] = ()
        self._decision: Decision | None = None
        self._ask: Prompt | None = None
        self._steps: list[lobby.LobbyStep] = []
        self._shown_table = ""
        self._waiting_for = ""
        self._tasks = Tasks()
        self._work: asyncio.Task[object] | None = None
        self._has_ended = self._is_new_turn = False
        self._weighed: Picks | None = None

    async def run(self) -> None:
        """Play or watch until the person leaves, the client ends, or a scripted battle is over."""
        update = self._tasks.share(_next(self._client))
        line: asyncio.Task[str | None] | None = None
        self._show_table()
        self._refresh()
        try:
            while not self._is_done():
                if line is None and self._wants_line():
                    line = self._tasks.share(self._lines.read())
                waiting = [task for task in (update, line, self._work) if task is not None]
                await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
                if update.done():
                    self._take(update.result())
                    update = self._tasks.share(_next(self._client))
                if self._work is not None and self._work.done():
                    self._finish_work()
                if line is not None and line.done():
                    text, line = line.result(), None
                    await self._entered(text)
                if not self._client.has_news:
                    self._refresh()
        except (Quit, StopAsyncIteration):
            pass
        finally:
            for task in (update, line, self._work):
                if task is not None:
                    task.cancel()
        if self._client.ended:
            self._screen.show(self._client.ended)

    def _is_done(self) -> bool:
        if self._work is not None:
            return False
        scripted = not self._lines.is_terminal
        return self._has_ended or (scripted and self._client.over and not self._client.has_news)

    def _wants_line(self) -> bool:
        if self._work is not None or self._has_ended:
            return False
        return self._lines.is_terminal or (self._is_player and self._is_pressed())

    def _is_pressed(self) -> bool:
        """Return whether the table waits for this player."""
        if self._client.session.ballot is not None and self._may_vote():
            return True
        if self._decision is not None and self._client.view is not None:
            return is_pressing(self._asked, self._client.view.questions)
        return any(step.pressing for step in self._steps)

    def _may_vote(self) -> bool:
        ballot = self._client.session.ballot
        return ballot is not None and any(s in ballot.waiting for s in self._client.seats)

    # Updates

    def _take(self, news: News) -> None:
        match news:
            case Played():
                self._ending.take(news)
                self._commands.note(news.commit)
                self._board.tell(news)
                self._is_new_turn |= any(_is_turn(event) for event in news.commit.events)
                if news.commit.pinned is not None and self._client.over:
                    self._show_end()
            case Snapshot():
                self._ending.take(news)
                self._board.show()
            case TableState():
                self._show_table()
            case _:
                text = line_of(news, self._client.session)
                if text:
                    self._screen.show(text, style="bold" if isinstance(news, Lost) else "")

    def _show_end(self) -> None:
        view = self._client.view
        assert view is not None, "a battle that is over has been shown"
        self._board.show_if_changed()
        self._screen.show_all(self._ending.lines(self._board.names))
        self._do(self._show_replay(view.battle, self._work))

    async def _show_replay(self, battle: BattleId, before: "asyncio.Task[object] | None") -> None:
        """Show the link to a battle, for whoever is to see it; what is asked just now comes
        first.
        """
        if before is not None:
            await asyncio.wait([before])
        self._screen.show(f"Replay: {await self._link_to(battle)}")
        if before is not None:
            before.result()

    async def _link_to(self, battle: BattleId) -> str:
        """Ask for the link, again where the last moves came too fast. Raises `Refusal`."""
        for _ in range(TRIES):
            try:
                return await self._client.share(battle)
            except Refusal as no:
                if no.code not in LATER:
                    raise
            await asyncio.sleep(AGAIN_AFTER)
        return await self._client.share(battle)

    def _show_table(self) -> None:
        table = self._client.table
        if table is None or table.phase == "playing":
            return
        shown = "\n".join(lobby.lines(table, self._client.session))
        if shown != self._shown_table:
            self._shown_table = shown
            self._screen.show(shown)

    # What is asked

    def _refresh(self) -> None:
        """Bring the dialog in line with what is open now, and prompt where a line is wanted."""
        if self._work is not None:
            return
        if self._is_new_turn and not self._is_player:
            self._board.show_if_changed()
        self._is_new_turn = False
        mine = self._client.questions() if self._is_player else ()
        if self._decision is not None and not self._still_stands(mine):
            self._decision = self._ask = None
        if self._decision is None and mine:
            self._open(mine)
        elif not mine:
            self._idle()
        wanted = bool(self._ask or self._steps) if self._lines.is_terminal else self._is_pressed()
        if wanted and not self._screen.is_prompting:
            self._screen.prompt(self._ask.prompt if self._ask is not None else ">")

    def _still_stands(self, mine: tuple[Question, ...]) -> bool:
        about = self._ask.about if self._ask is not None else None
        if about is not None:
            return any(same(about, question) for question in mine)
        pairs = zip(self._asked, mine, strict=False)
        return len(self._asked) == len(mine) and all(same(a, b) for a, b in pairs)

    def _open(self, mine: tuple[Question, ...]) -> None:
        self._waiting_for = ""
        self._steps = []
        self._board.show_if_changed()
        self._board.show_own_mats_if_changed()
        self._asked, self._decision = mine, decide(mine)
        self._present(next(self._decision))

    def _present(self, ask: Prompt) -> None:
        self._ask = ask
        if ask.marks:
            self._board.show(ask.marks)
        self._screen.show_all(ask.lines)

    def _idle(self) -> None:
        view = self._client.view
        if view is not None and not view.over:
            seats = sorted({seat for question in view.questions for seat in question.to})
            waiting = ", ".join(self._board.names.seat(seat) for seat in seats)
            if waiting and waiting != self._waiting_for and self._is_player:
                self._screen.show(f"Waiting for {waiting}.")
            self._waiting_for = waiting
            self._steps = []
            return
        steps = lobby.steps(self._client, self._show_invites) if self._is_player else []
        if [step.text for step in steps] != [step.text for step in self._steps]:
            numbered = [f"  {n:>2}. {step.text}" for n, step in enumerate(steps, 1)]
            self._screen.show_all(numbered)
        self._steps = steps

    async def _show_invites(self) -> None:
        table = self._client.table
        for chair in table.chairs if table is not None else ():
            if not chair.player:
                link = await self._client.invite(chair.seat)
                self._screen.show(f"  seat {chair.seat}: {link}")
        self._screen.show(f"  to watch: {await self._client.invite()}")

    # Lines

    async def _entered(self, line: str | None) -> None:
        if line is None:
            self._has_ended = True
            return
        self._screen.entered(line)
        if line.startswith("/"):
            self._do(self._commands.run(line))
        elif line.lower() in VOTES and self._may_vote():
            self._do(self._commands.run(VOTES[line.lower()]))
        elif line == "?" and self._decision is None:
            self._screen.show_all(HELP)
        elif line.lower() == "a" and (question := self._chained()) is not None:
            self._decision = self._ask = None
            self._do(resolve_all(self._client, question))
        elif self._decision is not None:
            self._send_on(line)
        elif line:
            self._choose_step(line)

    def _chained(self) -> Question | None:
        """Return the open question that "a" answers together with what follows; None for none, or
        where a dialog is about another one.
        """
        about = self._ask.about if self._ask is not None else None
        mine = [question for question in self._client.questions() if is_chained(question)]
        fits = [question for question in mine if about is None or same(about, question)]
        return fits[0] if len(fits) == 1 else None

    def _send_on(self, line: str) -> None:
        """Hand a line to the dialog, and its answer to the server."""
        assert self._decision is not None
        try:
            self._present(self._decision.send(line))
        except StopIteration as done:
            answer: Answer = done.value
            self._decision = self._ask = None
            mine = self._client.questions()
            question = next((q for q in mine if same(q, answer.question)), None)
            if question is None:
                self._screen.show("That has been decided already.")
            elif self._lines.is_terminal and (
                is_engage(answer, self._weighed) or is_foreseen(answer, self._weighed)
            ):
                self._do(self._weigh(Answer(question, answer.picks)))
            else:
                self._weighed = None
                self._do(self._answer(question, answer.picks))

    async def _answer(self, question: Question, picks: Picks) -> None:
        await self._client.answer(question, self._commands.named(question, picks))

    async def _weigh(self, answer: Answer) -> None:
        """Show a plan's odds, or what an answer of the days costs and brings, before it is sent.

        The player may think again.

        What cannot be told can be sent all the same.
        """
        names = self._board.names
        if answer.question.why == "match.engage":
            told = await of_attempt(self._client, answer, names)
        else:
            told = await foretold(ask(self._client, answer), names)
        if told == NOTHING and not is_engage(answer):
            await self._answer(answer.question, answer.picks)
            return
        self._screen.show_all(told)
        mine = self._client.questions()
        if not any(same(question, answer.question) for question in mine):
            return
        self._weighed, self._asked = answer.picks, mine
        self._decision = confirm(answer, mine)
        self._present(next(self._decision))

    def _choose_step(self, line: str) -> None:
        step = None
        if line.isdecimal() and 0 < int(line) <= len(self._steps):
            step = self._steps[int(line) - 1]
        elif line.lower() == "d":
            step = next((step for step in self._steps if step.pressing), None)
        if step is not None:
            self._steps = []
            self._do(step.do())
        else:
            hint = "Type a number, or /help." if self._steps else "Nothing is asked of you now."
            self._screen.show(hint)

    def _do(self, work: Awaitable[object]) -> None:
        self._work = self._tasks.share(_awaited(work))

    def _finish_work(self) -> None:
        """Say what a request came to, if that is not seen by itself."""
        work, self._work = self._work, None
        assert work is not None
        try:
            work.result()
        except Refusal as no:
            rule = f" [{no.rule}]" if no.rule else ""
            self._screen.show(f"Refused: {no.text}{rule}", style="bold")
        except (HexwardenError, ValueError) as fault:
            self._screen.show(str(fault))


async def _next(client: Client) -> News:
    # Asked for in here: a coroutine made outside is never awaited if we are cancelled too early.
    return await anext(client)


async def _awaited(work: Awaitable[T]) -> T:
    return await work


def _is_turn(event: object) -> bool:
    """Return whether an event, typed or plain, begins a turn or a round."""
    return isinstance(event, list | tuple) and bool(event) and event[0] in ("turn", "round")
