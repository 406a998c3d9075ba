"""What processes tell each other of their content packs, and how those differ."""

from server.battles import Pack
from server.battles.content_name import content_name
from server.cluster.processes.contents import differences, read_contents, write_contents


def test_what_is_told_is_heard_and_what_is_not_understood_is_nothing() -> None:
    assert read_contents(write_contents(["b", "a"])) == {"a", "b"}
    assert write_contents(["b", "a"]) == write_contents(["a", "b"])
    for word in ("", "no json", "{}", "[1]"):
        assert read_contents(word) == frozenset()


def content(**digests: str) -> str:
    """A content with packs of these names and digests."""
    return content_name("base", [Pack(name, digest) for name, digest in digests.items()])


def test_a_line_tells_each_pack_that_is_not_the_same_everywhere() -> None:
    ours = [content(caves="1", towers="1"), content(rivers="1")]
    others = {"b": [content(caves="1", towers="2", hills="1")], "a": ours}

    assert differences(ours, others) == [
        "pack missing here: hills@1, which b has",
        "pack missing at b: rivers@1",
        "pack differs: towers@1 here, towers@2 at b",
    ]
    assert differences(ours, {"a": ours}) == []
