"""Content that users bring along: TOML files in the manner of the game's own."""
