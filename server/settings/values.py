"""Converts the text or TOML value that an operator gave for a setting, and values back to text."""

import math
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

_WORDS = {"1": True, "true": True, "yes": True, "on": True}
_WORDS |= {"0": False, "false": False, "no": False, "off": False}
SWITCHES = {"trust_proxy": ("private",)}
"""The settings that take a list and may also be switched on: the list that this stands for."""


class BadSetting(ValueError):
    """Raised for a setting that cannot be used; the text is one line for the operator."""


class Declared(NamedTuple):
    """One setting as `--help` shows it."""

    name: str
    flag: str
    variable: str
    type: Any
    default: Any
    help: str


def convert(declared: Declared, value: Any, where: str) -> Any:
    """Return the value of a setting, converted to its type. Raises `BadSetting`, which names
    `where` the value came from.
    """
    plain = value
    if isinstance(value, str):
        if isinstance(declared.default, tuple):
            plain = [part.strip() for part in value.split(",") if part.strip()]
            if declared.name in SWITCHES:
                plain = _switched(declared, _WORDS.get(value.strip().lower(), plain))
        elif isinstance(declared.default, bool):
            plain = _WORDS.get(value.strip().lower(), value)
    elif isinstance(value, bool):
        plain = _switched(declared, value)
    try:
        found = msgspec.convert(plain, declared.type, strict=not isinstance(value, str))
    except msgspec.ValidationError as fault:
        got = f" (got {value!r})" if "://" not in str(value) else ""
        raise BadSetting(f"{where}: {_sentence(str(fault))}{got}") from None
    if isinstance(found, float) and not math.isfinite(found):
        raise BadSetting(f"{where}: expected a finite number (got {value!r})")
    return found


def _switched(declared: Declared, value: Any) -> Any:
    """Return the list that a switch stands for, if the setting is one of `SWITCHES`; else the
    value.
    """
    if declared.name in SWITCHES and isinstance(value, bool):
        return SWITCHES[declared.name] if value else ()
    return value


def secret(path: str, name: str) -> str:
    """Return the secret that a file holds as its only word. Raises `BadSetting`, without repeating
    the secret, if it cannot be read or has another number of words.
    """
    try:
        lines = Path(path).expanduser().read_text("utf-8").split()
    except (OSError, UnicodeDecodeError) as fault:
        reason = fault.strerror if isinstance(fault, OSError) else "not UTF-8"
        raise BadSetting(f"{name}: {path} cannot be read: {reason}") from None
    if len(lines) != 1:
        raise BadSetting(f"{name}: {path} holds {len(lines)} words where one is expected")
    return lines[0]


def _sentence(fault: str) -> str:
    return fault.split(" - at `")[0].replace("`", "").lower()


DAY = 86_400  # seconds


def in_days(seconds: float) -> str:
    """Return a time as `--help` shows it: in seconds, and from one day on also in days."""
    if seconds < DAY:
        return f"{seconds:g}"
    days = seconds / DAY
    return f"{seconds:.0f}, {days:g} {'day' if days == 1 else 'days'}"


def shown(value: Any) -> str:
    """Return a value as `--help` shows it."""
    match value:
        case bool():
            return "on" if value else "off"
        case tuple():
            return ", ".join(value)
        case float():
            return f"{value:g}"
        case _:
            return str(value)
