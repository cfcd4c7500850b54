"""The output of ``ludograph repair`` on a game: verdict, edits, and alternatives."""

from collections.abc import Sequence

from analysis.cli.printer import INDENT, Printer
from analysis.cli.terminal import joined, styled
from analysis.repair.edits import WHOLE
from analysis.repair.result import Edit, Repair, Solution
from analysis.replay import replay
from notation.numbers import plural
from records.model import BOX, PAGE
from records.pages import NEXT_PAGE

SHOWN = 3
"""Number of alternatives to an edit, and of equally good repairs, that are printed."""


def print_repair(printer: Printer, done: Repair, answers: int = 0, explained: bool = False) -> None:
    """Print the verdict on a game and its edits.

    Args:
        answers: number of answered questions about it.
        explained: whether to print the factors of each confidence, too.
    """
    head = styled(str(done.record.source), bold=True)
    if answers and (done.valid or done.playable):
        kind = styled("mended", fg="yellow")
        printer.paragraph(joined(head, ": ", kind, ": "), f"by {plural(answers, 'answer')}.")
        for finding in done.accepted:
            printer.paragraph(INDENT, f"ply {finding.ply}, as recorded: {finding.message}")
        return
    if done.valid:
        rest = ", but moves may be missing, or too many" if done.gaps else ""
        printer.paragraph(
            joined(head, ": ", styled("valid", fg="green"), ": "), f"nothing to mend{rest}."
        )
        _print_gaps(printer, done)
        return
    if done.playable:
        kind = styled("playable", fg="yellow")
        printer.paragraph(joined(head, ": ", kind, ": "), "nothing to mend.")
    for finding in done.accepted:
        printer.paragraph(INDENT, f"ply {finding.ply}, as recorded: {finding.message}")
    if done.playable:
        return
    if not done.solutions:
        head = joined(head, ": ", styled("not mended", fg="red"), ": ")
        printer.paragraph(head, _shortfall(done))
        for edit in done.edits:
            printer.paragraph(INDENT, f"{_place(done, edit)}{edit.sentence()}")
        _print_gaps(printer, done)
        return
    what = f"{plural(len(done.edits), 'edit')}, {_confidence(done.confidence)}."
    verdict = "mended" if done.mended else "uncertain"
    printer.paragraph(joined(head, ": ", styled(verdict, fg="yellow"), ": "), what)
    if explained:
        printer.paragraph(INDENT, _product(done.confidence, done.solutions[0].factors))
    for edit in done.edits:
        printer.paragraph(INDENT, _sentence(done, edit))
        if explained:
            printer.paragraph(INDENT + INDENT, _product(edit.confidence, edit.factors))
    for line in _runners_up(done):
        printer.paragraph(INDENT, line)
    _print_gaps(printer, done)


LAYOUT = "layout"
"""The code of the note on a next page."""


def _print_gaps(printer: Printer, done: Repair) -> None:
    """Print where moves may be missing, and which files were read as pages of the game."""
    pages = (one for one in done.record.findings if one.code == LAYOUT and NEXT_PAGE in one.message)
    for one in (*pages, *done.gaps):
        where = f"line {one.line}: " if one.line else ""
        printer.paragraph(INDENT, f"{where}{one.message}")


def _product(confidence: float, factors: Sequence[tuple[str, float]]) -> str:
    """Return a confidence as the product of its factors, without those that are 1."""
    telling = [f"{name} {value:.3f}" for name, value in factors if round(value, 3) != 1]
    return f"{confidence:.3f} = {' x '.join(telling) or '1'}"


def _shortfall(done: Repair) -> str:
    if not done.reached:
        return f"{done.reason}."
    far = f"{done.reached} of {plural(len(done.record.moves), 'ply')}"
    return f"{done.reason}; with these edits it goes for {far}." if done.edits else done.reason


def _sentence(done: Repair, edit: Edit) -> str:
    likely = [one for one in edit.alternatives if one.confidence >= 0.01][:SHOWN]
    others = [f"{one.meant or 'leaving it out'} ({int(100 * one.confidence)}%)" for one in likely]
    instead = f"; or {', '.join(others)}" if others else ""
    return f"{_place(done, edit)}{edit.sentence()} ({edit.confidence:.0%}){instead}"


def _place(done: Repair, edit: Edit) -> str:
    """Return the place of an edit: the page of a scan, or the line of a text, and the ply."""
    if edit.kind in WHOLE:
        return ""
    return f"{_on_page(done, edit) or _in_text(done, edit)}ply {edit.ply}: "


def _on_page(done: Repair, edit: Edit) -> str:
    """Return the page and the move number of a scanned ply; empty for other plies."""
    beside = done.record.details.get(edit.ply - 1, {})
    box, file = beside.get(BOX), f"{beside[PAGE]}, " if PAGE in beside else ""
    if not box:
        return file
    verdict = replay(done.repaired or done.record)
    if verdict.start is None:
        return f"{file}page {box[0]}, "
    number, sides = verdict.number(edit.ply - 1), verdict.start.sides
    side = sides[(edit.ply - 1 + verdict.start.turn) % len(sides)]
    return f"{file}page {box[0]}, move {number}, {side.title()}, "


def _in_text(done: Repair, edit: Edit) -> str:
    line, column = done.record.place(edit.ply - 1)
    return f"line {line}, column {column}, " if column else ""


def _runners_up(done: Repair) -> list[str]:
    """Return the line on the runner-up, or on the repairs that are as good."""
    if ties := list(done.ties)[1:]:
        return [f"equally good: {'; '.join(_unlike(done, one) for one in ties[:SHOWN])}"]
    second = done.runner_up
    return (
        [f"runner-up, {_confidence(second.confidence)}: {_unlike(done, second)}"] if second else []
    )


def _unlike(done: Repair, other: Solution) -> str:
    """Return the edits of a solution that the best one lacks, and the number of common edits."""
    best = {_edit(one) for one in done.edits}
    own = [_edit(one) for one in other.edits]
    shared = sum(one in best for one in own)
    new = " and ".join(one for one in own if one not in best)
    if not shared:
        return new
    left = len(best) - shared
    rest = f"{shared} of the {plural(len(best), 'edit')} above" if left else "all edits above"
    return f"{new}, with {rest}" if new else f"only {rest}"


def _edit(edit: Edit) -> str:
    return edit.sentence() if edit.kind in WHOLE else f"ply {edit.ply}: {edit.sentence()}"


def _confidence(confidence: float) -> str:
    return f"confidence {confidence:.2f}"
