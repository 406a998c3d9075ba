"""Ids made of printed names."""


def id_of(name: str) -> str:
    """Return a name as an id: "Poacher's Knife" is poachers-knife."""
    return name.lower().replace("'", "").replace(" ", "-")
