"""Exploring (p61, p77, p78): which hexes can be explored, and the steps from the draw of a card to
the populated tile.
"""

from protocol.battle import (
    ActionTaken,
    CardDiscarded,
    CardLaid,
    CardRevealed,
    CardSetAside,
    TileDrawn,
    TilePlaced,
    TileReturned,
)
from protocol.hexes import Hex, key, parse
from protocol.ids import UnitId
from protocol.questions import One, Option, Question
from server.rules.battle.adventurer import inventory
from server.rules.battle.components.catalogue import catalogue_of
from server.rules.battle.components.delve_parts import DelveCard, MapTile, Room, SkyshardBox, Trap
from server.rules.battle.delve import deck as delve_deck
from server.rules.battle.delve import populating, tiles
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.state import Tile
from server.rules.engine.patch import plain

DECK = "delve"


def explorable(battle: Battle) -> tuple[Hex, ...]:
    """Return the hexes that can be explored now, whoever stands there (DLX-3, DLX-4, SKY-6); () if
    no delve card can be drawn.
    """
    delve = battle.game.state.delve
    if delve is None or delve.drawn >= delve.required:
        return ()
    deck = battle.game.state.decks[DECK]
    if not deck.discard and not any(deck.cards.values()):
        return ()
    return tuple(
        at for at in tiles.open_doors(battle.game.state.tiles) if at in battle.ground.tile_of
    )


def offer(battle: Battle, unit: UnitId, at: Hex) -> bool:
    """Offer to explore from the hex that a unit enters or begins its turn in (DLX-1, EXA-3).
    Returns whether it did.
    """
    if at not in explorable(battle):
        return False
    chosen = battle.pick(
        Question(
            to=battle.deciders(unit),
            why="explore.here",
            text="Explore what lies beyond this door?",
            shape=One((Option("explore", "Explore"),)),
            rule="DLX-1",
            may_pass=True,
            about=key(at),
        )
    )
    if chosen:
        explore(battle, unit, at)
    return bool(chosen)


def distant(battle: Battle, unit: UnitId) -> list[Hex]:
    """Return the hexes that an explore action can explore now: in sight, no farther than Stamina
    (EXA-1, C-32). [] after another explore or move action of the turn (TRN-4, EXA-2).
    """
    turn, here = battle.game.state.turn, battle.unit(unit).at
    # An exploration by entering is no action and is not counted in `explores` (EXA-3;
    # test_who_explored_from_the_hex_of_its_start_may_still_move_or_explore).
    if turn is None or turn.explores or turn.moves or here is None:
        return []
    stamina, ground = battle.mat(unit).stamina, battle.ground
    return [
        at
        for at in explorable(battle)
        if ground.distance(here, at) <= stamina and ground.sees(here, at)
    ]


def action(battle: Battle, unit: UnitId, at: Hex) -> None:
    """Take an explore action (p61)."""
    battle.emit(ActionTaken(unit, "explore", key(at)))
    explore(battle, unit, at)


def explore(battle: Battle, unit: UnitId, at: Hex) -> None:
    """Explore a hex: draw, reveal, connect, populate (p77, DLX-6 to DLX-17)."""
    # This also rebuilds an empty deck from its discards (GEN-8), which `explorable` counts as cards
    # (test_discarded_cards_are_cards_left_to_draw).
    if not inventory.has_cards(battle, DECK):
        return
    card = catalogue_of(battle).delve_cards[delve_deck.draw(battle)]
    tile = _draw_tile(battle, card.shape)
    if tile is None:
        battle.emit(CardSetAside(unit, card.id, card.name))
        return
    # Without `done`, which only narrows the choice: whether there is any way does not depend on it.
    if not tiles.placements(battle.state.tiles, tile, at):
        _give_up(battle, tile, card)  # C-28: before it takes effect
        return
    battle.emit(CardRevealed(unit, at, card.id, card.name, card.text, card.skyshards))
    if card.revealed is not None and not card.revealed.populated:
        card.revealed.do(battle, Room(card.id, unit, at))
    if not _connect(battle, unit, at, tile):
        # Revealing the card counted its skyshards as drawn: these are taken back.
        _give_up(battle, tile, card, card.skyshards)
        return
    # Caches first (DLX-13, DLX-14); a cache does not keep an enemy from its hex (MAP-5;
    # test_an_enemy_may_come_to_a_hex_with_a_cache).
    populating.place_caches(battle, unit, at, tile.id, card)
    populating.deploy_enemies(battle, unit, at, tile.id, card)
    # C-29: what needs the populated tile waits for it.
    if card.revealed is not None and card.revealed.populated:
        card.revealed.do(battle, Room(card.id, unit, at, tile.id))
    _put_card(battle, tile.id, card)


def _stack(shape: str) -> str:
    return f"tiles-{shape}"


def _draw_tile(battle: Battle, shape: str) -> MapTile | None:
    """Draw a tile of a shape, those that were put back last; None if there is none left."""
    stack = battle.state.decks[_stack(shape)]
    unknown = {name: n for name, n in stack.cards.items() if n}
    if not unknown and not stack.bottom:
        return None
    # Tiles that were put back lie in a known order: the first of them comes without a draw
    # (test_a_tile_from_under_the_stack_comes_once_the_unknown_ones_are_gone).
    drawn = battle.game.draw(_stack(shape), unknown) or stack.bottom[0]
    tile = catalogue_of(battle).tiles[drawn]
    battle.emit(TileDrawn(_stack(shape), tile.id, tile.name))
    return tile


def _give_up(battle: Battle, tile: MapTile, card: DelveCard, shards: int = 0) -> None:
    """Put the tile under its stack and discard the card; the hex can still be explored (DLX-10).
    `shards` is how many skyshards of the card were counted as drawn.
    """
    battle.emit(TileReturned(_stack(card.shape), tile.id, tile.name))
    battle.emit(CardDiscarded(card.id, card.name, "", shards))


def _connect(battle: Battle, unit: UnitId, at: Hex, tile: MapTile) -> bool:
    """Place the tile in the legal way that the player chooses (DLX-8, DLX-9, DEL-4).

    Returns False if there is none any more: a When Revealed effect may have explored something
    else in the meantime.
    """
    delve = battle.state.delve
    assert delve is not None
    done = delve.drawn >= delve.required
    ways = tiles.placements(battle.state.tiles, tile, at, done=done)
    if not ways:
        return False
    options = tuple(Option(way.key, *tiles.words(way, at)) for way in ways)
    chosen = battle.pick(
        Question(
            to=battle.deciders(unit),
            why="delve.place",
            text=f"How do you connect {tile.name} to {key(at)}?",
            shape=One(options),
            rule="DLX-8",
            default=(tiles.sensible(ways).key,),
            about=key(at),
        )
    )
    way = next(way for way in ways if way.key == chosen)
    lying = Tile(tile.id, way.hexes, way.doors, way.hearts, way.caches)
    battle.emit(TilePlaced(tile.id, plain(lying)))
    return True


def _put_card(battle: Battle, tile: str, card: DelveCard) -> None:
    """Put the card beside its tile if it has a trap, an environment or skyshards; else discard it
    (DLX-16).
    """
    armed = isinstance(card.lasting, Trap)
    stays = card.lasting is not None and not isinstance(card.lasting, SkyshardBox)
    if stays or card.skyshards:
        battle.emit(CardLaid(tile, card.id, card.name, card.skyshards, armed))
    else:
        battle.emit(CardDiscarded(card.id, card.name))


def notes(battle: Battle, unit: UnitId) -> dict[Hex, str]:
    """Return for each hex of a delve what entering it would trigger for an adventurer, in words
    such as "trap, skyshard".

    Traps and skyshards count for every hex of their tile; in another unit's turn only skyshards
    are triggered (SKY-2).
    """
    delve, turn = battle.game.state.delve, battle.game.state.turn
    if delve is None or unit not in battle.game.state.adventurers:
        return {}
    own = turn is not None and turn.unit == unit
    said: dict[Hex, list[str]] = {}
    for tile in battle.game.state.tiles.values():
        gains = bool(tile.shards) and delve.gained < delve.required
        words = [*(["trap"] if own and tile.armed else []), *(["skyshard"] if gains else [])]
        if words:
            said |= {at: list(words) for at in tile.hexes}
    for name, deck in battle.game.state.caches.items() if own else ():
        said.setdefault(parse(name), []).append(deck)
    for at in explorable(battle) if own else ():
        said.setdefault(at, []).append("door")
    return {at: ", ".join(words) for at, words in said.items()}
