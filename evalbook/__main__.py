"""`python -m evalbook` is the `evalbook` command."""
import sys

from evalbook.practice.command import main

sys.exit(main())
