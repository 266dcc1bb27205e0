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
PROMISES = ("nan", "swap", "batch", "order", "identical", "level")


@dataclass(frozen=True)
class Case:
    "A valid call of a public function, and the promises that hold for it."

    function: str  # its public name
    args: tuple[Any, ...]  # arrays first, in the function's order
    promises: tuple[str, ...]  # a subset of PROMISES
    kwargs: dict[str, Any] = field(default_factory=dict)
    arrays: int = 2  # how many leading arguments are arrays that share their last axis
    core: int = 1  # trailing axes that one call consumes; axes before them are batches
    first: tuple[Any, ...] = ()  # arguments before the arrays, such as the test of all pairs

    def __str__(self) -> str:
        return self.function + "".join(f"-{v}" for v in self.kwargs.values() if isinstance(v, str))


def every_case() -> list[Case]:
    "The cases of all chapters."
    modules = sorted(p.stem for p in Path(__file__).parent.glob("[a-z]*.py"))
    return [case for module in modules for case in import_module(f"tests.cases.{module}").CASES]
