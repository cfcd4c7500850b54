"""Epaminondas: rules, diagrams and measures."""

from analysis.games.game import GameDefinition, Lazy

GAME = GameDefinition(
    name="epaminondas",
    title="Epaminondas",
    variant_type=Lazy("analysis.games.epaminondas.state:EpaminondasVariant"),
    position_type=Lazy("analysis.games.epaminondas.rules:Position"),
    diagram=Lazy("analysis.games.epaminondas.diagram:PICTURE"),
    measures=Lazy("analysis.games.grid.measures:MEASURES"),
    slips="analysis.games.grid:slips.toml",
    fallbacks=("standard+symmetry=off", "standard+stones+symmetry=off"),
    guess_variant=Lazy("analysis.games.epaminondas.rules:guess"),
    arrays=Lazy("analysis.games.epaminondas.arrays:EpaminondasArrays"),
    arrays_handicap=6,
)
