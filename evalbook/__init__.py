"""Model evaluation, model selection and algorithm selection: an executable book and a package."""

__version__ = "0.1.0"

from typing import TYPE_CHECKING

# -- written by tools/book.py export --
_MODULES = {
    "algorithms": ["ftest_5x2cv", "ttest_5x2cv", "ttest_corrected", "ttest_kfold", "ttest_resampled", "ttest_unpaired"],
    "holdout": ["estimate_accuracy", "interval_proportion"],
    "intervals": ["interval_5x2cv", "interval_austern_zhou", "interval_conservative_z", "interval_corrected", "interval_cv_clt", "interval_location_shifted", "interval_naive_t", "interval_naive_wald", "interval_nested_cv", "interval_two_stage"],
    "losses": ["absolute", "correctness", "squared", "zero_one"],
    "many_models": ["adjust_pvalues"],
    "models": ["Contingency", "contingency", "mcnemar", "mcnemar_counts", "ttest_paired"],
    "resample": ["Bootstrap", "Evaluation", "evaluate", "five_by_two"],
    "results": ["Comparison", "Estimate", "Interval", "Losses", "NOTES", "Note", "Null", "Scores"],
    "selection": ["ThreeWay", "chosen_parameters", "configurations", "estimate_agreement", "estimate_bbc_cv", "estimate_tibshirani", "one_standard_error", "search_scores", "three_way_holdout", "within_tolerance"],
}
__all__ = [
    "Bootstrap",
    "Comparison",
    "Contingency",
    "Estimate",
    "Evaluation",
    "Interval",
    "Losses",
    "NOTES",
    "Note",
    "Null",
    "Scores",
    "ThreeWay",
    "absolute",
    "adjust_pvalues",
    "chosen_parameters",
    "configurations",
    "contingency",
    "correctness",
    "estimate_accuracy",
    "estimate_agreement",
    "estimate_bbc_cv",
    "estimate_tibshirani",
    "evaluate",
    "five_by_two",
    "ftest_5x2cv",
    "interval_5x2cv",
    "interval_austern_zhou",
    "interval_conservative_z",
    "interval_corrected",
    "interval_cv_clt",
    "interval_location_shifted",
    "interval_naive_t",
    "interval_naive_wald",
    "interval_nested_cv",
    "interval_proportion",
    "interval_two_stage",
    "mcnemar",
    "mcnemar_counts",
    "one_standard_error",
    "search_scores",
    "squared",
    "three_way_holdout",
    "ttest_5x2cv",
    "ttest_corrected",
    "ttest_kfold",
    "ttest_paired",
    "ttest_resampled",
    "ttest_unpaired",
    "within_tolerance",
    "zero_one",
]
if TYPE_CHECKING:
    from .algorithms import ftest_5x2cv as ftest_5x2cv
    from .algorithms import ttest_5x2cv as ttest_5x2cv
    from .algorithms import ttest_corrected as ttest_corrected
    from .algorithms import ttest_kfold as ttest_kfold
    from .algorithms import ttest_resampled as ttest_resampled
    from .algorithms import ttest_unpaired as ttest_unpaired
    from .holdout import estimate_accuracy as estimate_accuracy
    from .holdout import interval_proportion as interval_proportion
    from .intervals import interval_5x2cv as interval_5x2cv
    from .intervals import interval_austern_zhou as interval_austern_zhou
    from .intervals import interval_conservative_z as interval_conservative_z
    from .intervals import interval_corrected as interval_corrected
    from .intervals import interval_cv_clt as interval_cv_clt
    from .intervals import interval_location_shifted as interval_location_shifted
    from .intervals import interval_naive_t as interval_naive_t
    from .intervals import interval_naive_wald as interval_naive_wald
    from .intervals import interval_nested_cv as interval_nested_cv
    from .intervals import interval_two_stage as interval_two_stage
    from .losses import absolute as absolute
    from .losses import correctness as correctness
    from .losses import squared as squared
    from .losses import zero_one as zero_one
    from .many_models import adjust_pvalues as adjust_pvalues
    from .models import Contingency as Contingency
    from .models import contingency as contingency
    from .models import mcnemar as mcnemar
    from .models import mcnemar_counts as mcnemar_counts
    from .models import ttest_paired as ttest_paired
    from .resample import Bootstrap as Bootstrap
    from .resample import Evaluation as Evaluation
    from .resample import evaluate as evaluate
    from .resample import five_by_two as five_by_two
    from .results import Comparison as Comparison
    from .results import Estimate as Estimate
    from .results import Interval as Interval
    from .results import Losses as Losses
    from .results import NOTES as NOTES
    from .results import Note as Note
    from .results import Null as Null
    from .results import Scores as Scores
    from .selection import ThreeWay as ThreeWay
    from .selection import chosen_parameters as chosen_parameters
    from .selection import configurations as configurations
    from .selection import estimate_agreement as estimate_agreement
    from .selection import estimate_bbc_cv as estimate_bbc_cv
    from .selection import estimate_tibshirani as estimate_tibshirani
    from .selection import one_standard_error as one_standard_error
    from .selection import search_scores as search_scores
    from .selection import three_way_holdout as three_way_holdout
    from .selection import within_tolerance as within_tolerance
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
