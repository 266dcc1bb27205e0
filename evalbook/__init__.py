"""Model evaluation, model selection and algorithm selection: an executable book and a package."""

__version__ = "0.1.0"

from typing import TYPE_CHECKING

# -- written by tools/book.py export --
_MODULES = {
    "algorithms": ["ftest_5x2cv", "ttest_5x2cv", "ttest_corrected", "ttest_kfold", "ttest_resampled", "ttest_unpaired"],
    "explore": ["Control", "Explorer", "drive", "explore_bootstrap", "explore_folds", "explore_interval", "explore_one_standard_error", "explore_train_fraction"],
    "explore_tests": ["explore_familywise", "explore_fold_correlation", "explore_mcnemar", "explore_power", "explore_resampled_t"],
    "holdout": ["estimate_accuracy", "interval_proportion"],
    "intervals": ["interval_5x2cv", "interval_austern_zhou", "interval_conservative_z", "interval_corrected", "interval_cv_clt", "interval_location_shifted", "interval_naive_t", "interval_naive_wald", "interval_nested_cv", "interval_two_stage"],
    "losses": ["absolute", "correctness", "squared", "zero_one"],
    "many_models": ["adjust_pvalues"],
    "models": ["Contingency", "contingency", "mcnemar", "mcnemar_counts", "ttest_paired"],
    "resample": ["Bootstrap", "Evaluation", "evaluate", "five_by_two"],
    "results": ["Comparison", "Estimate", "Interval", "Losses", "NOTES", "Note", "Null", "Scores"],
}
__all__ = [
    "Bootstrap",
    "Comparison",
    "Contingency",
    "Control",
    "Estimate",
    "Evaluation",
    "Explorer",
    "Interval",
    "Losses",
    "NOTES",
    "Note",
    "Null",
    "Scores",
    "absolute",
    "adjust_pvalues",
    "contingency",
    "correctness",
    "drive",
    "estimate_accuracy",
    "evaluate",
    "explore_bootstrap",
    "explore_familywise",
    "explore_fold_correlation",
    "explore_folds",
    "explore_interval",
    "explore_mcnemar",
    "explore_one_standard_error",
    "explore_power",
    "explore_resampled_t",
    "explore_train_fraction",
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
    "squared",
    "ttest_5x2cv",
    "ttest_corrected",
    "ttest_kfold",
    "ttest_paired",
    "ttest_resampled",
    "ttest_unpaired",
    "zero_one",
]
if TYPE_CHECKING:
    from .algorithms import ftest_5x2cv as ftest_5x2cv
    from .algorithms import ttest_5x2cv as ttest_5x2cv
    from .algorithms import ttest_corrected as ttest_corrected
    from .algorithms import ttest_kfold as ttest_kfold
    from .algorithms import ttest_resampled as ttest_resampled
    from .algorithms import ttest_unpaired as ttest_unpaired
    from .explore import Control as Control
    from .explore import Explorer as Explorer
    from .explore import drive as drive
    from .explore import explore_bootstrap as explore_bootstrap
    from .explore import explore_folds as explore_folds
    from .explore import explore_interval as explore_interval
    from .explore import explore_one_standard_error as explore_one_standard_error
    from .explore import explore_train_fraction as explore_train_fraction
    from .explore_tests import explore_familywise as explore_familywise
    from .explore_tests import explore_fold_correlation as explore_fold_correlation
    from .explore_tests import explore_mcnemar as explore_mcnemar
    from .explore_tests import explore_power as explore_power
    from .explore_tests import explore_resampled_t as explore_resampled_t
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
