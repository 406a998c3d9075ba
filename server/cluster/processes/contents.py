"""What content each process plays with, as processes tell it to each other, and how it differs."""

from collections.abc import Iterable, Mapping

import msgspec

from server.battles import Pack, packs_of

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(tuple[str, ...]).decode


def write_contents(contents: Iterable[str]) -> str:
    """Return what a process says of its content with its heartbeat."""
    return _encode(sorted(contents)).decode()


def read_contents(word: str) -> frozenset[str]:
    """Return what another one has said; nothing where it said nothing that we understand."""
    try:
        return frozenset(_decode(word)) if word else frozenset()
    except msgspec.MsgspecError:
        return frozenset()


def differences(ours: Iterable[str], others: Mapping[str, Iterable[str]]) -> list[str]:
    """Return a line for each pack that is not the same at other processes, by their names, and
    here.
    """
    here, lines = packs_by_name(*ours), list[str]()
    for process, contents in sorted(others.items()):
        there = packs_by_name(*contents)
        for name in sorted(here.keys() | there.keys()):
            mine, its = here.get(name), there.get(name)
            if mine == its:
                continue
            if mine is None:
                lines.append(f"pack missing here: {its}, which {process} has")
            elif its is None:
                lines.append(f"pack missing at {process}: {mine}")
            else:
                lines.append(f"pack differs: {mine} here, {its} at {process}")
    return lines


def packs_by_name(*contents: str) -> dict[str, Pack]:
    """Return the packs of several contents."""
    return {pack.name: pack for content in contents for pack in packs_of(content)}
