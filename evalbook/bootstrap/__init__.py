"""The bootstrap: intervals of a number, errors without a test set, how resamples are distributed."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .distributions import *
    from .error import *
    from .intervals import *
else:
    from evalbook import _part

    __getattr__, __dir__ = _part(__name__)
