"""What every part stands on: checks, results, measures, designs, methods, tables."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .checks import *
    from .designs import *
    from .drawing import *
    from .explorers import *
    from .interval import *
    from .measures import *
    from .methods import *
    from .notes import *
    from .results import *
    from .tables import *
    from .tails import *
    from .wording import *
else:
    from evalbook import _part

    __getattr__, __dir__ = _part(__name__)
