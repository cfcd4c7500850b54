"""GIPF notations: removals as lists of points, or as words of a command."""

from notation.gipf.lists import DIALECTS

__all__ = ["DIALECTS"]
