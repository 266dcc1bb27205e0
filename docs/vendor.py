"""MathJax for the pages and axe-core for their tests: npm tarballs, pinned by hash."""

from __future__ import annotations

import base64
import hashlib
import io
import os
import re
import sys
import tarfile
import urllib.request
from pathlib import Path

from common import BUILD, write

TARBALLS = {  # {package: (version, sha512, the one file that is needed)}
    "mathjax": (
        "3.2.2",
        "Bt+SSVU8eBG27zChVewOicYs7Xsdt40qm4+UpHyX7k0/O9NliPc+x77k1/FEsPsjKPZGJvtRZM1vO+geW0OhGw==",
        "es5/tex-svg.js",
    ),
    "axe-core": (
        "4.14.1",
        "FHfa+lmNjQZfJz1q8wKqIDwC6DExcHt/pkjNQb09a3NPjCKg2rhu5qb2S4r76ASyFNNtuFooJpZe37OgudVGtQ==",
        "axe.min.js",
    ),
}


def registry() -> str:
    "The npm registry: the environment's, the user's, or the public one."
    settings = Path.home() / ".npmrc"
    found = re.search(
        r"^registry *= *(\S+)", settings.read_text() if settings.exists() else "", flags=re.M
    )
    return (
        os.environ.get("npm_config_registry")
        or (found and found[1])
        or "https://registry.npmjs.org"
    ).rstrip("/")


def fetch(name: str) -> Path:
    "One file of an npm tarball, downloaded once and checked against its sha512."
    release, digest, member = TARBALLS[name]
    target = BUILD / "vendor" / f"{name}-{release}" / Path(member).name
    if not target.exists():
        with urllib.request.urlopen(
            f"{registry()}/{name}/-/{name}-{release}.tgz", timeout=120
        ) as answer:
            data = answer.read()
        if base64.b64encode(hashlib.sha512(data).digest()).decode() != digest:
            sys.exit(f"{name} {release}: the download does not have the pinned hash.")
        with tarfile.open(fileobj=io.BytesIO(data)) as tar:
            write(target, tar.extractfile(f"package/{member}").read())
    return target
