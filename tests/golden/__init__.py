"""Eight battles told in plain text, so that a change of the rules shows in what a player reads.

`python -m tests.golden` (or `make golden`) writes them anew; look at the difference before it is
committed.
"""
