"""`python -m aucc_core`, also installed as `aucc`: the command line (`aucc_core.cli`)."""

import sys

from aucc_core.cli import main

if __name__ == "__main__":
    sys.exit(main())
