"""Names that no player may take, since others would take them for the server or its operator."""

import re
import unicodedata

_RESERVED = re.compile(
    "(?:the|official|game|of)*"
    "(?:(?:administrat(?:or|ion)|admin|hexwarden|moderat(?:or|ion)|mod|operator|server|staff"
    "|support|system)(?:s|team|of|the)*)+"
)
_LOOKALIKES = str.maketrans("аеорсухіѕтмнкοαερνι01345", "aeopcyxistmhkoaepvioieas")
"""Letters of other scripts, and digits, that are read as one of those."""


def is_reserved(name: str) -> bool:
    """Return whether a name reads as the operator's or the server's, also when it is written in
    lookalike letters.
    """
    letters = unicodedata.normalize("NFKD", name).casefold().translate(_LOOKALIKES)
    return _RESERVED.fullmatch("".join(filter(str.isalpha, letters))) is not None
