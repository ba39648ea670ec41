"""The tiny game as a picture and as text: the card, and three numbers to name."""

from __future__ import annotations

from formicarium.core.kernel import NATURE
from formicarium.engine.position import View
from formicarium.engine.texts import Words
from formicarium.scene import Node, Scene, Sheet

WIDTH, HEIGHT = 320, 300
SHEET = Sheet("tiny", {}, {})  # with drawings: Sheet.load("tiny", FOLDER / "sprites.svg")
CARD = "M-34-44h68v88h-68Z"
NUMBER = "M-36-36h72v72h-72Z"


def diagram(view: View) -> str:
    """The view as text."""
    s = view.record
    return f"card {s.card - 1 if s.card else '?'}, said {list(map(int, s.said))}"


def scene(view: View, words: Words) -> Scene:
    """The view as a scene: a number that may be named can be clicked."""
    card = str(view.record.card - 1) if view.record.card else "?"
    nodes = [
        Node("card", "pieces", WIDTH / 2, 70, path=CARD, fill="panel", stroke="line", label=words("table.card", card)),
        Node("face", "captions", WIDTH / 2, 84, text=card, size=40, face="bold", tone="ink"),
    ]
    legal = view.legal_texts()
    for number in range(3):
        x, click = 70 + 90 * number, tuple(text for text in legal if text == f"say {number}")
        label = words("table.number", number)
        nodes += [
            Node(
                f"number:{number}",
                "pieces",
                x,
                180,
                path=NUMBER,
                fill="field",
                stroke="line",
                label=label,
                actions=click,
            ),
            Node(f"digit:{number}", "captions", x, 190, text=str(number), size=28, tone="ink"),
        ]
    for seat, said in enumerate(view.record.said.tolist()):
        shown = str(said - 1) if said else "?" if view.record.spoken[seat] else "–"
        text = words("table.said", shown, seat=words.seat(seat, view.seats))
        nodes.append(Node(f"said:{seat}", "captions", WIDTH / 2, 246 + 24 * seat, text=text, tone="ink", label=text))
    return Scene(WIDTH, HEIGHT, words("name"), _prompt(view, words), SHEET, tuple(nodes))


def _prompt(view: View, words: Words) -> str:
    """What to do now, for who acts and for everybody else."""
    actors = view.actors
    if not actors or actors == (NATURE,):
        return words("prompt.over" if not actors else "prompt.deal")
    if view.seat not in actors:
        return words("wait.act", seat=words.listed([words.seat(seat, view.seats) for seat in actors]))
    return words("prompt.last" if all(view.record.spoken) else "prompt.say")
