"""The shared vocabulary of servers and clients: plain data, msgspec only, no behaviour of a
game.
"""
