"""The commands of `hexwarden`, one module each. Only here do server and clients meet.

A command that cannot do what it was asked raises `failure.Failure`. Nothing is imported here: each
command loads what it needs when it runs, so that `hexwarden --help` stays fast.
"""

__all__ = [
    "admin",
    "campaign",
    "content",
    "doctor",
    "encounters",
    "failure",
    "join",
    "play",
    "replay",
    "schema",
    "serve",
    "simulate",
    "tables",
    "verify",
]
