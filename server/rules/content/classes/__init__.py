"""Class sheets, one file each: novice and master side."""
