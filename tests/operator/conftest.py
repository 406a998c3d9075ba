"""A service on a memory store, with a clock that tests move; see `tests/service/conftest.py`."""

from tests.service.conftest import service as service
from tests.service.conftest import world as world
