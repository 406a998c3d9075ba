"""What can be played here: every encounter with its rules and its starting position."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import partial
from typing import TypeVar

from msgspec import structs

from protocol.events import BeatBegan
from protocol.ids import SeatId, UnitId
from server.battles import Built, Options, Seats, Setup
from server.commands.packs.loading import Content, content, words
from server.rules.battle.components.encounters import Encounter
from server.rules.battle.kernel.state import BattleState, Settings
from server.rules.battle.rules import BattleRules, start
from server.rules.battle.setup import advancing
from server.rules.campaign.kernel.state import SessionState
from server.rules.content.fingerprint import RULES, fingerprint
from server.rules.micro import ruleset as micro
from server.rules.options import Choice, Declared, Flag, Number, refuse_undeclared
from server.settings import Settings as ServerSettings

Start = TypeVar("Start", BattleState, SessionState)
MOST_XP = 40  # experience that adventurers may be made with: a bound for the setting
VALENWOOD, ASSIST, KIT = Flag("valenwood"), Flag("assist"), Flag("kit", usual=True)
ASKS = Choice("asks", ("matters", "all"), usual="matters")
"""Whether also questions are asked on which nothing hangs."""
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
GOAL = Number("goal", 1, 1_000_000, usual=1_000_000)  # points; the usual goal is never reached
MICRO = "micro"
DIFFICULTIES, USUAL = ("apprentice", "adept", "expert"), "adept"
JAILBREAK = "jailbreak"
"""It is played at 1 XP and with bare hands, so it has no options for these."""


def setups(played: Content | None = None) -> tuple[Setup, ...]:
    """Return all encounters, of the game or (with packs) of the content `played`, and the
    micro-game.
    """
    box = played or content()
    return (*(_battle(name, box) for name in box.catalogue.encounters), _micro())


def setup(name: str, played: Content | None = None) -> Setup | None:
    """Return one of the `setups` by its name, without making the others; None if there is none."""
    box = played or content()
    if name in box.catalogue.encounters:
        return _battle(name, box)
    return _micro() if name == MICRO else None


def offered(every: Iterable[Setup], settings: ServerSettings) -> tuple[Setup, ...]:
    """Return all setups, with the micro-game hidden from lists unless the settings offer it. Its
    battles cost as much as any, and nobody comes to a public server for them.
    """
    return tuple(
        replace(one, is_offered=settings.micro_game) if one.name == MICRO else one for one in every
    )


def named(state: Start, names: Mapping[SeatId, str]) -> Start:
    """Return a start in which the adventurers bear the names that the seats gave them."""
    return structs.replace(state, settings=structs.replace(state.settings, names=dict(names)))


def _battle(encounter: str, box: Content) -> Setup:
    dial = _dial(box.catalogue.encounters[encounter])
    declared = (VALENWOOD, dial, SESSION, ASSIST, KIT, ASKS, *WORLD)

    def build(seats: Seats, difficulty: str, options: Options) -> Built:
        chosen = difficulty or USUAL
        if chosen not in DIFFICULTIES:
            raise ValueError(f"Difficulty is one of {', '.join(DIFFICULTIES)}, not {chosen!r}.")
        refuse_undeclared(declared, options)
        settings = Settings(
            encounter,
            chosen,
            xp=_xp(encounter, dial, options),
            valenwood=VALENWOOD.of(options),
            party=tuple(map(SeatId, seats)),
            session=SESSION.of(options),
            assist=ASSIST.of(options),
            kit=_has_kit(encounter, options),
            asks_all=ASKS.of(options) == "all",
            world={one.name: str(one.of(options)) for one in WORLD if one.name in options},
            names={},
        )
        rules = BattleRules(box.catalogue, fingerprint(RULES))
        return Built(rules, start(settings))

    told, hashed = partial(words, box), box.fingerprint
    return Setup(
        encounter,
        build,
        _acting,
        _whose_turn,
        words=told,
        options=tuple(one for one in declared if encounter != JAILBREAK or one not in (dial, KIT)),
        difficulties=DIFFICULTIES,
        usual=USUAL,
        content=hashed,
        is_offered=not box.catalogue.encounters[encounter].campaign,
        named=named,
    )


def _dial(encounter: Encounter) -> Number:
    """Return the XP dial (SET-9): what the table chose, or the encounter's own."""
    return Number("xp", advancing.START, MOST_XP, usual=encounter.dial)


def _xp(encounter: str, dial: Number, options: Options) -> int:
    """Return the XP that adventurers begin with: that of the dial, but 1 in the Jailbreak. Raises
    ValueError if the options want another there.
    """
    if encounter != JAILBREAK:
        return dial.of(options)
    if dial.name in options:
        raise ValueError("The Jailbreak is played at 1 XP.")
    return 1


def _has_kit(encounter: str, options: Options) -> bool:
    """Return whether adventurers begin with items: by default yes, in the Jailbreak never. Raises
    ValueError if the options want them there.
    """
    chosen = KIT.of(options)
    if encounter != JAILBREAK:
        return chosen
    if chosen and KIT.name in options:
        raise ValueError("The Jailbreak begins with bare hands.")
    return False


def _whose_turn(state: BattleState) -> str:
    mat = state.adventurers.get(state.turn.unit) if state.turn is not None else None
    return mat.seat if mat is not None else ""


def _acting(state: BattleState, beat: BeatBegan) -> str:
    mat = state.adventurers.get(UnitId(beat.who))
    return mat.seat if mat is not None and beat.name == "turn" else ""


def _micro() -> Setup:
    return Setup(MICRO, _build_micro, options=(GOAL,), content=MICRO)


def _build_micro(seats: Seats, difficulty: str, options: Options) -> Built:
    refuse_undeclared((GOAL,), options)
    return Built(micro.MicroRules(), micro.start(seats, GOAL.of(options)))
