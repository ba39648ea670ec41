"""Draw the pictures of the README and the docs: `python docs/pictures/draw.py`. Matches of bots, from fixed seeds."""

from pathlib import Path

import formicarium as fm
from formicarium.coach import page, story
from formicarium.scene import gif, raster
from formicarium.server.web.pages.page import WEB

HERE = Path(__file__).parent
STATIC = WEB / "static"
SEED = 1


def played(name: str, seats: int) -> fm.Match:
    """A whole match of greedy bots."""
    match = fm.Match(name, seats, seed=SEED)
    bots = [fm.bot(name, "greedy", seed=(SEED, seat)) for seat in range(seats)]
    while not match.over:
        seat = match.actors[0]
        match.play(bots[seat].choose(match.view(seat)), seat)
    return match


def icons() -> None:
    """The icons of the app, from our own ant: as it is, and with room around it so that any shape can be cut out."""
    ant = (STATIC / "ant.svg").read_text(encoding="utf-8")
    for width in (192, 512):
        (STATIC / f"icon-{width}.png").write_bytes(raster.drawn(ant, width))
    roomy = ant.replace('viewBox="-20 -20 40 40"', 'viewBox="-27 -27 54 54"', 1)
    roomy = roomy.replace(
        '<rect x="-20" y="-20" width="40" height="40" rx="9"', '<rect x="-27" y="-27" width="54" height="54"', 1
    )
    (STATIC / "icon-maskable.png").write_bytes(raster.drawn(roomy, 512))


def review() -> None:
    """The picture to share of a review, of a match of gentle bots."""
    match = fm.Match("sisimizi", 2, seed=3)
    bots = [fm.bot("sisimizi", "gentle", seed=seat) for seat in range(2)]
    while not match.over:
        seat = match.actors[0]
        match.play(bots[seat].choose(match.view(seat)), seat)
    names = ["Ada", "Ben"]
    told = story.narrate(fm.review(match), match, names=names)
    turned = page.biggest(told)
    assert turned is not None
    board = match.at(turned[1]["ply"]).view(turned[1]["eyes"]).svg(names=names)
    (HERE / "review.png").write_bytes(raster.drawn(page.card(told, board), page.CARD[0]))


def main() -> None:
    """The icons, one picture of each game near its end, and Sisimizi as a film, a frame a turn."""
    icons()
    review()
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
