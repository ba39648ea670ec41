"""Names: nobody at a table looks like somebody else there, and bots have names of their own."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from itertools import count

CAPITALS = str.maketrans(  # Cyrillic and Greek that look like Latin
    "АВЕЅІЈКМНОРСТУХԚԜ" + "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹ",
    "ABESIJKMHOPCTYXQW" + "ABEZHIKMNOPTYXC",
)
SMALL = str.maketrans(  # the same, and what many typefaces draw alike
    "авеѕіјкмнорстухһԛԝьг" + "αικνορτυχωϲϳ" + "01|łøđħı",
    "abesljkmhopctyxhqwbr" + "alkvoptuxwcj" + "olllodhl",
)
BOTS = {  # kinds of ants, four for each level: as many as can sit at one table
    "random": ("Paratrechina", "Nylanderia", "Anoplolepis", "Linepithema"),
    "greedy": ("Monomorium", "Wasmannia", "Solenopsis", "Trichomyrmex"),
    "gentle": ("Lasius", "Tapinoma", "Ponera", "Stenamma"),
    "easy": ("Myrmica", "Manica", "Lepisiota", "Acropyga"),
    "steady": ("Messor", "Pheidole", "Carebara", "Anochetus"),
    "strong": ("Atta", "Azteca", "Diacamma", "Ectatomma"),
    "champion": ("Eciton", "Dorylus", "Myrmecia", "Daceton"),
}
UNTOLD = "MPZ"  # Unicode's classes of what nobody tells names by: accents, punctuation, blanks


def skeleton(name: str) -> str:
    """What a hasty eye sees of a name: no case, no accents, no blanks, one letter for all that look like it."""
    plain = unicodedata.normalize("NFKD", name.translate(CAPITALS).casefold())
    kept = "".join(letter for letter in plain if unicodedata.category(letter)[0] not in UNTOLD)
    return kept.translate(SMALL).replace("rn", "m").replace("vv", "w").replace("i", "l")


def distinct(name: str, others: Iterable[str]) -> str:
    """A name, numbered if it looks like one of the others."""
    taken = {skeleton(other) for other in others if other}
    if not name or skeleton(name) not in taken:
        return name
    return next(numbered for number in count(2) if skeleton(numbered := f"{name} ({number})") not in taken)


def bot_name(level: str, others: Iterable[str]) -> str:
    """The name of a bot of a level: the first of the level's names that nobody at the table has."""
    taken = {skeleton(other) for other in others if other}
    free = [name for name in BOTS[level] if skeleton(name) not in taken]
    return free[0] if free else distinct(BOTS[level][0], others)
