"""Model selection: choosing a setting, and what is left of the winner's score."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .choosing import *
    from .simplest import *
    from .winners_score import *
else:
    from evalbook import _part

    __getattr__, __dir__ = _part(__name__)
