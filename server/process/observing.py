"""The observers of a server process: its metrics always, traces where an endpoint is set."""

from server.net.telemetry import Metrics, StoreMetrics, traces_to
from server.process.identity import version
from server.runtime import Observers
from server.settings import Settings


def observers_of(settings: Settings, owner: str, metrics: Metrics) -> Observers:
    """Return the observers of the process that its store knows as `owner`; close them at
    the end.
    """
    names = {
        "service.name": "hexwarden",
        "service.version": version(),
        "service.instance.id": owner,
    }
    traces = traces_to(settings.otlp, settings.otlp_share, names)
    metering = StoreMetrics(metrics)
    return Observers(metering) if traces is None else Observers(metering, traces)
