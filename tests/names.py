"""Every public name, in whatever part it stands."""

from importlib import import_module
from typing import Any

import evalbook

HOMES = evalbook._owners()


def public(name: str) -> Any:
    "What a part hands out under a name."
    return getattr(import_module(f"evalbook.{HOMES[name].split('.')[0]}"), name)


def every() -> dict[str, Any]:
    "All of them."
    return {name: public(name) for name in HOMES}
