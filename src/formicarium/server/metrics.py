"""Metrics: what a server counts, for Prometheus."""

from __future__ import annotations

import asyncio
import time

from prometheus_client import Counter, Gauge, Histogram

LOOK_SECONDS = 0.01  # between two looks at how late the event loop is: so much of a stall may be missed

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
matches_rated = Counter("formicarium_matches_rated", "Finished matches that changed ratings")
matches_unrated = Gauge("formicarium_matches_unrated", "Matches that are over and wait to be rated")
people_waiting = Gauge("formicarium_people_waiting", "People who look for a match")
reports_open = Gauge("formicarium_reports_open", "Reports that wait for a moderator")
people_paired = Counter("formicarium_people_paired", "People who were looking for a match and found one")
pairing_seconds = Histogram(
    "formicarium_pairing_seconds",
    "How long the first of those who were paired had waited",
    buckets=(0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300),
)
lobby_visitors = Gauge("formicarium_lobby_visitors", "Live connections to the lobby")
actions_made = Counter("formicarium_actions", "Actions of seats that were stored", ["game", "by"])
refusals = Counter("formicarium_refusals", "Submissions that were refused", ["code"])
connections = Gauge("formicarium_connections", "Open connections, live ones among them")
connections_refused = Counter(
    "formicarium_connections_refused",
    "Connections that were refused, by why: address, process or slow",
    ["why"],
)
loop_lag = Histogram(
    "formicarium_loop_lag_seconds",
    "How much later than wished the event loop came round",
    buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5),
)
loop_stall = Histogram(
    "formicarium_loop_stall_seconds",
    "As much of it as this process itself worked meanwhile: what others on the machine do is left out",
    buckets=(0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5),
)
loop_lag_most = Gauge("formicarium_loop_lag_most_seconds", "The latest that the event loop has been")
_latest = 0.0  # of the whole process: a second event loop in it (a test's own server) must not set the gauge back
sockets = Gauge("formicarium_sockets", "Open live connections")
sockets_cut = Counter("formicarium_sockets_cut", "Live connections that were cut because the other side did not read")
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
mails = Counter("formicarium_mails", "Letters that were sent, or could not be", ["how"])
pushes = Counter(
    "formicarium_pushes", "Messages to browsers: sent, lost, refused, or gone if nobody is there any more", ["how"]
)
signed_in = Counter("formicarium_signed_in", "Members who signed in, by passkey or link", ["by"])
members_made = Counter("formicarium_members", "Guests who became members")
reports_made = Counter("formicarium_reports", "Reports of people who have misbehaved")
measures_taken = Counter("formicarium_measures", "What moderators did", ["what"])
rounds_paired = Counter("formicarium_tournament_rounds", "Rounds of tournaments that were paired")
tournaments_over = Counter("formicarium_tournaments_over", "Tournaments that were played to their end")
requests = Counter("formicarium_requests", "Requests by route and status", ["method", "route", "status"])


async def watch_loop() -> None:
    """Measure how late the event loop is, again and again: so long has everybody waited for something that held it."""
    global _latest
    while True:
        began, worked = time.perf_counter(), time.process_time()
        await asyncio.sleep(LOOK_SECONDS)
        late = max(0.0, time.perf_counter() - began - LOOK_SECONDS)
        loop_lag.observe(late)
        loop_stall.observe(min(late, time.process_time() - worked))
        _latest = max(_latest, late)
        loop_lag_most.set(_latest)
