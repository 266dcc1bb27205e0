"""In practice: reports, the command line, files, gates, the guide, explorers."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .as_data import *
    from .asked import *
    from .baselines import *
    from .by_name import *
    from .careful import *
    from .cautions import *
    from .code_for_questions import *
    from .columns import *
    from .command import *
    from .diagnosis import *
    from .explore import *
    from .explore_resampling import *
    from .families import *
    from .file_jobs import *
    from .files import *
    from .findings import *
    from .gates import *
    from .guidance import *
    from .joining import *
    from .judgement import *
    from .judging import *
    from .keeping_in_mind import *
    from .ledger import *
    from .limits import *
    from .logs import *
    from .long_job import *
    from .methods_said import *
    from .named_tests import *
    from .numbers_in_text import *
    from .options import *
    from .pages import *
    from .pictures import *
    from .questions import *
    from .reading import *
    from .reporting import *
    from .screen import *
    from .sentences import *
    from .slices import *
    from .table_job import *
    from .telling import *
    from .too_small_to_see import *
    from .topics import *
    from .verdict import *
    from .whole_sets import *
else:
    from evalbook import _part

    __getattr__, __dir__ = _part(__name__)
