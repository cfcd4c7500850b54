"""How Sphinx builds the site of these pages: ``sphinx-build -W docs site``.

Sphinx, for it reads the docstrings itself, names links that lead nowhere, and can fail on the
first warning; MyST, for the pages are plain Markdown; Furo, for it reads well on a phone, in the
dark and without scripts. The pages in ``made/`` are written from the program at each build.
"""

import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

from analysis.pages.site.build import build_site  # noqa: E402
from analysis.version import __version__  # noqa: E402
from scripts import pages  # noqa: E402

project = "ludograph"
version = release = __version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
exclude_patterns = ["schemas"]
default_role = "code"
suppress_warnings = ["misc.highlighting_failure"]

myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence"]

autodoc_typehints = "signature"
autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
napoleon_use_ivar = True
napoleon_custom_sections = [("Attributes", "params_style")]

html_theme = "furo"
html_title = f"ludograph {version}"
html_copy_source = False
html_show_sphinx = False
html_show_copyright = False
html_extra_path = ["schemas"]


def setup(app: Any) -> None:
    """Write the pages that are made from the program before Sphinx looks for pages.

    With ``-t play`` the site has the page that runs in the browser, too.
    """
    pages.write(HERE / "made")
    if app.tags.has("play"):
        build_site(Path(app.outdir) / "play")
