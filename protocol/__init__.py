"""The shared vocabulary of servers and clients: plain data on msgspec, no behaviour of a game.

The modules listed here are the vocabulary: `requests`, `replies` and `tables` are what travels on a
connection (`messages` gathers them, `codec` turns them into bytes, `refusals` are the closed lists
of refusals); `questions`, `previews`, `option_keys` and `given_names` are what players are asked,
shown and answer;
`events`, `battle` and `campaign` are what happens; `ids`, `fields`, `hexes` and `plain_text` are
what all of those are made of; `replay_file` and `schema` are the two files. They are imported by
name, and nothing is imported here: a program that decodes replies needs no schema.
"""

__all__ = [
    "battle",
    "campaign",
    "codec",
    "events",
    "fields",
    "given_names",
    "hexes",
    "ids",
    "messages",
    "option_keys",
    "plain_text",
    "previews",
    "questions",
    "refusals",
    "replay_file",
    "replies",
    "requests",
    "schema",
    "skirmish",
    "tables",
]
