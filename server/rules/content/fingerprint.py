"""What a battle was played with: hashes over the sources of its rules and of its components.

A battle's first commit pins both. With other ones a replay can still be shown and its dice checked,
but it is not run again: its rules are of another release.
"""

from collections.abc import Iterator
from functools import lru_cache
from hashlib import sha256
from importlib import resources
from importlib.resources.abc import Traversable

RULES = ("server.rules.engine", "server.rules.battle")
CONTENT = ("server.rules.content",)


@lru_cache(maxsize=2)
def fingerprint(packages: tuple[str, ...]) -> str:
    """Return the first 16 hexadecimal digits of a SHA-256 over every Python and TOML file of these
    packages, folders within included.
    """
    digest = sha256()
    for package in packages:
        for name, source in _sources(resources.files(package)):
            digest.update(name.encode() + source)
    return digest.hexdigest()[:16]


def _sources(folder: Traversable) -> Iterator[tuple[str, bytes]]:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir() and entry.name != "__pycache__":
            yield from _sources(entry)
        elif entry.name.endswith((".py", ".toml")):
            yield entry.name, entry.read_bytes()
