"""Scenes below ground: a drawn delve with its tiles, its next card and its next tile.

    scene = below(hero(at=(2, -2)), card="shard-vein", tile="guard-post")
    scene.rolls(0, 0).answer("explore.here", "explore")

A deck or stack of one still takes a draw: script a 0 for the card and a 0 for the tile.
"""

from typing import Any

from msgspec.structs import replace

from protocol.hexes import Hex, key
from server.rules.battle.components.catalogue import Catalogue
from server.rules.battle.delve.tiles import turned
from server.rules.battle.kernel.state import Deck, Delve, Tile
from server.rules.battle.rules import BattleRules
from server.rules.content.catalogue import catalogue
from server.rules.content.delve.encounters import DOORS, ENTRANCE
from server.rules.engine.advance import Play
from tests.scene.builders import Foe, Hero
from tests.scene.scene import Scene

SURVEY, UNCOVER = "smugglers-warren", "sunken-crypt"
SHAPES = ("3", "6", "7", "19")
HALL = (2, -1)
"""Where the middle of the Round Hall lies: a door at 1,0 beside the entrance, open doors at 2,-2
and 3,-1, hearts at 1,-1 and 2,-1, a cache hex at 3,-2, and 2,0 without an icon.
"""


def entrance() -> Tile:
    """The entrance tile; its doors are 0,0 and 0,1."""
    return Tile("entrance", ENTRANCE, DOORS)


def laid(name: str, origin: Hex, turn: int = 0, **card: Any) -> Tile:
    """A tile of the box on the map; `card`, `shards`, `armed`: what lies beside it."""
    printed = catalogue().tiles[name]

    def put(hexes: tuple[Hex, ...]) -> tuple[Hex, ...]:
        places = (turned(at, turn) for at in hexes)
        return tuple((q + origin[0], r + origin[1]) for q, r in places)

    return Tile(
        name,
        put(printed.hexes),
        put(printed.doors),
        put(printed.hearts),
        put(printed.caches),
        **card,
    )


def below(
    *pieces: Hero | Foe,
    tiles: dict[str, Tile] | None = None,
    card: str = "",
    tile: str = "",
    enemy: str = "",
    required: int = 3,
    drawn: int = 0,
    gained: int = 0,
    hall: dict[str, Any] | None = None,
    decks: dict[str, Deck] | None = None,
    cards: Catalogue | None = None,
    encounter: str = SURVEY,
    **settings: Any,
) -> Scene:
    """A delve in the middle: the entrance and the Round Hall, unless `tiles` says otherwise.

    `card`, `tile` and `enemy` are all that is left in deck, stack and bag; `hall` says what lies
    beside the hall.
    """
    lying = tiles or {"entrance": entrance(), "round-hall": laid("round-hall", HALL, **hall or {})}
    box = cards or catalogue()
    shape = box.tiles[tile].shape if tile else ""
    stacks = {f"tiles-{s}": Deck(cards={tile: 1} if s == shape else {}) for s in SHAPES}
    level = box.chips[enemy].level if enemy else 0
    bags = {f"bag-{level}": Deck(cards={enemy: 1})} if enemy else {}
    scene = Scene(
        *pieces,
        tiles={name: one.hexes for name, one in lying.items()},
        decks={"delve": Deck(cards={card: 1} if card else {}), **stacks, **bags, **(decks or {})},
        cards=box,
        encounter=encounter,
        **settings,
    )
    delve = Delve(required, drawn, gained)
    state = replace(scene.play.start, tiles=lying, delve=delve)
    scene.play = Play(BattleRules(scene.catalogue), state, scene.script)
    return scene


def place(scene: Scene) -> Scene:
    """Connect the tile as the game proposes."""
    question = scene.asked("delve.place")
    return scene.answer("delve.place", *question.default)


def at(*hexes: Hex) -> list[str]:
    """The keys of hexes."""
    return [key(one) for one in hexes]
