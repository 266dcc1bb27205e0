"""Fitting: every model on every split, once; what a run leaves; shortcuts."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .adapters import *
    from .answers import *
    from .doors import *
    from .evaluation import *
    from .fitting import *
    from .learner_shortcuts import *
    from .linear_shortcuts import *
    from .neighbour_shortcuts import *
    from .record import *
    from .score_tables import *
    from .searches import *
    from .shortcuts import *
    from .storing import *
else:
    from evalbook import _part

    __getattr__, __dir__ = _part(__name__)
