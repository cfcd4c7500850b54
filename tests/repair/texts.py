"""Games, and their texts as misread by a scanner."""

from records import Record

MEGIDDO = Record(
    ("D3", "B4", "E4", "A4", "A6", "F2", "D4", "A5", "A3 (A4, A5)"), "megiddo", "base", "book"
)
OCR = ("D3", "84", "£4", "A4", "AG", "F2", "D4", "AS", "A3 {A4, AS)")
"""What a scanner makes of it."""

GIPF = Record(
    ("Gb5", "Gf7", "Gf2", "f8-f6", "c6", "h4", "b6-b4", "d7", "i4-g4", "d8-d6"),
    "gipf",
    "tournament",
    "complete",
)
GIPF_OCR = ("GbS", "Gf7", "Gf2", "£8-£6", "c6", "h4", "b6-b4", "d7", "i4-94", "d8-d6")
