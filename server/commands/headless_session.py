"""Sessions without a network: their days and all their battles, with bots in all seats."""

import hashlib
from dataclasses import dataclass, field
from typing import Any

import msgspec

from clients.bots import Policy
from protocol.ids import QuestionId, SeatId
from server.commands.failure import USAGE, Failure
from server.commands.headless import BEATS, MOST_ANSWERS, Endless, bot
from server.commands.packs.loading import Content, content
from server.rules.battle.kernel.state import Settings
from server.rules.battle.party import Call, Outcome, called, outcome_of
from server.rules.battle.rules import BattleRules
from server.rules.campaign.components.province import Atlas
from server.rules.campaign.ending import carried, resume
from server.rules.campaign.kernel.state import SessionPlan, SessionState
from server.rules.campaign.rules import CampaignRules, start
from server.rules.engine.advance import CommitContents, Play
from server.rules.engine.dice import SealedChance, battle_key
from server.rules.engine.patch import fold, plain

START_DIAL = 2  # where the XP dial stands as a campaign begins without the Jailbreak (SET-9)


@dataclass(frozen=True)
class Fight:
    """A battle of a session: its day, its encounter, its result, and its number of rounds."""

    day: int
    encounter: str
    result: str
    rounds: int


@dataclass
class Played:
    """A session that was played: its last state, its battles, and the answers that both took."""

    state: SessionState
    fights: list[Fight] = field(default_factory=list)
    answers: int = 0


class _Driven:
    """A game whose questions bots answer. The bots see its state by diffs only, as clients do."""

    def __init__(self, play: Play[Any], bots: dict[str, Policy]) -> None:
        self.play, self.bots, self.answers = play, bots, 0
        self._seen: dict[str, Any] = plain(play.state)
        self.keep(play.begin())

    def keep(self, told: CommitContents) -> CommitContents:
        """Apply a commit's diff to the state that the bots see."""
        fold(self._seen, told.diff.gone, plain(told.diff.put))
        return told

    def answer(self) -> CommitContents:
        """Let the first bot that is asked give one answer. Raises `Endless` after too many."""
        self.answers += 1
        if self.answers > MOST_ANSWERS:
            raise Endless
        questions = self.play.questions
        seat = SeatId(questions[0].to[0])
        mine = tuple(question for question in questions if seat in question.to)
        answer = self.bots[seat].choose(self._seen, seat, mine)
        return self.keep(self.play.answer(QuestionId(answer.question), seat, answer.picks, "bot"))


def first_session(
    atlas: Atlas, province: str, quest: str, players: int, difficulty: str = "adept"
) -> SessionState:
    """Return a campaign's first session, before its adventurers are created.

    `quest` is the guild whose quest is followed, "" to let the party draw guilds. Raises Failure if
    no such province or quest is printed.
    """
    known = atlas.provinces.get(province)
    if known is None:
        told = ", ".join(atlas.provinces)
        raise Failure(f"there is no province {province!r}; there are: {told}", USAGE)
    if quest and quest not in known.quests:
        told = ", ".join(known.quests)
        raise Failure(f"{known.name} has no quest of {quest!r}; it has: {told}", USAGE)
    seats = tuple(SeatId(str(n)) for n in range(1, players + 1))
    settings = Settings("", difficulty, START_DIAL, party=seats, assist=True, names={})
    return start(SessionPlan(province, quest, quest), settings)


class SessionSimulation:
    """One session between bots. The same arguments play the same session."""

    def __init__(
        self,
        atlas: Atlas,
        begins: SessionState,
        bots: str = "sensible",
        seed: int = 1,
        played: Content | None = None,
    ) -> None:
        self.catalogue = (played or content()).catalogue
        self.seed, self._number = seed, begins.settings.session
        rules = CampaignRules(atlas, self.catalogue)
        seats = begins.settings.party
        self.bots: dict[str, Policy] = {seat: bot(bots, seed, played) for seat in seats}
        self.play_ = Play(rules, begins, self._chance("session"))
        self.play_.keeper = BEATS
        self.fights: list[Fight] = []
        self.answers = 0

    def play(self) -> Played:
        """Play the session with all its battles, and return what was played. Raises `Endless`."""
        session = _Driven(self.play_, self.bots)
        while not self.play_.over:
            if (call := self.play_.call) is not None:
                outcome = self._fight(msgspec.convert(call.spec, Call), call.call)
                session.keep(self.play_.returned(call.call, outcome))
            else:
                session.answer()
        return Played(self.play_.state, self.fights, self.answers + session.answers)

    def _fight(self, call: Call, number: int) -> Outcome:
        rules = BattleRules(self.catalogue)
        play = Play(rules, called(call), self._chance(f"battle {number}"))
        play.keeper = BEATS
        battle = _Driven(play, self.bots)
        while not play.over:
            battle.answer()
        self.answers += battle.answers
        outcome = outcome_of(play.state)
        day = self.play_.state.day
        self.fights.append(Fight(day, call.settings.encounter, outcome.result, outcome.rounds))
        return outcome

    def _chance(self, what: str) -> SealedChance:
        secret = hashlib.sha256(f"session {self._number} {self.seed} {what}".encode()).digest()
        return SealedChance(battle_key(secret, ()))


def campaign(
    atlas: Atlas,
    begins: SessionState,
    bots: str = "sensible",
    seed: int = 1,
    played: Content | None = None,
) -> list[Played]:
    """Play a campaign from one of its sessions on, and return the sessions: until one is lost, or
    the endgame is won.

    Raises `Endless`.
    """
    sessions = [SessionSimulation(atlas, begins, bots, seed, played).play()]
    catalogue = (played or content()).catalogue
    while (kept := carried(sessions[-1].state, catalogue)) is not None:
        if kept.plan.endgame and atlas.provinces[kept.plan.province].endgame is None:
            break
        later = resume(kept, begins.settings)
        sessions.append(SessionSimulation(atlas, later, bots, seed, played).play())
    return sessions
