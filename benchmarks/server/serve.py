"""Our server with the benchmark's game beside its own: `python -m benchmarks.server.serve PORT FOLDER`."""

import sys
from pathlib import Path

import formicarium.games

formicarium.games.__path__.append(str(Path(__file__).with_name("games")))

if __name__ == "__main__":
    from formicarium.server.run import run

    run("127.0.0.1", int(sys.argv[1]), Path(sys.argv[2]))
