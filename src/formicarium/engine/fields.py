"""Fields: a record whose attributes cost Python no more than its items. Pictures and events ask for hundreds of them.

Numpy's own record looks an attribute up in Python, four times as slowly. The bytes and the layout are the same.
"""

from __future__ import annotations

from functools import cache
from operator import itemgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray


def first(records: NDArray[np.void]) -> Any:
    """The first record of an array, which it shares memory with."""
    return records.view(_quick(records.dtype))[0]


@cache
def _quick(layout: np.dtype[Any]) -> np.dtype[Any]:
    """The same layout, its elements and those of records within it with quick attributes."""
    if layout.subdtype is not None:
        return np.dtype((_quick(layout.base), layout.shape))
    if layout.names is None or layout.fields is None:
        return layout
    kinds, offsets = [], []
    for name in layout.names:
        kind, offset = layout.fields[name][:2]
        kinds.append(_quick(kind))
        offsets.append(offset)
    attributes: dict[str, Any] = {name: _attribute(name, kind) for name, kind in zip(layout.names, kinds, strict=True)}
    attributes["__getattribute__"] = np.void.__getattribute__  # there is nothing left to be looked up
    # What is aligned stays so: to compiled code it is the same type.
    same = {"names": list(layout.names), "formats": kinds, "offsets": offsets, "itemsize": layout.itemsize}
    plain = np.dtype(same, align=layout.isalignedstruct)  # type: ignore[call-overload]  # numpy's stubs want tuples
    return np.dtype((type("Fields", (np.record,), attributes), plain))


def _attribute(name: str, kind: np.dtype[Any]) -> property:
    """An attribute for a field. Numpy gives a single record within another one the type of the outer one."""
    return property(itemgetter(name) if kind.names is None else lambda record: record[name].view(kind))
