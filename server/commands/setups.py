"""What can be played here: every encounter with its rules and its start."""

from collections.abc import Iterable
from dataclasses import replace
from functools import partial

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
from server.rules.options import Choice, Declared, Flag, Number, only
from server.settings import Settings as ServerSettings

MOST_XP = 40
VALENWOOD, ASSIST, KIT = Flag("valenwood"), Flag("assist"), Flag("kit", usual=True)
SESSION = Number("session", 1, 3, usual=1)
"""Which of a campaign's three sessions it is; it sets the points of a session's last battle."""
WORLD: tuple[Declared, ...] = (
    Choice("province", ("BM", "CY", "EL", "HF", "HR", "MW", "SK", "SU", "VW")),
    Choice("weather", ("sunny", "rainy", "flooding")),
    Number("unrest", 0, 100, usual=0),
    Choice("dominant", ("empire-remnant",)),
    Choice("siege", ("yes", "no")),
)
"""What a table can say of the place where a battle is fought."""
GOAL = Number("goal", 1, 1_000_000, usual=1_000_000)
DIFFICULTIES = ("apprentice", "adept", "expert")


def setups(played: Content | None = None) -> tuple[Setup, ...]:
    """All encounters of the game (with packs: of `played`), and the micro-game."""
    box = played or content()
    battles = tuple(_battle(name, box) for name in box.catalogue.encounters)
    return (*battles, Setup("micro", _build_micro, options=(GOAL,), content="micro"))


def offered(every: Iterable[Setup], settings: ServerSettings) -> tuple[Setup, ...]:
    """The same, with the micro-game offered only where the settings say so: its battles cost as
    much as any, and nobody comes to a public server for them.
    """
    return tuple(
        replace(one, is_offered=settings.micro_game) if one.name == "micro" else one
        for one in every
    )


def _battle(encounter: str, box: Content) -> Setup:
    dial = _dial(box.catalogue.encounters[encounter])
    declared = (VALENWOOD, dial, SESSION, ASSIST, KIT, *WORLD)

    def build(seats: Seats, difficulty: str, options: Options) -> Built:
        chosen = difficulty or "adept"
        if chosen not in DIFFICULTIES:
            raise ValueError(f"Difficulty is one of {', '.join(DIFFICULTIES)}, not {chosen!r}.")
        only(declared, options)
        settings = Settings(
            encounter,
            chosen,
            xp=_xp(encounter, dial, options),
            valenwood=VALENWOOD.of(options),
            party=seats,
            session=SESSION.of(options),
            assist=ASSIST.of(options),
            kit=_has_kit(encounter, options),
            world={one.name: str(one.of(options)) for one in WORLD if one.name in options},
        )
        rules = BattleRules(box.catalogue, fingerprint(RULES))
        return Built(rules, start(settings))

    words, hashed = partial(glossary, box.catalogue), box.fingerprint
    return Setup(encounter, build, _acting, words=words, options=declared, content=hashed)


def _dial(encounter: Encounter) -> Number:
    """The XP dial: the encounter's own, or what the table wants (SET-9)."""
    return Number("xp", START, MOST_XP, usual=encounter.dial)


def _xp(encounter: str, dial: Number, options: Options) -> int:
    """Where the XP dial stands: at 1 in the Jailbreak."""
    if encounter != "jailbreak":
        return dial.of(options)
    if dial.name in options:
        raise ValueError("The Jailbreak is played at 1 XP.")
    return 1


def _has_kit(encounter: str, options: Options) -> bool:
    """Whether adventurers begin with finds: not in the Jailbreak, else unless it is declined."""
    chosen = KIT.of(options)
    if encounter != "jailbreak":
        return chosen
    if chosen and KIT.name in options:
        raise ValueError("The Jailbreak begins with bare hands.")
    return False


def _acting(state: BattleState, beat: BeatBegan) -> str:
    mat = state.adventurers.get(beat.who)
    return mat.seat if mat is not None and beat.name == "turn" else ""


def _build_micro(seats: Seats, difficulty: str, options: Options) -> Built:
    only((GOAL,), options)
    return Built(micro.MicroRules(), micro.start(seats, GOAL.of(options)))
