"""Delves: tiles and cards as figures (`tiles.toml`, `cards.toml`), their effects as functions."""
