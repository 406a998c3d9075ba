"""The end of a battle in a terminal: who did what, how the dice fell, and the best moment."""

from clients.core import Best, Faces, Names, Played, Share, Summary, Update, plural
from protocol.replies import Snapshot


class Ending:
    """Looks on while a battle is played, and sums it up at its end."""

    def __init__(self, faces: Faces | None) -> None:
        self._faces, self._battle, self._version = faces, "", 0
        self._summary = Summary(0, faces)

    def take(self, news: Update) -> None:
        """Look at what is new of a battle."""
        match news:
            case Snapshot(battle=battle, version=version):
                if battle != self._battle:
                    self._battle, self._summary = battle, Summary(0, self._faces)
                    self._version = 0
                if version > self._version:
                    self._summary.since = version
                self._version = max(version, self._version)
            case Played():
                self._summary.take(news)
                self._version = news.version
            case _:
                pass

    def lines(self, names: Names) -> list[str]:
        """Return the battle summed up; nothing where nobody did anything that was seen."""
        shares, best = self._summary.shares(), self._summary.best()
        if not shares:
            return []
        since = self._summary.since
        seen = f" (as far as it was seen here, from version {since} on)" if since > 1 else ""
        told = [f"What everybody did{seen}:", *(_share(share, names) for share in shares)]
        return [*told, _best(best, names)] if best is not None else told


def _share(share: Share, names: Names) -> str:
    did = [
        f"{share.damage} damage",
        f"{plural(share.kills, 'enemy', 'enemies')} defeated",
        f"{share.prevented} prevented",
        f"{share.healed} healed",
    ]
    text = f"  {names.unit(share.unit)}: {', '.join(did)}"
    if not share.spread:
        return f"{text}."
    dice = f"{share.rolled} points on dice, {share.expected:.1f} expected"
    return f"{text}; {dice}, luckier than {share.luck} of 100."


def _best(best: Best, names: Names) -> str:
    did = [
        f"{best.damage} damage" if best.damage else "",
        f"{plural(best.kills, 'enemy', 'enemies')} defeated" if best.kills else "",
        f"{best.healed} healed" if best.healed else "",
    ]
    what = ", ".join(filter(None, did))
    return f"The best moment, at version {best.version}: {names.unit(best.unit)}, {what}."
