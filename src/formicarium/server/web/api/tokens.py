"""Tokens: how programs of other people say whose they are."""

from __future__ import annotations

import time
from typing import Any

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from formicarium.errors import IdentityError
from formicarium.server.web import identity
from formicarium.server.web.api.asking import (
    PROBLEMS,
    Asking,
    Strict,
    remember,
)
from formicarium.server.web.identity import clean_name
from formicarium.server.web.state import State

router = APIRouter()


class TokenWish(Strict):
    """A token for an external bot."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"name": "my bot"}]})
    name: str = Field(min_length=1, max_length=80)


class MadeToken(BaseModel):
    """A token; it is shown once."""

    token: str
    name: str


@router.post("/tokens", status_code=201, response_model=MadeToken, responses=PROBLEMS, tags=["tokens"])
async def make_token(wanted: TokenWish, request: Request, response: Response, person: Asking) -> Any:
    """Make a token: whoever sends it as `Authorization: Bearer …` acts as I do."""
    state = State.of(request)
    state.pay("token", request, person)
    who = remember(request, response, person, wanted.name if person is None else None)
    if len(await state.storage.tokens_of(who.id)) >= state.settings.tokens_each:
        raise IdentityError("token/many", f"nobody has more than {state.settings.tokens_each} tokens")
    token, name = identity.new_token(), clean_name(wanted.name, state.settings.name_length)
    row = {"hash": identity.token_hash(token), "owner": who.id, "name": name, "created": time.time()}
    await state.storage.commit([("token", row)])
    return {"token": token, "name": name}


class Token(BaseModel):
    """A token that was made before; what it says itself is not kept."""

    id: str = Field(examples=["2c26b46b68ffc68ff99b453c1d304134"])
    name: str
    created: float


@router.get("/tokens", response_model=list[Token], responses=PROBLEMS, tags=["tokens"])
async def list_tokens(request: Request, person: Asking) -> Any:
    """My tokens."""
    rows = await State.of(request).storage.tokens_of(person.id) if person else []
    return [{"id": _token_id(row), "name": row["name"], "created": row["created"]} for row in rows]


@router.delete("/tokens/{token}", status_code=204, responses=PROBLEMS, tags=["tokens"])
async def revoke_token(token: str, request: Request, person: Asking) -> None:
    """Revoke a token: whoever has it can do nothing more with it."""
    storage = State.of(request).storage
    for row in await storage.tokens_of(person.id) if person else []:
        if _token_id(row) == token:
            await storage.commit([("revoke", {"of": row["hash"], "by": row["owner"]})])
            return
    raise IdentityError("unknown/token", "you have no such token")


def _token_id(row: dict[str, Any]) -> str:
    """The name of a token in addresses: a part of what is kept of it."""
    return str(row["hash"])[:32]
