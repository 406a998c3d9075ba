"""What clients are told about the components: the catalogue in words, as plain data.

No rule reads it and no client needs it to play: it is what is printed on the pieces, for cards,
tooltips and the names in a story. What a hook, an interrupt or a modifier does is told by the
docstring of its function, so that behaviour and words stand at one place.
"""

from collections.abc import Iterable
from dataclasses import asdict
from functools import lru_cache
from importlib import resources
from typing import Any

import msgspec

from server.rules.battle.components.catalogue import Catalogue
from server.rules.battle.components.delve_parts import DelveCard, Trap
from server.rules.battle.components.effects import (
    Ability,
    Elsewhere,
    Enduring,
    Face,
    Hook,
    Interrupt,
    Modifier,
    described,
    works,
)
from server.rules.battle.components.encounters import Encounter
from server.rules.battle.components.printed import (
    Chip,
    ClassSheet,
    EnemySkill,
    Item,
    Race,
    ReadyMade,
    Side,
    SkillDie,
    SkillLine,
)
from server.rules.battle.enemy import enemy_move
from server.rules.battle.engage import engage_action
from server.rules.battle.kernel.words import STATUSES
from server.rules.content import encounters, provinces, terms
from server.rules.content.provinces import gazetteers

Plain = dict[str, Any]

_D6 = ("1", "2", "3", "4", "5", "6")
ROLLS: dict[str, tuple[str, ...]] = {
    "enemy-combat": tuple(str(value) for value in engage_action.ENEMY_COMBAT_DIE),
    "lockpick": _D6,
    "d6": _D6,
    "steal": _D6,
    "status": tuple(terms.STATUSES[status].name for status in STATUSES),
}
"""What the faces of a roll show that is no roll of skill dice, by the roll's `what`."""


def glossary(catalogue: Catalogue) -> Plain:
    """Return everything printed, by kind and id, as plain data; PROTOCOL.md says what each entry
    holds.
    """
    battles = {one.id: _encounter(one) for one in catalogue.encounters.values()}
    return {
        "lines": {line.id: _line(line) for line in catalogue.lines.values()},
        "dice": {die.id: _die(die, catalogue.line_of[die.id]) for die in catalogue.dice.values()},
        "icons": {icon: [_face(one) for one in faces] for icon, faces in catalogue.faces.items()},
        "skills": {skill.id: _skill(skill) for skill in catalogue.skills.values()},
        "chips": {chip.id: _chip(chip) for chip in catalogue.chips.values()},
        "classes": {sheet.id: _class(sheet) for sheet in catalogue.classes.values()},
        "races": {race.id: _race(race) for race in catalogue.races.values()},
        "ready": {one.id: _ready(one) for one in catalogue.ready_made},
        "items": {item.id: _item(item) for item in catalogue.items.values()},
        "encounters": {name: told for name, told in battles.items() if not told["campaign"]},
        "cards": {card.id: _card(card) for card in catalogue.delve_cards.values()},
        "rolls": ROLLS,
        "statuses": _terms(terms.STATUSES),
        "fatigue": _terms(terms.FATIGUE),
        "codes": _terms(terms.CODES),
        "forms": _terms(terms.FORMS),
        "rules": rules(),
        "sessions": gazetteers.sessions(provinces.shipped.atlas()),
        "campaign": {
            **gazetteers.campaign(provinces.shipped.atlas()),
            "encounters": {name: told for name, told in battles.items() if told["campaign"]},
        },
        "drawn": gazetteers.drawn(provinces.shipped.atlas()),
    }


@lru_cache(maxsize=1)
def figures() -> dict[str, Plain]:
    """Return how long and how hard encounters are, by id, as `python -m tests.bench.encounters`
    measured.

    Each entry has `hardness` (gentle, fair, hard), and by party size `minutes`, `won` (percent) and
    the number of `battles` that were played for it.
    """
    text = resources.files(encounters).joinpath("figures.json").read_bytes()
    measured: dict[str, Plain] = msgspec.json.decode(text)["encounters"]
    return measured


@lru_cache(maxsize=1)
def fought() -> dict[str, Plain]:
    """Return how hard the battles of campaigns are, by id, as `python -m tests.bench.campaigns`
    measured.

    Entries are like those of `figures`, without minutes; party sizes that never fought the battle
    are missing.
    """
    text = resources.files(provinces).joinpath("figures.json").read_bytes()
    measured: dict[str, Plain] = msgspec.json.decode(text)["encounters"]
    return measured


@lru_cache(maxsize=1)
def rules() -> Plain:
    """Return the rules by id, each with its chapter, page and sentence."""
    text = resources.files(__package__).joinpath("rules.json").read_bytes()
    chapters = msgspec.json.decode(text)
    return {
        rule: {"chapter": title, "page": page, "text": sentence}
        for title, entries in chapters
        for rule, page, sentence in entries
    }


def _terms(known: dict[str, terms.Term]) -> Plain:
    return {key: term._asdict() for key, term in known.items()}


def _line(line: SkillLine) -> Plain:
    return {
        "name": line.name,
        "constellation": line.constellation,
        "stat": line.stat,
        "forms": line.forms,
        "dice": [die.id for die in line.dice],
        "engages": line.engages,
    }


def _die(die: SkillDie, line: SkillLine) -> Plain:
    return {
        "name": die.name,
        "line": line.id,
        "level": die.level,
        "faces": die.faces,
        "supply": die.supply,
    }


def _face(face: Face) -> Plain:
    code = face.code if face.code in terms.CODES else ""
    return {"code": code, "text": face.text, "forms": face.forms, "must": face.must}


def _ready(one: ReadyMade) -> Plain:
    return {
        "name": one.name,
        "text": one.text,
        "race": one.race,
        "line": one.line,
        "class": one.cls,
    }


def _skill(skill: EnemySkill) -> Plain:
    return {
        "name": skill.name,
        "text": skill.text,
        "more": _always(skill.hooks, skill.modifiers, skill.name),
    }


def _always(hooks: Iterable[Hook], modifiers: Iterable[Modifier], name: str) -> list[Plain]:
    """Return the hooks and modifiers that always work, as name and text; one without a title goes
    by `name`.
    """
    return [{"name": title or name, "text": text} for title, text in works(hooks, modifiers)]


def _chip(chip: Chip) -> Plain:
    return {
        "name": chip.name,
        "level": chip.level,
        "type": chip.type,
        "health": chip.health,
        "range": chip.range,
        "combat": chip.combat,
        "defense": chip.defense,
        "targets": chip.targets,
        "priority": chip.priority,
        "movement": enemy_move.MOVEMENT,
        "skills": chip.skills,
    }


def _class(sheet: ClassSheet) -> Plain:
    return {
        "name": sheet.name,
        "constellation": sheet.constellation,
        "jailbreak": sheet.jailbreak,
        "novice": _side(sheet.novice, sheet.name),
        "master": _side(sheet.master, sheet.name),
    }


def _side(side: Side, name: str) -> Plain:
    return {
        "innate": _always(side.hooks, side.modifiers, name),
        "abilities": [_ability(one) for one in side.abilities],
        "interrupts": [_interrupt(one) for one in _each_once(side.interrupts)],
        "enduring": [_enduring(one) for one in side.enduring],
        "elsewhere": [_elsewhere(one) for one in side.elsewhere],
    }


def _each_once(interrupts: tuple[Interrupt, ...]) -> list[Interrupt]:
    """Return interrupts without repetition: one that answers several moments is printed once."""
    found: dict[str, Interrupt] = {}
    for one in interrupts:
        found.setdefault(one.id, one)
    return list(found.values())


def _elsewhere(one: Elsewhere) -> Plain:
    return {"name": one.name, "text": one.text, "kind": one.kind, "cost": one.cost}


def _ability(one: Ability) -> Plain:
    return {
        "name": one.name,
        "text": one.text,
        "cost": one.cost,
        "forms": one.forms,
        "once": one.once,
    }


def _interrupt(one: Interrupt) -> Plain:
    return {"name": one.name, "text": described(one.hook.do), "cost": one.cost, "forms": one.forms}


def _enduring(one: Enduring) -> Plain:
    effects = [
        *(described(each.do) for each in one.hooks),
        *(described(m.change) for m in one.modifiers),
    ]
    return {
        "name": one.name,
        "text": " ".join(filter(None, [one.text, *effects])),
        "tenacity": one.tenacity,
        "forms": one.forms,
    }


def _race(race: Race) -> Plain:
    hooks = [(one.text, described(one.do)) for one in race.hooks]
    acts = [(one.name, one.text) for one in race.abilities]
    name, text = (*hooks, *acts, ("", race.text))[0]
    return {
        "name": race.name,
        "health": race.health,
        "stamina": race.stamina,
        "magicka": race.magicka,
        "combat": race.combat,
        "cooldown": race.cooldown,
        "text": race.text,
        "names": list(race.names),
        "ability": {"name": name, "text": text},
    }


def _item(item: Item) -> Plain:
    return {
        "name": item.name,
        "subtype": item.subtype,
        "deck": item.deck,
        "lock": item.lock.id,
        "text": item.text,
        "forms": item.forms,
        "trait": item.trait,
        "weapon": item.weapon_text,
        "overtax": item.overtax_text,
    }


def _card(card: DelveCard) -> Plain:
    told = {"name": card.name, "shape": card.shape, "text": card.text}
    trap = card.lasting
    if not isinstance(trap, Trap):
        return told
    return {**told, "trap": {"name": trap.name, "lock": trap.lock.id, "text": trap.text}}


def _encounter(encounter: Encounter) -> Plain:
    twists = {name: one.text for name, one in encounter.twists.items()}
    return {
        "name": encounter.name,
        "campaign": encounter.campaign,
        "kind": encounter.kind,
        "text": encounter.text,
        "scenario": encounter.scenario,
        "goal": encounter.goal or encounter.objective,
        "objective": encounter.objective,
        "special": [{"name": encounter.name, "text": text} for text in encounter.rules]
        or _always(encounter.hooks, (), encounter.name),
        "challenges": {size: one.text for size, one in encounter.challenges.items()},
        "waves": _waves(encounter),
        "figures": figures().get(encounter.id) or fought().get(encounter.id),
        "map": _map(encounter),
        **({"twists": twists} if twists else {}),
    }


def _waves(encounter: Encounter) -> list[Plain]:
    """Return the enemies that an encounter's rules bring later: `party` is the size of the parties
    that meet them, 0 for all, `twist` the name of the twist that brings them, "" for none.
    """
    met = [(0, "", encounter.waves)]
    met += [(size, "", one.waves) for size, one in encounter.challenges.items()]
    met += [(0, name, one.waves) for name, one in encounter.twists.items()]
    return [
        {"party": party, "twist": twist, **asdict(wave)}
        for party, twist, waves in met
        for wave in waves
    ]


def _map(encounter: Encounter) -> list[tuple[int, int, str]]:
    """Return the hexes of an encounter's map, each with what it shows before anybody stands there.

    A word is "entrance", "enemy", "cache", "blocked", "exit", a mark of the map ("water"), or ""
    for open ground. A delve has no hexes before it is explored.
    """
    shown = {at: "" for tile in encounter.tiles.values() for at in tile}
    shown.update(dict.fromkeys(encounter.tiles.get(encounter.entrance, ()), "entrance"))
    for word, hexes in (
        ("enemy", encounter.numbered),
        ("cache", tuple(encounter.caches)),
        ("blocked", encounter.blocked),
        ("exit", encounter.escape),
    ):
        shown.update(dict.fromkeys(hexes, word))
    shown.update(encounter.marks)
    return [(q, r, word) for (q, r), word in sorted(shown.items())]
