"""What a server tells about itself: Prometheus metrics, of all workers together, and traces.

OpenTelemetry is imported only where an endpoint is set.
"""

from server.net.telemetry.free_space import FreeSpace
from server.net.telemetry.metrics import CONTENT_TYPE, Metrics, Traffic
from server.net.telemetry.store_metrics import StoreMetrics
from server.net.telemetry.tracing import check, traces_to
from server.net.telemetry.worker_metrics import WorkerMetrics

__all__ = [
    "CONTENT_TYPE",
    "FreeSpace",
    "Metrics",
    "StoreMetrics",
    "Traffic",
    "WorkerMetrics",
    "check",
    "traces_to",
]
