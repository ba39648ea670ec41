"""Profiles: how somebody plays, and what of it everybody may see."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request, Response
from pydantic import BaseModel, Field

from formicarium.server.people.profiles import Part, Profile
from formicarium.server.people.strengths import is_provisional
from formicarium.server.web.api.asking import PROBLEMS, Asking, Strict, remember
from formicarium.server.web.state import State

router = APIRouter()

PersonId = Annotated[str, Path(max_length=32, pattern=r"^[\w-]+$", description="Somebody, or `me`.")]


class RatingFacts(BaseModel):
    """A rating, and what it was after each of the last matches."""

    game: str
    mode: str
    pool: str = Field(description="`people`, or `bots` for matches of one person among bots.")
    strength: float
    doubt: float
    provisional: bool
    matches: int
    curve: list[tuple[float, float]] = Field(description="When a match ended, and the strength afterwards.")


class ResultFacts(BaseModel):
    """Rated matches, and how many were won or shared."""

    game: str
    mode: str
    pool: str
    matches: int
    won: int


class OpeningFacts(BaseModel):
    """A first action, and how often it was made."""

    game: str
    mode: str
    action: str
    times: int


class LuckFacts(BaseModel):
    """What reviews tell, in victories over all matches that have one; and how readable secret choices were."""

    matches: int
    received: float
    lost: float
    choices: int
    guessed: int
    expected: float


class RivalFacts(BaseModel):
    """Matches against somebody, and how often one came before or behind."""

    name: str
    matches: int
    before: int
    behind: int


class ProfileFacts(BaseModel):
    """What may be seen of somebody; nothing for what it does not show."""

    person: str
    name: str
    shown: list[str] = Field(description="What everybody may see.")
    ratings: list[RatingFacts] | None
    results: list[ResultFacts] | None
    openings: list[OpeningFacts] | None
    luck: LuckFacts | None
    rivals: list[RivalFacts] | None = Field(description="For others than the person itself only themselves.")


class Shown(Strict):
    """What everybody may see of me."""

    parts: list[Part] = Field(max_length=5)


async def profile_of(request: Request, person: str, viewer: Any) -> Profile:
    """What a viewer may see of somebody."""
    state = State.of(request)
    assert state.people, "a site without people has no such routes"
    state.pay("study", request, viewer)
    return await state.people.profiles.of(viewer.id if person == "me" and viewer else person, viewer)


@router.get("/people/{person}", response_model=ProfileFacts, responses=PROBLEMS, tags=["people"])
async def show_profile(person: PersonId, request: Request, viewer: Asking) -> Any:
    """What somebody's rated matches tell: all of it about me, of others what they show."""
    profile = await profile_of(request, person, viewer)
    found = {name: value for name, value in vars(profile).items() if name not in ("own", "ratings")}
    for name in ("results", "openings", "rivals"):
        found[name] = None if found[name] is None else [one._asdict() for one in found[name]]
    ratings = (
        None
        if profile.ratings is None
        else [
            {
                **{name: getattr(curve.standing, name) for name in ("game", "mode", "pool")},
                **curve.standing.strength._asdict(),
                "provisional": is_provisional(curve.standing.strength),
                "curve": [(ended, after.strength) for ended, after in curve.points],
            }
            for curve in profile.ratings
        ]
    )
    return {
        **found,
        "shown": sorted(profile.shown),
        "ratings": ratings,
        "luck": asdict(profile.luck) if profile.luck else None,
    }


@router.post("/people/me", responses=PROBLEMS, tags=["people"])
async def choose(wanted: Shown, request: Request, response: Response, viewer: Asking) -> dict[str, list[str]]:
    """Say what everybody may see of me; at first that is nothing."""
    state = State.of(request)
    assert state.people
    state.pay("entry", request, viewer)
    who = remember(request, response, viewer, None)
    await state.people.profiles.show(who, wanted.parts)
    return {"shown": sorted(set(wanted.parts))}
