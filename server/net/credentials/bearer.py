"""The token that a request's headers carry."""

from websockets.datastructures import Headers


def bearer_of(headers: Headers | None) -> str:
    """Return the token of an `Authorization: Bearer` header, or of the one by which some proxies
    pass on whom they have signed in; "" for none.
    """
    if headers is None:
        return ""
    for said in headers.get_all("Authorization"):
        scheme, _, token = said.partition(" ")
        if scheme.lower() == "bearer":
            return token.strip()
    return next(iter(headers.get_all("X-Forwarded-Access-Token")), "")
