"""Model evaluation, model selection and algorithm selection: an executable book and a package."""

__version__ = "0.1.0"

from typing import TYPE_CHECKING

# -- written by tools/book.py export --
_MODULES = {
    "losses": ["absolute", "correctness", "squared", "zero_one"],
    "models": ["Contingency", "contingency", "mcnemar", "mcnemar_counts", "ttest_paired"],
    "results": ["Comparison", "Estimate", "Interval", "Losses", "NOTES", "Note", "Null", "Scores"],
}
__all__ = [
    "Comparison",
    "Contingency",
    "Estimate",
    "Interval",
    "Losses",
    "NOTES",
    "Note",
    "Null",
    "Scores",
    "absolute",
    "contingency",
    "correctness",
    "mcnemar",
    "mcnemar_counts",
    "squared",
    "ttest_paired",
    "zero_one",
]
if TYPE_CHECKING:
    from .losses import absolute as absolute
    from .losses import correctness as correctness
    from .losses import squared as squared
    from .losses import zero_one as zero_one
    from .models import Contingency as Contingency
    from .models import contingency as contingency
    from .models import mcnemar as mcnemar
    from .models import mcnemar_counts as mcnemar_counts
    from .models import ttest_paired as ttest_paired
    from .results import Comparison as Comparison
    from .results import Estimate as Estimate
    from .results import Interval as Interval
    from .results import Losses as Losses
    from .results import NOTES as NOTES
    from .results import Note as Note
    from .results import Null as Null
    from .results import Scores as Scores
# -- end --

if not TYPE_CHECKING:

    def __getattr__(name: str):
        "Load the submodule that owns a public name on first use, so that `import evalbook` stays light."
        from importlib import import_module

        for module, names in _MODULES.items():
            if name in names:
                value = getattr(import_module(f"{__name__}.{module}"), name)
                globals()[name] = value
                return value
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def __dir__() -> list[str]:
        "The public names, for tab completion."
        return sorted([*globals(), *__all__])
