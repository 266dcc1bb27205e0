"""Model evaluation, model selection and algorithm selection: an executable book and a package."""

__version__ = "0.1.0"

from typing import TYPE_CHECKING

# -- written by tools/book.py export --
_MODULES = {
    "algorithms": ["ftest_5x2cv", "ttest_5x2cv", "ttest_corrected", "ttest_kfold", "ttest_resampled", "ttest_unpaired"],
    "bootstrap": ["draw_bootstrap", "estimate_bootstrap", "inclusion_probability", "interval_basic", "interval_bca", "interval_bootstrap_t", "interval_percentile"],
    "cli": ["main"],
    "holdout": ["estimate_accuracy", "interval_proportion"],
    "intervals": ["interval_5x2cv", "interval_austern_zhou", "interval_conservative_z", "interval_corrected", "interval_cv_clt", "interval_naive_t", "interval_naive_wald", "interval_nested_cv"],
    "losses": ["absolute", "correctness", "squared", "zero_one"],
    "many_models": ["adjust_pvalues"],
    "models": ["Contingency", "contingency", "mcnemar", "mcnemar_counts", "ttest_paired"],
    "oob": ["OutOfBag", "estimate_632", "estimate_632plus", "estimate_oob", "estimate_optimism", "estimate_ordinary", "inputs_632", "interval_rounds", "losses_oob", "no_information_rate"],
    "reporting": ["Method", "Report", "TESTS", "measure_of", "primary_test", "report"],
    "resample": ["Bootstrap", "Evaluation", "evaluate", "five_by_two"],
    "results": ["Comparison", "Estimate", "Interval", "Losses", "NOTES", "Note", "Null", "Scores"],
    "shifted": ["interval_location_shifted", "interval_two_stage"],
}
__all__ = [
    "Bootstrap",
    "Comparison",
    "Contingency",
    "Estimate",
    "Evaluation",
    "Interval",
    "Losses",
    "Method",
    "NOTES",
    "Note",
    "Null",
    "OutOfBag",
    "Report",
    "Scores",
    "TESTS",
    "absolute",
    "adjust_pvalues",
    "contingency",
    "correctness",
    "draw_bootstrap",
    "estimate_632",
    "estimate_632plus",
    "estimate_accuracy",
    "estimate_bootstrap",
    "estimate_oob",
    "estimate_optimism",
    "estimate_ordinary",
    "evaluate",
    "five_by_two",
    "ftest_5x2cv",
    "inclusion_probability",
    "inputs_632",
    "interval_5x2cv",
    "interval_austern_zhou",
    "interval_basic",
    "interval_bca",
    "interval_bootstrap_t",
    "interval_conservative_z",
    "interval_corrected",
    "interval_cv_clt",
    "interval_location_shifted",
    "interval_naive_t",
    "interval_naive_wald",
    "interval_nested_cv",
    "interval_percentile",
    "interval_proportion",
    "interval_rounds",
    "interval_two_stage",
    "losses_oob",
    "main",
    "mcnemar",
    "mcnemar_counts",
    "measure_of",
    "no_information_rate",
    "primary_test",
    "report",
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
    from .bootstrap import draw_bootstrap as draw_bootstrap
    from .bootstrap import estimate_bootstrap as estimate_bootstrap
    from .bootstrap import inclusion_probability as inclusion_probability
    from .bootstrap import interval_basic as interval_basic
    from .bootstrap import interval_bca as interval_bca
    from .bootstrap import interval_bootstrap_t as interval_bootstrap_t
    from .bootstrap import interval_percentile as interval_percentile
    from .cli import main as main
    from .holdout import estimate_accuracy as estimate_accuracy
    from .holdout import interval_proportion as interval_proportion
    from .intervals import interval_5x2cv as interval_5x2cv
    from .intervals import interval_austern_zhou as interval_austern_zhou
    from .intervals import interval_conservative_z as interval_conservative_z
    from .intervals import interval_corrected as interval_corrected
    from .intervals import interval_cv_clt as interval_cv_clt
    from .intervals import interval_naive_t as interval_naive_t
    from .intervals import interval_naive_wald as interval_naive_wald
    from .intervals import interval_nested_cv as interval_nested_cv
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
    from .oob import OutOfBag as OutOfBag
    from .oob import estimate_632 as estimate_632
    from .oob import estimate_632plus as estimate_632plus
    from .oob import estimate_oob as estimate_oob
    from .oob import estimate_optimism as estimate_optimism
    from .oob import estimate_ordinary as estimate_ordinary
    from .oob import inputs_632 as inputs_632
    from .oob import interval_rounds as interval_rounds
    from .oob import losses_oob as losses_oob
    from .oob import no_information_rate as no_information_rate
    from .reporting import Method as Method
    from .reporting import Report as Report
    from .reporting import TESTS as TESTS
    from .reporting import measure_of as measure_of
    from .reporting import primary_test as primary_test
    from .reporting import report as report
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
    from .shifted import interval_location_shifted as interval_location_shifted
    from .shifted import interval_two_stage as interval_two_stage
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
