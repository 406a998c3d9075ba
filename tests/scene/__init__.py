"""The test language: draw a scene, play it with scripted dice, look at what came of it.

    scene = Scene(
        hero("a1", at=(1, -1), form="light-weapon", stamina=3, row=["shield-discipline", "combat"]),
        foe("e1", "high-elf-bandit", at=(0, 0)),
    )
    scene.rolls("shield-discipline:1", "tenacity")
    scene.engage("a1", target="e1", dice=["shield-discipline", "combat"])
    scene.resolve("shield-discipline", "combat")
    assert scene.hp("e1") == 2

Dice of a hero are named by kind; several of a kind are taken in order. Faces are the printed texts
("snipe:2", "tenacity"), "enemy:2" is an enemy Combat die, "d6:5" a plain die, an int a raw number.
A roll without a script fails the test; so does a script that is not used up (`scene.done()`).
"""

from tests.scene.builders import foe, friend, hero
from tests.scene.invariants import check
from tests.scene.scene import Refused, Scene

__all__ = ["Refused", "Scene", "check", "foe", "friend", "hero"]
