"""Drawing: scenes of shapes, their painters, and the base of all board diagrams."""
