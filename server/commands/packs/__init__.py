"""Content packs on the command line: reading, judging and showing them."""
