"""The commands of `hexwarden`, one file each. Here, and only here, server and clients meet."""
