"""Rate a finished match for the ladder, before its end is noted at its table."""

from server.battles import BattleRecord, Games
from server.players import Ended, Ladder, still_play
from server.tables import Table, is_on


async def rate(ladder: Ladder, games: Games, table: Table, record: BattleRecord, now: int) -> None:
    """Rate a match that is over, if it is a rated one, at `now` (Unix seconds). Raises StoreError.

    Call it before the table's document says that the match is over. If this process dies in
    between, the next one rates the match again, and the ladder recognizes it by its id.
    """
    await table.is_current()  # who sits where may have been changed elsewhere
    doc, opening = table.doc, record.opening
    rivals = doc.rated
    if not rivals or not is_on(doc.state, opening.battle):
        return
    winner = games.find(opening.encounter).winner(record.shown.state)
    # An operator who ended it, or gave a seat to somebody else, has made it no rated match.
    if winner not in rivals or not still_play(rivals, doc.state.chairs):
        return
    loser = next(player for seat, player in rivals.items() if seat != winner)
    won = next(player for seat, player in rivals.items() if seat == winner)
    await ladder.rate(Ended(opening.battle, won, loser, now, opening.delay))
