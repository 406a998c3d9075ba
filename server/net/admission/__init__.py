"""Who may come in, and how much they may ask for: token buckets, what pages cost, proxies.

An `Admission` is the one book of a server; an address behind a trusted proxy is the client's own.
"""

from server.net.admission.admission import (
    FEW,
    MOST_BUCKETS,
    TOO_FAST,
    UPGRADE,
    Admission,
    Asking,
    Bucket,
    limits_of,
    told_limits,
)
from server.net.admission.costs import BYTES_A_TOKEN, PAGES, bytes_a_token
from server.net.admission.proxies import Proxies, hidden_proxy, network_of

__all__ = [
    "BYTES_A_TOKEN",
    "FEW",
    "MOST_BUCKETS",
    "PAGES",
    "TOO_FAST",
    "UPGRADE",
    "Admission",
    "Asking",
    "Bucket",
    "Proxies",
    "bytes_a_token",
    "hidden_proxy",
    "limits_of",
    "network_of",
    "told_limits",
]
