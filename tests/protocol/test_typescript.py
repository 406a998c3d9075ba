"""The browser client's types of the protocol are what the structs say."""

import re

from tests.protocol import typescript


def test_the_types_of_the_browser_client_are_what_the_structs_make_of_them() -> None:
    """To bring them up to date: `make protocol`."""
    assert typescript.FILE.read_text("utf-8") == typescript.text()


def test_every_message_has_the_name_of_each_of_its_parts() -> None:
    text = typescript.text()
    assert 'export type Pinged = readonly [\n  tag: "pinged",\n  table: TableId,' in text
    assert "  to?: string,\n" in text
    assert not re.search(r"(: |<|\(|\| )any\b", text)
