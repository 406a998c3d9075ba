"""The drawing of the packages in ARCHITECTURE.md, made from the imports: `make drawing` writes it.

An arrow goes from a package to one that it imports. Where the way also leads over another package,
the direct arrow is left out, so that the drawing shows the order and no more lines than that needs.
"""

import re
from pathlib import Path

from tests.contracts.packages import imports

ROOT = Path(__file__).resolve().parents[2]
PAGE = "server/ARCHITECTURE.md"
HEAD, FOOT = "```mermaid\n", "```\n"


def drawing(root: Path) -> str:
    """The packages as a Mermaid graph, from commands at the top to the rules."""
    graph: dict[str, set[str]] = {}
    for name, found in imports(root).items():
        here = _shown(name)
        graph.setdefault(here, set()).update(_shown(each) for each in found)
    for here, found in graph.items():
        found.discard(here)
    lines = [
        f"    {here} --> {other}\n"
        for here in sorted(graph)
        for other in sorted(graph[here])
        if not any(_reaches(graph, over, other) for over in graph[here] - {other})
    ]
    return f"{HEAD}graph TD\n{''.join(lines)}{FOOT}"


def _shown(name: str) -> str:
    """The package as the drawing has it: of the server and the rules one level more."""
    parts = name.split(".")
    if parts[:2] == ["server", "rules"]:
        return "rules_" + (parts[2] if len(parts) > 2 else "options")
    if parts[0] == "server":
        return parts[1] if len(parts) > 1 else "server"
    return parts[0]


def _reaches(graph: dict[str, set[str]], here: str, wanted: str) -> bool:
    seen, ahead = {here}, [here]
    while ahead:
        for other in graph.get(ahead.pop(), ()):
            if other == wanted:
                return True
            if other not in seen:
                seen.add(other)
                ahead.append(other)
    return False


def placed(page: str, graph: str) -> str:
    """The page with the drawing in the place of the one that it has."""
    return re.sub(f"{HEAD}.*?{FOOT}", lambda _: graph, page, count=1, flags=re.DOTALL)


if __name__ == "__main__":
    path = ROOT / PAGE
    path.write_text(placed(path.read_text("utf-8"), drawing(ROOT)), "utf-8")
