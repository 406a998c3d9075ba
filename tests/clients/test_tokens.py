"""Where a client keeps who it is."""

import stat
from pathlib import Path

from clients.sdk.tokens import Tokens


def test_a_token_is_kept_for_its_profile_alone_until_it_is_forgotten(tmp_path: Path) -> None:
    tokens = Tokens(tmp_path)
    assert tokens.load("ws://a") is None
    tokens.keep("ws://a", "secret")
    tokens.keep("ws://a", "newer")

    assert Tokens(tmp_path).load("ws://a") == "newer"
    assert tokens.load("ws://b") is None
    tokens.forget("ws://a")
    tokens.forget("ws://a")
    assert tokens.load("ws://a") is None


def test_nobody_else_can_read_a_token(tmp_path: Path) -> None:
    Tokens(tmp_path).keep("ws://a", "secret")
    (file,) = (tmp_path / "tokens").iterdir()

    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
    assert "ws" not in file.name
