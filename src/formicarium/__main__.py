"""`python -m formicarium` is the command line."""

from formicarium.cli import main

main()
