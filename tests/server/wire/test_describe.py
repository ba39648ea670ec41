"""Describing messages: types as a browser would write them."""

from collections.abc import Mapping
from typing import Annotated, Literal, NotRequired, TypedDict

import orjson

from formicarium.server.wire.describe import fields


class Inner(TypedDict):
    """Another message."""

    a: int


class Message(TypedDict):
    """One of everything."""

    kind: Literal["this", "that"]
    number: int | None
    texts: NotRequired[list[str | int]]
    by_name: Mapping[str, Inner]
    pair: tuple[str, float]
    encoded: Annotated[orjson.Fragment, "Node"]


def test_every_kind_of_type_is_written_as_a_browser_would():
    assert fields(Message) == {
        "kind": (False, '"this" | "that"'),
        "number": (False, "number | null"),
        "texts": (True, "(string | number)[]"),
        "by_name": (False, "Record<string, Inner>"),
        "pair": (False, "[string, number]"),
        "encoded": (False, "Node"),
    }
