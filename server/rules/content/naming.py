"""Ids made of printed names."""

from protocol.ids import ItemId


def id_of(name: str) -> str:
    """Return a name as an id: "Poacher's Knife" is poachers-knife."""
    return name.lower().replace("'", "").replace(" ", "-")


def item_id(name: str) -> ItemId:
    """Return the id of an item card of this name."""
    return ItemId(id_of(name))
