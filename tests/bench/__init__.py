"""`make bench`: the figures of FIGURES.md beside it, each with its limit on the same machine."""
