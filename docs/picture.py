"""The picture of the report on the bundled data, for README and landing page: `python docs/picture.py` draws it anew.

Writes docs/figures/report-light.png and report-dark.png, which are committed; needs Chromium and Pillow (comes with matplotlib).
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from common import DOCS, ROOT

WIDTH, HEIGHT, COLORS = (
    800,
    1080,
    32,
)  # the part of the page down to its first picture; few colours make small files
QUIET = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --hide-scrollbars".split()
)
QUIET += "--disable-background-networking --disable-component-update --disable-sync".split()
SCHEMES = {"light": 1, "dark": 0}  # Chromium's numbers


def draw() -> None:
    "The report as `evalbook report` writes it, photographed in the light and in the dark."
    from PIL import Image

    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium") or sys.exit("needs Chromium")
    with tempfile.TemporaryDirectory() as folder:
        page, shot = Path(folder) / "report.html", Path(folder) / "shot.png"
        environment = os.environ | {"PYTHONPATH": str(ROOT)}
        command = [sys.executable, "-m", "evalbook", "report", "--out", str(page)]
        subprocess.run(command, check=True, env=environment, stdout=subprocess.DEVNULL)
        for name, scheme in SCHEMES.items():
            look = [
                f"--window-size={WIDTH},{HEIGHT}",
                f"--blink-settings=preferredColorScheme={scheme}",
            ]
            look += [
                "--force-device-scale-factor=1.5",
                f"--user-data-dir={folder}/{name}",
                f"--screenshot={shot}",
            ]
            subprocess.run(
                [chromium, *QUIET, *look, page.as_uri()],
                check=True,
                stderr=subprocess.DEVNULL,
                timeout=120,
            )
            picture = Image.open(shot).convert("RGB").quantize(COLORS)
            picture.save(DOCS / "figures" / f"report-{name}.png", optimize=True)


if __name__ == "__main__":
    draw()
