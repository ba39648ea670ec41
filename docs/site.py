"""What the site adds to the documentation: rules for players, commands, replays to step through, links to sources."""

from __future__ import annotations

import html
import json
import posixpath
import re
from pathlib import Path
from typing import Any

import typer.main
from babel import Locale
from mkdocs.structure.files import File, Files

import formicarium as fm
from formicarium.cli import app
from formicarium.engine import guide
from formicarium.engine.game import languages
from formicarium.engine.telling import Telling
from formicarium.scene import lighten

FRAMES = 40  # of a replay
ORDER = ("sisimizi", "grasshopper", "formica", "antics")  # as who is new meets them
SEARCH = '<div class="md-search" data-md-component="search" role="dialog"'
EMPTY_HEAD = re.compile(r"<th( style=[^>]*)?></th>")
OUTSIDE = re.compile(r"\]\(((?:\.\./)+(?:src|deploy|tests|examples|benchmarks)/[^)]*)\)")
RULES = re.compile(r"\.\./src/formicarium/games/(\w+)/texts/(\w+)/rules\.md$")


def on_config(config: Any) -> Any:
    """Add the rules in every language and every decision to the navigation, so that none is forgotten there."""
    learn = next(part["Learn to play"] for part in config.nav if "Learn to play" in part)
    for language in languages():
        pages = [{fm.game(name).words(language)("name"): f"learn/{name}.{language}.md"} for name in ORDER]
        learn += pages if language == "en" else [{Locale(language).get_language_name(language).capitalize(): pages}]
    develop = next(part["Develop"] for part in config.nav if "Develop" in part)
    decisions = next(part["Decisions"] for part in develop if "Decisions" in part)
    folder = Path(config.docs_dir) / "decisions"
    decisions += [f"decisions/{path.name}" for path in sorted(folder.glob("[0-9]*.md"))]
    return config


def on_files(files: Files, config: Any) -> Files:
    """Add the pages and pictures that are made from the code."""
    for name in fm.game_names():
        for language in fm.game(name).languages:
            rules = fm.game(name).words(language).rules
            for plate in guide.plates(fm.game(name)):
                path = f"plates/{name}-{plate}-{language}.svg"
                files.append(File.generated(config, f"learn/{path}", content=drawn(name, plate, language)))
                rules = rules.replace(f"]({plate})\n", f"]({path})\n")
            files.append(File.generated(config, f"learn/{name}.{language}.md", content=rules))
        for path, picture in replay(name)[1].items():
            files.append(File.generated(config, path, content=picture))
    files.append(File.generated(config, "reference/cli.md", content=commands()))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Files) -> str:
    """Put pictures where a page asks for them, and lead to sources where those are shown."""
    here = posixpath.dirname(page.file.src_uri)

    def outside(link: re.Match[str]) -> str:
        if rules := RULES.search(link[1]):  # which the site has itself
            return f"]({posixpath.relpath(f'learn/{rules[1]}.{rules[2]}.md', here or '.')})"
        return f"]({config['extra']['sources']}/blob/main/{posixpath.normpath(posixpath.join('docs', here, link[1]))})"

    markdown = OUTSIDE.sub(outside, markdown)
    folder = posixpath.relpath(".", here or ".")
    if page.file.src_uri.startswith("games/"):
        name = posixpath.basename(page.file.src_uri).removesuffix(".md")
        markdown = markdown.replace("\n## ", f"\n<!-- replay {name} -->\n\n## ", 1)
    markdown = re.sub(r"<!-- replay (\w+) -->", lambda one: stepper(one[1], folder), markdown)
    return markdown.replace("<!-- cards -->", cards())


def on_page_content(content: str, page: Any, config: Any, files: Files) -> str:
    """A corner of a table without a word is the head of nothing, and must not be read out as one.

    A page in another language says so: the site around it is in English.
    """
    content = EMPTY_HEAD.sub(r"<td\1></td>", content)
    language = page.file.src_uri.removesuffix(".md").rpartition(".")[2]
    return f'<div lang="{language}">{content}</div>' if language in languages() else content


def on_post_page(output: str, page: Any, config: Any) -> str:
    """The theme's search is a dialog without a name."""
    return output.replace(SEARCH, f'{SEARCH} aria-label="Search"')


def on_post_template(output: str, template_name: str, config: Any) -> str:
    """The page for addresses that lead nowhere is asked for at any depth: it begins where the server shows the site."""
    if template_name != "404.html":
        return output
    return re.sub(r'((?:href|src|"base")[=:] ?")/', r"\1/docs/", on_post_page(output, None, config))


def drawn(game: str, plate: str, language: str) -> str:
    """The picture of a plate of the rules."""
    return lighten(guide.find_plate(fm.game(game), plate).picture(language)).svg("light")


def cards() -> str:
    """The games with a picture each."""
    made = []
    for name in fm.game_names():
        words = fm.game(name).words("en")
        shown = html.escape(words("name"))
        made.append(
            f'<a href="learn/{name}.en.html"><img src="pictures/{name}.png" alt="">'
            f"<strong>{shown}</strong><br>{html.escape(words('tagline'))}</a>"
        )
    return f'<div class="cards">{"".join(made)}</div>'


def stepper(name: str, folder: str) -> str:
    """A replay that can be stepped through on the page."""
    told, _ = replay(name)
    data = html.escape(json.dumps({"folder": f"{folder}/replays/{name}", "told": told}), quote=True)
    return (
        f'<div class="stepper" data-replay="{data}" tabindex="0" role="group" aria-label="Replay">'
        '<img src="" alt=""><p aria-live="polite"></p>'
        '<div><button type="button">Back</button><button type="button">On</button><output></output></div></div>'
    )


_replays: dict[str, tuple[list[str], dict[str, str]]] = {}


def replay(name: str) -> tuple[list[str], dict[str, str]]:
    """Sentences and pictures of the match that shows a game, as everybody may see it."""
    if name not in _replays:
        record = fm.loads((fm.game(name).folder / "showcase.txt").read_text(encoding="utf-8"), nature=False)
        telling = Telling(record.ledger, fm.SPECTATOR, "en")
        turns = [line for line in telling.lines() if line.sum]
        last = {line.turn: line for line in turns}.values()  # the last line of a turn sums it up
        lines = [line for line in last if not line.moment.setup]
        shown = lines[:: -(-len(lines) // FRAMES)]
        told = ["".join(part.text for part in line.sum.parts) for line in shown if line.sum]
        positions = [record.ledger.position_after(line.ply).view(fm.SPECTATOR) for line in shown]
        pictures = {f"replays/{name}/{number}.svg": view.svg() for number, view in enumerate(positions)}
        _replays[name] = told, pictures
    return _replays[name]


def commands() -> str:
    """Every command with its arguments and options."""
    group: Any = typer.main.get_command(app)
    lines = ["# Command line", "", "`formicarium COMMAND --help` says the same.", ""]
    for name, command in group.commands.items():
        lines += [f"## formicarium {name}", "", command.help or "", ""]
        rows = []
        for one in command.params:
            shown = one.name.upper() if one.param_type_name == "argument" else ", ".join(one.opts)
            default = "" if one.default is None or callable(one.default) or one.default is False else f"`{one.default}`"
            said = (getattr(one, "help", "") or "").replace("|", "\\|")
            rows.append(f"| `{shown}` | {said} | {default} |")
        if rows:
            lines += ["| what | meaning | default |", "| --- | --- | --- |", *rows, ""]
    return "\n".join(lines)
