"""`hexwarden encounters`: lists what can be played."""

import argparse
from typing import Any

from server.commands.packs.loading import add_option

MATCH_GOAL = "Two sides, a roster each: bring the other one to rout, and carry treasure off."


def add(commands: Any) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "encounters",
        help="list every encounter that can be played",
        description="Lists what --encounter takes: what is to be done, the minutes that one and "
        "four people take, and how hard it is. Both were measured with bots on Adept; the minutes "
        "assume how long a person thinks (tests/bench/FIGURES.md).",
    )
    add_option(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the list, and return the exit code."""
    from rich.console import Console
    from rich.table import Column, Table

    from server.commands.packs.loading import given
    from server.rules.content.glossary import glossary

    whole = [Column(name, no_wrap=True) for name in ("encounter", "kind", "minutes", "hardness")]
    table = Table(*whole, "what it is", "goal", box=None, pad_edge=False)
    here = given(args)
    for name, one in glossary(here.catalogue)["encounters"].items():
        text = f"{one['name']}. {one['text']}".strip()
        figures = one["figures"]
        hardness = figures["hardness"] if figures else "-"
        table.add_row(name, sort(one), minutes(figures), hardness, text, one["goal"])
    for name, board in here.box.boards.items():
        text = f"{board.name}. {board.text}".strip()
        table.add_row(name, "skirmish", "-", "-", text, MATCH_GOAL)
    Console().print(table)
    return 0


def sort(one: dict[str, Any]) -> str:
    """Return the scenario and the kind of an encounter, as "escape clash"; once if both are the
    same.
    """
    return " ".join(dict.fromkeys((one["scenario"], one["kind"])))


def minutes(figures: dict[str, Any] | None) -> str:
    """Return how many minutes a battle takes one person and four, or "-" where nobody has
    measured.
    """
    if figures is None:
        return "-"
    sizes = figures["players"]
    return f"{sizes['1']['minutes']}-{sizes['4']['minutes']}"
