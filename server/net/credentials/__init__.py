"""Who somebody proves to be: operators by their tokens, players by an identity provider's.

The package reads bearer tokens, keeps the file of operators, and checks JSON Web Tokens against
keys that it fetches. PyJWT (the extra `oidc`) is imported only where a token is checked.
"""

from server.net.credentials.bearer import bearer_of
from server.net.credentials.fetching import NoRedirects, NotFetched
from server.net.credentials.operators import Operators, hash_of, new_token, read
from server.net.credentials.sign_in import SignIn, door_of

__all__ = [
    "NoRedirects",
    "NotFetched",
    "Operators",
    "SignIn",
    "bearer_of",
    "door_of",
    "hash_of",
    "new_token",
    "read",
]
