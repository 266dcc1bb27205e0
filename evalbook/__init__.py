"""Model evaluation, model selection and algorithm selection: an executable book and a package.

Where to begin: `evaluate` fits your models once and returns an `Evaluation`, and `report` says what may be concluded from it.
`guide` names the functions for a question, `METHODS` is the table of all of them, and `measured` says how often each was wrong.

To come in     `evaluate`, `from_predictions`, `from_search`, `read_predictions`, `read_table`, `read_log`; `five_by_two` and
               `Bootstrap` are designs to give to `evaluate`; `FailedFits` is raised where fits failed
To go out      `report`, `gate` (may the new model replace the old one?), `guide`, `measured`
Holdout        one model on one test set: `estimate_accuracy`, `interval_proportion`, `estimate_f1`, `estimate_precision`,
               `estimate_recall`, `estimate_auc`, `estimate_mean`; losses: `zero_one`, `squared`, `absolute`
Bootstrap      `interval_bca`, `estimate_bootstrap`; the error of an algorithm: `estimate_632plus`, `estimate_632`,
               `inputs_632`, `estimate_oob`
Cross-         `interval_corrected`, `interval_error`, `estimate_kfold`, `estimate_learning_curve`, `bias_variance`,
validation     `permutation_test_labels` (is there anything to learn?), `plan_training`
Selection      `three_way_holdout`, `one_standard_error`, `interval_winner`
Comparing      two on one test set: `mcnemar`, `mcnemar_counts`, `contingency`, `interval_difference`, `estimate_difference`,
models         `ttest_paired`, `permutation_test`, `ztest_delong`, `ztest_f1`, `ztest_proportions`, `ztest_clustered`;
               several: `cochran_q`, `pairwise`, `adjust_pvalues`; benchmarks: `estimate_crossed`, `ttest_crossed`
Comparing      on splits: `ttest_corrected`, `ftest_5x2cv`, `ttest_5x2cv`, `posterior_corrected`, `posterior_models`; on data
algorithms     sets: `score_table`, `friedman_test`, `wilcoxon_test`, `plot_ranks`; as good, not worse: `tost`, `noninferiority`
Planning       `plan_proportion`, `plan_mcnemar`, `plan_tost`, `from_pilot`, `smallest_difference`
Results        `Interval`, `Estimate`, `Comparison`, `Posterior`, `Report`; tables: `Contingency`, `Measure`

All other public names are in the parts, such as `evalbook.models`. `help(evalbook.mcnemar)` and its like say the rest.
"""

__version__ = "0.3.0"

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # the front: what `dir(evalbook)` shows; the other public names are in the parts
    from .algorithms import (
        Posterior,
        friedman_test,
        ftest_5x2cv,
        interval_winner,
        noninferiority,
        plot_ranks,
        posterior_corrected,
        posterior_models,
        score_table,
        tost,
        ttest_5x2cv,
        ttest_corrected,
        wilcoxon_test,
    )
    from .bootstrap import (
        estimate_632,
        estimate_632plus,
        estimate_bootstrap,
        estimate_oob,
        inputs_632,
        interval_bca,
    )
    from .core import (
        METHODS,
        Bootstrap,
        Comparison,
        Contingency,
        Estimate,
        Interval,
        Measure,
        absolute,
        contingency,
        five_by_two,
        squared,
        zero_one,
    )
    from .crossval import (
        bias_variance,
        estimate_kfold,
        estimate_learning_curve,
        interval_corrected,
        interval_error,
        permutation_test_labels,
        plan_training,
    )
    from .holdout import (
        estimate_accuracy,
        estimate_f1,
        estimate_mean,
        estimate_precision,
        estimate_recall,
        interval_proportion,
        ztest_f1,
    )
    from .laboratory import (
        from_pilot,
        measured,
        plan_mcnemar,
        plan_proportion,
        plan_tost,
        smallest_difference,
    )
    from .models import (
        adjust_pvalues,
        cochran_q,
        estimate_auc,
        estimate_crossed,
        estimate_difference,
        interval_difference,
        mcnemar,
        mcnemar_counts,
        pairwise,
        permutation_test,
        ttest_crossed,
        ttest_paired,
        ztest_clustered,
        ztest_delong,
        ztest_proportions,
    )
    from .practice import Report, gate, guide, read_log, read_predictions, read_table, report
    from .run import Evaluation, FailedFits, evaluate, from_predictions, from_search
    from .selection import one_standard_error, three_way_holdout

    __all__: list[str]

    def _owners() -> dict[str, str]: ...

    def _public(name: str) -> Any: ...

else:
    import sys
    from functools import cache
    from importlib import import_module
    from types import FunctionType

    _AS_THEY_ARE = {
        "core.losses",
        "core.measures",
    }  # losses are recognised by what they are: `loss is zero_one`

    @cache
    def _owners() -> dict[str, str]:
        "The part and room of every public name, in alphabetical order, read from the rooms' `__all__` without importing one."
        import re
        from pathlib import Path

        found = {}
        for path in Path(__file__).parent.glob("*/[a-z]*.py"):
            names = re.search(r"(?ms)^__all__ = \[.*?\]", path.read_text(encoding="utf-8"))
            words = re.findall(r"\w+", names[0])[1:] if names else ()
            found |= dict.fromkeys(words, f"{path.parent.name}.{path.stem}")
        return dict(sorted(found.items()))

    @cache
    def _front() -> list[str]:
        "The names of the front, as they stand above."
        import re
        from pathlib import Path

        text = Path(__file__).read_text(encoding="utf-8")
        block = re.search(r"(?ms)^if TYPE_CHECKING:.*?^else:", text)
        return sorted(_owners().keys() & re.findall(r"\w+", block[0]))

    def _answered(function):
        "The same function, which answers a call whose arguments do not fit in the package's own words."
        from functools import wraps

        @wraps(function)
        def call(*args, **kwargs):
            given = [  # as the rooms know them
                getattr(v, "_plain", v) if type(v) is FunctionType else v
                for v in (*args, *kwargs.values())
            ]
            builds = function.__name__ == "__init__"
            kinds = set() if builds else {type(v) for v in given} - {str}
            words = ("index", "items", "columns")
            knows = {word for kind in kinds for word in words if hasattr(kind, word)}
            names = (*function.__code__.co_varnames[: len(args)], *kwargs)
            if "pandas" in sys.modules and knows:
                from .core.checks import check_labels

                check_labels(function.__name__, dict(zip(names, given)))
            if "columns" in knows or dict in kinds:
                from .core.checks import in_pandas

                given = in_pandas(names, given)
            try:
                return function(*given[: len(args)], **dict(zip(kwargs, given[len(args) :])))
            except (TypeError, ValueError, AttributeError) as error:
                from .core.wrong_calls import answer

                message = answer(function, args, kwargs, error, sys._getframe(1))
                if not message:  # raised inside of the function
                    raise
                kind = ValueError if isinstance(error, ValueError) else TypeError
            raise kind(message)

        call._plain = function
        return call

    def _no_attribute(self, name: str):
        "An attribute that a result does not have: `AttributeError` with the name that it has here."
        if name.startswith("_") or hasattr(type(self), name):
            return object.__getattribute__(self, name)  # raises what Python raises
        from .core.wrong_calls import attribute

        raise AttributeError(attribute(self, name), name=name, obj=self)

    @cache
    def _taught(kind: type) -> None:
        "Let a class answer wrong calls of its constructor and methods, and names that it does not have, as functions do."
        for name, member in list(vars(kind).items()):
            plain = member.__func__ if isinstance(member, (staticmethod, classmethod)) else member
            if isinstance(plain, FunctionType) and (name == "__init__" or not name.startswith("_")):
                call = _answered(plain)
                setattr(kind, name, call if plain is member else type(member)(call))
        if not hasattr(kind, "__getattr__"):
            kind.__getattr__ = _no_attribute

    def _teach() -> None:
        "The public classes of the rooms that are loaded answer too."
        for name, room in _owners().items():
            kind = getattr(sys.modules.get(f"{__name__}.{room}"), name, None)
            if isinstance(kind, type):
                for base in kind.__mro__:
                    if base.__module__.startswith(f"{__name__}."):
                        _taught(base)

    @cache
    def _public(name: str):
        "A public name of any part, from its room; wrong calls of it are answered."
        home = _owners()[name]
        value = getattr(import_module(f"{__name__}.{home}"), name)
        _teach()
        if isinstance(value, FunctionType) and home not in _AS_THEY_ARE:
            value = _answered(value)
            value.__module__ = f"{__name__}.{home.split('.')[0]}"  # it is pickled as the name that the part hands out
        return value

    def _unknown(name: str, package: str) -> Exception:
        "What to raise of a name that a package does not have; `from evalbook import name` hides an AttributeError."
        if name.startswith("_"):
            return AttributeError(f"module {package!r} has no attribute {name!r}")
        from importlib.util import find_spec

        from .core.wrong_calls import public_name

        frame = sys._getframe(2)
        imported = frame.f_code.co_name == "_handle_fromlist" and not find_spec(f"{package}.{name}")
        said = public_name(name, package, _owners(), _front(), frame)
        return (ImportError if imported else AttributeError)(said)

    def _part(package: str):
        "What the package or a part answers for a name and for `dir`: public names, each loaded on its first use, and what lies below."
        part = package.partition(".")[2]

        @cache
        def names() -> list[str]:
            inside = [name for name, home in _owners().items() if home.startswith(f"{part}.")]
            return inside if part else _front()

        def get(name: str):
            if name == "__all__":
                # `help` would print each of their docstrings, 4,000 lines; ours names them on two screens
                if not part and sys._getframe(1).f_globals.get("__name__") == "pydoc":
                    raise AttributeError(name)
                return list(names())
            if name in names():
                return _public(name)
            below = f"{part}.{name}" if part else name
            if any(f"{home}.".startswith(f"{below}.") for home in _owners().values()):
                return import_module(f"{package}.{name}")
            raise _unknown(name, package)

        return get, names

    __getattr__, _ = _part(__name__)

    def __dir__() -> list[str]:
        "The front, for tab completion."
        return [*_front(), *(name for name in globals() if name.startswith("__"))]
