"""The skill lines, one file each: dice with their faces, and what every icon does."""
