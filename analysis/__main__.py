"""``python -m analysis`` is ``ludograph``."""

from analysis.cli import main

if __name__ == "__main__":
    main()
