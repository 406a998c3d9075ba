"""What the game's encounters change for a party's size, so that each size has its fight (p72)."""

from typing import Any

import pytest

from protocol.ids import UnitId
from server.commands.headless import Simulation
from server.rules.battle.kernel.state import Deck
from server.rules.battle.kernel.values import Stat
from server.rules.battle.setup.deploying import deploy_enemy
from server.rules.content.catalogue import catalogue
from tests.rules.battle.running import running
from tests.rules.content.encounters.drawing import far_from, played
from tests.scene import foe, hero

rule = pytest.mark.rule
QUIET: dict[str, Any] = {"combat": 0, "range": 9, "skills": (), "defense": 0}

HARDER = [
    ("broken-bridge", 4, Stat.MOVEMENT, "skeever-pup", 1),
    ("sinkhole", 3, Stat.DEFENSE, "skeever-pup", 1),
    ("sinkhole", 3, Stat.DEFENSE, "high-elf-bandit", 0),
    ("sinkhole", 4, Stat.DEFENSE, "high-elf-bandit", 1),
    ("supply-wagon", 4, Stat.MOVEMENT, "skeleton", 1),
    ("supply-wagon", 4, Stat.COMBAT, "skeleton", -1),
    ("moonlit-shrine", 3, Stat.RANGE, "skeleton", 1),
    ("narrow-pass", 3, Stat.COMBAT, "skeever-pup", 1),
    ("horseshoe", 3, Stat.RANGE, "skeleton", 1),
    ("horseshoe", 4, Stat.RANGE, "skeleton", 1),
    ("horseshoe", 4, Stat.MOVEMENT, "skeleton", 1),
    ("night-run", 4, Stat.MOVEMENT, "skeleton", 1),
    ("ambush", 2, Stat.MOVEMENT, "skeleton", 1),
    ("supply-wagon", 3, Stat.MOVEMENT, "skeleton", 1),
    ("drowned-archive", 4, Stat.DEFENSE, "skeever-pup", 1),
    ("blackmire-gaol", 1, Stat.COMBAT, "skeever-pup", -1),
    ("drowned-archive", 1, Stat.COMBAT, "skeever-pup", -1),
    ("drowned-archive", 2, Stat.COMBAT, "skeever-pup", -1),
]


@rule("CLA-5", "ENC-9")
@pytest.mark.parametrize(("name", "size", "stat", "chip", "more"), HARDER)
def test_a_challenge_changes_a_stat(name: str, size: int, stat: Stat, chip: str, more: int) -> None:
    door = catalogue().encounters[name].tiles["entrance"]
    heroes = [hero(f"a{n}", at=door[n]) for n in range(size)]
    enemy = foe("e1", chip, at=far_from(name, ()), skills=())
    battle = running(played(name, *heroes, enemy))
    assert battle.value(UnitId("e1"), stat, 2).value == 2 + more


TOUGHER = [
    ("ambush", 1, -1), ("ambush", 2, -2), ("black-ford", 1, -2), ("black-ford", 2, -1),
    ("black-ford", 3, 1), ("black-ford", 4, 1), ("broken-bridge", 3, 1), ("broken-bridge", 4, 1),
    ("burning-mill", 3, 1), ("burning-mill", 4, 2), ("drowned-archive", 3, 1),
    ("mirror-pool", 3, 1), ("moonlit-shrine", 2, -2), ("narrow-pass", 4, 1),
    ("plain-clash", 4, 2), ("three-seals", 1, -2), ("three-seals", 2, -1), ("watch-hill", 1, -1),
    ("watch-hill", 3, 1),
]  # fmt: skip


@rule("CLA-5")
@pytest.mark.parametrize(("name", "size", "more"), TOUGHER)
def test_a_challenge_brings_more_hp_or_less(name: str, size: int, more: int) -> None:
    door = catalogue().encounters[name].tiles["entrance"]
    heroes = [hero(f"a{n}", at=door[n]) for n in range(size)]
    battle = running(played(name, *heroes))
    unit = battle.unit(deploy_enemy(battle, "skeever-pup", far_from(name, ())))
    assert unit.hp - unit.health == more


@rule("CLA-5")
@pytest.mark.parametrize(
    ("name", "chip", "size", "more"),
    [
        ("marked-one", "ash-reaver", 3, 2),
        ("marked-one", "ash-reaver", 4, 3),
        ("blackmire-gaol", "reach-warlord", 1, -2),
        ("blackmire-gaol", "reach-warlord", 3, 2),
        ("blackmire-gaol", "reach-warlord", 4, 1),
    ],
)
def test_a_challenge_may_mean_one_unit(name: str, chip: str, size: int, more: int) -> None:
    door = catalogue().encounters[name].tiles["entrance"]
    heroes = [hero(f"a{n}", at=door[n]) for n in range(size)]
    battle = running(played(name, *heroes))
    wanted = battle.unit(deploy_enemy(battle, chip, far_from(name, ())))
    assert wanted.hp - wanted.health == more


@rule("CLA-5")
@pytest.mark.parametrize(
    ("name", "chip", "size", "more"),
    [
        ("burning-mill", "titan", 2, -7),
        ("burning-mill", "werewolf", 2, -4),
        ("burning-mill", "sabre-cat", 2, 0),
        ("burning-mill", "sabre-cat", 1, -2),
        ("horseshoe", "titan", 3, -7),
        ("mirror-pool", "werewolf", 2, -4),
        ("watch-hill", "titan", 2, -6),
        ("ambush", "werewolf", 3, -3),
    ],
)
def test_the_strongest_are_eased_where_a_campaign_meets_them_late(
    name: str, chip: str, size: int, more: int
) -> None:
    door = catalogue().encounters[name].tiles["entrance"]
    heroes = [hero(f"a{n}", at=door[n]) for n in range(size)]
    battle = running(played(name, *heroes))
    met = battle.unit(deploy_enemy(battle, chip, far_from(name, ())))
    assert met.hp - met.health == more


REINFORCED = [
    ("ruined-keep", 3, 1, 1), ("ruined-keep", 4, 1, 2), ("ambush", 3, 1, 1), ("ambush", 4, 1, 1),
    ("last-stand", 3, 1, 2), ("last-stand", 3, 2, 3), ("last-stand", 4, 1, 2),
    ("last-stand", 4, 2, 3), ("drowned-archive", 3, 1, 1), ("night-run", 3, 2, 1),
    ("night-run", 4, 2, 1),
]  # fmt: skip


@rule("CLA-5")
@pytest.mark.parametrize(("name", "size", "rounds", "coming"), REINFORCED)
def test_a_challenge_brings_reinforcements(name: str, size: int, rounds: int, coming: int) -> None:
    """What comes at the start of the round after `rounds`, rules without a challenge included."""
    door = catalogue().encounters[name].tiles["entrance"]
    heroes = [hero(f"a{n}", at=door[n], hp=5 - n) for n in range(size)]
    decks = {"bag-1": Deck(cards={"skeever-pup": 9})}
    hexes = catalogue().encounters[name].numbered
    enemy = foe("e1", at=far_from(name, hexes), **QUIET)
    scene = played(name, *heroes, enemy, decks=decks, round=rounds, turn=None)
    scene.rolls(*[0] * coming)
    while scene.questions[0].why in ("arrive", "round_starts.order"):
        why = scene.questions[0].why
        scene.answer(why, scene.offered(why)[0])
    came = [u for u in scene.state.units.values() if u.chip == "skeever-pup"]
    assert len(came) == coming
    scene.done()


def deployed(name: str, size: int) -> Any:
    """The state as the first round begins."""
    battle = Simulation(name, size, "adept", "sensible", 2)
    battle.begin()
    while battle.record.shown.state.phase in ("create", "setup", "deploy"):  # type: ignore[attr-defined]
        battle.step()
    return battle.record.shown.state


CROWDED = [
    ("black-ford", 3), ("broken-bridge", 3), ("burning-mill", 4), ("horseshoe", 3),
    ("marked-one", 5), ("narrow-pass", 4), ("night-run", 3), ("sinkhole", 3),
    ("supply-wagon", 3), ("three-seals", 3),
]  # fmt: skip


@rule("CLA-5")
@pytest.mark.parametrize(("name", "least"), CROWDED)
def test_a_challenge_for_three_makes_up_the_number_of_enemies(name: str, least: int) -> None:
    """The points of three buy fewer, but dearer ones than those of two."""
    enemies = [unit for unit in deployed(name, 3).units.values() if unit.side == "enemy"]
    assert sum(not unit.fate for unit in enemies) == least


@rule("CLA-5")
@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_those_at_the_moonlit_shrine_strike_weakly(size: int) -> None:
    door = catalogue().encounters["moonlit-shrine"].tiles["entrance"]
    heroes = [hero(f"a{n}", at=door[n]) for n in range(size)]
    enemy = foe("e1", "skeleton", at=far_from("moonlit-shrine", ()), skills=())
    assert (
        running(played("moonlit-shrine", *heroes, enemy)).value(UnitId("e1"), Stat.COMBAT, 2).value
        == 1
    )


@rule("CLA-5")
@pytest.mark.parametrize(("size", "flipped"), [(3, 1), (4, 2)])
def test_the_mirror_pool_flips_chips(size: int, flipped: int) -> None:
    state = deployed("mirror-pool", size)
    removed = [u for u in state.units.values() if u.fate == "removed" and u.level == 1]
    drawn = [u for u in state.units.values() if u.side == "enemy" and u.level == 1]
    assert len(removed) == min(flipped, len(drawn))
