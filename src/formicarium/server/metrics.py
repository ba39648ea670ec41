"""Metrics: what a server counts, for Prometheus."""

from __future__ import annotations

from prometheus_client import Counter, Gauge, Histogram

commit_seconds = Histogram(
    "formicarium_commit_seconds",
    "Time of a transaction",
    buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1, 5),
)
commit_size = Histogram(
    "formicarium_commit_submissions", "Submissions that shared a transaction", buckets=(1, 2, 5, 10, 20, 50, 100, 500)
)
commits_waiting = Gauge("formicarium_commits_waiting", "Submissions that wait for the transaction before them")
tables_made = Counter("formicarium_tables", "Tables that were set up", ["game"])
tables_held = Gauge("formicarium_tables_in_memory", "Tables in memory")
actions_made = Counter("formicarium_actions", "Actions of seats that were stored", ["game", "by"])
refusals = Counter("formicarium_refusals", "Submissions that were refused", ["code"])
sockets = Gauge("formicarium_sockets", "Open live connections")
thinking = Gauge("formicarium_bots_thinking", "Bots that are thinking")
think_seconds = Histogram(
    "formicarium_think_seconds", "Time until a bot answered", ["level"], buckets=(0.01, 0.05, 0.1, 0.5, 1, 2, 5, 10, 60)
)
bots_taken_over = Counter("formicarium_bots_taken_over", "Tables whose bots a process has taken over from a dead one")
bus_connected = Gauge("formicarium_bus_connected", "Whether other processes can be heard")
bus_seconds = Histogram(
    "formicarium_bus_seconds",
    "Time of an event from one process to another",
    buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1, 5),
)
requests = Counter("formicarium_requests", "Requests by route and status", ["method", "route", "status"])
