"""MathJax for the pages and axe-core for their tests: npm tarballs, pinned by hash, downloaded once."""

from __future__ import annotations

import os
from pathlib import Path

import pooch

from common import BUILD

TARBALLS = {  # {package: (version, sha512, the one file that is needed)}
    "mathjax": (
        "3.2.2",
        "06df9249553c7811b6ef30a155ec0e89c62ced7b1db78d2a9b8f94a47c97ee4d3f3bd36588f73ec7bee4d7f144b0fb2328f64626fb5164cd6f3be81e5b43a11b",
        "es5/tex-svg.js",
    ),
    "axe-core": (
        "4.14.1",
        "1477dafa598d8d065f273d6af302aa203c02e83131707b7fa648cd41bd3d6b734f8c22a0dab86ee6a6f64b8afbe804b214d36db85a2826965edfb3a0b9d546b5",
        "axe.min.js",
    ),
}


def fetch(name: str) -> Path:
    "One file of an npm tarball; another registry stands in the environment, as npm reads it."
    release, digest, member = TARBALLS[name]
    registry = os.environ.get("npm_config_registry", "https://registry.npmjs.org").rstrip("/")
    (path,) = pooch.retrieve(
        f"{registry}/{name}/-/{name}-{release}.tgz",
        f"sha512:{digest}",
        path=BUILD / "vendor",
        processor=pooch.Untar(members=[f"package/{member}"]),
    )
    return Path(path)
