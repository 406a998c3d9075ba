"""Draw every encounter anew: `python -m tests.rules.content.encounters.write`."""

from pathlib import Path

from server.commands.packs.showing import encounter
from server.rules.content.catalogue import catalogue
from server.rules.content.encounters import shipped

FOLDER = Path(__file__).parent / "maps"


def drawings() -> dict[str, str]:
    """What `content show` prints for every clash and dungeon of the game."""
    box = catalogue()
    return {name: encounter(box, box.encounters[name]) + "\n" for name in shipped.encounters()}


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, text in drawings().items():
        (FOLDER / f"{name}.txt").write_text(text)
