"""Every event becomes a sentence, true at its own moment."""

from typing import Any, get_args

import msgspec
import pytest

from clients.core.names import Lexicon, Names
from clients.core.story import SAY, sentence, sentences
from clients.core.telling import Telling
from clients.core.view import BattleView, beginning
from protocol import battle as ev
from protocol import codec
from protocol.battle import BattleEvent
from protocol.events import (
    Answered,
    BattleStopped,
    BeatBegan,
    BeatRestarted,
    Drawn,
    Rolled,
    Undone,
)
from protocol.questions import One, Option, Question, Route, Spot
from protocol.replies import Commit, Opening, SeatOf
from tests.clients.journals import journal


def unit(name: str, hp: int, **fields: Any) -> dict[str, Any]:
    return {"name": name, "hp": hp, "health": hp, "bonus": 0, "kind": "enemy", **fields}


MAT = {"seat": "1", "ready": [{"id": "i7", "item": "iron-sword"}], "pack": []}
STATE: dict[str, Any] = {
    "units": {
        "a1": unit("Khajiit (1)", 4),
        "a2": unit("Nord (2)", 5, bonus=2),
        "e0": unit("Skeever Pup", 3),
        "e1": unit("Skeleton", 2),
        "e2": unit("Skeleton", 2),
    },
    "adventurers": {"a1": MAT, "a2": {**MAT, "seat": "2", "ready": []}},
    "dice": {
        "d1": {"kind": "shield-discipline", "owner": "a1", "face": 3},
        "d2": {"kind": "combat", "owner": "a1", "face": -1},
        "d3": {"kind": "combat", "owner": "a1", "face": -1},
    },
}
WHERE = Question(("1",), "move", "Where to?", Route((Spot("0,0", (1,)), Spot("0,1", ())), 2), id=4)
WHICH = Question(("1",), "x", "Which?", One((Option("a", "The first"),)), id=5)
OPENING = Opening(
    "b", "t", "battle", "j", "", {}, (SeatOf("1", "Ann"), SeatOf("2", "")), "", "", "", (), 0
)
CHIP = unit("Orc (1)", 5)

TOLD: list[tuple[Any, str]] = [
    (BeatBegan("turn", "a1"), "Beat: turn, Khajiit (1)."),
    (Answered(4, "1", ("0,1", "0,2")), "Ann (seat 1): Where to? 0,1 > 0,2."),
    (Answered(5, "1", ("a",)), "Ann (seat 1): Which? The first."),
    (
        Answered(5, "2", (), "default"),
        "Time is up for Seat 2, the default is taken: Which? pass.",
    ),
    (Answered(9, "2", ("z",), "bot"), "A bot answers for Seat 2: Question 9 z."),
    (Rolled(3, "lockpick", "a1", 6, (0, 5)), "Khajiit (1) rolls 2 dice to pick the lock: 1, 6."),
    (Rolled(3, "enemy-combat", "e0", 6, (1,)), "Skeever Pup rolls 1 enemy Combat die: 1."),
    (Rolled(3, "engage", "a1", 6, ()), "Khajiit (1) rolls nothing for an engage."),
    (Drawn(4, "bag-1", 5, "skeever-pup"), "Skeever Pup is drawn from the level 1 bag (1 of 5)."),
    (Drawn(4, "classes", 3, "knight"), "Knight is drawn from the classes deck (1 of 3)."),
    (Drawn(4, "lock-common", 3, "5A"), "The top card of the common deck is turned to its lock."),
    (Undone(12, ("1", "2")), "Ann (seat 1) and Seat 2 took back what came after version 12."),
    (BeatRestarted(8), "The rules were updated: the battle goes on from version 8."),
    (BattleStopped("Too late."), "The operator has ended the battle. Too late."),
    (BattleStopped(), "The operator has ended the battle."),
    (ev.AdventurerCreated("a1", CHIP, MAT, {"x": 1}), "Orc (1) is created: 5 HP, 1 die."),
    (
        ev.MapLaid({"clash": {"kind": "clash", "hexes": [[0, 0], [0, 1]]}}, (), {"0,1": "common"}),
        "The map is laid: 2 hexes, 1 cache.",
    ),
    (ev.DecksMade({}, {}), "Decks, bags and the supply are ready."),
    (ev.PhaseBegan("enemies"), "The enemies act."),
    (ev.PhaseBegan("twilight"), "Phase: twilight."),
    (ev.OrderSet(("a2", "a1")), "Turn order: Nord (2) and Khajiit (1)."),
    (ev.RoundBegan(2), "Round 2 begins."),
    (ev.RoundBegan(6), "A fatigue round begins."),
    (ev.TurnBegan("e0"), "Skeever Pup begins its turn."),
    (ev.TurnBegan("a1", True), "Khajiit (1) begins an extra turn."),
    (ev.TurnStepped("act"), "Actions can be taken."),
    (ev.TurnStepped("end"), "The turn is about to end."),
    (ev.TurnEnded("a1"), "Khajiit (1)'s turn is over."),
    (ev.TurnGranted("a1"), "Khajiit (1) will take another turn."),
    (ev.ActionTaken("a1", "move"), "Khajiit (1) takes a move action."),
    (ev.ActionTaken("a1", "ability", "orc:berserk"), "Khajiit (1) uses ability Berserk."),
    (ev.UnitDeployed("e0", (0, 0)), "Skeever Pup is deployed at 0,0."),
    (ev.UnitDeployed("e9", (0, 0), unit("Spriggan", 4)), "Spriggan is deployed at 0,0."),
    (ev.UnitMoved("a1", (3, -2)), "Khajiit (1) moves to 3,-2."),
    (ev.UnitPlaced("e1", (0, 1)), "Skeleton (e1) is placed at 0,1."),
    (ev.UnitDefeated("e0", "a1"), "Skeever Pup is defeated by Khajiit (1)."),
    (ev.UnitDefeated("e0"), "Skeever Pup is defeated."),
    (ev.FallenTaken("e0"), "Skeever Pup is taken from the defeated stack."),
    (ev.FallenTaken("e0", "bag"), "Skeever Pup goes from the defeated back to its bag."),
    (ev.ChipReturned("dremora-kyn", "bag-5"), "Dremora Kyn goes back to its bag."),
    (ev.Advanced("a1", "health", xp=1), "Khajiit (1) gains 1 Health for 1 XP."),
    (ev.Advanced("a1", "bow", "snipe"), "Khajiit (1) gains a Snipe die."),
    (ev.LineTrained("a1", "bow", "3R"), "Khajiit (1) trains Bow."),
    (ev.UnitTurned("e0", "1"), "Skeever Pup is a companion until the end of the round."),
    (ev.UnitTurned("e0"), "Skeever Pup is an enemy again."),
    (ev.UnitRemoved("a1", "escaped"), "Khajiit (1) escapes."),
    (ev.UnitRemoved("a1", "banished"), "Khajiit (1) leaves (banished)."),
    (ev.FormChanged("a1", "light-weapon"), "Khajiit (1) takes the light weapon form."),
    (
        ev.DiceGathered("a1", ("d1", "d2", "d3")),
        "Khajiit (1) takes up Shield Discipline and 2 Combat.",
    ),
    (ev.DiceShown(("d2",), (4,), "roll"), "Khajiit (1) rolls Combat [face 5]."),
    (
        ev.DiceShown(("d1",), (0,), "prodigy"),
        "Khajiit (1) turns Shield Discipline [Tenacity] (prodigy).",
    ),
    (ev.DieExhausted("d2"), "Khajiit (1)'s Combat goes to the cooldown track."),
    (ev.DieDrained("d2"), "Khajiit (1)'s Combat is drained."),
    (ev.DieRecovered("d2"), "Khajiit (1) recovers Combat."),
    (ev.DieActivated("d1", "a1"), "Khajiit (1) has Shield Discipline in an active slot."),
    (ev.DieSetIn("d1", (0, 1)), "Khajiit (1)'s Shield Discipline is placed at 0,1."),
    (ev.DieSetOn("d1", "e0"), "Khajiit (1)'s Shield Discipline is placed on Skeever Pup."),
    (ev.FatigueGained("a1", "LF"), "Khajiit (1) gains light fatigue."),
    (ev.FatigueGained("a1", "OF", "active"), "Khajiit (1) gains overfatigue in an active slot."),
    (ev.TrackReplaced("a1", 12, "OF"), "Khajiit (1)'s track is full: overfatigue takes place 13."),
    (ev.TokenRemoved("a1", 0, "LF"), "Light fatigue leaves Khajiit (1)'s cooldown track."),
    (ev.TokenMoved("a1", 0, "OF"), "Overfatigue goes to the end of Khajiit (1)'s track."),
    (ev.FatigueSetOn("e0", "LF", "a1"), "Khajiit (1) puts light fatigue on Skeever Pup."),
    (ev.FatigueCleared("e0"), "The fatigue dice on Skeever Pup go back to the supply."),
    (ev.StatusGained("a1", "bane"), "Khajiit (1) gains Bane."),
    (ev.StatusLost("a1", "bane"), "Khajiit (1) loses Bane."),
    (ev.TenacityChanged("a1", 2, "roll"), "Khajiit (1) has 2 tenacity now (roll)."),
    (
        ev.TenacityChanged("a1", 0, "power-surge.pay"),
        "Khajiit (1) has 0 tenacity now (power surge).",
    ),
    (
        ev.DamageDealt("a2", "e0", 2, 1, 0, 1, how="engage"),
        "Skeever Pup deals 2 damage to Nord (2), 1 prevented: 4 HP left.",
    ),
    (
        ev.DamageDealt("a2", "e0", 3, 0, 2, 1, true=1, how="riposte"),
        "Skeever Pup deals 3 damage to Nord (2) (Riposte), 1 of it true, "
        "2 taken by bonus HP: 4 HP left.",
    ),
    (
        ev.DamageDealt("a1", "", 1, 0, 0, 1, true=1, how="fatigue"),
        "Khajiit (1) takes 1 true damage (Fatigue): 3 HP left.",
    ),
    (
        ev.HpChanged("a2", 7, 2, "heal", "a1"),
        "Nord (2) is healed 2 by Khajiit (1): 7 HP and 2 bonus HP.",
    ),
    (ev.HpChanged("a1", 4, 1, "bonus"), "Khajiit (1) gains 1 bonus HP: 4 HP and 1 bonus HP."),
    (ev.HpChanged("a1", 5, 0, "rest"), "Khajiit (1) has 5 HP now (rest)."),
    (ev.StatChanged("a1", "stamina", 4), "Khajiit (1)'s Stamina is 4 now."),
    (ev.CacheOpened((0, 1), "a1", True), "Khajiit (1) picks the lock of the cache at 0,1."),
    (ev.CacheOpened((0, 1), "a1", False), "Khajiit (1) fails to pick the cache at 0,1."),
    (
        ev.GroundChanged(((0, 1), (1, 1)), ((2, 0),)),
        "Impassable from now on: 0,1 and 1,1. Passable again: 2,0.",
    ),
    (ev.CacheMoved((0, 1), (1, 1)), "The cache at 0,1 goes to 1,1."),
    (ev.Tallied("locks-opened", 2), "Locks Opened: 2."),
    (ev.UnitRoused("e0"), "Skeever Pup is roused."),
    (ev.CounterSet(0), "The Round Counter is set to 0."),
    (
        ev.TokensChanged("a1", 2, "fatecarver"),
        "Khajiit (1) has 2 tokens on its class sheet (fatecarver).",
    ),
    (
        ev.TokenPlaced("a1", "e0"),
        "Khajiit (1) puts a token of its class sheet on Skeever Pup.",
    ),
    (
        ev.TokenPlaced("a1", "a1"),
        "Khajiit (1) puts a token of its class sheet in an active slot.",
    ),
    (ev.StatusLaid((0, 1), "fear", "enemy"), "Fear lies at 0,1 for the next enemy."),
    (ev.StatusLifted((0, 1), "fear"), "Fear lies at 0,1 no longer."),
    (ev.SideQuestGained("bard-harder"), "The party gains the side quest Bard Harder."),
    (ev.SideQuestDiscarded("lost-lute"), "The party gives up the side quest Lost Lute."),
    (
        ev.UnitRemoved("e0", "waits"),
        "Skeever Pup leaves the map and stays with the party.",
    ),
    (Drawn(4, "tiles-7", 3, "crossing"), "Crossing is drawn from the 7-hex tiles (1 of 3)."),
    (ev.DelveBegan(3), "The delve holds 3 skyshards to be found."),
    (
        ev.TileDrawn("tiles-7", "crossing", "Crossing"),
        "A tile of 7 hexes is drawn: Crossing.",
    ),
    (ev.TileReturned("tiles-7", "crossing"), "Crossing goes under its stack."),
    (
        ev.CardRevealed("a1", (0, 1), "vault", "Great Vault", "Mind the step.", 2),
        "Khajiit (1) explores 0,1 and reveals Great Vault, 2 skyshards. Mind the step.",
    ),
    (
        ev.CardSetAside("a1", "great-vault"),
        "No tile fits Great Vault: face down, it counts as a skyshard for the party.",
    ),
    (ev.CardDiscarded("great-vault"), "The card Great Vault is discarded."),
    (
        ev.TilePlaced("crossing", {"hexes": [[0, 0], [0, 1]]}),
        "Crossing is connected to the map: 2 hexes.",
    ),
    (ev.TileRemoved("crossing"), "Crossing falls away from the map."),
    (ev.CachePlaced((0, 1), "common"), "A common cache lies at 0,1."),
    (
        ev.CardLaid("crossing", "great-vault", "Great Vault", 1, True),
        "Great Vault lies beside Crossing with 1 skyshard and a trap.",
    ),
    (
        ev.CardLaid("crossing", "mirror-room"),
        "Mirror Room lies beside Crossing with its effect.",
    ),
    (
        ev.SkyshardGained("a1", "crossing", 1, 2, "Heal 1."),
        "Khajiit (1) gains a skyshard: the party has 2 now. Heal 1.",
    ),
    (
        ev.TrapTriggered("a1", "crossing", "Tripwire", "2:4-5-2"),
        "Khajiit (1) triggers the trap Tripwire: its lock is 4-5-2, 2 attempts.",
    ),
    (
        ev.TrapTried("a1", "crossing", "Tripwire", False, True, "Gain Maim."),
        "The lock of Tripwire holds: the trap springs. Gain Maim.",
    ),
    (ev.XpEarned(2, "skyshards"), "The party earns 2 XP for its skyshards."),
    (
        ev.LockShown("legendary", "4:6k-5-2"),
        "The next legendary card has the lock 6-5-2, 6 first, 4 attempts.",
    ),
    (ev.CardCycled("common"), "The top card of the common deck goes to its bottom."),
    (
        ev.ItemGained("a1", "common", "iron-sword", "pack"),
        "Khajiit (1) gains Iron Sword (in the pack).",
    ),
    (ev.DeckRebuilt("common"), "The discarded common cards are shuffled into a new deck."),
    (ev.Enchanted("a1", "i7", "e0"), "Khajiit (1) enchants Skeever Pup with Iron Sword."),
    (ev.Enchanted("a1", "i9", "i7"), "Khajiit (1) enchants Iron Sword with I9."),
    (
        ev.EnchantmentSpent("i9", "keen-edge", "i7", "discard", "common"),
        "Keen Edge on Iron Sword is discarded.",
    ),
    (
        ev.EnchantmentSpent("i9", "sigil-of-cinders", "clash", "chip"),
        "Sigil of Cinders on the Clash tile is used up a little.",
    ),
    (ev.ItemMoved("a1", "i7", "pack"), "Khajiit (1) has Iron Sword in the pack now."),
    (ev.ItemSpent("a1", "i7", "discard"), "Khajiit (1) discards Iron Sword."),
    (ev.ItemSpent("a1", "i7", "chip"), "Khajiit (1) puts an HP chip on Iron Sword."),
    (ev.ItemSpent("a1", "i7", "mend"), "Khajiit (1) takes an HP chip off Iron Sword."),
    (ev.Noted("a1.orc.berserk", "battle"), "Used this battle: Berserk."),
    (ev.Achieved("defeat-skeever-pup", "a1"), "First Skeever Pup defeated, by Khajiit (1)."),
    (ev.Achieved("cache-lockpick", "a1"), "First cache opened, by Khajiit (1)."),
    (ev.Achieved("escape-first", "a1"), "Khajiit (1) is the first to escape."),
    (
        ev.ClassesOffered("a1", ("knight", "acrobat")),
        "Khajiit (1) may become one of: Knight and Acrobat.",
    ),
    (ev.ClassChosen("a1", "acrobat"), "Khajiit (1) is an Acrobat now."),
    (ev.Promoted("a1"), "Khajiit (1) masters its class."),
    (ev.RaceReadied("a1"), "Khajiit (1) can use its race ability again."),
    (ev.ItemDrawn("common", "iron-sword"), "Iron Sword is drawn from the common deck."),
    (ev.DeckShuffled("common"), "The common deck is shuffled."),
    (
        ev.DeckOrdered("delve", ("old-well", "rat-nest"), ()),
        "Uppermost in the delve deck lies Old Well, Rat Nest.",
    ),
    (ev.EngageBegan("e0", ("a1", "a2")), "Skeever Pup engages Khajiit (1) and Nord (2)."),
    (
        ev.EngageBegan("a1", ("e0",), "light-weapon", "iron-sword"),
        "Khajiit (1) engages Skeever Pup with Iron Sword (light weapon).",
    ),
    (ev.EngageEnded("a1"), "Khajiit (1)'s engage is over."),
    (ev.Told("a1", "shadow-cloak", "a2"), "Khajiit (1): Shadow Cloak on Nord (2)."),
    (ev.BattleEnded("victory"), "Victory! The battle is won."),
    (ev.BattleEnded("truce"), "The battle is over: truce."),
]  # fmt: skip


def telling() -> Telling:
    lexicon = Lexicon()
    faces = ", ".join(["tenacity", *["shield-discipline:1"] * 4, "shield-discipline:2"])
    die = Option("shield-discipline", "Shield Discipline", faces)
    lexicon.learn(Question(("1",), "create.dice", "", One((die,))), STATE)
    names = Names(STATE, None, lexicon, OPENING)
    return Telling(STATE, STATE, (WHERE, WHICH), names)


@pytest.mark.parametrize(("event", "text"), TOLD, ids=lambda value: type(value).__name__)
def test_an_event_is_told_in_a_sentence(event: Any, text: str) -> None:
    assert sentence(telling(), event).text == text


@pytest.mark.parametrize("event", [event for event, _ in TOLD], ids=lambda e: type(e).__name__)
def test_an_event_is_told_alike_as_it_travels(event: Any) -> None:
    travelled = msgspec.msgpack.decode(msgspec.msgpack.encode(event))
    assert sentence(telling(), travelled) == sentence(telling(), event)


def test_no_event_of_a_battle_is_forgotten() -> None:
    events = set(get_args(BattleEvent))
    assert events == set(SAY)
    assert events == {type(event) for event, _ in TOLD}


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (["comet-fell", "a1", 3, ""], "Comet Fell: a1, 3."),
        (["comet-fell"], "Comet Fell."),
        (["damage", "a1"], "Damage: a1."),
        (["roll", 1, "x", "a1", 6, "faces"], "Roll: 1, x, a1, 6, faces."),
        (42, "42."),
    ],
)
def test_an_unknown_or_odd_event_becomes_a_plain_line(event: Any, text: str) -> None:
    assert sentence(telling(), event).text == text


def test_an_event_with_fields_that_mean_nothing_here_becomes_a_plain_line() -> None:
    odd = ev.AdventurerCreated("a9", {"no": "name"}, {}, {})
    assert sentence(telling(), odd).text.startswith("Created: a9")


def test_hp_is_counted_from_blow_to_blow_within_a_commit() -> None:
    told = telling()
    blow = ev.DamageDealt("a2", "e0", 2, 0, 0, 2)
    texts = [sentence(told, event).text for event in (blow, ev.HpChanged("a2", 4, 2, "heal"), blow)]
    assert texts[0].endswith("3 HP left.")
    assert texts[1].startswith("Nord (2) is healed 1:")
    assert texts[2].endswith("2 HP left.")


def test_bookkeeping_is_quiet_and_an_answer_that_nobody_gave_is_not() -> None:
    assert sentence(telling(), ev.Noted("x", "turn")).quiet
    assert sentence(telling(), Answered(5, "1", ("a",))).quiet
    assert not sentence(telling(), Answered(5, "1", ("a",), "default")).quiet
    assert not sentence(telling(), ev.UnitMoved("a1", (0, 0))).quiet
    assert sentence(telling(), Rolled(0, "engage", "a1", 6, (1,))).quiet
    assert not sentence(telling(), Rolled(0, "lockpick", "a1", 6, (1,))).quiet


def test_a_face_is_learnt_from_the_question_that_spells_it_out() -> None:
    lexicon = Lexicon()
    assert lexicon.face("shield-discipline", 3) == "face 4"
    shown = Question(
        ("1",), "engage.resolve", "", One((Option("d1", "Shield Discipline: heroic-slash-2"),))
    )
    lexicon.learn(shown, STATE)
    assert lexicon.face("shield-discipline", 3) == "Heroic Slash 2"


@pytest.mark.parametrize("seed", [1, 2])
def test_a_whole_battle_is_told_without_a_plain_line(seed: int) -> None:
    entries = journal(seed)
    first = codec.msgpack.reply(entries[0].frame)
    assert isinstance(first, Commit)
    assert isinstance(first.pinned, Opening)
    view, lexicon = BattleView(beginning(first.pinned)), Lexicon()
    for entry in entries:
        commit = codec.msgpack.reply(entry.frame)
        assert isinstance(commit, Commit)
        played = view.take(commit)
        assert played is not None
        for told in sentences(played, lexicon, first.pinned):
            assert told.text.endswith(".")
            assert "{" not in told.text
            assert "[[" not in told.text
