"""In practice: reports, the command line, files, gates, the guide, explorers."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .explore import *
    from .explore_resampling import *
    from .files import *
    from .gates import *
    from .guidance import *
    from .reading_tables import *
    from .reporting import *
else:
    from evalbook import _part

    __getattr__, __dir__ = _part(__name__)
