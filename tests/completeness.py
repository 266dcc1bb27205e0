"""Which public functions answer with a result, and what each of them needs: a row in METHODS, a contract case, a measured rate."""

import inspect
import typing

from evalbook import METHODS, Comparison, Estimate, Interval, Posterior, measured
from evalbook.algorithms.model_ranks import ModelRanks
from evalbook.algorithms.rank_comparisons import RankComparisons
from evalbook.core.result_base import Result
from evalbook.crossval.decomposition import BiasVariance
from evalbook.crossval.learning import LearningCurve
from evalbook.models.many_models import Pairwise
from tests.cases import every_case
from tests.names import every

RESULTS = (
    Interval,
    Estimate,
    Comparison,
    Posterior,
    Pairwise,
    RankComparisons,
    ModelRanks,
    LearningCurve,
    BiasVariance,
)  # what is concluded from results of models
NO_ANSWERS = {
    "Plan",
    "Pilot",
    "Sequential",
    "Training",
}  # about data that are not there yet, or that go on coming
NO_ANSWERS |= {"RankReport", "RankPage"}  # a report, whose tests are answers of their own
TESTED = ("type I error", "power")
RATES = {
    "test": TESTED,
    "omnibus": TESTED,
    "equivalence": TESTED,
    "posterior": TESTED,
}  # of the others: coverage

#: a method without a measured rate, and why; "measured as KEY" names the row of METHODS that stands for it
NOT_MEASURED = {
    "pairwise": "its p-values are those of the test that it is given, adjusted; chapter 5.2 counts its family-wise errors",
    "bias_variance": "it states no limits; the study `learning` compares it with the truth",
    "interval_winner": "the study `winner` counts how often it holds, for 2 to 100 models, equal and unequal",
    "rank_models": "the study `winner` counts how often all its statements hold together",
    "interval_looks": "its limits are exact binomial ones at a share of the error; the study `winner` counts how often all hold",
    "nemenyi_test": "chapter 6.6 counts its family-wise errors",
    "dunn_test": "chapter 6.6 counts its family-wise errors",
    "interval_bccv": "chapter 3.3 counts how often it holds, for seven settings, beside two other intervals",
    "interval_bounded": "it holds by proof; chapter 1.4 computes its coverage for zeros and ones and counts it for three kinds of losses",
    "estimate_bootstrap": "measured as interval_percentile",
    "ttest_crossed": "measured as estimate_crossed",
    "estimate_oob": "measured as out-of-bag",
    "estimate_632plus": "measured as .632+",
    "interval_error": "it calls the interval that is named, and each of these is measured",
    "estimate_repeated_holdout": "it has no limits",
    "estimate_kfold": "it has no limits",
    "estimate_ordinary": "it has no limits",
    "estimate_optimism": "it has no limits",
    "estimate_tibshirani": "it has no limits",
    "estimate_agreement": "it counts choices of one search; no study knows what they would be elsewhere",
    "estimate_bbc_cv": "chapter 4.1 compares its value with the truth; no study asks for its limits yet",
    "estimate_difference": "its limits are those of the percentile bootstrap on a metric of one's own; see interval_percentile",
}


def parts(hint) -> list:
    "The classes in an annotation, however deep."
    inside = [c for argument in typing.get_args(hint) for c in parts(argument)]
    return inside + ([hint] if inspect.isclass(hint) else [])


def returned(function):
    "The return annotation of a function, resolved; None where there is none."
    hint = function.__annotations__.get("return")
    return eval(hint, inspect.unwrap(function).__globals__) if isinstance(hint, str) else hint


def public() -> dict:
    "The public functions by name."
    return {name: f for name, f in every().items() if inspect.isfunction(f)}


def statistics() -> set[str]:
    "Public functions that return a result, by what they are annotated to return and by nothing else."
    return {
        name
        for name, f in public().items()
        if any(issubclass(c, RESULTS) for c in parts(returned(f)))
    }


def unannotated() -> set[str]:
    "Public functions whose annotation hides what they return."
    return {name for name, f in public().items() if returned(f) in (None, typing.Any)}


def unsorted_results() -> set[str]:
    "Kinds of result that are neither an answer nor known to be none."

    def below(kind) -> set:
        return {kind}.union(*map(below, kind.__subclasses__()))

    return {c.__name__ for c in below(Result) - {Result} if not issubclass(c, RESULTS)} - NO_ANSWERS


def without_row() -> set[str]:
    "Statistics that METHODS does not know."
    return statistics() - {m.function for m in METHODS.values()}


def without_case() -> set[str]:
    "Statistics without an example call in tests/cases."
    return statistics() - {case.function for case in every_case()}


def without_rate() -> set[tuple[str, str]]:
    "Methods, and statistics that are none, with a kind of rate that no study measured and no reason says why."
    have = set(zip(measured()["method"], measured()["kind"]))
    needed = {
        (key, kind) for key, m in METHODS.items() for kind in RATES.get(m.answers, ("coverage",))
    }
    needed |= {(name, "coverage or type I error") for name in without_row()}
    return {(key, kind) for key, kind in needed - have if key not in NOT_MEASURED}
