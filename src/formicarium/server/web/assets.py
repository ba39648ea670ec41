"""Scripts, styles and icons: their address changes with them, so that a browser asks for each of them once."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

FOLDER = Path(__file__).with_name("static")
YEAR = 31_536_000  # seconds
MARK = "v-"  # of a version in an address


def _version() -> str:
    """A hash of everything that is in the folder."""
    files = [file for file in sorted(FOLDER.glob("**/*")) if file.is_file()]
    named = [file.relative_to(FOLDER).as_posix().encode() + b"\0" + file.read_bytes() for file in files]
    return hashlib.sha256(b"\0".join(named)).hexdigest()[:16]


VERSION = MARK + _version()
ADDRESS = f"/static/{VERSION}"  # what a script imports by a relative path is of the same version


class Assets(StaticFiles):
    """The folder, below the address of its version and without one; whoever asks for another version gets this one."""

    def __init__(self) -> None:
        super().__init__(directory=FOLDER)

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        """Where a file is, under any version."""
        version, _, rest = path.partition("/")
        return super().lookup_path((rest or ".") if version.startswith(MARK) else path)

    async def get_response(self, path: str, scope: Scope) -> Response:
        """A file: kept for ever under the right version, else asked for again."""
        response = await super().get_response(path, scope)
        kept = f"public, max-age={YEAR}, immutable" if path.startswith(f"{VERSION}/") else "no-cache"
        response.headers["Cache-Control"] = kept
        return response
