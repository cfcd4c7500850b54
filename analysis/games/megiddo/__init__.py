"""Megiddo: rules, diagrams and measures."""

from analysis.games.game import GameDefinition, Lazy

GAME = GameDefinition(
    name="megiddo",
    title="Megiddo",
    variant_type=Lazy("analysis.games.megiddo.state:MegiddoVariant"),
    position_type=Lazy("analysis.games.megiddo.rules:Position"),
    diagram=Lazy("analysis.games.megiddo.diagram:PICTURE"),
    measures=Lazy("analysis.games.megiddo.measures:MEASURES"),
    slips="analysis.games.megiddo:slips.toml",
    default="base",
    fallbacks=(
        "master",
        "base+cleopatra",
        "master+cleopatra",
        "grand-master",
        "grand-master+cleopatra",
        "base+radial-move",
        "base+players=3",
        "master+players=3",
        "base+cleopatra+players=3",
    ),
    guess_variant=Lazy("analysis.games.megiddo.rules:guess"),
    scoring=Lazy("analysis.games.megiddo.measures:SCORING"),
    arrays=Lazy("analysis.games.megiddo.arrays:MegiddoArrays"),
)
