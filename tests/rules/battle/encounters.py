"""Encounters that tests make up, in place of the printed one."""

from dataclasses import replace
from typing import Any

from server.rules.battle.components.catalogue import Catalogue
from server.rules.content.catalogue import catalogue
from server.rules.content.encounters.jailbreak import JAILBREAK


def encounter(**figures: Any) -> Catalogue:
    """The game's catalogue, where Jailbreak has no rules of its own but those given."""
    plain = {"hooks": (), "after": None, **figures}
    return replace(catalogue(), encounters={"jailbreak": replace(JAILBREAK, **plain)})
