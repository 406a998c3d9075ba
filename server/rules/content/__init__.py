"""What is printed on the components, gathered in one catalogue (`catalogue`).

Beside it others may ask for the words that explain it (`glossary`), for the fingerprint of rules
and components (`fingerprint`), for what named blocks are (`named`, `blocks`), and, to judge content
packs, for the parts that read them (`delve`, `encounters`, `packs`, `provinces`). Nothing is
imported here: a command that needs no component should not read them all.
"""

__all__ = [
    "blocks",
    "catalogue",
    "delve",
    "encounters",
    "fingerprint",
    "glossary",
    "named",
    "packs",
    "provinces",
]
