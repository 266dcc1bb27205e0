"""The laboratory: simulated and real learners, measured error rates, sample sizes, looks."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .draws import *
    from .planning import *
    from .planning_algorithms import *
    from .planning_equivalence import *
    from .plans import *
    from .rates import *
    from .real_learners import *
    from .sequential import *
    from .simulate import *
    from .smallest_effect import *
else:
    from evalbook import _part

    __getattr__, __dir__ = _part(__name__)
