"""Draw the pictures of the README and the docs: `python docs/pictures/draw.py`. Matches of bots, from fixed seeds."""

from pathlib import Path

import formicarium as fm
from formicarium.scene import gif

HERE = Path(__file__).parent
SEED = 1


def played(name: str, seats: int) -> fm.Match:
    """A whole match of greedy bots."""
    match = fm.Match(name, seats, seed=SEED)
    bots = [fm.bot(name, "greedy", seed=(SEED, seat)) for seat in range(seats)]
    while not match.over:
        seat = match.actors[0]
        match.play(bots[seat].choose(match.view(seat)), seat)
    return match


def main() -> None:
    """One picture of each game near its end, and Sisimizi as a film, a frame a turn."""
    for name in fm.game_names():
        match = played(name, fm.game(name).seats[-1])
        late = match.at(len(match.history) * 9 // 10)
        (HERE / f"{name}.png").write_bytes(late.view().scene().png("light", width=1000))
        print(name, match.outcome)
    match = played("sisimizi", 2)
    ends = (position for move, position in match.positions() if move and move.text == "done")
    turns = [position.view(fm.SPECTATOR).scene() for position in ends]
    end = match.view().scene()
    (HERE / "sisimizi.gif").write_bytes(gif([*turns, end, end, end], width=480, seconds=0.6))
    print("sisimizi.gif", match.outcome, len(turns))


if __name__ == "__main__":
    main()
