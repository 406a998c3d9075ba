"""A client without its connection: takes replies, knows table and battle, says what to send.

No bytes, no clock, no waiting: the SDK and the tests drive it. `take` gives what a user of the
client wants to see, and leaves in `to_send` what has to be asked because of it.
"""

from collections.abc import Callable, Iterator
from typing import assert_never

from msgspec.structs import replace

from clients.core.fold import State
from clients.core.heartbeat import HeartbeatInterval
from clients.core.intents import Intents, Settled
from clients.core.names import Lexicon
from clients.core.view import BattleView, Gap, Played
from protocol.ids import NO_BATTLE, NO_PLAYER, NO_SEAT, NO_TABLE, BattleId, PlayerId, SeatId
from protocol.messages import Circumstance
from protocol.option_keys import ability
from protocol.questions import One, Picks, Question
from protocol.replies import (
    Alive,
    Battles,
    Bye,
    Commit,
    Done,
    Driving,
    Encounters,
    Invitation,
    Invited,
    Joined,
    Ladder,
    Notice,
    Paused,
    Pinged,
    Playing,
    Presence,
    Previewed,
    Refused,
    Reply,
    Resumed,
    Said,
    Shared,
    SideClocks,
    Snapshot,
    StandingSet,
    Started,
    Tables,
    Taken,
    TimeLeft,
    UndoAsked,
    Welcome,
)
from protocol.requests import Hello, Intent, Join, Request, Undo, Watch
from protocol.tables import Chair, TableState

Seats = tuple[SeatId, ...]

LEAVABLE = {
    "enemy": "Where the rules let the party choose what enemies do",
    "engage.resolve": "Which results are resolved, in which order",
}
"""Questions that the game may decide as it suggests, by their `why` or its beginning, in words."""

Update = Reply | Played
"""Something new: a reply that has been taken in, a commit as it was folded in."""


def leavable_as(why: str) -> str:
    """Return by which name questions of a `why` can be left to the game, "" if they cannot."""
    return next((name for name in LEAVABLE if f"{why}.".startswith(f"{name}.")), "")


class Session:
    """Everything that a client knows. `token` is the identity, None for somebody new.

    `proof` gives what an identity provider says of the player, asked for at every hello. `place` is
    the table that was joined, known before anything of it is seen, which `is_there` tells; `wanted`
    the battle asked for.
    """

    def __init__(
        self,
        name: str = "",
        token: str | None = None,
        client: str = "",
        proof: Callable[[], str] = str,
    ) -> None:
        self.name, self.token, self.client, self.proof = name, token, client, proof
        self.player, self.last_table = NO_PLAYER, NO_TABLE
        self.table: TableState | None = None
        self.view: BattleView | None = None
        self.intents = Intents()
        self.settled: list[Settled] = []
        self.to_send: list[Request] = []
        self.paused = ""
        self.side_clocks: SideClocks | None = None
        self.ballot: UndoAsked | None = None
        self.driven: dict[SeatId, Driving] = {}
        self.standing: dict[SeatId, StandingSet] = {}
        self.abilities: dict[str, str] = {}
        self.lexicon = Lexicon()
        self.heartbeat = HeartbeatInterval()
        self._invite, self.place, self.wanted = "", NO_TABLE, NO_BATTLE
        self.is_there = False
        self._catching_up = False

    # Who and where

    @property
    def seats(self) -> Seats:
        """Return the seats of the table that this player holds."""
        chairs = self.table.chairs if self.table is not None else ()
        return tuple(chair.seat for chair in chairs if chair.player == self.player != "")

    @property
    def seats_driven(self) -> Seats:
        """Return the seats that this player holds and that no bot in the chair answers for."""
        return tuple(seat for seat in self.seats if not self.chair(seat).bot)

    def chair(self, seat: SeatId) -> Chair:
        """Return a chair of the table. Raises KeyError."""
        for chair in self.table.chairs if self.table is not None else ():
            if chair.seat == seat:
                return chair
        raise KeyError(seat)

    def name_of(self, player: PlayerId) -> str:
        """Return what a member of the table is called."""
        members = self.table.members if self.table is not None else ()
        return next((m.name for m in members if m.player == player), player)

    @property
    def leads(self) -> bool:
        """Return whether this player is the table's leader."""
        return self.table is not None and self.table.leader == self.player != ""

    # What is asked

    def mine(self) -> tuple[Question, ...]:
        """Return the open questions that this player may answer now."""
        if self.view is None or self.view.over:
            return ()
        asked = self.view.asked_of(self.seats_driven)
        return tuple(question for question in asked if self.seat_for(question))

    def seat_for(self, question: Question) -> SeatId:
        """Return the own seat that can answer a question; "" if none can, or another has to
        decide.
        """
        able = [seat for seat in question.to if not self._is_bot(seat)] or list(question.to)
        if self.table is not None and self.table.settings.decides == "leader":
            able = sorted(able)[:1]
        return next((seat for seat in self.seats_driven if seat in able), NO_SEAT)

    def _is_bot(self, seat: SeatId) -> bool:
        driving = self.driven.get(seat)
        try:
            chair = self.chair(seat)
        except KeyError:
            return False
        return bool(chair.bot) or not chair.player or (driving is not None and driving.bot)

    # What is said

    def hello(self) -> Hello:
        """Return the first request of a connection."""
        return Hello(0, self.token, self.name, self.client, self.proof())

    def joining(self, request: Join) -> Join:
        """Remember how this client came to its table, to come back the same way."""
        self._invite = request.invite
        return request

    def back(self) -> Iterator[Request]:
        """Yield the requests that, after a new connection's hello, lead back to where this client
        was, and to the battle that was begun there meanwhile. Each is to be sent when the one
        before has been granted, and the table `is_there`. Members come back by the table's id,
        others by the invite that they came with.
        """
        place = self.table.table if self.table is not None else self.place
        if not place:
            return
        members = self.table.members if self.table is not None else ()
        member = not self._invite or any(m.player == self.player for m in members)
        yield Join(0, "" if member else self._invite, place)
        shown = NO_BATTLE
        if self.view is not None:
            shown = self.view.battle
            if not self.view.over:
                yield Watch(0, shown, self.view.version)
        elif self.wanted:
            shown = self.wanted
            yield Watch(0, shown, 0)
        last = self._goes_on_in(shown)
        if last and last != shown:
            # Also where its snapshot is here already: what was just granted may be shown after it.
            yield Watch(0, last, 0)
        # Last: the commits that they lead to are seen only where their battle is watched.
        yield from self.intents.unanswered

    def _goes_on_in(self, shown: BattleId) -> BattleId:
        """Return the battle that the table plays, or the session that has ended with the battle
        `shown`; "" if neither.
        """
        table = self.table
        if table is None or not table.battles:
            return NO_BATTLE
        last = table.battles[-1].battle
        ended = any(line.battle == shown and line.session == last for line in table.battles)
        return last if ended or table.phase == "playing" else NO_BATTLE

    def answer(
        self, question: Question, picks: Picks, seat: SeatId = NO_SEAT, note: str = ""
    ) -> Intent:
        """Return an answer, to be sent; everybody reads its `note` (at most 120 characters).

        Raises ValueError where no own seat can give it.
        """
        seat = seat or self.seat_for(question)
        if self.view is None or not seat:
            raise ValueError("that question is not asked of you")
        return self.intents.answer(self.view, seat, question, picks, note)

    def undo(self, version: int, seat: SeatId = NO_SEAT) -> Undo:
        """Return an undo, to be sent. Raises ValueError without a seat in a battle."""
        seat = seat or next(iter(self.seats_driven), NO_SEAT)
        if self.view is None or not seat:
            raise ValueError("you hold no seat in a battle")
        return self.intents.undo(self.view, seat, version)

    # What is heard

    def take(self, message: Reply) -> Update | None:
        """Take a reply in; None where it brings nothing new."""
        what: Reply | Played | None = message
        settled = self.intents.take(message)
        if settled is None and isinstance(message, Commit) and message.number:
            self.to_send += self.intents.doubted(message)
        self.heartbeat.take(message)
        match message:
            case Alive():
                return None
            case Welcome(player=player, name=name, token=token, table=table):
                self.player, self.name, self.last_table = player, name, table
                self.token = token or self.token
            case TableState():
                what = self._take_table(message)
            case Joined(table=table):
                self.driven, self.place, self.is_there = {}, table, False
            case Presence(table=table, here=here, spectators=spectators):
                if self.table is not None and self.table.table == table:
                    self.table = replace(self.table, here=here, spectators=spectators)
            case Snapshot():
                self._take_snapshot(message)
            case Commit():
                what = self._take_commit(message)
            case TimeLeft() | SideClocks() | Driving() | StandingSet():
                self._take_circumstance(message)
            case UndoAsked() | Paused() | Resumed():
                self._take_circumstance(message)
            case Done() | Refused() | Tables() | Battles() | Invited() | Shared() | Started():
                pass  # for whoever asked
            case Encounters() | Ladder() | Taken() | Previewed() | Invitation():
                pass
            case Said() | Pinged() | Playing() | Notice() | Bye():
                pass  # shown as they are
            case _:
                assert_never(message)
        if isinstance(message, Snapshot | Commit):
            self._learn_abilities()
        if settled is not None:
            self.settled.append(settled)
        if isinstance(message, Welcome | TableState):
            self.to_send += self.heartbeat.wanted(self.seats)
        return what

    def _take_circumstance(self, message: Circumstance) -> None:
        match message:
            case Driving(seat=seat):
                self.driven[seat] = message
            case StandingSet(seat=seat):
                self.standing[seat] = message
            case UndoAsked(verdict=verdict):
                self.ballot = message if not verdict else None
            case Paused(text=text):
                self.paused = text
            case Resumed():
                self.paused = ""
                self.to_send += self.intents.unanswered
            case SideClocks():
                self.side_clocks = message
            case TimeLeft():
                pass
            case _:
                assert_never(message)

    def _learn_abilities(self) -> None:
        """Note what one's seats are offered, in its words, and what they could leave to the game:
        one may say when to be asked of it.
        """
        for question in self.view.asked_of(self.seats) if self.view is not None else ():
            if question.default and (name := leavable_as(question.why)):
                self.abilities[name] = LEAVABLE[name]
            if question.may_pass and isinstance(question.shape, One):
                offers = [one for one in question.shape.options if "." in one.key]
                self.abilities |= {ability(one.key): one.text for one in offers}

    def _take_table(self, table: TableState) -> TableState | None:
        known = self.table
        self.is_there = table.table == self.place
        # A later document was on its way on another path: an older one brings nothing.
        if known is not None and known.table == table.table and known.revision > table.revision:
            return None
        if known is not None and known.table != table.table:
            self.view, self.intents = None, Intents()
        self.table = table
        return table

    def _take_snapshot(self, snapshot: Snapshot) -> None:
        self._catching_up = False
        self._learn(snapshot.questions, snapshot.state)
        if self.view is not None and self.view.battle == snapshot.battle:
            self.view.reset(snapshot)
            self.to_send += self.intents.used(self.view)
            return
        self.view, self.driven, self.ballot = BattleView(snapshot), {}, None
        self.side_clocks = None
        self.settled += self.intents.give_up()

    def _take_commit(self, commit: Commit) -> Played | None:
        if self.view is None:
            return None
        try:
            played = self.view.take(commit)
        except Gap:
            # Asked once: each further commit would else ask for all that is missing again.
            if not self._catching_up:
                self._catching_up = True
                self.to_send.append(Watch(0, self.view.battle, self.view.version))
            return None
        if played is not None:
            self._catching_up = False
            self._learn(commit.asked, played.after)
        return played

    def _learn(self, questions: tuple[Question, ...], state: State) -> None:
        for question in questions:
            self.lexicon.learn(question, state)
