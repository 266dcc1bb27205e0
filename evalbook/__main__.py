"""`python -m evalbook` is the `evalbook` command."""
import sys

from evalbook.command import main

sys.exit(main())
