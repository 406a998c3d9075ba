"""What goes out to a terminal: lines folded and indented, one prompt, nothing that it obeys."""

import io

from clients.terminal import Screen


def test_long_lines_are_folded_and_indented_without_colour_outside_of_a_terminal() -> None:
    out = io.StringIO()
    Screen(out).show("  " + "word " * 30, style="bold red")
    lines = out.getvalue().splitlines()
    assert len(lines) == 2
    assert lines[1].startswith("      word")
    assert all(len(line) <= 80 for line in lines)
    assert "\x1b" not in out.getvalue()
