"""Threeline: an invented game of captures on a small square board."""

from analysis.games.game import GameDefinition, Lazy

GAME = GameDefinition(
    name="threeline",
    title="Threeline",
    variant_type=Lazy("ludograph_threeline.state:ThreelineVariant"),
    position_type=Lazy("ludograph_threeline.rules:Position"),
    diagram=Lazy("ludograph_threeline.diagram:PICTURE"),
    measures=Lazy("ludograph_threeline.measures:MEASURES"),
)
