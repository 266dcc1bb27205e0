"""Whole processes: what the first answer waits for (P23, P24)."""

import tempfile
from pathlib import Path

import numpy as np

from tests.bench import Row, process, processes

READ = "import numpy as np\ny, a, b = np.load({path!r})\n"
OURS = (
    "from evalbook import mcnemar\nfrom evalbook.models import count_pairs\n"
    "mcnemar(count_pairs({'a': a, 'b': b}, y_true=y).table('a', 'b'), method='exact').pvalue\n"
)
PEER = "from mlxtend.evaluate import mcnemar, mcnemar_table\nmcnemar(mcnemar_table(y, a, b), exact=True)\n"
FIRST = "from evalbook import mcnemar_counts\nmcnemar_counts(11, 1, method='exact').pvalue\n"
STATSMODELS = "from statsmodels.stats.contingency_tables import mcnemar\nmcnemar([[0, 11], [1, 0]], exact=True).pvalue\n"


def import_rows():
    "P23: importing, less what the interpreter costs by itself; and the first answer beside statsmodels."
    bare = min(process("pass")[0] for _ in range(5))
    (ours, _), (numpy, _) = processes("import evalbook", "import numpy", 7)
    own = max(ours - bare, 1e-3)  # below the clock
    yield Row(
        "P23 import evalbook, less the bare interpreter", "import numpy", own, numpy - bare, 0.3
    )
    (ours, memory), (theirs, their_memory) = processes(FIRST, STATSMODELS)
    yield Row("P23 process of a first mcnemar_counts(11, 1)", "statsmodels", ours, theirs, 0.08)
    return memory, their_memory


def rows():
    "P23 and P24."
    held = [(yield from import_rows())]
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, 10**6).astype(np.int8)
    a, b = (np.where(rng.random(10**6) < 0.9, y, 1 - y) for _ in "ab")
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "labels.npy")
        np.save(path, np.array([y, a, b]).astype(np.int64))
        (ours, memory), (theirs, their_memory) = processes(
            READ.format(path=path) + OURS, READ.format(path=path) + PEER
        )
    yield Row("P24 process: read 1e6 rows, exact McNemar", "mlxtend", ours, theirs, 0.08)
    memory, theirs = max([*held, (memory, their_memory)], key=lambda pair: pair[0] / pair[1])
    name = "P23 and P24, peak memory: the one that is nearer to its peer"
    yield Row(name, "statsmodels, mlxtend", memory, theirs, 0.25, "MiB")
