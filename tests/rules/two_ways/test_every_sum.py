"""The odds of an engage, computed a second time by letting every sum of damage land by itself."""

import random
from collections import Counter
from functools import partial
from itertools import product

import pytest

from protocol.ids import UnitId
from protocol.previews import EngageOdds
from server.rules.battle.engage import odds
from server.rules.battle.engage.plan import read
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.state import MAX_ENEMY_COMBAT_DICE, BattleState
from server.rules.battle.rules import BattleRules
from server.rules.content.catalogue import catalogue
from server.rules.engine.foresight import Foresight, whole
from tests.scene import Scene, foe, hero

FORMS = ("light-weapon", "heavy-weapon", "ranged-weapon", "magic")
WEAPONS = ("", "", "dockhands-cudgel", "steel-maul", "notched-hunting-bow", "oak-lightning-staff")
DEFENDING = ("dodge", "iron-bark", "ethereal")
TRACKS = ((), (), ("maim",), ("daze",), ("fear",), ("maim", "blind"))


def drawn(seed: int) -> tuple[Scene, tuple[str, ...]]:
    """Somebody with up to five dice, before an enemy with up to five skills; and their plan."""
    chance, cards = random.Random(seed), catalogue()
    form = chance.choice(FORMS)
    lines = {kind: cards.line_of[kind] for kind in sorted(cards.dice)}
    fitting = [k for k, line in lines.items() if line.engages and form in (line.forms or [form])]
    row = chance.choices([*fitting, *["combat"] * 6], k=chance.randint(1, 5))
    weapon = chance.choice(WEAPONS)
    skills = tuple(dict.fromkeys((*chance.sample(sorted(cards.skills), 2), *DEFENDING[: seed % 4])))
    track = list(chance.choice(TRACKS))
    scene = Scene(
        hero(row=row, form=form, track=track, ready=[weapon] if weapon else []),
        foe("e1", at=(0, 0), defense=chance.randint(0, 2), health=chance.randint(2, 9),
            skills=skills),
    )  # fmt: skip
    dice = tuple(f"die:{die}" for die in scene.mat("a1").row)
    return scene, (f"form:{form}", "target:e1", *([f"weapon:a1-{weapon}"] if weapon else []), *dice)


def naively(scene: Scene, picks: tuple[str, ...]) -> tuple[Counter[int], Counter[int], int]:
    """What is dealt, what is lost, and how often the enemy falls: fall by fall of the dice."""

    def fresh() -> Foresight[BattleState, Battle]:
        rules = BattleRules(scene.catalogue)
        return Foresight(rules, scene.state, rules.battle)

    chosen = read(picks)
    ready = whole(fresh().usual(partial(odds._prepare, unit=UnitId("a1"), chosen=chosen)))
    dice = [whole(odds._die(fresh(), UnitId("a1"), chosen, die))[1] for die in chosen.dice]
    extra = min(ready.extra if ready else 0, MAX_ENEMY_COMBAT_DICE)
    dice += [odds._enemy_combat_die()[1]] * extra
    sums: Counter[odds.Dealt] = Counter()
    for faces in product(*(die.items() for die in dice)):
        every = [ready.dealt if ready else odds.Dealt(), *(dealt for dealt, _ in faces)]
        ways = 1
        for _, more in faces:
            ways *= more
        sums[odds.Dealt(*map(sum, zip(*every, strict=True)))] += ways
    dealt, lost, falls = Counter[int](), Counter[int](), 0
    landing = odds._Landing(UnitId("a1"), chosen, ready, True)
    for sum_, ways in sums.items():
        plain = sum_._replace(at_once=0)
        scene_of = partial(odds._land, landing=landing, sum_=plain, counted=odds.Counted())
        landed = whole(fresh().usual(scene_of))
        instance = (
            landed.and_at_once(sum_.at_once) if landed else odds.Landed(sum_.points, 0, False)
        )
        dealt[instance.dealt] += ways
        lost[instance.lost] += ways
        falls += ways if instance.falls else 0
    return dealt, lost, falls


@pytest.mark.parametrize("seed", range(60))
def test_sums_that_land_together_land_as_each_would(seed: int) -> None:
    """Given any small plan, then distinct landings give what letting every sum land gives."""
    scene, picks = drawn(seed)
    found = scene.play.ruleset.preview(scene.state, "engage", UnitId("a1"), picks)
    assert isinstance(found, EngageOdds)
    dealt, lost, falls = naively(scene, picks)
    assert dict(zip(found.dealt.points, found.dealt.ways, strict=True)) == dict(dealt)
    assert dict(zip(found.lost.points, found.lost.ways, strict=True)) == dict(lost)
    assert found.defeats == falls
