"""Puzzles: positions of champions in which one action is clearly best; what it is, is told to who has answered."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from pydantic import ConfigDict, Field

import formicarium as fm
from formicarium.coach import reasons
from formicarium.coach.puzzles import Puzzle, find_puzzle
from formicarium.engine.events import wording
from formicarium.errors import ActionError
from formicarium.server.web.api.asking import PROBLEMS, Asking, Json, Language, Strict
from formicarium.server.web.state import State
from formicarium.server.wire.consequences import consequences
from formicarium.server.wire.looks import Names, Viewer, labels, look
from formicarium.server.wire.messages import encode

Number = Annotated[int, Path(ge=1, le=10**6, description="In the set of the game, from 1 on.")]

router = APIRouter()


def frame(puzzle: Puzzle, language: str) -> dict[str, Any]:  # Any: a message, as `Full` has its parts
    """A puzzle as its solver sees it, without the solution."""
    about = {"type": "puzzle", "number": puzzle.number, "stars": puzzle.stars}
    return {**about, **standing(puzzle.match(), puzzle.seat, language)}


def standing(match: fm.Match, seat: int, language: str, *, acts: bool = True) -> dict[str, Any]:  # Any: as above
    """How a match stands as a seat sees it; with `acts` what that seat can do."""
    names = seat_names(match, language)
    seen = look(match.position, Viewer(seat, language), names)
    assert seen.scene is not None
    return {
        "game": match.game.name,
        "seat": seat,
        "seats": match.seats,
        "options": match.options,
        "scene": seen.scene_message(),
        "choices": seen.choices if acts else [],
        "places": seen.places if acts else {},
        "labels": labels(match.game, language, names),
        "loses": seen.scene.loses,
        "prompt": seen.prompt,
    }


def seat_names(match: fm.Match, language: str) -> Names:
    """Nobody sits there any more: seats are called by their colours."""
    words = match.game.words(language)
    return tuple(words.seat(seat, match.seats) for seat in range(match.seats))


@router.get("/puzzles/{game}/{number}", responses=PROBLEMS, tags=["puzzles"])
async def show_puzzle(game: str, number: Number, request: Request, person: Asking, lang: Language = "en") -> Json:
    """A position to solve, with all that can be done in it."""
    puzzle = await puzzle_at(request, game, number)
    State.of(request).pay("study", request, person)
    return Json(encode(frame(puzzle, lang)))


async def puzzle_at(request: Request, game: str, number: int) -> Puzzle:
    """A puzzle of a game that is ready."""
    known = fm.game(game)
    puzzle = find_puzzle(known, number)
    await State.of(request).room.readiness.check(known.name)
    return puzzle


class Solution(Strict):
    """What I would do."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"action": "ant e5"}]})
    action: str = Field(max_length=200, description="In notation, as in `choices`.")


@router.post("/puzzles/{game}/{number}/answer", responses=PROBLEMS, tags=["puzzles"])
async def answer(
    game: str, number: Number, wanted: Solution, request: Request, person: Asking, lang: Language = "en"
) -> Json:
    """Answer a puzzle: whether that is best, what is and where, by how much, why, and the picture after it."""
    puzzle = await puzzle_at(request, game, number)
    State.of(request).pay("study", request, person)
    match = puzzle.match()
    view, names = match.view(puzzle.seat), seat_names(match, lang)
    chosen, best = match.game.actions.parse(wanted.action), match.game.actions.parse(puzzle.best)
    if chosen not in view.legal():
        raise ActionError("action/illegal", f"{chosen.text!r} cannot be done in this puzzle: see its choices")
    match.play(best, puzzle.seat)
    words = match.game.words(lang, names)
    after = look(match.position, Viewer(puzzle.seat, lang), names)
    said = {
        "right": chosen == best,
        "chosen": wording(view, chosen, words, names),
        "action": best.text,
        "label": wording(view, best, words, names),
        "margin": puzzle.margin,
        "missed": puzzle.missed / puzzle.trials,
        "because": reasons.merits(view, best, lang, names),
        "leads_to": consequences(view, best.text, lang, names),
        "nodes": [node.id for node in view.scene(lang, names).nodes if best.text in node.actions],
        "scene": after.scene_message(),
    }
    return Json(encode(said))
