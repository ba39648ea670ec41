"""Every message as a type: what a viewer is told, and what it may ask.

`js/types.js` has the same types for the browser and `docs/api.md` lists them; a test compares all three.
Parts that are encoded once and sent to many are `orjson.Fragment`s; the annotation names the type that is in them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, NotRequired, TypedDict

import orjson

from formicarium.coach.story import Judged, Readable, SeatStory, Story, SumLine, Turning

NodeJson = Annotated[orjson.Fragment, "Node"]  # the fields of `scene.Node` that differ from the default, no actions
FieldsJson = Annotated[orjson.Fragment, "Fields"]  # those of a node that differ, by their names, and its id
LayoutJson = Annotated[orjson.Fragment, "Layout"]  # `formicarium.scene.Scene.layout()`
LabelsJson = Annotated[orjson.Fragment, "Record<string, Label>"]
TableFactsJson = Annotated[orjson.Fragment, "TableFacts"]
ViewJson = Annotated[orjson.Fragment, "Object"]  # the fields of a game's record, by their names

# What messages are made of


class Scene(TypedDict):
    """The picture of a position; its sheet of sprites is fetched by its name."""

    width: float
    height: float
    title: str
    prompt: str
    sheet: str
    nodes: list[NodeJson]
    layout: LayoutJson


class NodeChange(TypedDict):
    """What changed in a picture."""

    set: list[NodeJson]  # nodes that are new, or in another layer
    changed: NotRequired[list[FieldsJson]]  # what differs in others
    gone: list[str]
    moved: NotRequired[dict[str, str]]  # old id to new id of pieces that moved
    order: NotRequired[list[list[str]]]  # the first of each stays, the others of its layer go before it, in their order


class Label(TypedDict):
    """What a control says that performs an action: a text with a number for each argument; `said` has their words."""

    text: str
    said: NotRequired[list[dict[str, str]]]


class Part(TypedDict):
    """A piece of a sentence, with the nodes that light up when it is pointed at."""

    text: str
    nodes: NotRequired[list[str]]


class Told(TypedDict):
    """Something that happened, in a sentence; `size` is 1 for a step, 2 for something notable, 3 for a big moment."""

    kind: str
    size: int
    parts: list[Part]
    nodes: list[str]  # the places where it happened


class LogLine(TypedDict):
    """What one action led to; `sum` tells its turn so far. Programs that do not draw get the `action` instead."""

    ply: int
    seat: int | None
    told: NotRequired[list[Told]]
    turn: NotRequired[int]
    round: NotRequired[int]
    whose: NotRequired[int | None]
    setup: NotRequired[bool]
    sum: NotRequired[Told | None]
    action: NotRequired[str | None]


class LogChange(TypedDict):
    """What changed in the log: the lines up to a ply stay, these follow."""

    keep: int
    lines: list[LogLine]


class SeatFacts(TypedDict):
    """Who sits where."""

    seat: int
    name: str
    kind: Literal["human", "bot", "local", "open"]
    level: str | None
    tone: str
    mark: str
    away: bool
    rests: float | None  # until when its person is on holiday, and its clock stands
    resigned: bool
    online: bool
    thinking: bool
    to_act: bool
    clock: float | None
    running: bool
    mine: bool


class Clock(TypedDict):
    """How long people may think."""

    kind: Literal["none", "live", "days"]
    seconds: NotRequired[float]
    increment: NotRequired[float]
    days: NotRequired[float]
    strict: NotRequired[bool]  # who is out of time has lost; nobody pauses, or asks to take back


class Invite(TypedDict):
    """How a friend gets to a seat."""

    seat: int
    invite: str
    link: str


class Lesson(TypedDict):
    """The step of a guided match at which its newcomer is; no action after the last one."""

    step: int
    steps: int
    text: str
    elsewhere: str  # what is said when something else is tried
    action: str | None
    nodes: list[str]  # that perform the action


class Question(TypedDict):
    """What somebody asks the others for; `yours` if the viewer has to answer."""

    what: Literal["draw", "undo", "pause"]
    seat: int
    yours: bool


class TableFacts(TypedDict):
    """What all know about a table, and what concerns the viewer."""

    id: str
    game: str
    title: str
    options: dict[str, str]
    seats: list[SeatFacts]
    clock: Clock
    open: bool
    delay: int
    state: Literal["playing", "over", "record"]
    over: bool
    commitment: str
    first: int | None
    given: int
    rematch: str | None
    owner: bool
    hints: bool
    paused: bool
    asked: Question | None
    tutorial: Lesson | None
    deeds: list[Literal["resign", "draw", "undo", "pause", "resume"]]  # what the viewer may do besides acting
    seed: NotRequired[str]
    invites: NotRequired[list[Invite]]


class Outcome(TypedDict):
    """How a match ended."""

    shares: list[float]
    places: list[int]
    points: list[float]
    reason: str
    text: str
    tally: list[list[tuple[str, float]]]


class ChatLine(TypedDict):
    """Something said."""

    number: int
    seat: int | None
    name: str
    text: str
    time: float


# From the server


class Full(TypedDict):
    """Everything a viewer is told about a table as it stands."""

    type: Literal["full"]
    number: int
    table: TableFactsJson
    you: list[int]
    seat: int | None
    scene: Scene | None
    view: NotRequired[ViewJson]
    choices: list[str]
    places: NotRequired[dict[str, list[str]]]
    labels: NotRequired[LabelsJson]
    loses: NotRequired[Mapping[str, str]]
    prompt: str
    can_undo: bool
    log: list[LogLine]
    talk: Literal["on", "off", "never"]
    chat: list[ChatLine]
    outcome: Outcome | None


Step = TypedDict(
    "Step",
    {
        "type": Literal["step"],
        "number": int,
        "from": int,
        "nodes": NotRequired[NodeChange],
        "width": NotRequired[float],
        "height": NotRequired[float],
        "view": NotRequired[ViewJson],
        "choices": NotRequired[list[str]],
        "places": NotRequired[dict[str, list[str]]],
        "loses": NotRequired[Mapping[str, str]],
        "prompt": NotRequired[str],
        "log": LogChange,
        "to_act": NotRequired[list[int]],
        "can_undo": NotRequired[bool],
        "table": NotRequired[TableFactsJson],
        "outcome": NotRequired[Outcome | None],
    },
)

Step.__doc__ = "What one entry of the log changed; what is left out is as before."


class Seats(TypedDict):
    """Who sits where has changed, or who is there."""

    type: Literal["seats"]
    table: TableFactsJson
    you: list[int]
    can_undo: bool


class Chat(ChatLine):
    """Somebody has said something."""

    type: Literal["chat"]


class Thinking(TypedDict):
    """A bot begins to think, or has thought."""

    type: Literal["thinking"]
    seat: int
    on: bool


class Rematch(TypedDict):
    """The table is followed by another."""

    type: Literal["rematch"]
    table: str


class Ack(TypedDict):
    """What was asked is done, and on disk."""

    type: Literal["ack"]
    id: str | int | None
    number: int


class Problem(TypedDict):
    """What was asked cannot be done; nothing was changed."""

    type: Literal["error"]
    id: str | int | None
    code: str
    message: str
    number: int


class Replay(TypedDict):
    """A past position; answered over HTTP."""

    type: Literal["replay"]
    ply: int
    plies: int
    number: int
    seat: int | None
    scene: Scene
    moved: dict[str, str]
    prompt: str
    told: list[Told]


class Branch(TypedDict):
    """A table that goes on from a position of a match; `actions` were made there since."""

    table: str
    ply: int
    actions: int
    over: bool
    names: list[str]


class Reviewed(TypedDict):
    """How far the review of a match is; answered over HTTP. `final` if nothing finer is made."""

    type: Literal["review"]
    table: str
    progress: float | None
    iterations: int
    final: bool
    story: Story | None
    branches: list[Branch]


ToViewer = Full | Step | Seats | Chat | Thinking | Rematch | Ack | Problem

# From the viewer


class Act(TypedDict):
    """Make an action; `number` is that of the table as the viewer saw it."""

    type: Literal["act"]
    id: NotRequired[str | int]
    number: int
    action: str
    seat: NotRequired[int | None]


class Undo(TypedDict):
    """Take back my last action."""

    type: Literal["undo"]
    id: NotRequired[str | int]
    number: int
    seat: NotRequired[int | None]


class Say(TypedDict):
    """Say something."""

    type: Literal["chat"]
    id: NotRequired[str | int]
    text: str


class Look(TypedDict):
    """Look through the eyes of another of my seats; a full frame follows."""

    type: Literal["look"]
    id: NotRequired[str | int]
    seat: NotRequired[int | None]


class Ping(TypedDict):
    """Whether the server is there, and where the table stands."""

    type: Literal["ping"]
    id: NotRequired[str | int]


FromViewer = Act | Undo | Say | Look | Ping
PARTS = (
    TableFacts, SeatFacts, Clock, Invite, Lesson, Question, Scene, NodeChange, Label, LogLine, LogChange, Told, Part,
    ChatLine, Outcome, Branch, Story, SeatStory, SumLine, Turning, Judged, Readable,
)  # fmt: skip
ASKED = ("act", "undo", "chat", "look", "ping")


def encode(message: Mapping[str, Any]) -> bytes:  # Any: each of the types above
    """A message as JSON."""
    return orjson.dumps(message)
