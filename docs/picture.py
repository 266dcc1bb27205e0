"""The picture of the report on the bundled data, for README and landing page: `python docs/picture.py` draws it anew.

Writes docs/figures/report-light.png and report-dark.png, which are committed; needs Chromium and Pillow (comes with matplotlib).
"""

from __future__ import annotations

import os
import subprocess
import sys
from io import BytesIO

from PIL import Image
from playwright.sync_api import sync_playwright

from common import BUILD, DOCS, ROOT

SEEN = {"width": 800, "height": 1080}  # the part of the page down to its first picture
COLORS = 128  # few colours make small files; with 32 the orange is grey


def draw() -> None:
    "The report as `evalbook report` writes it, photographed in the light and in the dark."
    report = BUILD / "report.html"
    command = [sys.executable, "-m", "evalbook", "report", "--out", str(report)]
    subprocess.run(command, check=True, cwd=ROOT, stdout=subprocess.DEVNULL)
    with sync_playwright() as play:
        chromium = play.chromium.launch(executable_path=os.environ.get("CHROMIUM"))
        for look in ("light", "dark"):
            page = chromium.new_page(viewport=SEEN, device_scale_factor=1.5, color_scheme=look)
            page.goto(report.as_uri())
            picture = Image.open(BytesIO(page.screenshot())).convert("RGB").quantize(COLORS)
            picture.save(DOCS / "figures" / f"report-{look}.png", optimize=True)


if __name__ == "__main__":
    draw()
