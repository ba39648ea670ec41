"""Claims: what must be true of the results, each with its bound."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from benchmarks.suite import Results  # which needs all the peers

MASKS, TWO_CORES = "masks", "masks, two cores"  # what is asked of a batch, in `Results.vectors`
GAMES = {  # at least so many million actions a second in random play, at most so many bytes a position
    "antics": (0.5, 8192),
    "formica": (1, 1024),
    "grasshopper": (1, 1024),
    "sisimizi": (2, 2048),
}


@dataclass(frozen=True)
class Claim:
    """A measured number and the bound that it has to keep."""

    subject: str
    measured: float
    bound: float
    unit: str
    at_least: bool  # else at most

    @property
    def kept(self) -> bool:
        """Whether the bound is kept."""
        return self.measured >= self.bound if self.at_least else self.measured <= self.bound

    @property
    def measured_text(self) -> str:
        """The measured number with its unit."""
        return f"{_number(self.measured)} {self.unit}"

    @property
    def bound_text(self) -> str:
        """The bound with its unit."""
        return f"{'at least' if self.at_least else 'at most'} {_number(self.bound)} {self.unit}"


def claims(results: Results) -> list[Claim]:
    """All claims about a run."""
    pgx = min(mine.actions_against(theirs) for mine, _, theirs in results.batches.values())
    _, stepped, best = max(results.batches.values(), key=lambda rates: rates[2].actions_a_second)
    pettingzoo = min(results.ours_in_pettingzoo.actions_against(rates) for rates in results.classics.values())
    rollouts = results.playouts.matches_against(results.rollouts)
    python_loop = results.playouts.matches_against(results.python_loop)
    search = results.simulations.matches_against(results.mcts)
    steps = results.steps.actions_against(results.python_moves)
    questions = results.questions.actions_against(results.python_moves)
    cores = min(rates[TWO_CORES].best_against(rates[MASKS]) for rates in results.vectors.values())
    return [
        Claim("Hex playouts beside OpenSpiel's C++", rollouts, 9, "times", True),
        Claim("Hex playouts beside OpenSpiel's Python loop", python_loop, 40, "times", True),
        Claim("Hex tree search beside OpenSpiel's C++ MCTS", search, 6, "times", True),
        Claim("Hex from Python, one call a move, beside OpenSpiel's Python loop", steps, 3, "times", True),
        Claim("Hex from Python, three calls a move, beside OpenSpiel's Python loop", questions, 1.5, "times", True),
        Claim("Hex playouts beside Pgx on the CPU, smallest ratio of all batch sizes", pgx, 1, "times", True),
        Claim(
            "Hex stepped in a batch with masks beside Pgx on the CPU at its best batch",
            stepped.actions_against(best),
            15,
            "times",
            True,
        ),
        Claim("Hex in PettingZoo's form beside the fastest of its own games", pettingzoo, 3, "times", True),
        Claim("Our games in a batch on two cores beside one, smallest ratio of all", cores, 1.7, "times", True),
        *(claim for name in results.games for claim in _of_a_game(results, name)),
        Claim("Import, compiled before", results.warm.importing, 1, "s", False),
        Claim("First move of a match, compiled before", results.warm.first_move, 2, "s", False),
        Claim("Compiling Sisimizi from nothing, to the first move", results.cold.first_move, 30, "s", False),
    ]


def of_actions(ours: dict[str, dict[str, float]], older: dict[str, dict[str, float]]) -> list[Claim]:
    """All claims about what an action costs the server, by game; beside an older version."""
    faster = min(ours[game]["rate"] / older[game]["rate"] for game in ours)
    kilobytes = {size: max(figures[size] for figures in ours.values()) / 1024 for size in ("step", "packed")}
    return [
        Claim("Moves a second of processor time as data, beside the older version, smallest ratio", faster, 4, "times",
              True),
        Claim("An action with two browsers, mean of the games", fmean(game["ms"] for game in ours.values()), 1.5, "ms",
              False),
        Claim("Sent to each browser an action, most of all games", kilobytes["step"], 4, "KB", False),
        Claim("The first frame as it is sent, largest of all games", kilobytes["packed"], 40, "KB", False),
        Claim("A table with two browsers after twenty actions, largest of all games",
              max(game["table"] for game in ours.values()), 150, "KB", False),
    ]  # fmt: skip


def of_the_first_minute(seconds: dict[str, float]) -> list[Claim]:
    """All claims about a start with nothing compiled."""
    bounds = {"page": 3, "sisimizi": 20, "all": 90}
    titles = {
        "page": "From nothing compiled to the first page",
        "sisimizi": "… to a table of Sisimizi that is played against a bot",
        "all": "… to all games with their bots",
    }
    return [Claim(title, seconds[name], bounds[name], "s", False) for name, title in titles.items()]


def _of_a_game(results: Results, name: str) -> list[Claim]:
    slowest = min(rates.actions_a_second for rates in results.games[name].values())
    rate, size = GAMES[name]
    title = name.capitalize()
    return [
        Claim(f"{title}, random play, at its slowest", slowest / 1e6, rate, "million actions a second", True),
        Claim(f"A position of {title}", results.bytes_a_position[name], size, "bytes", False),
    ]


def _number(value: float) -> str:
    """A number with three digits that count."""
    return f"{value:,.0f}" if value >= 100 or value == int(value) else f"{value:.3g}"
