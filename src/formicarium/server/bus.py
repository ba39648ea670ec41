"""The bus: tells everyone who listens to a table that it has changed. In this process; others can take its place."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

Event = Mapping[str, Any]  # its `type` says what happened: moved, seats, chat, thinking, rematch
Listener = Callable[[Event], None]


class Bus(Protocol):
    """Publish and subscribe by table."""

    def publish(self, table: str, event: Event) -> None:
        """Tell all listeners of a table."""

    def subscribe(self, table: str, listener: Listener) -> Callable[[], None]:
        """Listen to a table until the returned function is called."""


class LocalBus:
    """A bus within one process: listeners are called at once and must not wait."""

    def __init__(self) -> None:
        self._listeners: dict[str, list[Listener]] = {}

    def publish(self, table: str, event: Event) -> None:
        """Tell all listeners of a table."""
        for listener in tuple(self._listeners.get(table, ())):
            listener(event)

    def subscribe(self, table: str, listener: Listener) -> Callable[[], None]:
        """Listen to a table until the returned function is called."""
        self._listeners.setdefault(table, []).append(listener)

        def leave() -> None:
            listeners = self._listeners.get(table, [])
            if listener in listeners:
                listeners.remove(listener)
            if not listeners:
                self._listeners.pop(table, None)

        return leave

    def listeners(self, table: str) -> int:
        """How many listen to a table."""
        return len(self._listeners.get(table, ()))
