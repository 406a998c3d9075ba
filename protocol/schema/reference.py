"""The protocol for people: the parts of `PROTOCOL.md` that are made from the message types.

The document holds pairs of comments, `<!-- NAME -->` and `<!-- /NAME -->`; what stands between them
is replaced. `filled` does that for everything that the types know.
"""

import inspect
import re
from collections.abc import Iterable
from typing import get_args

import msgspec

from protocol import events, previews, questions, refusals, replies, requests, tables
from protocol.fields import form_of

_STRUCTS: dict[str, tuple[type[msgspec.Struct], ...]] = {
    "requests": get_args(requests.Request),
    "replies": get_args(replies.Reply),
    "events": get_args(events.EngineEvent),
    "shapes": get_args(questions.Shape),
    "parts": (
        tables.Settings,
        tables.Chair,
        tables.Member,
        tables.BattleLine,
        tables.TableLine,
        tables.OwnBattle,
        tables.CampaignLine,
        tables.OwnCampaign,
        tables.EncounterLine,
        tables.OptionForm,
        tables.LadderLine,
        replies.Opening,
        replies.SeatOf,
        replies.Closing,
        replies.Again,
        questions.Question,
        questions.Option,
        questions.Spot,
        questions.Slot,
        questions.Limit,
        questions.Need,
        *get_args(previews.Foreseen),
        previews.DieOdds,
        previews.FaceOdds,
        previews.Fate,
        previews.Sighting,
        previews.Chances,
        previews.Course,
    ),
}


def filled(document: str) -> str:
    """Return the document with every part that the types know brought up to date."""
    for name, structs in _STRUCTS.items():
        document = put(document, name, "\n".join(_entry(struct) for struct in structs))
    codes = [f"| `{code}` | {text} |" for code, text in refusals.REFUSALS.items()]
    document = put(document, "refusals", _rows("| code | when |", codes))
    byes = [f"| `{code}` | {number} | {text} |" for code, (number, text) in refusals.BYES.items()]
    return put(document, "byes", _rows("| code | close code | when |", byes))


def put(document: str, name: str, text: str) -> str:
    """Replace what stands between a pair of comments. Raises ValueError if the pair is missing."""
    pattern = re.compile(rf"(<!-- {name} -->\n).*?(<!-- /{name} -->)", re.DOTALL)
    found, count = pattern.subn(lambda at: f"{at[1]}\n{text.strip()}\n\n{at[2]}", document)
    if count != 1:
        raise ValueError(f"the document has {count} places for {name}")
    return found


def _rows(head: str, rows: Iterable[str]) -> str:
    rule = "|".join("---" for _ in range(head.count("|") - 1))
    return "\n".join([head, f"|{rule}|", *rows])


def _entry(struct: type[msgspec.Struct]) -> str:
    tag = struct.__struct_config__.tag
    title = f"`{tag}`" if tag else struct.__name__
    return f"#### {title}\n\n    {form_of(struct)}\n\n{inspect.getdoc(struct)}\n"
