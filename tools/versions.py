"""The tests under every supported Python, each in an environment of its own: `python tools/versions.py [3.10 3.13 oldest] [-- PYTEST ARGUMENTS]`.

`oldest` is the first supported Python with the oldest supported version of each package that is needed at run time.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from configparser import ConfigParser
from pathlib import Path

ROOT = Path(__file__).parent.parent
EVERY = ("3.10", "3.11", "3.12", "3.13", "oldest")


def interpreter(version: str) -> str | None:
    "A Python of this version: pyenv's newest, else the first on the path."
    root = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    found = sorted(
        root.glob(f"{version}.*/bin/python"), key=lambda p: [int(n) for n in re.findall(r"\d+", p.parts[-3])]
    )
    return str(found[-1]) if found else shutil.which(f"python{version}")


def requirements() -> list[str]:
    "What is needed at run time, at its oldest supported version."
    settings = ConfigParser(delimiters=["="])
    settings.read(ROOT / "settings.ini")
    return [re.sub(">=(.*)", r"==\1.*", r) for r in settings["DEFAULT"]["requirements"].split()]


def environment(name: str) -> Path | None:
    "The Python of the environment of this name, made when it is missing; None where this machine lacks the version."
    python = interpreter(EVERY[0] if name == "oldest" else name)
    if python is None:
        return None
    place = ROOT / ".venvs" / name
    ours = place / "bin" / "python"
    if not ours.exists():
        subprocess.run([python, "-m", "venv", str(place)], check=True)
        subprocess.run([str(ours), "-m", "pip", "install", "--quiet", "--upgrade", "pip"], check=True)
        oldest = requirements() if name == "oldest" else []
        wanted = ["-e", f"{ROOT}[dev,parquet]", *oldest]
        subprocess.run([str(ours), "-m", "pip", "install", "--quiet", *wanted], check=True)
    return ours


def main(arguments: list[str]) -> int:
    "Run the tests in each environment, and print a table."
    cut = arguments.index("--") if "--" in arguments else len(arguments)
    names, rest, rows = arguments[:cut] or EVERY, arguments[cut + 1 :], []
    for name in names:
        ours, begun = environment(name), time.monotonic()
        if ours is None:
            rows.append((name, "not on this machine", ""))
            continue
        run = subprocess.run([str(ours), "-m", "pytest", "-q", *rest], cwd=ROOT, capture_output=True, text=True)
        asked = "import sys, numpy, scipy, pandas, sklearn as s; print(sys.version.split()[0], numpy.__version__, scipy.__version__, pandas.__version__, s.__version__)"
        versions = subprocess.run([str(ours), "-c", asked], capture_output=True, text=True).stdout.strip()
        rows.append((name, run.stdout.strip().splitlines()[-1], versions))
        if run.returncode:
            print(run.stdout[-5000:], run.stderr[-2000:])
        print(name, "ended with", run.returncode, f"after {time.monotonic() - begun:.0f} s", flush=True)
    print("\n| environment | result | python, numpy, scipy, pandas, scikit-learn |\n|---|---|---|")
    print("\n".join(f"| {' | '.join(row)} |" for row in rows))
    return int(any(" failed" in row[1] or " error" in row[1] or "not on" in row[1] for row in rows))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
