"""What is in play is found from what has changed since the state before, and is the same as if all
of it had been found anew.
"""

from typing import Any

import pytest
from msgspec.structs import replace

from server.rules.battle.components.unit_effects import in_play
from server.rules.battle.kernel.state import Die
from server.rules.battle.rules import BattleRules
from server.rules.engine.dice import SealedChance
from server.rules.engine.game import Game
from tests.rules.recording import ENCOUNTERS, Recording
from tests.seeds import seeds

COMMITS = 60  # of each battle: creation, deployment and some rounds


def effects(rules: BattleRules, state: Any) -> list[Any]:
    """Who has which effects in a state, in the order of the units, and those of the encounter."""
    battle = rules.battle(Game(rules, state, [], SealedChance(bytes(32)), 0))
    found = in_play(battle)
    units = zip(found.table.names, found.table.effects, strict=True)
    of_units = [(name, one.sources, one.interrupts, one.modifiers) for name, one in units]
    return [*of_units, found.of_encounter, found.moments]


@pytest.mark.parametrize("seed", seeds(4, 16))
def test_what_is_in_play_after_a_commit_is_the_same_as_if_it_were_found_anew(seed: int) -> None:
    """Given a random battle, when commits move, hurt, equip and defeat units and turn dice, then
    whatever was found along the way is what a ruleset without any memory finds."""
    battle = Recording(seed, ENCOUNTERS[7 * seed % len(ENCOUNTERS)])
    rules: Any = battle.built.ruleset
    while not battle.play.over and len(battle.commits) < COMMITS:
        battle.step()
        state = battle.play.state
        assert effects(rules, state) == effects(BattleRules(rules.catalogue), state)


def in_its_first_round() -> tuple[BattleRules, Any]:
    """A Jailbreak in which enemies stand on the map, and its rules."""
    battle = Recording(3)
    while battle.play.state.phase != "adventurers":  # type: ignore[attr-defined]
        battle.step()
    rules: Any = battle.built.ruleset
    return rules, battle.play.state


def test_a_status_alone_is_noticed() -> None:
    """Given what is in play, when an enemy comes under Fear, and nothing else has changed, then its
    skills are in play no more."""
    rules, state = in_its_first_round()
    for name, unit in state.units.items():
        if unit.side == "enemy":
            before = effects(rules, state)
            feared = replace(unit, statuses=("fear",))
            changed = replace(state, units={**state.units, name: feared})
            assert effects(rules, changed) == effects(BattleRules(rules.catalogue), changed)
            assert effects(rules, changed) != before


def test_a_die_that_turns_alone_is_noticed() -> None:
    """Given an adventurer's die in an active slot, when it shows another face, and nothing else has
    changed, then what is in play is that of the new face."""
    rules, state = in_its_first_round()
    works = rules.catalogue.zones_of_faces
    kind = next(kind for (kind, _), zones in works.items() if "active" in zones)
    (name, mat), *_ = state.adventurers.items()
    mats = {**state.adventurers, name: replace(mat, active=("turned",))}
    seen: list[Any] = []
    for face in range(6):
        dice = {**state.dice, "turned": Die(kind, name, face)}
        changed = replace(state, adventurers=mats, dice=dice)
        assert effects(rules, changed) == effects(BattleRules(rules.catalogue), changed)
        seen.append(effects(rules, changed))
    assert any(one != seen[0] for one in seen)
