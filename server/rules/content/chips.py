"""Reads the chips' figures (`chips.toml`)."""

import tomllib
from importlib import resources

import msgspec

from server.rules.battle.components import Chip


def chips() -> dict[str, Chip]:
    """All chips by id."""
    text = resources.files(__package__).joinpath("chips.toml").read_text("utf-8")
    rows = msgspec.convert(tomllib.loads(text)["chip"], list[Chip])
    return {chip.id: chip for chip in rows}
