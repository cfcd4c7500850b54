"""Plots are figures of matplotlib; a file is written if one is named.

Prints::

    Captures by move number <?xml
    the games have no reserve
"""

from pathlib import Path

import ludograph

figure = ludograph.plot("classic:megiddo-match", "captures", "captures.svg", width=175)
print(figure.get_suptitle(), Path("captures.svg").read_text()[:5])
try:
    ludograph.plot("classic:megiddo-match", "reserve")
except ludograph.LudographError as error:
    print(error)
