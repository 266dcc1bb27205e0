"""The bootstrap: intervals of a number, errors without a test set, how resamples are distributed."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .error import *
    from .intervals import *
    from .limits import *
    from .optimism_bootstrap import *
    from .out_of_bag import *
else:
    from evalbook import _part

    __getattr__, __dir__ = _part(__name__)
