"""`python -m aucc_core`, also installed as `aucc`: score, sweep and list data sets."""

import sys

from aucc_core.cli import main

if __name__ == "__main__":
    sys.exit(main())
