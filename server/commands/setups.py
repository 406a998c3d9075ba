"""What can be played here: every encounter with its rules and its start."""

from protocol.events import BeatBegan
from server.commands.packs.loading import Content, content
from server.rooms.games import Built, Options, Seats, Setup
from server.rules.battle.advancing import START
from server.rules.battle.components import Encounter
from server.rules.battle.rules import BattleRules, start
from server.rules.battle.state import BattleState, Settings
from server.rules.content.fingerprint import RULES, fingerprint
from server.rules.content.glossary import glossary
from server.rules.micro import ruleset as micro

MOST_XP = 40
WORLD: dict[str, tuple[str, ...]] = {
    "province": ("BM", "CY", "EL", "HF", "HR", "MW", "SK", "SU", "VW"),
    "weather": ("sunny", "rainy", "flooding"),
    "unrest": (),
    "dominant": ("empire-remnant",),
    "siege": ("yes", "no"),
}
"""What a table can say of the place where a battle is fought; no values: a number."""
DIFFICULTIES = ("apprentice", "adept", "expert")


def setups(played: Content | None = None) -> tuple[Setup, ...]:
    """All encounters of the game (with packs: of `played`), and the micro-game."""
    box = played or content()
    battles = tuple(_battle(name, box) for name in box.catalogue.encounters)
    return (*battles, Setup("micro", _build_micro))


def _battle(encounter: str, box: Content) -> Setup:
    def build(seats: Seats, difficulty: str, options: Options) -> Built:
        chosen = difficulty or "adept"
        if chosen not in DIFFICULTIES:
            raise ValueError(f"Difficulty is one of {', '.join(DIFFICULTIES)}, not {chosen!r}.")
        known = ("valenwood", "xp", "session", "assist", "kit", *WORLD)
        unknown = [name for name in options if name not in known]
        if unknown:
            raise ValueError(f"This encounter has no option {unknown[0]!r}.")
        settings = Settings(
            encounter,
            chosen,
            xp=_dial(box.catalogue.encounters[encounter], options),
            valenwood=options.get("valenwood") == "yes",
            party=seats,
            session=_session(options),
            assist=options.get("assist") == "yes",
            kit=_has_kit(encounter, options),
            world={name: _fact(name, options[name]) for name in WORLD if name in options},
        )
        rules = BattleRules(box.catalogue, fingerprint(RULES))
        return Built(rules, start(settings), box.fingerprint)

    return Setup(encounter, build, _acting, words=lambda: glossary(box.catalogue))


def _dial(encounter: Encounter, options: Options) -> int:
    """The XP dial: 1 in the Jailbreak, else the encounter's or what the table wants (SET-9)."""
    if encounter.id == "jailbreak":
        if "xp" in options:
            raise ValueError("The Jailbreak is played at 1 XP.")
        return 1
    chosen = options.get("xp", str(encounter.dial))
    if not chosen.isdigit() or not START <= int(chosen) <= MOST_XP:
        raise ValueError(f"The XP dial stands between {START} and {MOST_XP}, not at {chosen!r}.")
    return int(chosen)


def _has_kit(encounter: str, options: Options) -> bool:
    """Whether adventurers begin with finds: not in the Jailbreak, else unless it is declined."""
    chosen = options.get("kit", "no" if encounter == "jailbreak" else "yes")
    if chosen not in ("yes", "no"):
        raise ValueError(f"The kit is yes or no, not {chosen!r}.")
    if encounter == "jailbreak" and chosen == "yes":
        raise ValueError("The Jailbreak begins with bare hands.")
    return chosen == "yes"


def _session(options: Options) -> int:
    """Which of a campaign's three sessions it is; it sets the points of a session's last battle."""
    chosen = options.get("session", "1")
    if chosen not in ("1", "2", "3"):
        raise ValueError(f"The session is 1, 2 or 3, not {chosen!r}.")
    return int(chosen)


def _fact(name: str, value: str) -> str:
    """What the table says of the place, as far as battles ask for it."""
    known = WORLD[name]
    if (known and value not in known) or (not known and not value.isdigit()):
        raise ValueError(f"{name} is {', '.join(known) or 'a number'}, not {value!r}.")
    return value


def _acting(state: BattleState, beat: BeatBegan) -> str:
    mat = state.adventurers.get(beat.who)
    return mat.seat if mat is not None and beat.name == "turn" else ""


def _build_micro(seats: Seats, difficulty: str, options: Options) -> Built:
    goal = int(options.get("goal", "1000000"))
    return Built(micro.MicroRules(), micro.start(seats, goal), "micro")
