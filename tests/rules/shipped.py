"""Writes the rules' sentences that the server ships: `python -m tests.rules.shipped`.

The index of the rules belongs to the tests; what clients show of it is `content/rules.json`.
"""

import json
from pathlib import Path

from tests.rules_coverage import INDEX, SKIRMISH, load_index

TARGET = Path(__file__).parents[2] / "server" / "rules" / "content" / "rules.json"


def sentences() -> str:
    """One line a rule, by chapter."""
    chapters = []
    for group in (*load_index(INDEX), *load_index(SKIRMISH)):
        rules = ",\n".join(
            json.dumps([rule.id, rule.source, rule.text], ensure_ascii=False)
            for rule in group.rules
        )
        chapters.append(f"[{json.dumps(group.title)}, [\n{rules}\n]]")
    return "[\n" + ",\n".join(chapters) + "\n]\n"


if __name__ == "__main__":
    TARGET.write_text(sentences(), "utf-8")
