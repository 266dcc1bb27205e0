"""In practice: reports, the command line, files, gates, the guide, explorers."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .baselines import *
    from .columns import *
    from .command import *
    from .command_output import *
    from .diagnosis import *
    from .explore import *
    from .explore_resampling import *
    from .file_jobs import *
    from .files import *
    from .findings import *
    from .gates import *
    from .guidance import *
    from .judged_run import *
    from .judging import *
    from .learners_by_name import *
    from .ledger import *
    from .logs import *
    from .methods_said import *
    from .model_intervals import *
    from .numbers_in_text import *
    from .pages import *
    from .pairing_files import *
    from .questions import *
    from .rank_pages import *
    from .reading_tables import *
    from .report_arguments import *
    from .report_cautions import *
    from .reporting import *
    from .sentences import *
    from .slices import *
    from .small_sample_cautions import *
    from .table_job import *
    from .verdict import *
else:
    from evalbook import _part

    __getattr__, __dir__ = _part(__name__)
