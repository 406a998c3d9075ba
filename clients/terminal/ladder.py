"""The ladder of rated matches in lines of text."""

from protocol.replies import Ladder
from protocol.tables import LadderLine


def ladder_lines(told: Ladder) -> list[str]:
    """Return a line for each player at the top, and one's own where it stands below them."""
    if not told.top:
        return ["Nobody has played a rated match here yet."]
    below = [line for line in told.asked if line not in told.top]
    return [_line(line) for line in (*told.top, *below)]


def _line(line: LadderLine) -> str:
    strength = f"{line.rating} ± {2 * line.deviation}"
    return f"{line.rank:>4}. {line.name}: {strength}, {line.won} of {line.matches} won"
