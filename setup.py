"""Packaging: every fact is read from settings.ini."""

from configparser import ConfigParser
from pathlib import Path

from setuptools import find_packages, setup

HERE = Path(__file__).parent
settings = ConfigParser(delimiters=["="])
settings.read(HERE / "settings.ini", encoding="utf-8")
cfg = settings["DEFAULT"]

STATUS = {
    "1": "1 - Planning",
    "2": "2 - Pre-Alpha",
    "3": "3 - Alpha",
    "4": "4 - Beta",
    "5": "5 - Production/Stable",
}


def extras() -> dict[str, list[str]]:
    "Every `<name>_requirements` line of settings.ini as an extra."
    ending = "_requirements"
    return {
        key[: -len(ending)]: value.split() for key, value in cfg.items() if key.endswith(ending)
    }


setup(
    name=cfg["lib_name"],
    version=cfg["version"],
    description=cfg["description"],
    long_description=(HERE / "README.md").read_text(encoding="utf-8"),
    long_description_content_type="text/markdown",
    author=cfg["author"],
    author_email=cfg["author_email"],
    url=cfg["git_url"],
    license="BSD-3-Clause",
    keywords=cfg["keywords"],
    packages=find_packages(include=[cfg["lib_name"], cfg["lib_name"] + ".*"]),
    package_data={cfg["lib_name"]: cfg["package_data"].split()},
    python_requires=">=" + cfg["min_python"],
    install_requires=cfg["requirements"].split(),
    extras_require=extras(),
    entry_points={
        "console_scripts": cfg["console_scripts"].split(),
        "nbdev": ["evalbook=evalbook._modidx:d"],
    },
    classifiers=[
        "Development Status :: " + STATUS[cfg["status"]],
        "Intended Audience :: " + cfg["audience"],
        "Programming Language :: Python :: 3",
        "Topic :: Scientific/Engineering",
    ],
    zip_safe=False,
)
