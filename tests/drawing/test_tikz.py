"""Pictures as TikZ: the same shapes at the same places, and no text is a command of LaTeX."""

import re
import shutil
import subprocess

import pytest

from analysis import diagrams, find
from analysis.drawing import tikz
from analysis.drawing.scene import Disc, Text
from analysis.games import GAMES
from tests.drawing.demonstration import moment

HOSTILE = r"\input{x} $a^2$ 50% #1 {_} ~&" + "\n\\end{tikzpicture}"


@pytest.mark.parametrize("game", GAMES)
def test_every_shape_is_one_command_at_its_place(game):
    scene = diagrams.compose(find(game).start())
    code = tikz.paint(scene, 36)
    commands = re.findall(r"^  \\(path|node)\[", code, re.MULTILINE)
    assert len(commands) == len(scene.shapes)
    discs = [shape for shape in scene.shapes if isinstance(shape, Disc)]
    assert code.count("circle[radius=") == len(discs)
    for disc in discs:
        place = f"({tikz._number(disc.x)},{tikz._number(disc.y)}) circle"
        assert place in code
    for colour in re.findall(r"(?:fill|draw|text)=(c[0-9A-F]{6})", code):
        assert f"\\definecolor{{{colour}}}{{HTML}}{{{colour[1:]}}}" in code


def test_braces_are_balanced_and_texts_are_no_commands():
    scene = diagrams.compose(moment(7).position, caption=HOSTILE)
    code = tikz.paint(scene, 36)
    written = [shape.text for shape in scene.shapes if isinstance(shape, Text)]
    assert any("input" in one for one in written)
    bare = re.sub(r"\\[{}]", "", code)
    assert bare.count("{") == bare.count("}")
    assert code.count(r"\end{tikzpicture}") == 1
    assert r"\input" not in code
    assert r"\textbackslash{}input\{x\} \$a\textasciicircum{}2\$ 50\% \#1" in code


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("pdflatex"), reason="no pdflatex is installed")
def test_latex_accepts_it(tmp_path):
    position, move, before = moment(7)
    pictures = "".join(
        diagrams.draw(one, "tex", caption=HOSTILE, last=last, before=earlier).decode()
        for one, last, earlier in (
            (position, move, before),
            *((find(game).start(), None, None) for game in GAMES),
        )
    )
    book = f"\\documentclass{{article}}\\usepackage{{tikz}}\\begin{{document}}\n{pictures}"
    (tmp_path / "book.tex").write_text(f"{book}\\end{{document}}\n", encoding="utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "book.tex"]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, timeout=120)
    assert run.returncode == 0, run.stdout[-2000:]
