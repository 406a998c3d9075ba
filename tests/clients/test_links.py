"""Links that people hand on: the address of a server, and an invite code."""

import pytest

from clients.sdk import (
    parse_link,
)

# Links and waiting


@pytest.mark.parametrize(
    ("text", "link"),
    [
        (
            "http://localhost:8080/join/t1.2.ab",
            ("ws://localhost:8080/ws", "http://localhost:8080", "t1.2.ab"),
        ),
        (
            "http://localhost:8080/#join=t1.2.ab",
            ("ws://localhost:8080/ws", "http://localhost:8080", "t1.2.ab"),
        ),
        (
            "https://a.example/game/#lang=de&join=c",
            ("wss://a.example/game/ws", "https://a.example/game", "c"),
        ),
        ("hex.example#join=c", ("ws://hex.example/ws", "http://hex.example", "c")),
        ("http://h:1/#join=", ("ws://h:1/ws", "http://h:1", "")),
        ("https://hex.example/join/c/", ("wss://hex.example/ws", "https://hex.example", "c")),
        (
            "https://a.example/game/join/c",
            ("wss://a.example/game/ws", "https://a.example/game", "c"),
        ),
        ("localhost:8080", ("ws://localhost:8080/ws", "http://localhost:8080", "")),
        ("ws://[::1]:80/ws", ("ws://[::1]:80/ws", "http://[::1]:80", "")),
        ("wss://a.example/ws", ("wss://a.example/ws", "https://a.example", "")),
        ("http://h:1/join/", ("ws://h:1/ws", "http://h:1", "")),
    ],
)
def test_a_link_leads_to_a_socket_and_a_code(text: str, link: tuple[str, str, str]) -> None:
    assert tuple(parse_link(text)) == link


@pytest.mark.parametrize("text", ["", "ftp://host/join/x", "http:///join/x"])
def test_what_is_no_link_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="no link"):
        parse_link(text)


@pytest.mark.parametrize("text", ["ftp://host/join/secret", "http:///#join=secret"])
def test_a_refused_link_is_told_without_its_code(text: str) -> None:
    with pytest.raises(ValueError, match="no link") as caught:
        parse_link(text)
    assert "secret" not in str(caught.value)
