"""Describes messages for those who read about them: their fields, with types as a browser would write them."""

from __future__ import annotations

import types
from collections.abc import Mapping

# Any: a type is described here, whatever it is
from typing import Annotated, Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints


def fields(message: Any) -> dict[str, tuple[bool, str]]:
    """The fields of a message: whether each may be missing, and its type as a browser would write it."""
    described = {}
    for name, hint in get_type_hints(message, include_extras=True).items():
        optional = get_origin(hint) is NotRequired
        described[name] = optional, javascript(get_args(hint)[0] if optional else hint)
    return described


def javascript(hint: Any) -> str:
    """A type as JSDoc has it."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return str(inner[1])  # encoded already: the annotation names what is in it
    if origin is Literal:
        return " | ".join(f'"{value}"' for value in inner)
    if origin in (Union, types.UnionType):
        return " | ".join(dict.fromkeys(javascript(one) for one in inner))
    if origin is list:
        one = javascript(inner[0])
        return f"({one})[]" if " | " in one else f"{one}[]"
    if origin in (dict, Mapping):
        return f"Record<string, {javascript(inner[1])}>"
    if origin is tuple:
        return f"[{', '.join(javascript(one) for one in inner)}]"
    plain = {int: "number", float: "number", str: "string", bool: "boolean", type(None): "null"}
    return plain.get(hint) or str(hint.__name__)
