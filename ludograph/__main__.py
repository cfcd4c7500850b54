"""The command line, which first checks that the imported packages are those of ludograph."""

import sys

from ludograph._packages import ForeignPackage, check_packages


def main() -> None:
    """Run the command line; exit with status 2 if a foreign package hides one of ludograph's."""
    try:
        check_packages()
    except ForeignPackage as error:
        sys.stderr.write(f"ludograph: {error}\n")
        sys.exit(2)
    from analysis.cli import main as command_line

    command_line()


if __name__ == "__main__":
    main()
