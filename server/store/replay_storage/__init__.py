"""Where replay files are kept: a directory, or a prefix of an S3-compatible bucket.

`open_replay_storage` opens what a setting names. A bucket's library is imported only then.
"""

from server.store.replay_storage.folder import SUFFIX, ReplayFolder
from server.store.replay_storage.storage import ReplayStorage, open_replay_storage

__all__ = ["SUFFIX", "ReplayFolder", "ReplayStorage", "open_replay_storage"]
