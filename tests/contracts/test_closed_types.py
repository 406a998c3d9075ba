"""Words and unions are closed: the type checker finds a misspelt word and an unhandled member."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

from protocol.events import EngineEvent
from protocol.previews import Foreseen
from protocol.questions import Shape
from protocol.replies import Reply
from protocol.requests import Request
from server.cluster.processes.messages import AnyMessage
from server.cluster.processes.orders import Order
from server.operator.acts import Act
from server.rules.battle.kernel.words import Code, Form, Phase, Status
from tests.contracts.source_tree import PRODUCT, nodes
from tests.contracts.test_source_tree import ROOT
from tests.contracts.type_checker import complaints, violations

WORDS = """\
from protocol.battle import Advanced, FormChanged
from protocol.battle import DiceShown, FatigueGained, HpChanged, ItemGained, ItemSpent, NamedReason
from protocol.battle import Noted, StatChanged, StatusGained, StatusLaid, TokenRemoved
from server.rules.battle.adventurer import class_sheet, statuses, tenacity
from server.rules.battle.damage import hit_points
from server.rules.battle.kernel import notes
from server.rules.battle.components.effects import Lasting, face, hook
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Moment
from server.rules.battle.kernel.engagement import Engage
from server.rules.battle.map import map_statuses, targeting
from protocol.hexes import Hex
from protocol.events import Answered
from protocol.ids import ItemId, QuestionId, SeatId


def right(battle: Battle, me: Me, hex: Hex) -> None:
    battle.unit(me.unit).kind == "quest"
    battle.unit(me.unit).side == "enemy"
    battle.unit(me.unit).fate == "gone"
    battle.emit(Noted(me.key("sprint"), "turn"))
    statuses.gain(battle, me.unit, "fear")
    statuses.lose(battle, me.unit, "fear")
    battle.has(me.unit, "maim")
    battle.used(me, "key", "round")
    map_statuses.lay(battle, "bane", hex)
    face("icon", "A", "text", forms=("magic",), traits=("settles",))
    hook(Moment.TURN_STARTS, "text", once="engage")
    Lasting("turn")
    Engage(me.unit, "magic")
    targeting.reach(battle, me.unit, "defensive")
    tenacity.gain(battle, me.unit, 1, "rest")
    tenacity.lose(battle, me.unit, 1, NamedReason(me.source))
    hit_points.deal(battle, me.unit, me.unit, 1, how="fatigue")
    battle.emit(DiceShown((me.die,), (0,), "roll"))
    battle.emit(HpChanged(me.unit, 1, 0, NamedReason("dark-exchange")))
    battle.emit(StatusGained(me.unit, "fear"))
    battle.emit(FatigueGained(me.unit, "LF", "active"))
    battle.emit(ItemGained(me.unit, "common", ItemId("potion"), "pack"))
    battle.emit(ItemSpent(me.unit, me.card, "expend"))
    battle.emit(StatChanged(me.unit, "stamina", 5))
    battle.emit(Advanced(me.unit, "health"))
    battle.emit(FormChanged(me.unit, "magic"))
    battle.emit(StatusLaid((0, 0), "bane", "party"))
    Answered(QuestionId(1), SeatId("1"), (), "standing")


def wrong(battle: Battle, me: Me, hex: Hex) -> None:
    battle.unit(me.unit).kind == "qest"  # wrong
    battle.unit(me.unit).side == "enemies"  # wrong
    battle.unit(me.unit).fate == "fallen"  # wrong
    battle.emit(Noted("a1.sprint", "turn"))  # wrong
    notes.count(battle.state, "a1.sprint", "turn")  # wrong
    statuses.gain(battle, me.unit, "stun")  # wrong
    statuses.lose(battle, me.unit, "Fear")  # wrong
    battle.has(me.unit, "maimed")  # wrong
    battle.used(me, "key", "rounds")  # wrong
    map_statuses.lay(battle, "bone", hex)  # wrong
    face("icon", "B", "text")  # wrong
    face("icon", "A", "text", forms=("magical",))  # wrong
    face("icon", "A", "text", traits=("settled",))  # wrong
    hook(Moment.TURN_STARTS, "text", once="turns")  # wrong
    Lasting("day")  # wrong
    Engage(me.unit, "magical")  # wrong
    targeting.reach(battle, me.unit, "defence")  # wrong
    tenacity.gain(battle, me.unit, 1, "resting")  # wrong
    tenacity.lose(battle, me.unit, 1, me.source)  # wrong
    class_sheet.gain_tokens(battle, me.unit, 1, "arcanist")  # wrong
    hit_points.deal(battle, me.unit, me.unit, 1, how="fatigues")  # wrong
    battle.emit(DiceShown((me.die,), (0,), "rolled"))  # wrong
    battle.emit(HpChanged(me.unit, 1, 0, "dark-exchange"))  # wrong
    battle.emit(StatusGained(me.unit, "stun"))  # wrong
    battle.emit(StatusLaid((0, 0), "bone"))  # wrong
    battle.emit(FatigueGained(me.unit, "XF"))  # wrong
    battle.emit(TokenRemoved(me.unit, 0, "LF", "slots"))  # wrong
    battle.emit(ItemGained(me.unit, "common", ItemId("potion"), "packed"))  # wrong
    battle.emit(ItemSpent(me.unit, me.card, "expended"))  # wrong
    battle.emit(StatChanged(me.unit, "stamnia", 5))  # wrong
    battle.emit(Advanced(me.unit, "bow"))  # wrong
    battle.emit(FormChanged(me.unit, "magical"))  # wrong
    battle.emit(StatusLaid((0, 0), "bane", "heroes"))  # wrong
    Answered(QuestionId(1), SeatId("1"), (), "plyer")  # wrong
"""


IN_A_MATCH = """\
from protocol.ids import UnitId
from protocol.skirmish import CheckMade, EngageFailed, InjurySet, LegChecked, MatchEnded
from protocol.skirmish import PhaseEntered, SpellBegan, UnitMarked, UnitPathed, UnitShifted
from protocol.skirmish import SpellId
from server.rules.skirmish.injuries import injure
from server.rules.skirmish.kernel import checks, morale
from server.rules.skirmish.kernel.match import Match


def right(match: Match, unit: UnitId, spell: SpellId) -> None:
    match.mark(unit, "daunted")
    injure(match, unit, "dazed", unit, spell)
    checks.check(match, unit, "agility", 8, "ledge")
    morale.check_morale(match, unit, "fear")
    match.emit(CheckMade(unit, "cast", spell, 8, (9,), 9, True))
    match.emit(EngageFailed(unit, "short"))
    match.emit(LegChecked(unit, "across", True))


def wrong(match: Match, unit: UnitId, spell: SpellId, text: str) -> None:
    match.mark(unit, "dauntd")  # wrong
    injure(match, unit, "dased")  # wrong
    injure(match, unit, "dazed", unit, text)  # wrong
    checks.check(match, unit, "agillity", 8, "ledge")  # wrong
    checks.check(match, unit, "agility", 8, "edge")  # wrong
    morale.check_morale(match, unit, "afraid")  # wrong
    match.emit(CheckMade(unit, "cast", text, 8, (9,), 9, True))  # wrong
    match.emit(EngageFailed(unit, "shrot"))  # wrong
    match.emit(LegChecked(unit, "jump", True))  # wrong
    match.emit(UnitShifted(unit, (0, 0, 0), "pushed"))  # wrong
    match.emit(UnitPathed(unit, "fly", ((0, 0, 0),)))  # wrong
    match.emit(UnitMarked(unit, "tired"))  # wrong
    match.emit(InjurySet(unit, "lost", "hurt"))  # wrong
    match.emit(InjurySet(unit, "dazed", "attack"))  # wrong
    match.emit(SpellBegan(unit, unit, unit))  # wrong
    match.emit(PhaseEntered("shooting"))  # wrong
    match.emit(MatchEnded(match.active, "fled"))  # wrong
"""


COURSE = """\
from protocol.battle import ActionTaken, BattleEnded, EngageBegan, Noted, PhaseBegan, TurnStepped
from protocol.campaign import BattleFought, DayPhaseBegan, EffectBegan, EncounterTriggered
from protocol.campaign import ItemGiven, OverlandCardPlaced, PartyTravelled, RewardRaised
from protocol.campaign import SavedXpChanged, SessionEnded, StatTrained, TownActionTaken
from protocol.replies import Bye, Refused
from server.rules.battle.components.effects import Elsewhere
from server.rules.battle.kernel.me import Me
from server.rules.campaign.adventurers import growth
from server.rules.campaign.kernel.session import Session
from server.rules.campaign.overland import movement


def right(me: Me, session: Session) -> None:
    TurnStepped("end")
    PhaseBegan("round")
    ActionTaken(me.unit, "move")
    Noted(me.key("sprint"), "turn")
    BattleEnded("retreat")
    EngageBegan(me.unit, (), "magic")
    EncounterTriggered("side-quest", "lost-pet")
    growth.change_xp(session, me.unit, 1, "reward")
    TownActionTaken(me.unit, "inn")
    StatTrained(me.unit, "magicka", "3R")
    Refused(1, "stale", "Too late.")


def wrong(me: Me, session: Session) -> None:
    TurnStepped("ends")  # wrong
    PhaseBegan("rounds")  # wrong
    ActionTaken(me.unit, "moves")  # wrong
    Noted(me.key("sprint"), "turns")  # wrong
    BattleEnded("won")  # wrong
    EngageBegan(me.unit, (), "magical")  # wrong
    DayPhaseBegan("evening")  # wrong
    SessionEnded("retreat", "It is late.")  # wrong
    EncounterTriggered("quests", "A1")  # wrong
    OverlandCardPlaced("peaceful", "a-fair", "under")  # wrong
    RewardRaised(1, 0, "steps")  # wrong
    BattleFought("won", False, {})  # wrong
    SavedXpChanged(me.unit, 1, "stolen")  # wrong
    growth.change_xp(session, me.unit, 1, "stolen")  # wrong
    ItemGiven(me.unit, me.card, me.unit, "discard")  # wrong
    PartyTravelled((), 0, "flown")  # wrong
    movement.place_party(session, (0, 0), "flown")  # wrong
    EffectBegan("fog", "week")  # wrong
    Elsewhere("haggling", "Haggling", "You haggle.", "interrupts")  # wrong
    TownActionTaken(me.unit, "tavern")  # wrong
    StatTrained(me.unit, "bow", "3R")  # wrong
    Refused(1, "too_late", "Too late.")  # wrong
    Bye("goodbye", "The server stops.")  # wrong
"""


@pytest.mark.parametrize("text", [WORDS, COURSE, IN_A_MATCH], ids=["battle", "course", "match"])
def test_a_misspelt_word_of_the_rules_does_not_pass_the_type_checker(
    tmp_path: Path, text: str
) -> None:
    assert complaints(tmp_path, text) == violations(text)


CLOSED = [
    {kind.__name__ for kind in get_args(union)}
    for union in (Shape, AnyMessage, Reply, Request, Foreseen, EngineEvent, Order, Act)
]
"""The members of the unions over which every match is closed. That a match without a last case
has one for each member is found by mypy (`exhaustive-match` in `pyproject.toml`).
"""


def open_matches(root: Path) -> Iterator[str]:
    """Matches over closed unions whose last case takes whatever member is left.

    One that also knows plain arrays is over what came by wire, and that is closed nowhere.
    """
    for place, node in nodes(root, *PRODUCT):
        if not isinstance(node, ast.Match):
            continue
        in_rules = place.startswith("server/rules/")  # elsewhere words are texts of a message
        if not _is_over_a_closed_union(node) and not (in_rules and _is_over_a_closed_list(node)):
            continue
        for case in node.cases:
            takes_all = isinstance(case.pattern, ast.MatchAs) and case.pattern.pattern is None
            if takes_all and case.guard is None and not _never(case.body):
                yield f"{place}: a match over a closed union ends without assert_never"


def _is_over_a_closed_union(node: ast.Match) -> bool:
    found = [each for case in node.cases for each in _alternatives(case.pattern)]
    if any(isinstance(each, ast.MatchSequence) for each in found):
        return False
    classes = [each.cls for each in found if isinstance(each, ast.MatchClass)]
    names = {name.id if isinstance(name, ast.Name) else "" for name in classes}
    return bool(names) and any(names <= union for union in CLOSED)


def _alternatives(pattern: ast.pattern) -> list[ast.pattern]:
    """What a case takes as a whole; what is looked for inside of that is left out."""
    match pattern:
        case ast.MatchOr(patterns):
            return [each for part in patterns for each in _alternatives(part)]
        case ast.MatchAs(ast.pattern() as inner):
            return _alternatives(inner)
        case _:
            return [pattern]


WORDS_OF_A_LIST = tuple(set(get_args(words)) for words in (Code, Form, Phase, Status))
"""The closed lists of words over which every match is closed."""


def _is_over_a_closed_list(node: ast.Match) -> bool:
    patterns = [each for case in node.cases for each in ast.walk(case.pattern)]
    values = [each.value for each in patterns if isinstance(each, ast.MatchValue)]
    said = {one.value for one in values if isinstance(one, ast.Constant)}
    return len(said) > 1 and any(said <= words for words in WORDS_OF_A_LIST)


def _never(body: list[ast.stmt]) -> bool:
    return "assert_never(" in ast.unparse(body[0])


def test_no_match_over_a_closed_union_takes_whatever_is_left() -> None:
    assert list(open_matches(ROOT)) == []


@pytest.mark.parametrize("rest", ["case _:\n        pass\n", "case other:\n        return other\n"])
@pytest.mark.parametrize(
    "member",
    ["One(options)", "Said() | Pinged()", "Undone(version) as back", "Kick()", "Inspect()"],
)
def test_a_match_that_takes_whatever_is_left_is_found(
    tmp_path: Path, rest: str, member: str
) -> None:
    planted = tmp_path / "clients/bots/answering.py"
    planted.parent.mkdir(parents=True)
    head = f"def f(it):\n    match it:\n        case {member}:\n            pass\n        "
    planted.write_text(head + rest.replace("\n    ", "\n        "), "utf-8")

    assert [line.split(":")[0] for line in open_matches(tmp_path)] == ["clients/bots/answering.py"]


def test_a_match_over_a_list_of_words_that_takes_whatever_is_left_is_found(tmp_path: Path) -> None:
    planted = tmp_path / "server/rules/battle/reaching.py"
    planted.parent.mkdir(parents=True)
    cases = "case 'magic' | 'defensive':\n   pass\n  case _:\n   pass\n"
    planted.write_text(f"def f(form):\n match form:\n  {cases}", "utf-8")

    assert len(list(open_matches(tmp_path))) == 1


MEMBERS = """\
from typing import assert_never

from protocol.previews import EnemyTurn, EngageOdds, Foreseen
from protocol.questions import One, Order, Plan, Route, Shape, Some, Split
from server.rules.battle.kernel.words import Code, Phase
from protocol.replies import Paused, Playing, Resumed
from server.cluster.processes.messages import Answers, AnyMessage, FromHost, Obeyed, Orders
from server.cluster.processes.messages import SignedOut, ToHost


def shapes(shape: Shape) -> None:
    match shape:
        case One() | Some() | Order() | Split() | Route():
            pass
        case _:
            assert_never(shape)  # wrong


def without_an_end(shape: Shape) -> None:
    match shape:  # wrong
        case One() | Some() | Order() | Split() | Route():
            pass


def foreseen(found: Foreseen) -> None:
    match found:
        case EngageOdds() | EnemyTurn():
            pass
        case _:
            assert_never(found)  # wrong


def words(phase: Phase, code: Code) -> None:
    match phase:  # wrong
        case "create" | "setup":
            pass
    match code:
        case "A" | "C" | "D" | "I" | "none":
            pass
        case _:
            assert_never(code)  # wrong


def open_end(reply: Paused | Resumed | Playing) -> None:
    match reply:  # wrong
        case Paused() | Resumed():
            pass


def messages(message: AnyMessage) -> None:
    if isinstance(message, ToHost | FromHost | SignedOut | Orders):
        return
    assert_never(message)  # wrong
"""


def test_a_member_that_a_closed_match_forgets_does_not_pass_the_type_checker(
    tmp_path: Path,
) -> None:
    assert complaints(tmp_path, MEMBERS) == violations(MEMBERS)
