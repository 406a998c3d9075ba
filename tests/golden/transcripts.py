"""A battle between sensible bots as its story: one line for each thing that happened."""

from pathlib import Path
from typing import NamedTuple

from clients.core.names import Lexicon
from clients.core.story import sentences
from clients.core.view import BattleView
from protocol import codec
from protocol.replies import Commit
from server.battles.records.recorded_battle import RecordedBattle
from server.commands.headless import Simulation

FOLDER = Path(__file__).parent


class Battle(NamedTuple):
    """Which battle is told."""

    encounter: str
    players: int
    difficulty: str
    seed: int
    xp: str = ""

    @property
    def path(self) -> Path:
        """Where its transcript is kept."""
        return FOLDER / f"{self.encounter}_{self.players}_{self.difficulty}.txt"


BATTLES = (
    Battle("jailbreak", 1, "apprentice", 1),
    Battle("jailbreak", 4, "adept", 2),
    Battle("plain-clash", 2, "expert", 3, "4"),
    Battle("moonlit-shrine", 3, "adept", 4, "8"),
    Battle("smugglers-warren", 2, "adept", 5, "3"),
    Battle("glass-mine", 4, "expert", 6, "6"),
    Battle("drowned-archive", 3, "apprentice", 7, "5"),
    Battle("blackmire-gaol", 4, "adept", 8, "10"),
)


def transcript(battle: Battle) -> str:
    """Play it and tell it."""
    options = {"xp": battle.xp} if battle.xp else {}
    played = Simulation(
        battle.encounter, battle.players, battle.difficulty, "sensible", battle.seed, None, options
    )
    played.play()
    view = BattleView(RecordedBattle(played.frames).snapshot(0))
    lexicon, lines = Lexicon(), [f"# {battle.encounter}, {battle.difficulty}, seed {battle.seed}"]
    for frame in played.frames:
        commit = codec.msgpack.reply(frame)
        assert isinstance(commit, Commit)
        told = view.take(commit)
        assert told is not None
        for question in told.questions:
            lexicon.learn(question, told.after)
        story = sentences(told, lexicon, view.opening)
        lines += [sentence.text for sentence in story if sentence.text and not sentence.quiet]
    return "\n".join(lines) + "\n"
