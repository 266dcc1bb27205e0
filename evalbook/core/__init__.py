"""What every part stands on: checks, results, measures, designs, methods, tables."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .fourfold import *
    from .losses import *
    from .measures import *
    from .methods import *
    from .methods_of_a_design import *
    from .notes import *
    from .result_base import *
    from .results import *
    from .splits import *
    from .splitters import *
    from .splitters_for_intervals import *
    from .tables import *
else:
    from evalbook import _part

    __getattr__, __dir__ = _part(__name__)
