"""The lowest versions of all dependencies that pyproject.toml allows, as constraints for pip.

python -m scripts.lowest all test > lowest.txt
python3.11 -m venv .lowest && .lowest/bin/pip install -c lowest.txt -e '.[test]'
.lowest/bin/python -m pytest -q -n auto
"""

import re
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path

import click

HOME = Path(__file__).parents[1] / "pyproject.toml"
BOUND = re.compile(r"([A-Za-z0-9_.-]+)(?:\[([\w,-]+)\])?(?:>=([\w.]+))?")


def lowest(extras: Iterable[str]) -> Iterator[str]:
    """Yield ``package==version`` for the base install and extras, those that they bring among them.

    Raises:
        ValueError: a dependency has no lower bound.
    """
    project = tomllib.loads(HOME.read_text(encoding="utf-8"))["project"]
    wanted, found = list(extras), dict[str, str]()
    dependencies = list(project["dependencies"])
    for extra in wanted:
        dependencies += project["optional-dependencies"][extra]
    for one in dependencies:
        match = BOUND.fullmatch(one)
        if match is None or not (match[3] or match[2]):
            raise ValueError(f"{one} has no lower bound")
        if match[1] == project["name"]:
            dependencies += [
                name
                for extra in match[2].split(",")
                for name in project["optional-dependencies"][extra]
                if name not in dependencies
            ]
        else:
            found[match[1]] = match[3]
    yield from (f"{name}=={version}" for name, version in sorted(found.items()))


@click.command()
@click.argument("extras", nargs=-1)
def main(extras: tuple[str, ...]) -> None:
    """Print the lowest versions for EXTRAS."""
    for line in lowest(extras):
        click.echo(line)


if __name__ == "__main__":
    main()
