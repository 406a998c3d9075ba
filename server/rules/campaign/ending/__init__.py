"""A session's end (p48, p49): the epilogue, and what the next session begins with."""

from server.rules.campaign.ending.carrying import Carried, carried, resume
from server.rules.campaign.ending.closing import close

__all__ = [
    "Carried",
    "carried",
    "close",
    "resume",
]
