"""The hash over sources that a battle's first commit pins."""

import re

from server.rules.content.fingerprint import CONTENT, RULES, fingerprint


def test_rules_and_components_have_hashes_of_64_bits_each_their_own() -> None:
    told = [fingerprint(RULES), fingerprint(CONTENT)]
    assert all(re.fullmatch("[0-9a-f]{16}", one) for one in told)
    assert told[0] != told[1]
