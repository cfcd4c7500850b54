"""The command line, once it is known that the packages below are ludograph's."""

import sys

from ludograph._packages import ForeignPackage, check_packages


def main() -> None:
    """Run the command line; a foreign package in place of ludograph's own ends it with status 2."""
    try:
        check_packages()
    except ForeignPackage as error:
        sys.stderr.write(f"ludograph: {error}\n")
        sys.exit(2)
    from analysis.cli import main as command_line

    command_line()


if __name__ == "__main__":
    main()
