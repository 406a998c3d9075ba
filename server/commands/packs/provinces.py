"""Finds mistakes in files of provinces: names that stand for nothing, cards and choices that nobody
can take. Maps are checked in `overland_maps.py`, the steps of quests in `quests.py`.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from server.commands.packs import overland_maps, quests
from server.commands.packs.blocks import walked
from server.commands.packs.figures import Fault, Reference, nearest
from server.commands.packs.positions import Path
from server.rules.battle.components.catalogue import Catalogue
from server.rules.campaign.components.province import Atlas
from server.rules.content.provinces.building import KINDS, Gazetteer

Table = Mapping[str, Any]
Row = tuple[Path, Table]


class Land(NamedTuple):
    """The names that rows of a province may use: its places with towns and terrains, its towns, its
    gauge.
    """

    places: frozenset[str]
    towns: frozenset[str]
    gauge: str


class Battle(NamedTuple):
    """What rows may say of an encounter: its kind, and the names of its twists."""

    kind: str
    twists: frozenset[str]


class World(NamedTuple):
    """The names that files of provinces may use: lands, guilds, battles, quests by province and
    guild.
    """

    lands: dict[str, Land]
    guilds: frozenset[str]
    battles: dict[str, Battle]
    quests: frozenset[tuple[str, str]]


def rows(table: Table, kind: str) -> list[Row]:
    """Return the rows of a kind that are tables, each with its path."""
    found = table.get(kind, [])
    every = enumerate(found) if isinstance(found, list) else ()
    return [((kind, number), row) for number, row in every if isinstance(row, dict)]


def world(tables: Iterable[Table], atlas: Atlas, catalogue: Catalogue) -> World:
    """Return the names that the files of a pack may use: the pack's own and the game's."""
    every = tuple(tables)
    lands = {
        name: Land(
            frozenset({one.id for one in known.map.places if one.id} | set(known.map.terrains)),
            frozenset({*known.towns, known.caravan.id}),
            known.effect.gauge.id,
        )
        for name, known in atlas.provinces.items()
    }
    lands |= {
        str(row.get("id")): _land(row) for table in every for _, row in rows(table, "province")
    }
    guilds = {str(row.get("id")) for table in every for _, row in rows(table, "guild")}
    offered = {(str(p.id), str(guild)) for p in atlas.provinces.values() for guild in p.quests}
    offered |= {
        (str(row.get("province")), str(row.get("guild")))
        for table in every
        for _, row in rows(table, "quest")
    }
    battles = {
        name: Battle(one.kind, frozenset(one.twists)) for name, one in catalogue.encounters.items()
    }
    for table in every:
        for row in [table] if "map" in table else [row for _, row in rows(table, "encounter")]:
            kind = str(row.get("kind", "clash" if "map" in table else "delve"))
            battles[str(row.get("id"))] = Battle(kind, frozenset(_table(row, "twist")))
    return World(lands, frozenset({*atlas.guilds, *guilds}), battles, frozenset(offered))


def _table(row: Table, key: str) -> Table:
    found = row.get(key, {})
    return found if isinstance(found, dict) else {}


def _listed(row: Table, key: str) -> list[Table]:
    return [one for _, one in rows(row, key)]


def _land(row: Table) -> Land:
    drawn = _table(row, "map")
    places = {str(one.get("id")) for one in _listed(drawn, "places")}
    terrains = {str(one) for one in _table(drawn, "terrains").values()}
    towns = {str(one.get("id")) for one in _listed(row, "town")}
    towns.add(str(_table(row, "caravan").get("id")))
    gauge = str(_table(_table(row, "effect"), "gauge").get("id"))
    return Land(frozenset(places | terrains), frozenset(towns), gauge)


def judged(table: Table, known: World) -> Iterator[Fault | overland_maps.Misdrawn]:
    """Yield every mistake of a file of provinces."""
    faults, references = walked(dict(table), Gazetteer)
    yield from faults
    bad = {fault.path[:2] for fault in faults}
    for kind in KINDS:
        for path, row in rows(table, kind):
            if path not in bad:
                named = [one for one in references if one.path[:2] == path]
                yield from _row(kind, path, row, named, known)


def _row(
    kind: str, path: Path, row: Table, named: list[Reference], known: World
) -> Iterator[Fault | overland_maps.Misdrawn]:
    home = str(row.get("id" if kind == "province" else "province", ""))
    if home and home not in known.lands:
        text = f"no province is called {home!r}; {nearest(home, known.lands)}"
        yield Fault((*path, "province"), text)
        return
    trackers = {str(one["id"]) for one in _within(row, "trackers") if "id" in one}
    for one in named:
        yield from _named(one, known, known.lands.get(home), trackers)
    for at, choice in _choices(row, path):
        yield from _choice(at, choice, known)
    yield from _offers(path, row, known)
    if kind == "province":
        yield from overland_maps.judged(path, row)
    elif kind == "quest":
        yield from quests.judged(path, row)
    elif kind == "overland_card":
        yield from _card(path, row)


def _within(value: Any, key: str) -> Iterator[Table]:
    """Yield the tables in every list under a key, however deep it lies."""
    if isinstance(value, dict):
        for name, one in value.items():
            if name == key and isinstance(one, list):
                yield from (entry for entry in one if isinstance(entry, dict))
            yield from _within(one, key)
    elif isinstance(value, list):
        for one in value:
            yield from _within(one, key)


def _choices(value: Any, path: Path) -> Iterator[tuple[Path, Table]]:
    """Yield every choice of a row: those of cards, steps, town effects and days of an endgame."""
    if isinstance(value, dict):
        for name, one in value.items():
            if name == "choices" and isinstance(one, list):
                yield from (((*path, name, n), choice) for n, choice in enumerate(one))
            else:
                yield from _choices(one, (*path, name))
    elif isinstance(value, list):
        for number, one in enumerate(value):
            yield from _choices(one, (*path, number))


def _choice(path: Path, choice: Table, known: World) -> Iterator[Fault]:
    kind, battle = str(choice.get("kind", "peaceful")), str(choice.get("encounter", ""))
    if kind == "peaceful" and battle:
        yield Fault((*path, "encounter"), f"a peaceful choice has {battle!r}; expected: a kind")
    if kind != "peaceful" and not battle:
        yield Fault(path, f"a {kind} without its battle; expected: encounter = a {kind}'s id")
    fought = known.battles.get(battle)
    if fought and kind not in ("peaceful", fought.kind):
        yield Fault((*path, "kind"), f"{battle!r} is a {fought.kind}; expected: {fought.kind!r}")
    for number, twist in enumerate(choice.get("twists", ())):
        if fought and twist.get("name") not in fought.twists:
            text = f"{battle!r} has no twist {twist.get('name')!r}; {nearest('', fought.twists)}"
            yield Fault((*path, "twists", number), text)


def _named(one: Reference, known: World, land: Land | None, trackers: set[str]) -> Iterator[Fault]:
    """Yield a mistake for each name that stands for nothing. Places, towns and trackers are those
    of the row's own province.
    """
    path, kind, value = one
    gauges = {land.gauge for land in known.lands.values()} if land is None else {land.gauge}
    names: dict[str, tuple[str, Iterable[str]]] = {
        "PlaceId": ("place", land.places if land else ()),
        "TownId": ("town", land.towns if land else ()),
        "TrackerId": ("tracker", trackers | gauges),
        "GuildId": ("guild", known.guilds),
        "ProvinceId": ("province", known.lands),
        "EncounterId": ("encounter", known.battles),
        "TwistId": ("twist", {name for battle in known.battles.values() for name in battle.twists}),
    }
    if kind not in names or not value:
        return
    word, there = names[kind]
    if word in ("place", "town") and land is None:
        yield Fault(path, f"{value!r}: this belongs to no province; expected: no {word} by name")
    elif value not in there:
        yield Fault(path, f"no {word} is called {value!r}; {nearest(value, there)}")


def _offers(path: Path, row: Table, known: World) -> Iterator[Fault]:
    """Yield a mistake for each quest that an epilogue offers and nobody wrote."""
    offers = rows(_table(row, "epilogue"), "offers")
    for at, one in offers:
        wanted = (str(one.get("province")), str(one.get("guild")))
        if wanted not in known.quests:
            text = f"{wanted[1]!r} has no quest in {wanted[0]!r}; expected: one that is written"
            yield Fault((*path, "epilogue", *at), text)


def _card(path: Path, row: Table) -> Iterator[Fault]:
    if row.get("deck") == "conflict" and row.get("icons"):
        yield Fault((*path, "icons"), "icons on a conflict card; expected: deck = 'peaceful'")
    free = [
        one
        for _, one in rows(row, "choices")
        if not (one.get("requires") or one.get("costs") or _table(one, "check").get("gate"))
    ]
    if not free:
        text = "no choice is open to everybody; expected: one without requires, costs and gate"
        yield Fault((*path, "choices"), text)
