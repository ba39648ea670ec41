"""A match in the terminal: one person against bots, the board as text, moves typed in notation with completion."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import datetime
from pathlib import Path

import numpy as np
from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from rich.console import Console
from rich.markdown import Markdown
from rich.markup import escape

import formicarium as fm
from formicarium.bots import adviser
from formicarium.coach.chances import believed
from formicarium.coach.reasons import sentences
from formicarium.engine import guide, texts
from formicarium.engine.events import BIG, NOTABLE, STEP, wording
from formicarium.engine.refusals import refusal
from formicarium.engine.telling import Telling, recap
from formicarium.errors import FormicariumError

TEXTS = Path(__file__).with_name("texts")
STYLES = {STEP: "dim", NOTABLE: "none", BIG: "bold"}  # by how big a moment is


class Terminal:
    """The conversation between a person and a match."""

    def __init__(self, match: fm.Match, seat: int, level: str, console: Console, language: str = "en") -> None:
        self.match, self.seat, self.console, self.language = match, seat, console, language
        self.words, self.say = match.game.words(language), texts.words(TEXTS, language)
        self.bots = {
            other: fm.bot(match.game, level, seed=(match.seed, other)) for other in range(match.seats) if other != seat
        }
        self.telling = Telling(match.ledger, seat, language)
        begun = len(match.ledger.standing) > match.ledger.draws
        self.told = self.telling.ply if begun else 0  # so many actions; the rest of another day is in the log
        self.adviser = adviser(match.game, seed=(match.seed, "hint"))
        self.commands: dict[str, Callable[[], None]] = {
            "board": self.show,
            "help": self.help,
            "hint": self.hint,
            "legal": self.legal,
            "log": self.log,
            "rules": lambda: self.console.print(Markdown(guide.readable(match.game, language))),
            "save": self.save,
            "undo": self.undo,
        }
        session: PromptSession[str] = PromptSession(completer=Moves(self)) if sys.stdin.isatty() else None  # type: ignore[assignment]
        self.ask = (lambda: session.prompt("> ")) if session else (lambda: input("> "))

    def run(self) -> None:
        """Play to the end, or until the person leaves; then the match is saved."""
        self.tell()
        self.show()
        self.help()
        try:
            while not self.match.over:
                if self.seat in self.match.actors:
                    self.turn()
                else:
                    self.bots_act()
        except (EOFError, KeyboardInterrupt):
            self.console.print()
            self.save()
            return
        self.show()
        self.finish()

    def turn(self) -> None:
        """One answer of the person."""
        answer = self.ask().strip()
        if answer == "quit":
            raise EOFError
        if answer in self.commands:
            self.commands[answer]()
        elif answer:
            try:
                self.match.play(answer, self.seat)
            except FormicariumError as error:
                self.console.print(f"[red]{escape(self.refused(answer, error))}[/]", highlight=False)
            else:
                self.tell()

    def refused(self, answer: str, error: FormicariumError) -> str:
        """Why something cannot be done: in English with the numbers of the rules, else in the language of the match."""
        reason = None
        if self.language != texts.SOURCE:
            with suppress(FormicariumError):  # what cannot be read is no action
                action = self.match.game.actions.parse(answer)
                reason = refusal(self.match.view(self.seat), action, self.language)
        return reason or str(error)

    def bots_act(self) -> None:
        """Let the bots act until it is the person's turn, telling each turn when it ends; then draw the board."""
        moment = self.match.game.moment
        while self.match.actors and self.seat not in self.match.actors:
            other = self.match.actors[0]
            turn = moment(self.match.view(self.seat))
            with self.console.status(self.say("thinks", seat=self.words.seat(other, self.match.seats))):
                self.match.play(self.bots[other].choose(self.match.view(other)), other)
            if moment(self.match.view(self.seat)) != turn:
                self.tell()
        self.tell()
        if not self.match.over:
            self.show()

    def show(self) -> None:
        """Draw the board."""
        self.console.print(str(self.match.view(self.seat)), highlight=False, markup=False)

    def help(self) -> None:
        """Say what can be typed."""
        legal = self.match.legal(self.seat)
        example = f"[bold]{legal[len(legal) // 2] if legal else 'done'}[/]"
        self.console.print(self.say("help.lead", example=example), highlight=False)
        for command in (*self.commands, "quit"):
            self.console.print(f"  [bold]{command:5}[/]  {self.say(f'help.{command}')}", highlight=False)

    def legal(self) -> None:
        """List what is possible, a line a verb."""
        by_verb: dict[str, list[str]] = {}
        for action in self.match.legal(self.seat):
            by_verb.setdefault(action.verb, []).append(" ".join(action.arguments))
        for verb, arguments in by_verb.items():
            self.console.print(f"[bold]{verb}[/] {', '.join(arguments)}", highlight=False)

    def hint(self) -> None:
        """What the champion would do, and how it rates the best actions."""
        with self.console.status(self.say("thinking")):
            view = self.match.view(self.seat)
            candidates = self.adviser.analyse(view, seconds=1.0)
        names = [self.words.seat(seat, self.match.seats) for seat in range(self.match.seats)]
        for number, one in enumerate(candidates[:3]):
            words = wording(view, one.action, self.words, names)
            chance = believed(np.array(one.shares), view)[self.seat]
            rating = self.say("hint.rating", share=self.percent(chance), count=one.visits)
            lot = f", {self.say('hint.lot', share=self.percent(one.chance))}" if 0 < one.chance < 1 else ""
            starts = self.say("hint.first"), self.say("hint.next")
            start = starts[number > 0].ljust(max(map(len, starts)))
            self.console.print(f"{start} [bold]{one.action}[/]: {words} [dim]({rating}{lot})[/]", highlight=False)
            for reason in sentences(view, one.action, self.language):
                self.console.print(f"          {escape(reason)}", highlight=False)

    def percent(self, share: float) -> str:
        """A share in whole percent."""
        return self.say("share", round(100 * share))

    def undo(self) -> None:
        """Take back the last move, if that is still possible."""
        try:
            self.console.print(self.say("took-back", action=self.match.undo(self.seat)), highlight=False)
        except FormicariumError as error:
            self.console.print(f"[red]{escape(str(error))}[/]", highlight=False)
        self.told = min(self.told, self.telling.ply)

    def tell(self) -> None:
        """What happened since it was told last, as the person saw it."""
        self.log(self.told)
        self.told = self.telling.ply

    def log(self, start: int = 0) -> None:
        """What happened from a ply on, with a heading a round."""
        lines = self.telling.lines()
        shown = max((line.moment.round for line in lines if line.ply <= start), default=0)
        for line, one in recap(lines, self.seat, start):
            if line.moment.round > shown:
                shown = line.moment.round
                self.console.rule(self.say("round", shown), style="dim")
            self.console.print(escape(one.text), style=STYLES[one.size], highlight=False)

    def save(self) -> None:
        """Write the record into the folder where the person is, under a name that is free."""
        path = Path(f"{self.match.game.name}-{datetime.now():%Y-%m-%d-%H%M%S}.ants")
        self.match.save(path)
        again = f"formicarium play --resume {path}"
        self.console.print(self.say("saved", path=path, command=again), highlight=False)

    def finish(self) -> None:
        """Say how it ended."""
        outcome = self.match.outcome
        assert outcome is not None
        self.console.print(f"[bold]{self.match.ending(self.language)}[/]", highlight=False)
        for seat, (share, place, points) in enumerate(zip(outcome.shares, outcome.places, outcome.points, strict=True)):
            name = self.words.seat(seat, self.match.seats)
            count = int(points) if points == int(points) else f"{points:g}"
            result = {"name": self.say("you", name=name) if seat == self.seat else name, "count": count}
            said = self.say("result", place=place, share=self.percent(share), **result)
            self.console.print(said, highlight=False)


class Moves(Completer):
    """Completes moves from what is legal now, and commands."""

    def __init__(self, terminal: Terminal) -> None:
        self.terminal = terminal

    def get_completions(self, document: Document, event: CompleteEvent) -> Iterable[Completion]:
        """All legal moves and commands that begin with what was typed; verbs alone until one is complete."""
        typed = document.text_before_cursor.lstrip()
        texts = [action.text for action in self.terminal.match.legal(self.terminal.seat)]
        if " " not in typed:
            verbs = sorted({text.split()[0] + " " * (" " in text) for text in texts})
            texts = [*verbs, *self.terminal.commands, "quit"]
        for text in texts:
            if text.startswith(typed):
                yield Completion(text, start_position=-len(typed))
