"""Fitting: every model on every split, once; what a run leaves; shortcuts."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .adapters import *
    from .evaluate_arguments import *
    from .evaluation import *
    from .evaluation_record import *
    from .fitting import *
    from .gathered_fits import *
    from .journal import *
    from .kinds_of_input import *
    from .learner_shortcuts import *
    from .linear_shortcuts import *
    from .loop_over_fits import *
    from .neighbour_shortcuts import *
    from .one_fit import *
    from .score_tables import *
    from .searches import *
    from .shortcuts import *
    from .storing import *
    from .tables_of_a_run import *
else:
    from evalbook import _part

    __getattr__, __dir__ = _part(__name__)
