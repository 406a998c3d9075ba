"""Common miscellaneous items: they do what they say (p29; ITM-14)."""

from protocol.ids import CardId, NamedCode, UnitId
from protocol.option_keys import option_key, read_key
from server.rules.battle.adventurer import inventory
from server.rules.battle.components.catalogue import catalogue_of
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.lock import Lock
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.kernel.state import LF
from server.rules.battle.map import choosing
from server.rules.battle.movement import move
from server.rules.content import asking, fatigue, lockpicking
from server.rules.content.items import scouting
from server.rules.content.items.boons import (
    gains_tenacity,
    heals,
    hides,
    moves,
    recovers_first,
    sheds,
    tires,
)
from server.rules.content.items.cards import answer, keepsake, tool
from server.rules.content.items.harms import afflicts
from server.rules.content.items.using import (
    Use,
    discarded,
    each,
    enemies_within,
    everybody,
    near,
    one,
    others,
    priced,
    some,
    you,
)

ROPE = 3  # hexes that it reaches


def _light_coming(battle: Battle, me: Me, now: Happening) -> bool:
    """Return whether the owner is about to gain light fatigue and has some to remove: what replaces
    a gain must be possible.
    """
    light = now.unit == me.unit and now.kind == LF and not now.stopped
    return light and LF in battle.mat(me.unit).track


def _shade(battle: Battle, me: Me, now: Happening) -> None:
    """Remove 1 light fatigue in place of all light fatigue that would be gained."""
    now.stopped, now.amount = True, 0
    fatigue.remove(battle, me.unit, LF)


def _bend(battle: Battle, me: Me, now: Happening) -> None:
    inventory.discard(battle, me.unit, me.card)
    now.amount += 2


def _hooks_on(battle: Battle, me: Me) -> list[tuple[int, int]]:
    here = battle.unit(me.unit).at
    assert here is not None
    far = battle.ground.distances(here)
    near_by = tuple(at for at, steps in far.items() if steps <= ROPE)
    return [at for at in battle.free_hexes(near_by) if battle.ground.sees(here, at)]


def _can_swing(battle: Battle, me: Me) -> bool:
    return bool(_hooks_on(battle, me))


def _swing(battle: Battle, me: Me) -> None:
    to, hexes = battle.deciders(me.unit), _hooks_on(battle, me)
    at = choosing.choose_hex(
        battle, to, hexes, NamedCode(f"{me.source}.hex"), "Where does the rope take you?"
    )
    move.place(battle, me.unit, at)


def _empty(battle: Battle, me: Me) -> dict[str, str]:
    """Return the expended potions of the owner and its neighbours, "unit:card" to words."""
    items = catalogue_of(battle).items
    return {
        option_key(unit.id, card.id): f"{items[card.item].name} of {unit.name}"
        for unit in near(battle, me)
        for card in inventory.carried(battle, unit.id)
        if card.expended and items[card.item].subtype == "potion"
    }


def _can_refill(battle: Battle, me: Me) -> bool:
    return bool(_empty(battle, me))


def _refill(battle: Battle, me: Me) -> None:
    text = "Which potion is refreshed?"
    chosen = asking.one_of(
        battle, me.unit, _empty(battle, me), NamedCode(f"{me.source}.potion"), text
    )
    unit, card = read_key(chosen)
    inventory.refresh(battle, UnitId(unit), CardId(card))


def _tired_pets(battle: Battle, me: Me) -> dict[str, str]:
    items = catalogue_of(battle).items
    return {card.id: items[card.item].name for card in battle.mat(me.unit).ready if card.chips}


def _can_feed(battle: Battle, me: Me) -> bool:
    return bool(_tired_pets(battle, me))


def _feed(battle: Battle, me: Me) -> None:
    text = "Which pet is fed?"
    chosen = asking.one_of(
        battle, me.unit, _tired_pets(battle, me), NamedCode(f"{me.source}.pet"), text
    )
    inventory.take_chips(battle, me.unit, CardId(chosen))


def _drums(battle: Battle, me: Me, now: Happening) -> None:
    each(everybody, gains_tenacity(1)).do(battle, me)


def _lacking(battle: Battle, me: Me, now: Happening) -> bool:
    return each(everybody, gains_tenacity(1)).can(battle, me)


ITEMS = (
    keepsake(
        "Shoulder-Mounted Parasol",
        Lock(4, (6, 6, 1)),
        "When you would gain light fatigue, 1 leaves your track instead.",
        answer(Moment.FATIGUE_COMING, _shade, _light_coming),
        source="effect printed; subtype, deck and lock original",
    ),
    tool(
        "Bright-Throat Poultice",
        Lock(3, (2, 5, 5)),
        "Discard it: you or an adjacent adventurer heals 2 and loses a status.",
        discarded(one(near, "Who is treated?", heals(2), sheds)),
        "",
        source="errata name, subtype; deck, lock and effect original",
    ),
    keepsake(
        "Bent Lockpicks",
        Lock(4, (6, 6, 1)),
        "Discard it as you begin a lockpick check: 2 more attempts.",
        answer(Moment.LOCKPICK, _bend, lockpicking.begins),
    ),
    tool(
        "Smelling Salts",
        Lock(3, (5, 2, 2)),
        "Discard it: recover your 2 leftmost dice.",
        discarded(each(you, recovers_first(2))),
        "",
    ),
    tool(
        "Grappling Hook",
        Lock(2, (5, 1, 3)),
        "Once a battle: be placed in a hex within 3 that you see.",
        Use(_swing, _can_swing),
        "battle",
    ),
    tool(
        "Signal Whistle",
        Lock(4, (1, 4, 6)),
        "Once a round: gain 1 light fatigue; another adventurer moves up to 2 hexes.",
        priced(tires(light=1), one(others, "Who moves?", moves(2))),
        "round",
    ),
    tool(
        "Traveling Alembic",
        Lock(2, (4, 2, 6)),
        "Discard it: refresh an expended potion of you or an adjacent adventurer.",
        discarded(Use(_refill, _can_refill)),
        "",
    ),
    tool(
        "Pouch of Suet",
        Lock(4, (3, 4, 5)),
        "Discard it: all HP chips leave one of your pets.",
        discarded(Use(_feed, _can_feed)),
        "",
    ),
    tool(
        "Sack of Caltrops",
        Lock(3, (6, 3, 3)),
        "Discard it: up to 2 enemies within 2 hexes gain Maim.",
        discarded(some(enemies_within(2), 2, "Who gains Maim? Up to two.", afflicts("maim"))),
        "",
    ),
    tool(
        "Listening Horn",
        Lock(3, (1, 2, 6)),
        "Once a round: look at the lock of a deck's top card; you may put the card under its deck.",
        Use(scouting.listen, scouting.can_listen),
        "round",
    ),
    keepsake(
        "Lucky Knucklebones",
        Lock(3, (6, 6, 6)),
        "Once a round, in a lockpick check: turn a die over.",
        answer(Moment.LOCKPICK_ROLLED, scouting.turn_over, lockpicking.on_the_table, once="round"),
    ),
    keepsake(
        "Marching Drum",
        Lock(2, (1, 1, 4)),
        "Once a battle, as a round starts: every adventurer in play gains 1 tenacity.",
        answer(Moment.ROUND_STARTS, _drums, _lacking, once="battle"),
    ),
    tool(
        "Jar of Lampblack",
        Lock(4, (2, 3, 5)),
        "Discard it: gain Stealth.",
        discarded(each(you, hides())),
        "",
    ),
)
