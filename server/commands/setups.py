"""What can be played here: every encounter with its rules and its start."""

from protocol.events import BeatBegan
from server.rooms.games import Built, Options, Seats, Setup
from server.rules.battle.rules import BattleRules, start
from server.rules.battle.state import BattleState, Settings
from server.rules.content.catalogue import catalogue
from server.rules.content.fingerprint import CONTENT, RULES, fingerprint
from server.rules.micro import ruleset as micro

DIFFICULTIES = ("apprentice", "adept", "expert")


def setups() -> tuple[Setup, ...]:
    """All encounters, and the micro-game."""
    battles = tuple(_battle(name) for name in catalogue().encounters)
    return (*battles, Setup("micro", _build_micro))


def _battle(encounter: str) -> Setup:
    def build(seats: Seats, difficulty: str, options: Options) -> Built:
        chosen = difficulty or "adept"
        if chosen not in DIFFICULTIES:
            raise ValueError(f"Difficulty is one of {', '.join(DIFFICULTIES)}, not {chosen!r}.")
        unknown = [name for name in options if name != "valenwood"]
        if unknown:
            raise ValueError(f"This encounter has no option {unknown[0]!r}.")
        settings = Settings(
            encounter, chosen, valenwood=options.get("valenwood") == "yes", party=seats
        )
        rules = BattleRules(catalogue(), fingerprint(RULES))
        return Built(rules, start(settings), fingerprint(CONTENT))

    return Setup(encounter, build, _acting)


def _acting(state: BattleState, beat: BeatBegan) -> str:
    mat = state.adventurers.get(beat.who)
    return mat.seat if mat is not None and beat.name == "turn" else ""


def _build_micro(seats: Seats, difficulty: str, options: Options) -> Built:
    goal = int(options.get("goal", "1000000"))
    return Built(micro.MicroRules(), micro.start(seats, goal), "micro")
