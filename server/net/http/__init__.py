"""The port: listening, with or without TLS, and everything on it that is no WebSocket.

`Listener` accepts connections; `Site` answers plain HTTP and decides what is upgraded; `Admin` is
the operators' part of it.
"""

from server.net.http.admin import admin_of
from server.net.http.listener import Listener
from server.net.http.pages import answer, harden
from server.net.http.share_pages import SharePages, share_pages_of
from server.net.http.site import Site, StoreAway
from server.net.http.tls import BadCertificate, certificate_of

__all__ = [
    "BadCertificate",
    "Listener",
    "SharePages",
    "Site",
    "StoreAway",
    "admin_of",
    "answer",
    "certificate_of",
    "harden",
    "share_pages_of",
]
