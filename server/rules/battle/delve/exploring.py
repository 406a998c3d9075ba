"""Exploring (p61, p77, p78): which hexes, by whom, and the steps from card to populated tile."""

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
    """Return the hexes that can be explored now, whoever stands there (DLX-3, DLX-4, SKY-6).

    None without a card that could be drawn.
    """
    delve = battle.state.delve
    if delve is None or delve.drawn >= delve.required:
        return ()
    deck = battle.state.decks[DECK]
    if not deck.discard and not any(deck.cards.values()):
        return ()
    return tuple(at for at in tiles.open_doors(battle.state.tiles) if at in battle.ground.tile_of)


def offer(battle: Battle, unit: UnitId, at: Hex) -> bool:
    """Offer exploring to who enters a hex, or starts its turn there (DLX-1, EXA-3)."""
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
    """Return the hexes that an explore action reaches: in sight, no farther than Stamina (EXA-1,
    C-32).

    Once a turn, and not in a turn with a move action (TRN-4, EXA-2).
    """
    turn, here = battle.state.turn, battle.unit(unit).at
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
    # More than a check: an empty deck is made anew of its discards here (GEN-8), which `explorable`
    # counts as cards (test_discarded_cards_are_cards_left_to_draw).
    if not inventory.has_cards(battle, DECK):
        return
    card = catalogue_of(battle).delve_cards[delve_deck.draw(battle)]
    tile = _draw_tile(battle, card.shape)
    if tile is None:
        battle.emit(CardSetAside(unit, card.id, card.name))
        return
    # Without `done`, which only chooses among the ways: whether there is one does not depend on it.
    if not tiles.placements(battle.state.tiles, tile, at):
        _give_up(battle, tile, card)  # C-28: before it takes effect
        return
    battle.emit(CardRevealed(unit, at, card.id, card.name, card.text, card.skyshards))
    if card.revealed is not None and not card.revealed.populated:
        card.revealed.do(battle, Room(card.id, unit, at))
    if not _connect(battle, unit, at, tile):
        # The card has been turned up: its skyshards were counted as drawn then, and are taken back.
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
    """Put the tile under its stack and the card away; the hex stays as it was (DLX-10)."""
    battle.emit(TileReturned(_stack(card.shape), tile.id, tile.name))
    battle.emit(CardDiscarded(card.id, card.name, "", shards))


def _connect(battle: Battle, unit: UnitId, at: Hex, tile: MapTile) -> bool:
    """Lay the tile as the player likes, in one of all legal ways (DLX-8, DLX-9, DEL-4).

    False if there is none any more: an effect on revealing may have led to another exploration.
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
    """Put the card beside its tile if something of it is still to come, else away (DLX-16)."""
    armed = isinstance(card.lasting, Trap)
    stays = card.lasting is not None and not isinstance(card.lasting, SkyshardBox)
    if stays or card.skyshards:
        battle.emit(CardLaid(tile, card.id, card.name, card.skyshards, armed))
    else:
        battle.emit(CardDiscarded(card.id, card.name))


def notes(battle: Battle, unit: UnitId) -> dict[Hex, str]:
    """Return what entering each hex of a delve would do to an adventurer, in a few words.

    Traps and skyshards count for every hex of their tile; in somebody else's turn it is skyshards
    alone that matter (SKY-2).
    """
    delve, turn = battle.state.delve, battle.state.turn
    if delve is None or unit not in battle.state.adventurers:
        return {}
    own = turn is not None and turn.unit == unit
    said: dict[Hex, list[str]] = {}
    for tile in battle.state.tiles.values():
        gains = bool(tile.shards) and delve.gained < delve.required
        words = [*(["trap"] if own and tile.armed else []), *(["skyshard"] if gains else [])]
        if words:
            said |= {at: list(words) for at in tile.hexes}
    for name, deck in battle.state.caches.items() if own else ():
        said.setdefault(parse(name), []).append(deck)
    for at in explorable(battle) if own else ():
        said.setdefault(at, []).append("door")
    return {at: ", ".join(words) for at, words in said.items()}
