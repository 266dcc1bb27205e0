"""Comparing learning algorithms: on one data set, on many, in time; equivalence, posteriors, winners."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .bayes import *
    from .datasets import *
    from .equivalence import *
    from .forecasts import *
    from .friedman import *
    from .many_datasets import *
    from .margins import *
    from .model_ranks import *
    from .noisy_gains import *
    from .posterior import *
    from .rank_comparisons import *
    from .ranks import *
    from .signed_rank_posterior import *
    from .tests_5x2cv import *
    from .two_algorithms import *
    from .winner import *
else:
    from evalbook import _part

    __getattr__, __dir__ = _part(__name__)
