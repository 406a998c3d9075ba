"""What content each process plays with, as processes tell it to each other, and how it differs.

A hash of content names its packs: "0f3a...+my-pack@1b2c" (see `Games.contents`).
"""

from collections.abc import Iterable, Mapping

import msgspec

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(tuple[str, ...]).decode


def told(contents: Iterable[str]) -> str:
    """What a process says of its content with its sign of life."""
    return _encode(sorted(contents)).decode()


def heard(word: str) -> frozenset[str]:
    """What another one has said; nothing where it said nothing that we understand."""
    try:
        return frozenset(_decode(word)) if word else frozenset()
    except msgspec.MsgspecError:
        return frozenset()


def packs_of(content: str) -> dict[str, str]:
    """The packs that a hash of content names, with the hash of each."""
    packs = {}
    for each in content.split("+")[1:]:
        name, _, digest = each.rpartition("@")
        packs[name] = digest
    return packs


def differences(ours: Iterable[str], others: Mapping[str, Iterable[str]]) -> list[str]:
    """A line for each pack that is not the same at other processes, by their names, and here."""
    here, lines = _all_packs(ours), list[str]()
    for process, contents in sorted(others.items()):
        there = _all_packs(contents)
        for name in sorted(here.keys() | there.keys()):
            mine, its = here.get(name), there.get(name)
            if mine == its:
                continue
            if mine is None:
                lines.append(f"pack missing here: {name}@{its}, which {process} has")
            elif its is None:
                lines.append(f"pack missing at {process}: {name}@{mine}")
            else:
                lines.append(f"pack differs: {name}@{mine} here, {name}@{its} at {process}")
    return lines


def _all_packs(contents: Iterable[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for content in contents:
        found |= packs_of(content)
    return found
