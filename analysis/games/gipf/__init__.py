"""GIPF: rules, diagrams and measures."""

from analysis.games.game import GameDefinition, Lazy

GAME = GameDefinition(
    name="gipf",
    title="GIPF",
    variant_type=Lazy("analysis.games.gipf.state:GipfVariant"),
    position_type=Lazy("analysis.games.gipf.rules:Position"),
    diagram=Lazy("analysis.games.gipf.diagram:PICTURE"),
    measures=Lazy("analysis.games.gipf.measures:MEASURES"),
    slips="analysis.games.gipf:slips.toml",
    default="basic",
    fallbacks=("standard", "tournament", "basic+pieces=18"),
    guess_variant=Lazy("analysis.games.gipf.rules:guess"),
    arrays=Lazy("analysis.games.gipf.arrays:GipfArrays"),
)
