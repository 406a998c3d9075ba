"""The commands of `hexwarden`, one file each. Here, and only here, server and clients meet.

`failure` says with which exit code a command fails. Nothing is imported here: each command loads
what it needs when it runs.
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
