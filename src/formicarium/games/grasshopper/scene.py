"""The picture."""


def draw(view, words):
    return None
