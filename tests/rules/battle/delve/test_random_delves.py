"""Random delves: tiles never overlap, the map hangs together, the log tells everything."""

from copy import deepcopy
from dataclasses import replace as change
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from clients.bots.random_bot import RandomBot
from protocol.battle import CachePlaced, CardDiscarded, SkyshardGained, TilePlaced, TrapTried
from protocol.ids import SeatId
from protocol.questions import Picks, Question
from server.commands.headless import Simulation
from server.commands.setups import setups
from server.rules.battle.components.catalogue import Catalogue
from server.rules.battle.kernel.state import BattleState
from server.rules.battle.rules import BattleRules
from server.rules.content.catalogue import catalogue
from server.rules.engine.advance import CommitContents, Play
from server.rules.engine.dice import SealedChance
from server.rules.engine.patch import fold, plain
from server.rules.engine.replay import Recorded, rerun
from server.rules.engine.ruleset import Ruleset
from tests.rules.recording import recorded
from tests.scene.invariants import check

SEEDS = range(0, 12, 2)
DELVES = ("smugglers-warren", "sunken-crypt", "glass-mine")


class Wanderer(RandomBot):
    """Answers at random, but opens every door and does not leave."""

    def picks(self, question: Question) -> Picks:
        if question.why == "explore.here":
            return ("explore",)
        return question.default if question.why == "round.retreat" else super().picks(question)


def _peaceful() -> Catalogue:
    """The box with sturdy adventurers and without enemies on its delve cards: they get far."""
    races = {name: change(race, health=20) for name, race in catalogue().races.items()}
    cards = {name: change(card, scale=((),) * 4) for name, card in catalogue().delve_cards.items()}
    return change(catalogue(), delve_cards=cards, races=races)


class Recording:
    """A delve of wanderers, every other one without enemies, and all that a journal would hold."""

    def __init__(self, seed: int) -> None:
        self.random, self.bot = Random(seed), Wanderer(seed)
        seats = tuple(str(n) for n in range(1, 2 + seed % 4))
        setup = next(one for one in setups() if one.name == DELVES[seed % 3])
        difficulty = ("apprentice", "adept", "expert")[seed // 3 % 3]
        built = setup.build(tuple(map(SeatId, seats)), difficulty, {})
        start = built.start
        assert isinstance(start, BattleState)
        self.start = replace(start, settings=replace(start.settings, xp=1 + seed % 9))
        self.rules: Ruleset[Any] = built.ruleset if seed % 2 else BattleRules(_peaceful())
        self.chance = SealedChance(seed.to_bytes(8, "big"))
        self.play = Play(self.rules, self.start, self.chance)
        self.shown = plain(self.start)
        self.commits: list[Recorded] = []
        self.take(self.play.begin())

    def take(self, told: CommitContents) -> None:
        """Record a commit; the fold over it must be the state, and the state sound."""
        commit = recorded(len(self.commits) + 1, told)
        self.commits.append(commit)
        fold(self.shown, commit.gone, deepcopy(commit.put))
        assert msgspec.msgpack.encode(self.shown) == msgspec.msgpack.encode(self.play.state)
        check(self.play.state)

    def step(self) -> None:
        """A random answer; exploring from afar, and moving, more often than other things."""
        menu = {question.why: question for question in self.play.questions}
        question = self.random.choice(self.play.questions)
        for why in ("turn.explore", "turn.move"):
            if why in menu and self.random.random() < 0.5:
                question = menu[why]
                break
        seat = self.random.choice(question.to)
        self.take(self.play.answer(question.id, seat, self.bot.picks(question)))


@pytest.mark.rule("DLX-8", "DLX-12", "DLX-3")
@pytest.mark.parametrize("seed", range(24))
@pytest.mark.slow
def test_a_delve_keeps_its_invariants_and_runs_again_alike(seed: int) -> None:
    delve = Recording(seed)
    while not delve.play.over:
        delve.step()
    again = rerun(delve.rules, delve.start, delve.chance, delve.commits)
    assert msgspec.msgpack.encode(again.state) == msgspec.msgpack.encode(delve.play.state)


@pytest.mark.slow
def test_the_wanderers_see_what_a_delve_has_to_offer() -> None:
    """Over some seeds tiles are laid, traps tried and skyshards gained: the test above is real."""
    seen: set[type] = set()
    for seed in SEEDS:
        delve = Recording(seed)
        while not delve.play.over:
            delve.step()
        seen |= {type(event) for commit in delve.commits for event in commit.events}
    assert {TilePlaced, TrapTried, SkyshardGained, CachePlaced, CardDiscarded} <= seen


@pytest.mark.parametrize("delve", DELVES)
@pytest.mark.parametrize("players", [1, pytest.param(4, marks=pytest.mark.slow)])
def test_the_sensible_bot_brings_a_delve_to_its_end(delve: str, players: int) -> None:
    """It explores on its way: the map has grown by then."""
    final = Simulation(delve, players, "adept", "sensible", players).play()
    assert final["phase"] == "over"
    assert len(final["tiles"]) > 1


@pytest.mark.slow
def test_the_sensible_bot_wins_a_delve_now_and_then() -> None:
    outcomes = {
        Simulation(delve, 2, "apprentice", "sensible", seed).play()["outcome"]
        for delve in DELVES
        for seed in range(6)
    }
    assert "victory" in outcomes
