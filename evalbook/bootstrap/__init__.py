"""The bootstrap: intervals of a number, errors without a test set, how resamples are distributed."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .distributions import *
    from .error import *
    from .intervals import *
    from .laws import *
    from .metrics_of_counts import *
    from .resamples import *
    from .sign_flips import *
    from .sums import *
else:
    from evalbook import _part

    __getattr__, __dir__ = _part(__name__)
