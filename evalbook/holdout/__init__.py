"""Holdout: one test set, how to split, precision and recall, guaranteed limits."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .bounds import *
    from .coverage_of_intervals import *
    from .f1_difference import *
    from .one_test_set import *
    from .precision_recall import *
    from .proportion_intervals import *
    from .splitting import *
else:
    from evalbook import _part

    __getattr__, __dir__ = _part(__name__)
