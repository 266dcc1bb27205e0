"""Fitting: every model on every split, once; what a run leaves; shortcuts."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .evaluation import *
    from .fitting import *
    from .gathered_fits import *
else:
    from evalbook import _part

    __getattr__, __dir__ = _part(__name__)
