"""How enchantments are written down, and what each kind is put on (p29; ITM-8).

A card's hooks and modifiers work for whoever the component belongs to, while it lies there: the
enchanted unit, the adventurer with the enchanted item ready, every unit on the enchanted tile. An
item bears one enchantment at a time. One with a `limit` is discarded after so many uses.
"""

from collections.abc import Callable
from dataclasses import replace

from protocol.ids import ItemId, NamedCode
from server.rules.battle.adventurer import enchantments
from server.rules.battle.components.catalogue import catalogue_of
from server.rules.battle.components.effects import Ability, Act, Hook, Modifier, When
from server.rules.battle.components.printed import Item
from server.rules.battle.damage import hurt_by_enemy
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.lock import Lock
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.kernel.words import HookLimit
from server.rules.content import asking
from server.rules.content.naming import id_of

Components = Callable[[Battle, Me], dict[str, str]]
REACH = 3  # hexes to an enemy whose chip may be enchanted


def _adventurers(battle: Battle, me: Me) -> dict[str, str]:
    """Return the card's owner and the adventurers next to it, key to name, the owner first."""
    near = [u for u in battle.adventurers() if u.id == me.unit or battle.adjacent(u.id, me.unit)]
    return {unit.id: unit.name for unit in sorted(near, key=lambda unit: unit.id != me.unit)}


def _enemies(battle: Battle, me: Me) -> dict[str, str]:
    near = [u for u in battle.in_play("enemy") if battle.distance(u.id, me.unit) <= REACH]
    return {unit.id: unit.name for unit in near}


def _tile(battle: Battle, me: Me) -> dict[str, str]:
    at = battle.unit(me.unit).at
    tile = battle.ground.tile_of.get(at, "") if at is not None else ""
    return {tile: tile} if tile else {}


def _items(*subtypes: str) -> Components:
    def found(battle: Battle, me: Me) -> dict[str, str]:
        return {
            card.id: catalogue_of(battle).items[card.item].name
            for card in battle.mat(me.unit).ready
            if catalogue_of(battle).items[card.item].subtype in subtypes
            and not enchantments.lying_on(battle, card.id)
        }

    return found


COMPONENTS: dict[str, Components] = {
    "adventurer": _adventurers,
    "enemy": _enemies,
    "tile": _tile,
    "weapon": _items("weapon"),
    "armor": _items("armor"),
    "weapon or armor": _items("weapon", "armor"),
}
PLACES = {
    "adventurer": "yourself or an adjacent adventurer",
    "enemy": f"an enemy within {REACH} hexes",
    "tile": "the tile that you stand on",
    "weapon": "one of your ready weapons that has none",
    "armor": "one of your ready pieces of armor that has none",
    "weapon or armor": "a ready weapon or armor of yours that has none",
}


def _enchant(component: str) -> Ability:
    found = COMPONENTS[component]

    def do(battle: Battle, me: Me) -> None:
        text = f"Which {component} do you enchant?"
        on = asking.one_of(battle, me.unit, found(battle, me), NamedCode("enchant"), text)
        enchantments.enchant(battle, me.unit, me.card, on)

    text = f"Put it on {PLACES[component]}."
    can = lambda battle, me: bool(found(battle, me))  # noqa: E731
    return Ability("enchant", f"Enchant {component}", text, do, can=can, once="")


def enchantment(
    name: str,
    lock: Lock,
    component: str,
    text: str,
    *works: Hook | Modifier,
    limit: int = 0,
    deck: str = "common",
    source: str = "original",
) -> Item:
    """Return an enchantment card: the component it goes on, its sentence, and the hooks and
    modifiers that work while it lies there. With a `limit` it is discarded after so many uses.
    """
    key = id_of(name)
    hooks = tuple(_own(one, name, limit) for one in works if isinstance(one, Hook))
    uses = f" {limit} uses." if limit else ""
    return Item(
        id=ItemId(key),
        name=name,
        subtype="enchantment",
        deck=deck,
        lock=lock,
        text=f"Enchant {component}. {text}{uses}",
        source=source,
        ability=_enchant(component),
        hooks=hooks,
        modifiers=tuple(replace(one, text=name) for one in works if isinstance(one, Modifier)),
        limit=limit,
    )


def _own(one: Hook, name: str, limit: int) -> Hook:
    key = id_of(name).replace("-", "_")
    do = _counted(one.do) if limit else one.do
    return replace(one, key=key, text=name, do=do, rule="ITM-8")


def _counted(do: Act) -> Act:
    def counted(battle: Battle, me: Me, now: Happening) -> None:
        do(battle, me, now)
        enchantments.use_up(battle, me.card)

    return counted


def works_at(
    moment: Moment,
    do: Act,
    when: When,
    *,
    may: bool = False,
    once: HookLimit = "",
    fallen: bool = False,
) -> Hook:
    """Return the hook of an enchantment at a moment. With `may` the player of whoever has it may
    decline, with `fallen` it acts for a defeated unit too.
    """
    return Hook("", moment, "", when, do, forced=not may, once=once, defeated=fallen)


def prevents_once_a_round(do: Act) -> Hook:
    """Return the hook of an enchantment that prevents an enemy's damage once a round, if the player
    wants it.
    """
    made = works_at(Moment.DAMAGE_COMING, do, hurt_by_enemy, may=True, once="round")
    return replace(made, prevents=do)


def prevents_in_it(do: Act) -> Hook:
    """Return the hook of an enchantment that prevents more damage as its armor is used."""
    return replace(works_at(Moment.ARMORED, do, in_it), prevents=do)


def with_it(battle: Battle, me: Me, now: Happening) -> bool:
    """Return whether the owner engages with the enchanted weapon."""
    used = now.engage is not None and now.by == me.unit and bool(now.engage.weapon)
    return used and now.engage is not None and now.engage.weapon == _on(battle, me)


def in_it(battle: Battle, me: Me, now: Happening) -> bool:
    """Return whether the moment is about the enchanted item: an armor has answered an engage, or an
    item was overtaxed.
    """
    return now.unit == me.unit and not now.stopped and now.card == _on(battle, me)


def _on(battle: Battle, me: Me) -> str:
    return battle.state.enchantments[me.card].on


def in_place_of(battle: Battle, me: Me, now: Happening) -> None:
    """Discard the enchantment in place of the overtaxed item."""
    now.stopped = True
    enchantments.end(battle, me.card)
