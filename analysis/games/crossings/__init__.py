"""Crossings: rules and diagrams; the measures are those of `analysis.games.grid`."""

from analysis.games.game import GameDefinition, Lazy

GAME = GameDefinition(
    name="crossings",
    title="Crossings",
    variant_type=Lazy("analysis.games.crossings.rules:CrossingsVariant"),
    position_type=Lazy("analysis.games.crossings.rules:Position"),
    diagram=Lazy("analysis.games.crossings.diagram:PICTURE"),
    measures=Lazy("analysis.games.grid.measures:MEASURES"),
    slips="analysis.games.grid:slips.toml",
    arrays=Lazy("analysis.games.crossings.arrays:CrossingsArrays"),
    arrays_handicap=6,
)
