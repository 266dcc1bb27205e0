"""Cross-validation: folds, intervals of the generalization error, learning curves, bias and variance."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .bccv import *
    from .decomposition import *
    from .error_by_design import *
    from .folds import *
    from .generalization import *
    from .label_permutation import *
    from .large_samples import *
    from .learning import *
    from .more_data import *
    from .other_intervals import *
else:
    from evalbook import _part

    __getattr__, __dir__ = _part(__name__)
