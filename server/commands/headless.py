"""Battles without a network: the rules and the record, seats driven by bots."""

import hashlib
from typing import Any

from clients.bots import Policy
from clients.bots.random_bot import RandomBot
from clients.bots.sensible_bot import SensibleBot
from protocol.replies import Opening, SeatOf
from server.commands.failure import USAGE, Failure
from server.commands.packs.loading import Content
from server.commands.setups import setups
from server.rooms.archive import Film
from server.rooms.games import Options
from server.rooms.record import Draft
from server.rooms.recovery import new_record
from server.rules.engine.dice import commitment
from server.rules.engine.patch import plain

MOST_ANSWERS = 20_000


def bot(name: str, seed: int) -> Policy:
    """A bot by name; the random one needs a seed."""
    return RandomBot(seed) if name == "random" else SensibleBot()


class Endless(Exception):
    """A battle that does not come to an end."""


class Simulation:
    """One battle between bots. The same arguments play the same battle."""

    def __init__(
        self,
        encounter: str,
        players: int,
        difficulty: str,
        bots: str,
        seed: int,
        played: Content | None = None,
        options: Options | None = None,
    ) -> None:
        every = setups(played)
        setup = next((one for one in every if one.name == encounter), None)
        if setup is None:
            known = ", ".join(one.name for one in every)
            raise Failure(f"there is no encounter {encounter!r}; there are: {known}", USAGE)
        seats = tuple(str(n) for n in range(1, players + 1))
        try:
            built = setup.build(seats, difficulty, options or {})
        except ValueError as fault:
            raise Failure(str(fault), USAGE) from fault
        secret = hashlib.sha256(f"simulation {seed}".encode()).digest()
        opening = Opening(
            battle=f"simulation-{seed}",
            table="",
            game=built.ruleset.name,
            encounter=encounter,
            difficulty=difficulty,
            options=dict(options or {}),
            seats=tuple(SeatOf(seat, f"Bot {seat}", bots) for seat in seats),
            fingerprint=built.ruleset.fingerprint,
            content=setup.content,
            commitment=commitment(secret),
            contributions=("",) * players,
            time=0,
        )
        self.record = new_record(built.ruleset, built.start, opening, secret)
        self.bots: dict[str, Policy] = {seat: bot(bots, seed) for seat in seats}
        self.frames: list[bytes] = []

    def play(self) -> dict[str, Any]:
        """Play to the end; gives the final state as plain data. Raises `Endless`."""
        self._keep(self.record.begin())
        while not self.record.shown.over:
            self.step()
            if len(self.frames) > MOST_ANSWERS:
                raise Endless
        final: dict[str, Any] = plain(self.record.shown.state)
        return final

    def step(self) -> Draft:
        """One answer by the first bot that is asked."""
        shown = self.record.shown
        seat = shown.questions[0].to[0]
        mine = tuple(question for question in shown.questions if seat in question.to)
        question, picks = self.bots[seat].choose(plain(shown.state), seat, mine)
        return self._keep(self.record.answer(seat, question, picks, "bot", 0, len(self.frames)))

    def _keep(self, draft: Draft) -> Draft:
        self.record.keep(draft)
        self.frames.append(draft.frame)
        return draft

    def replay(self) -> bytes:
        """The battle as a replay file."""
        return Film(self.frames).file()
