"""Lessons: what a newcomer is told at a table where a tutorial guides."""

from __future__ import annotations

from formicarium.coach.tutorials import SEAT, Place
from formicarium.server.table.table import Person, Table
from formicarium.server.wire.messages import Lesson
from formicarium.server.wire.telling import names_of


def place(table: Table, person: Person | None) -> Place | None:
    """Where a newcomer stands in its tutorial; `None` for everybody else, and at all other tables."""
    tutorial = table.tutorial
    if tutorial is None or table.over or person is None or person.id != table.seats[SEAT].owner:
        return None
    return tutorial.place(table.ledger.moves)


def lesson(table: Table, language: str, person: Person | None) -> Lesson | None:
    """The same in words, with the places on the board."""
    stands = place(table, person)
    tutorial = table.tutorial
    if stands is None or tutorial is None:
        return None
    told, names = tutorial.sentences(language), names_of(table, language)
    text, action, nodes = told.farewell, None, list[str]()
    if stands.action is not None:  # the first of all actions counts as false
        action = stands.action.text
        text = told.steps[tutorial.steps[stands.step].name]
        scene = table.match.view(SEAT).scene(language, names)
        nodes = [node.id for node in scene.nodes if action in node.actions]
    return {
        "step": stands.step + 1,
        "steps": len(tutorial.steps),
        "text": text.format(*names),
        "elsewhere": told.elsewhere.format(*names),
        "action": action,
        "nodes": nodes,
    }
