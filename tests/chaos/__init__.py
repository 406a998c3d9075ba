"""The chaos run: server processes and store primaries die at random while programs play."""
