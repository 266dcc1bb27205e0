"""What every part stands on: checks, results, measures, designs, methods, tables."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .checks import *
    from .designs import *
    from .explorers import *
    from .fourfold import *
    from .groups import *
    from .labels import *
    from .losses import *
    from .measures import *
    from .methods import *
    from .methods_of_a_design import *
    from .notes import *
    from .null_distributions import *
    from .read_arguments import *
    from .result_base import *
    from .results import *
    from .scoring import *
    from .splits import *
    from .splitters import *
    from .splitters_for_intervals import *
    from .synonyms import *
    from .tables import *
    from .wording import *
    from .wrong_calls import *
else:
    from evalbook import _part

    __getattr__, __dir__ = _part(__name__)
