"""Units and mats in words: who is where with what left, and everything on an adventurer's mat."""

from typing import Any

from clients.core import Names, State, burden_kind, title
from protocol.ids import UnitId

PHASES = {"create": "adventurers are created", "setup": "set-up", "deploy": "deployment"}
DAYS = 12  # days of a session (p34)
TRACK, SLOTS, PEGS = 13, 4, 5  # spaces as the adventurer mat has them printed
ATTRIBUTES = ("health", "stamina", "magicka")


def roster(state: State, names: Names) -> list[str]:
    """Return one line for each unit that is in play or waits to be."""
    lines = []
    enchantments = state.get("enchantments", {}).values()
    for unit in state.get("units", {}).values():
        if unit["fate"] and unit["kind"] != "adventurer":
            continue
        where = "{},{}".format(*unit["at"]) if unit["at"] is not None else unit["fate"] or "off map"
        hp = f"{unit['hp']}/{unit['health']}" + (f"+{unit['bonus']}" if unit["bonus"] else "")
        if unit["at"] is not None and not unit["hp"]:
            hp = "no"
        more = [title(status) for status in unit["statuses"]]
        more += [names.die_with_face(die) for die in unit["dice"]]
        more += [names.die(burden_kind(burden)) for burden in unit["fatigue"]]
        more += [title(e["item"]) for e in enchantments if e["on"] == unit["id"]]
        lines.append(f"  {unit['id']:<4} {names.unit(unit['id']):<24} {hp:>6} HP  {where:<9}"
                     f" {', '.join(more)}".rstrip())  # fmt: skip
    return lines


def rooms(state: State) -> list[str]:
    """Return one line for each tile of a delve that a card lies beside: what waits there."""
    lines = []
    for name, tile in state.get("tiles", {}).items():
        if tile.get("card"):
            waits = [f"{tile['shards']} skyshard{'s' * (tile['shards'] > 1)}"] * bool(
                tile["shards"]
            )
            waits += ["trap"] * tile["armed"]
            at = "{},{}".format(*tile["hexes"][0])
            what = f": {', '.join(waits)}" if waits else ""
            lines.append(f"  {title(name)} by {at}, {title(tile['card'])}{what}")
    return lines


def headline(state: State) -> str:
    """Return round, phase and whose turn it is, in one line; of a session the day."""
    if "plan" in state:
        return " - ".join(_day(state))
    parts = [f"Round {state['round']}" if state.get("rounds") else "Before the battle"]
    turn = state.get("turn")
    if turn is not None:
        units = state.get("units", {})
        parts.append(f"turn of {units[turn['unit']]['name']}")
    elif state.get("phase"):
        parts.append(PHASES.get(state["phase"], str(state["phase"])))
    if delve := state.get("delve"):
        parts.append(f"skyshards {delve['gained']} of {delve['required']}")
    if state.get("outcome"):
        parts.append(str(state["outcome"]))
    return " - ".join(parts)


def _day(state: State) -> list[str]:
    """Return where, when and at what the party of a session is."""
    parts = [title(state["plan"]["province"])]
    parts.append(f"day {state['day']} of {DAYS}" if state["day"] else "before day 1")
    parts.append(str(state["day_phase"]).replace("-", " "))
    if state["party_at"] is not None:
        parts.append("at {},{}".format(*state["party_at"]))
    if state["step"]:
        parts.append(f"step {state['step']} of the quest")
    return [*parts, str(state["outcome"])] if state["outcome"] else parts


def mat(state: State, names: Names, unit: UnitId) -> list[str]:
    """Return an adventurer's mat, in about ten lines."""
    here, chip = state["adventurers"][unit], state["units"][unit]
    bonus = f"+{chip['bonus']}" if chip["bonus"] else ""
    pegs = "o" * here["tenacity"] + "." * (PEGS - here["tenacity"])
    sheet = f", {title(here['cls'])}{' master' if here['master'] else ''}" if here["cls"] else ""
    name, race = names.unit(unit), title(here["race"])
    called = name if race in name else f"{name}, {race}"
    lines = [
        f"{unit} {called}, {names.seat(here['seat'])}{sheet}",
        f"  HP {chip['hp']}/{chip['health']}{bonus}   form {title(here['form']).lower()}   "
        f"stamina {here['stamina']}   magicka {here['magicka']}   cooldown {here['cooldown']}   "
        f"tenacity [{pegs}]",
        f"  rows      {_rows(here['mat'])}",
        f"  available {names.dice(here['row'])}",
        f"  active    {_slots(here['active'], names)}",
        f"  track     {_track(here['track'], names)}",
    ]
    if here["rolled"]:
        rolled = ", ".join(names.die_with_face(die) for die in here["rolled"])
        lines.insert(4, f"  rolled    {rolled}")
    if here["drained"]:
        lines.append(f"  drained   {names.dice(here['drained'])}")
    if here["ready"] or here["pack"]:
        ready, pack = (_cards(here[place], state) for place in ("ready", "pack"))
        lines.append(f"  ready     {ready}; pack {pack}")
    return lines


def _rows(rows: list[dict[str, Any]]) -> str:
    shown = []
    for number, row in enumerate(rows, 1):
        ends = [_end(row[end], row[f"{end}_squares"]) for end in ("left", "right")]
        held = " ".join(end for end in ends if end)
        shown.append(f"{number}: {held or '-'}")
    return " | ".join(shown)


def _end(attribute: str, squares: int) -> str:
    return f"{title(attribute)}{' ' + '#' * squares if squares else ''}" if attribute else ""


def _slots(active: list[str], names: Names) -> str:
    shown = [names.die_with_face(token) for token in active]
    shown += ["-"] * (SLOTS - len(shown))
    return "  ".join(f"{at}. {word}" for at, word in enumerate(shown, 1))


def _track(track: list[str], names: Names) -> str:
    shown = [names.die(token) for token in track]
    free = TRACK - len(shown)
    words = "  ".join(f"{at}. {word}" for at, word in enumerate(shown, 1))
    return f"{words}  ({free} free)" if words else f"empty ({free} free)"


def _cards(cards: list[dict[str, Any]], state: State) -> str:
    words = []
    for card in cards:
        spent = " (used)" if card["expended"] else ""
        chips = f" ({card['chips']} HP)" if card["chips"] else ""
        spells = [e for e in state.get("enchantments", {}).values() if e["on"] == card["id"]]
        worked = "".join(f" + {title(e['item'])}" for e in spells)
        words.append(f"{title(card['item'])}{worked}{spent}{chips}")
    return ", ".join(words) or "-"
