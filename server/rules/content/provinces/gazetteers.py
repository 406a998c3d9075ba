"""What clients are told about provinces, guilds and side quests: the printed words, as plain data.

A session's questions say what can be chosen now; here stand the names, the texts that are read out
and what each choice asks and brings. Overland cards are a part of their own: who reads them before
they are drawn spoils them for themselves, so a page asks for them with the first one that is.
"""

from collections.abc import Sequence
from typing import Any

from server.rules.battle.setup import advancing
from server.rules.campaign.components.blocks import Outcome
from server.rules.campaign.components.choices import Choice
from server.rules.campaign.components.places import OverlandMap
from server.rules.campaign.components.province import Atlas, Province
from server.rules.campaign.components.quests import Endgame, Quest, Step, Tracker
from server.rules.campaign.components.towns import Town

Plain = dict[str, Any]
GOAL = "Twelve days of travel, towns, quests and battles: fulfil your guild's quest."
WET = {"river": "water", "lake": "water", "sea": "water"}
"""Terrains that a map in small shows as water."""


def campaign(atlas: Atlas) -> Plain:
    """Return everything by kind and id: `provinces` with their maps, towns, gauges and quests (by
    their guild's id), `guilds` with the action at their kiosk, `side_quests`.
    """
    return {
        "provinces": {one.id: _province(one) for one in atlas.provinces.values()},
        "guilds": {
            one.id: {
                "name": one.name,
                "text": one.text,
                "kiosk": [one.kiosk.title, one.kiosk.text],
                "brings": texts_of((*one.kiosk.costs, *one.kiosk.outcomes)),
            }
            for one in atlas.guilds.values()
        },
        "side_quests": {
            one.id: {
                "name": one.title,
                "text": one.text,
                "goal": one.goal,
                "xp": one.xp,
                "brings": texts_of(one.rewards),
                "choices": _choices(one.choices),
                "trackers": _trackers(one.trackers),
            }
            for one in atlas.side_quests.values()
        },
    }


def drawn(atlas: Atlas) -> Plain:
    """Return what is read once cards are drawn: the overland `cards` by id; and what growth costs:
    the `prices` of an attribute's squares from its own end, the XP that may be `saved`.
    """
    return {
        "cards": {
            one.id: {
                "name": one.title,
                "text": one.text,
                "deck": one.deck,
                "icons": one.icons,
                "choices": _choices(one.choices),
            }
            for one in atlas.cards.values()
        },
        "prices": advancing.PRICES,
        "saved": advancing.MOST_SAVED,
    }


def texts_of(outcomes: Sequence[Outcome]) -> list[str]:
    """Return the texts of outcomes, a sentence each; outcomes without a text are left out."""
    return [one.text for one in outcomes if one.text]


def _choices(choices: Sequence[Choice]) -> Plain:
    """Return choices by their ids: what each is, asks, costs and brings; without what is empty."""
    return {one.id: _choice(one) for one in choices}


def _choice(one: Choice) -> Plain:
    check = one.check
    words = {
        "name": one.title,
        "text": one.text,
        "kind": one.kind,
        "unstable": one.unstable,
        "alone": one.alone,
        "xp": one.xp,
        "needs": [each.text for each in one.requires if each.text],
        "costs": texts_of(one.costs),
        "brings": texts_of(one.outcomes),
        "failed": texts_of(one.failed),
        "encounter": str(one.encounter),
        "check": check
        and {
            "text": check.text,
            "wanted": str(check.difficulty),
            "gate": check.gate,
            "brings": texts_of(check.outcomes),
            "sure": [each.text for each in check.sure if each.text],
        },
    }
    return {key: value for key, value in words.items() if value}


def _trackers(trackers: Sequence[Tracker]) -> Plain:
    """Return counters by their ids: the name, where each leads to ("" to nowhere), and what it
    means that it stands at 1, at 2, and so on.
    """
    return {one.id: [one.name, str(one.goal or ""), *one.says] for one in trackers}


def sessions(atlas: Atlas) -> Plain:
    """Return each province that a table can play a session in, in the form of an encounter: its
    name, what it is, and its map, each hex with the word for what is there ("water", "cache" for a
    town, "").
    """
    return {
        one.id: {
            "name": one.name,
            "kind": "campaign",
            "text": one.text,
            "scenario": "campaign",
            "goal": GOAL,
            "objective": GOAL,
            "special": [],
            "challenges": {},
            "figures": None,
            "map": [
                (*place.at, "cache" if place.is_town else WET.get(place.terrain, ""))
                for place in one.map.places
            ],
        }
        for one in atlas.provinces.values()
        if one.quests
    }


def _province(one: Province) -> Plain:
    gauge = one.effect.gauge
    return {
        "name": one.name,
        "text": one.text,
        "effect": {"name": one.effect.title, "text": one.effect.text},
        "gauge": {
            "id": gauge.id,
            "name": gauge.name,
            "levels": [
                {"name": level.name, "text": level.text, "movement": level.movement}
                for level in gauge.levels
            ],
        },
        "terrains": one.map.terrains,
        "map": _map(one.map),
        "towns": {town: _town(each) for town, each in one.towns.items()},
        "caravan": {"id": one.caravan.id, **_town(one.caravan)},
        "quests": {guild: _quest(quest) for guild, quest in one.quests.items()},
        "icons": {each.icon: each.text for each in one.effect.icons},
        "endgame": one.endgame and _endgame(one.endgame),
    }


def _endgame(one: Endgame) -> Plain:
    return {
        "name": one.title,
        "text": one.text,
        "days": [
            {"name": day.title, "text": day.text, "choices": _choices(day.choices)}
            for day in one.days
        ],
        "trackers": _trackers(one.trackers),
    }


def _map(overland: OverlandMap) -> list[list[Any]]:
    """Return a row for each hex: q, r, terrain; and where it has them landmark, id, name, text."""
    rows = []
    for place in overland.places:
        row: list[Any] = [*place.at, place.terrain, place.landmark, place.id, place.name]
        row.append(place.text)
        while row[-1] == "":
            row.pop()
        rows.append(row)
    return rows


def _town(one: Town) -> Plain:
    words: Plain = {"name": one.name, "text": one.text, "has": [*_features(one)]}
    if one.shop is not None:
        words["shop"] = [one.shop.common, one.shop.legendary, one.shop.takes]
    if one.trainer is not None:
        words["trainer"] = [one.trainer.lines, one.trainer.of]
    if one.square is not None:
        square = one.square
        words["square"] = {
            "name": square.title,
            "text": square.text,
            "brings": texts_of((*square.costs, *square.outcomes)),
            "needs": [each.text for each in square.requires if each.text],
            "group": square.group,
        }
    if one.effect is not None:
        effect = one.effect
        choices = _choices(effect.choices)
        words["effect"] = {"name": effect.title, "text": effect.text, "choices": choices}
    return words


def _features(one: Town) -> list[str]:
    """Return the features of a town, in the order of the rulebook (p39)."""
    known = {
        "shop": one.shop is not None,
        "trainer": one.trainer is not None,
        "inn": one.inn,
        "quest-board": one.quest_board,
        "guild-kiosk": one.guild_kiosk,
        "town-square": one.square is not None,
        "alchemy-station": one.alchemy_station,
    }
    return [feature for feature, is_there in known.items() if is_there]


def _quest(one: Quest) -> Plain:
    return {
        "name": one.title,
        "text": one.text,
        "start": one.start,
        "steps": {step.id: _step(step) for step in one.steps},
    }


def _step(step: Step) -> Plain:
    return {
        "name": step.title,
        "text": step.text,
        "scene": step.scene or step.text,
        "goal": step.goal,
        "day": step.day,
        "choices": _choices(step.choices),
        "trackers": _trackers(step.trackers),
        "tokens": {each.token: each.name for each in step.tokens if each.name},
        "rules": [each.text for each in step.rules if each.text],
        "decisive": not step.again and any(one.encounter for one in step.choices),
    }
