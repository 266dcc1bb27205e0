"""`python -m evalbook` is the `evalbook` command."""
import sys

from evalbook.cli import main

sys.exit(main())
