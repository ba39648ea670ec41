"""Write golden playthroughs anew: `python tests/write_golden.py [GAME …]`, a file for each number of seats and mode."""

import sys
from pathlib import Path

import formicarium as fm
from formicarium import conformance


def main(names: list[str]) -> None:
    for name in names or fm.game_names():
        game = fm.game(name)
        main_option = {option.name for option in game.options[:1]}
        for variant in conformance.variants(game):
            if set(variant.options) <= main_option:
                path = Path(__file__).parent / "golden" / f"{variant}.txt"
                path.write_text(conformance.playthrough(variant), encoding="utf-8")
                print("wrote", path.name)


if __name__ == "__main__":
    main(sys.argv[1:])
