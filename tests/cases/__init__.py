"""One example call of every public statistic, by chapter: what the promises of `test_promises.py` are checked on."""

from __future__ import annotations

from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any

#: nan       a NaN in any array argument is a ValueError that names the first bad index
#: swap      f(b, a) has the p-value of f(a, b) and the opposite difference (two-sided tests of a pair)
#: batch     a stack of inputs on a leading axis answers as a loop over it does
#: order     permuting the last axis (cases or splits) of every array alike changes nothing
#: identical f(a, a) answers p = 1 for every alternative that the function takes
#: level     a higher confidence level gives an interval that contains the lower one's, and 95 is refused
#: scale     data in another unit (times 1e-12 or 1e12) give the estimates, limits and standard errors in that unit,
#:           and the same statistics and p-values
PROMISES = ("nan", "swap", "batch", "order", "identical", "level", "scale")


@dataclass(frozen=True)
class Case:
    "A valid call of a public function, and the promises that hold for it."

    function: str  # its public name
    args: tuple[Any, ...]  # arrays first, in the function's order
    promises: tuple[str, ...]  # a subset of PROMISES
    kwargs: dict[str, Any] = field(default_factory=dict)
    arrays: int = 2  # how many leading arguments are arrays that share their last axis
    core: int = 1  # trailing axes that one call consumes; axes before them are batches
    units: tuple[int | str, ...] | None = (
        None  # places and keywords that have the data's unit; None: the arrays
    )
    power: int = 1  # of the unit in the answer: 0 for an effect size, 2 for a squared loss
    statistic: int = (
        0  # power of the unit in a test's statistic: 1 where it is the mean difference itself
    )
    broken: tuple[
        str, ...
    ] = ()  # promises that the function does not keep: an expected failure until it does
    first: tuple[Any, ...] = ()  # arguments before the arrays, such as the test of all pairs

    def __str__(self) -> str:
        return self.function + "".join(f"-{v}" for v in self.kwargs.values() if isinstance(v, str))


def every_case() -> list[Case]:
    "The cases of all chapters."
    modules = sorted(p.stem for p in Path(__file__).parent.glob("[a-z]*.py"))
    return [case for module in modules for case in import_module(f"tests.cases.{module}").CASES]
