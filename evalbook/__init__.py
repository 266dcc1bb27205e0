"""Model evaluation, model selection and algorithm selection: an executable book and a package."""

__version__ = "0.1.0"

from typing import TYPE_CHECKING

# -- written by tools/book.py export --
_MODULES = {
    "auc": ["estimate_auc", "ztest_delong"],
    "bayes": ["Posterior", "posterior_corrected", "posterior_models"],
    "bootstrap": ["draw_bootstrap", "estimate_bootstrap", "inclusion_probability", "interval_basic", "interval_bca", "interval_bootstrap_t", "interval_percentile"],
    "bootstrap_error": ["OutOfBag", "estimate_632", "estimate_632plus", "estimate_oob", "estimate_optimism", "estimate_ordinary", "inputs_632", "interval_location_shifted", "interval_rounds", "interval_two_stage", "losses_oob", "no_information_rate"],
    "clusters": ["ztest_clustered"],
    "command": ["main"],
    "crossval": ["estimate_kfold"],
    "designs": ["Bootstrap", "Design", "FoldPairs", "HalfPairs", "InSampleBootstrap", "KINDS", "KindName", "OneReplaced", "TwoStage", "five_by_two", "plot_splits"],
    "effects": ["estimate_cliffs_delta", "estimate_cohens_g", "estimate_cohens_h", "estimate_difference", "estimate_odds_ratio", "estimate_paired_d"],
    "equivalence": ["Equivalence", "noninferiority", "plot_margin", "tost", "ztest_tango"],
    "evaluation": ["Evaluation", "flat_sizes"],
    "explore": ["explore_bootstrap", "explore_folds", "explore_interval", "explore_one_standard_error", "explore_train_fraction"],
    "explore_tests": ["explore_familywise", "explore_fold_correlation", "explore_learners", "explore_mcnemar", "explore_power", "explore_resampled_t"],
    "explorers": ["Control", "Explorer", "drive"],
    "fitting": ["FailedFits", "evaluate"],
    "generalization": ["interval_5x2cv", "interval_austern_zhou", "interval_conservative_z", "interval_corrected", "interval_cv_clt", "interval_error", "interval_naive_t", "interval_naive_wald", "interval_nested_cv"],
    "guidance": ["QUESTIONS", "Question", "answers_to", "guide"],
    "holdout": ["estimate_accuracy", "estimate_mean", "estimate_repeated_holdout", "interval_proportion"],
    "many_models": ["PairCounts", "Pairwise", "adjust_mcnemar", "adjust_pvalues", "cochran_q", "count_pairs", "ftest_looney", "pairwise"],
    "measures": ["Measure", "NEEDS", "absolute", "as_measure", "correctness", "cost", "decision_cost", "informational", "least_cost", "quadratic", "squared", "with_options", "zero_one"],
    "methods": ["ANSWERS", "FOLDS", "METHODS", "Method", "ONE", "SPLITS", "TAKES", "function_of", "methods_for", "primary_method"],
    "permutation": ["permutation_test"],
    "planning": ["Pilot", "Plan", "SMALLEST", "Sequential", "Training", "as_disagreement", "error_and_df", "from_pilot", "lower_limits", "parts_of", "path_of_wealth", "plan_5x2cv", "plan_clusters", "plan_corrected", "plan_datasets", "plan_mcnemar", "plan_paired", "plan_proportion", "plan_sequential", "plan_tost", "plan_training", "sequential_difference", "smallest_difference"],
    "rates": ["Method", "TESTS", "measured", "primary_test"],
    "real_learners": ["Rows", "draw_exchangeable", "draw_learners"],
    "reporting": ["Report", "report"],
    "results": ["Comparison", "Estimate", "Interval", "NOTES", "Note", "Null"],
    "selection": ["ThreeWay", "chosen_parameters", "configurations", "estimate_agreement", "estimate_bbc_cv", "estimate_tibshirani", "one_standard_error", "search_scores", "three_way_holdout", "within_tolerance"],
    "simulate": ["Draw", "Rates", "coverage", "draw_dietterich", "draw_scores", "exact_rate", "rejection_rate"],
    "tables": ["Contingency", "Losses", "Scores", "contingency"],
    "two_algorithms": ["CORRECTED", "ftest_5x2cv", "ttest_5x2cv", "ttest_corrected", "ttest_kfold", "ttest_resampled", "ttest_unpaired"],
    "two_models": ["interval_difference", "mcnemar", "mcnemar_counts", "ttest_paired", "ztest_proportions"],
}
__all__ = [
    "ANSWERS",
    "Bootstrap",
    "CORRECTED",
    "Comparison",
    "Contingency",
    "Control",
    "Design",
    "Draw",
    "Equivalence",
    "Estimate",
    "Evaluation",
    "Explorer",
    "FOLDS",
    "FailedFits",
    "FoldPairs",
    "HalfPairs",
    "InSampleBootstrap",
    "Interval",
    "KINDS",
    "KindName",
    "Losses",
    "METHODS",
    "Measure",
    "Method",
    "Method",
    "NEEDS",
    "NOTES",
    "Note",
    "Null",
    "ONE",
    "OneReplaced",
    "OutOfBag",
    "PairCounts",
    "Pairwise",
    "Pilot",
    "Plan",
    "Posterior",
    "QUESTIONS",
    "Question",
    "Rates",
    "Report",
    "Rows",
    "SMALLEST",
    "SPLITS",
    "Scores",
    "Sequential",
    "TAKES",
    "TESTS",
    "ThreeWay",
    "Training",
    "TwoStage",
    "absolute",
    "adjust_mcnemar",
    "adjust_pvalues",
    "answers_to",
    "as_disagreement",
    "as_measure",
    "chosen_parameters",
    "cochran_q",
    "configurations",
    "contingency",
    "correctness",
    "cost",
    "count_pairs",
    "coverage",
    "decision_cost",
    "draw_bootstrap",
    "draw_dietterich",
    "draw_exchangeable",
    "draw_learners",
    "draw_scores",
    "drive",
    "error_and_df",
    "estimate_632",
    "estimate_632plus",
    "estimate_accuracy",
    "estimate_agreement",
    "estimate_auc",
    "estimate_bbc_cv",
    "estimate_bootstrap",
    "estimate_cliffs_delta",
    "estimate_cohens_g",
    "estimate_cohens_h",
    "estimate_difference",
    "estimate_kfold",
    "estimate_mean",
    "estimate_odds_ratio",
    "estimate_oob",
    "estimate_optimism",
    "estimate_ordinary",
    "estimate_paired_d",
    "estimate_repeated_holdout",
    "estimate_tibshirani",
    "evaluate",
    "exact_rate",
    "explore_bootstrap",
    "explore_familywise",
    "explore_fold_correlation",
    "explore_folds",
    "explore_interval",
    "explore_learners",
    "explore_mcnemar",
    "explore_one_standard_error",
    "explore_power",
    "explore_resampled_t",
    "explore_train_fraction",
    "five_by_two",
    "flat_sizes",
    "from_pilot",
    "ftest_5x2cv",
    "ftest_looney",
    "function_of",
    "guide",
    "inclusion_probability",
    "informational",
    "inputs_632",
    "interval_5x2cv",
    "interval_austern_zhou",
    "interval_basic",
    "interval_bca",
    "interval_bootstrap_t",
    "interval_conservative_z",
    "interval_corrected",
    "interval_cv_clt",
    "interval_difference",
    "interval_error",
    "interval_location_shifted",
    "interval_naive_t",
    "interval_naive_wald",
    "interval_nested_cv",
    "interval_percentile",
    "interval_proportion",
    "interval_rounds",
    "interval_two_stage",
    "least_cost",
    "losses_oob",
    "lower_limits",
    "main",
    "mcnemar",
    "mcnemar_counts",
    "measured",
    "methods_for",
    "no_information_rate",
    "noninferiority",
    "one_standard_error",
    "pairwise",
    "parts_of",
    "path_of_wealth",
    "permutation_test",
    "plan_5x2cv",
    "plan_clusters",
    "plan_corrected",
    "plan_datasets",
    "plan_mcnemar",
    "plan_paired",
    "plan_proportion",
    "plan_sequential",
    "plan_tost",
    "plan_training",
    "plot_margin",
    "plot_splits",
    "posterior_corrected",
    "posterior_models",
    "primary_method",
    "primary_test",
    "quadratic",
    "rejection_rate",
    "report",
    "search_scores",
    "sequential_difference",
    "smallest_difference",
    "squared",
    "three_way_holdout",
    "tost",
    "ttest_5x2cv",
    "ttest_corrected",
    "ttest_kfold",
    "ttest_paired",
    "ttest_resampled",
    "ttest_unpaired",
    "with_options",
    "within_tolerance",
    "zero_one",
    "ztest_clustered",
    "ztest_delong",
    "ztest_proportions",
    "ztest_tango",
]
if TYPE_CHECKING:
    from .auc import estimate_auc as estimate_auc
    from .auc import ztest_delong as ztest_delong
    from .bayes import Posterior as Posterior
    from .bayes import posterior_corrected as posterior_corrected
    from .bayes import posterior_models as posterior_models
    from .bootstrap import draw_bootstrap as draw_bootstrap
    from .bootstrap import estimate_bootstrap as estimate_bootstrap
    from .bootstrap import inclusion_probability as inclusion_probability
    from .bootstrap import interval_basic as interval_basic
    from .bootstrap import interval_bca as interval_bca
    from .bootstrap import interval_bootstrap_t as interval_bootstrap_t
    from .bootstrap import interval_percentile as interval_percentile
    from .bootstrap_error import OutOfBag as OutOfBag
    from .bootstrap_error import estimate_632 as estimate_632
    from .bootstrap_error import estimate_632plus as estimate_632plus
    from .bootstrap_error import estimate_oob as estimate_oob
    from .bootstrap_error import estimate_optimism as estimate_optimism
    from .bootstrap_error import estimate_ordinary as estimate_ordinary
    from .bootstrap_error import inputs_632 as inputs_632
    from .bootstrap_error import interval_location_shifted as interval_location_shifted
    from .bootstrap_error import interval_rounds as interval_rounds
    from .bootstrap_error import interval_two_stage as interval_two_stage
    from .bootstrap_error import losses_oob as losses_oob
    from .bootstrap_error import no_information_rate as no_information_rate
    from .clusters import ztest_clustered as ztest_clustered
    from .command import main as main
    from .crossval import estimate_kfold as estimate_kfold
    from .designs import Bootstrap as Bootstrap
    from .designs import Design as Design
    from .designs import FoldPairs as FoldPairs
    from .designs import HalfPairs as HalfPairs
    from .designs import InSampleBootstrap as InSampleBootstrap
    from .designs import KINDS as KINDS
    from .designs import KindName as KindName
    from .designs import OneReplaced as OneReplaced
    from .designs import TwoStage as TwoStage
    from .designs import five_by_two as five_by_two
    from .designs import plot_splits as plot_splits
    from .effects import estimate_cliffs_delta as estimate_cliffs_delta
    from .effects import estimate_cohens_g as estimate_cohens_g
    from .effects import estimate_cohens_h as estimate_cohens_h
    from .effects import estimate_difference as estimate_difference
    from .effects import estimate_odds_ratio as estimate_odds_ratio
    from .effects import estimate_paired_d as estimate_paired_d
    from .equivalence import Equivalence as Equivalence
    from .equivalence import noninferiority as noninferiority
    from .equivalence import plot_margin as plot_margin
    from .equivalence import tost as tost
    from .equivalence import ztest_tango as ztest_tango
    from .evaluation import Evaluation as Evaluation
    from .evaluation import flat_sizes as flat_sizes
    from .explore import explore_bootstrap as explore_bootstrap
    from .explore import explore_folds as explore_folds
    from .explore import explore_interval as explore_interval
    from .explore import explore_one_standard_error as explore_one_standard_error
    from .explore import explore_train_fraction as explore_train_fraction
    from .explore_tests import explore_familywise as explore_familywise
    from .explore_tests import explore_fold_correlation as explore_fold_correlation
    from .explore_tests import explore_learners as explore_learners
    from .explore_tests import explore_mcnemar as explore_mcnemar
    from .explore_tests import explore_power as explore_power
    from .explore_tests import explore_resampled_t as explore_resampled_t
    from .explorers import Control as Control
    from .explorers import Explorer as Explorer
    from .explorers import drive as drive
    from .fitting import FailedFits as FailedFits
    from .fitting import evaluate as evaluate
    from .generalization import interval_5x2cv as interval_5x2cv
    from .generalization import interval_austern_zhou as interval_austern_zhou
    from .generalization import interval_conservative_z as interval_conservative_z
    from .generalization import interval_corrected as interval_corrected
    from .generalization import interval_cv_clt as interval_cv_clt
    from .generalization import interval_error as interval_error
    from .generalization import interval_naive_t as interval_naive_t
    from .generalization import interval_naive_wald as interval_naive_wald
    from .generalization import interval_nested_cv as interval_nested_cv
    from .guidance import QUESTIONS as QUESTIONS
    from .guidance import Question as Question
    from .guidance import answers_to as answers_to
    from .guidance import guide as guide
    from .holdout import estimate_accuracy as estimate_accuracy
    from .holdout import estimate_mean as estimate_mean
    from .holdout import estimate_repeated_holdout as estimate_repeated_holdout
    from .holdout import interval_proportion as interval_proportion
    from .many_models import PairCounts as PairCounts
    from .many_models import Pairwise as Pairwise
    from .many_models import adjust_mcnemar as adjust_mcnemar
    from .many_models import adjust_pvalues as adjust_pvalues
    from .many_models import cochran_q as cochran_q
    from .many_models import count_pairs as count_pairs
    from .many_models import ftest_looney as ftest_looney
    from .many_models import pairwise as pairwise
    from .measures import Measure as Measure
    from .measures import NEEDS as NEEDS
    from .measures import absolute as absolute
    from .measures import as_measure as as_measure
    from .measures import correctness as correctness
    from .measures import cost as cost
    from .measures import decision_cost as decision_cost
    from .measures import informational as informational
    from .measures import least_cost as least_cost
    from .measures import quadratic as quadratic
    from .measures import squared as squared
    from .measures import with_options as with_options
    from .measures import zero_one as zero_one
    from .methods import ANSWERS as ANSWERS
    from .methods import FOLDS as FOLDS
    from .methods import METHODS as METHODS
    from .methods import Method as Method
    from .methods import ONE as ONE
    from .methods import SPLITS as SPLITS
    from .methods import TAKES as TAKES
    from .methods import function_of as function_of
    from .methods import methods_for as methods_for
    from .methods import primary_method as primary_method
    from .permutation import permutation_test as permutation_test
    from .planning import Pilot as Pilot
    from .planning import Plan as Plan
    from .planning import SMALLEST as SMALLEST
    from .planning import Sequential as Sequential
    from .planning import Training as Training
    from .planning import as_disagreement as as_disagreement
    from .planning import error_and_df as error_and_df
    from .planning import from_pilot as from_pilot
    from .planning import lower_limits as lower_limits
    from .planning import parts_of as parts_of
    from .planning import path_of_wealth as path_of_wealth
    from .planning import plan_5x2cv as plan_5x2cv
    from .planning import plan_clusters as plan_clusters
    from .planning import plan_corrected as plan_corrected
    from .planning import plan_datasets as plan_datasets
    from .planning import plan_mcnemar as plan_mcnemar
    from .planning import plan_paired as plan_paired
    from .planning import plan_proportion as plan_proportion
    from .planning import plan_sequential as plan_sequential
    from .planning import plan_tost as plan_tost
    from .planning import plan_training as plan_training
    from .planning import sequential_difference as sequential_difference
    from .planning import smallest_difference as smallest_difference
    from .rates import Method as Method
    from .rates import TESTS as TESTS
    from .rates import measured as measured
    from .rates import primary_test as primary_test
    from .real_learners import Rows as Rows
    from .real_learners import draw_exchangeable as draw_exchangeable
    from .real_learners import draw_learners as draw_learners
    from .reporting import Report as Report
    from .reporting import report as report
    from .results import Comparison as Comparison
    from .results import Estimate as Estimate
    from .results import Interval as Interval
    from .results import NOTES as NOTES
    from .results import Note as Note
    from .results import Null as Null
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
    from .simulate import Draw as Draw
    from .simulate import Rates as Rates
    from .simulate import coverage as coverage
    from .simulate import draw_dietterich as draw_dietterich
    from .simulate import draw_scores as draw_scores
    from .simulate import exact_rate as exact_rate
    from .simulate import rejection_rate as rejection_rate
    from .tables import Contingency as Contingency
    from .tables import Losses as Losses
    from .tables import Scores as Scores
    from .tables import contingency as contingency
    from .two_algorithms import CORRECTED as CORRECTED
    from .two_algorithms import ftest_5x2cv as ftest_5x2cv
    from .two_algorithms import ttest_5x2cv as ttest_5x2cv
    from .two_algorithms import ttest_corrected as ttest_corrected
    from .two_algorithms import ttest_kfold as ttest_kfold
    from .two_algorithms import ttest_resampled as ttest_resampled
    from .two_algorithms import ttest_unpaired as ttest_unpaired
    from .two_models import interval_difference as interval_difference
    from .two_models import mcnemar as mcnemar
    from .two_models import mcnemar_counts as mcnemar_counts
    from .two_models import ttest_paired as ttest_paired
    from .two_models import ztest_proportions as ztest_proportions
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
