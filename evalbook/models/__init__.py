"""Comparing fitted models on one test set: tests, effect sizes, AUC, clusters, benchmarks."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .adjusting import *
    from .auc import *
    from .benchmarks import *
    from .clusters import *
    from .difference_intervals import *
    from .effects import *
    from .effects_of_losses import *
    from .judge_with_gold import *
    from .many_models import *
    from .omnibus import *
    from .pair_counts import *
    from .paired_losses import *
    from .pass_at_k import *
    from .permutation import *
    from .power_of_two import *
    from .proportions import *
    from .two_models import *
else:
    from evalbook import _part

    __getattr__, __dir__ = _part(__name__)
