"""The drawing language: a game describes a picture as nodes; this package turns them into SVG, PNG and GIF."""

from formicarium.scene.detail import Box, cut, lighten
from formicarium.scene.moved import moved
from formicarium.scene.nodes import LAYERS, Area, Arrangement, Figure, Node, Panel, Scene, Tree, remembered
from formicarium.scene.raster import gif
from formicarium.scene.sheet import Sheet
from formicarium.scene.themes import THEMES

__all__ = [
    "LAYERS",
    "THEMES",
    "Area",
    "Arrangement",
    "Box",
    "Figure",
    "Node",
    "Panel",
    "Scene",
    "Sheet",
    "Tree",
    "cut",
    "gif",
    "lighten",
    "moved",
    "remembered",
]
