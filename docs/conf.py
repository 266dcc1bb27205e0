"""Sphinx configuration; `docs/build.py` stages the sources and calls Sphinx."""

import ast
import inspect
import re
import sys
from configparser import ConfigParser
from pathlib import Path

from pygments.formatters import HtmlFormatter
from sphinx.highlighting import PygmentsBridge

sys.path.insert(0, str(Path(__file__).resolve().parent))
from common import ROOT, label  # noqa: E402

settings = ConfigParser(delimiters=["="])
settings.read(ROOT / "settings.ini", encoding="utf-8")
cfg = settings["DEFAULT"]

project, author, release = cfg["title"], cfg["author"], cfg["version"]
copyright = cfg["copyright"]
language = "en"
extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.mathjax", "sphinx_copybutton", "sphinxcontrib.bibtex"]
exclude_patterns = ["_build", "docs/_static"]
suppress_warnings = ["config.cache"]

# --- notebooks: build.py has run them; nothing is run here ------------------------------------------------------------
nb_execution_mode = "off"
nb_merge_streams = True
nb_render_markdown_format = "gfm"  # tables in printed Markdown
nb_ipywidgets_js = {}
myst_enable_extensions = [
    "amsmath",
    "attrs_block",
    "attrs_inline",
    "colon_fence",
    "deflist",
    "dollarmath",
    "smartquotes",
]
myst_heading_anchors = 4
myst_dmath_double_inline = True
bibtex_bibfiles = [str(ROOT / "docs" / "references.bib")]
numfig = True
numfig_secnum_depth = 0
math_number_all = True
math_eqref_format = "({number})"

# --- mathematics without another host ---------------------------------------------------------------------------------
mathjax_path = "tex-svg.js"
mathjax3_config = {"svg": {"fontCache": "global"}, "options": {"menuOptions": {"settings": {"assistiveMml": True}}}}

# --- the API pages ----------------------------------------------------------------------------------------------------
autodoc_member_order = "bysource"
autodoc_typehints = "none"
autodoc_class_signature = "mixed"
python_use_unqualified_type_names = True
add_module_names = False
toc_object_entries_show_parents = "hide"

# --- the look ---------------------------------------------------------------------------------------------------------
html_theme = "sphinx_book_theme"
html_title = project
html_static_path = [str(ROOT / "docs" / "_static"), str(ROOT / "docs" / "_build" / "src" / "_static")]
html_css_files = ["book.css"]
html_js_files = ["book.js"]
html_favicon = str(ROOT / "docs" / "_static" / "favicon.svg")
html_context = {"default_mode": "auto"}
html_show_sourcelink = False
html_copy_source = False
html_show_sphinx = False
html_last_updated_fmt = None
html_theme_options = {
    "logo": {"text": "evalbook"},
    "home_page_in_toc": False,
    "show_toc_level": 2,
    "show_navbar_depth": 1,
    "use_download_button": False,
    "use_fullscreen_button": False,
    "use_source_button": False,
    "navbar_persistent": [],
    "navbar_start": [],
    "navbar_center": [],
    "navbar_end": [],
}


# --- code: a long line wraps under its own indent -----------------------------------------------------------------------


class HangingLines(HtmlFormatter):
    "Each line of code is a block that knows its indent; book.css wraps it there."

    def wrap(self, source):
        return super().wrap((is_code, self.block(line) if is_code else line) for is_code, line in source)

    def block(self, line):
        text = re.sub(r"<[^>]+>", "", line)
        indent = len(text) - len(text.lstrip(" "))
        return f'<span class="cl"{f" style=--in:{indent}ch" if indent else ""}>{line}</span>'


PygmentsBridge.html_formatter = HangingLines


# --- docments: the comment behind an argument becomes its description -------------------------------------------------


def rst(text):
    "A docstring or a comment as reStructuredText: backticks are code, everything else is plain."
    parts = re.split(r"(`[^`]+`)", text)
    return "".join(
        f"``{p.strip('`')}``" if p.startswith("`") and len(p) > 2 else re.sub(r"([\\*_|])", r"\\\1", p) for p in parts
    )


def comment(line):
    "The comment at the end of a source line, quotes respected."
    found = re.match(r"""^(?:[^#"']|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')*#\s?(.*)$""", line)
    return found[1].strip() if found else ""


def docments(thing):
    "{argument or field: comment}, with the key `return` for the result, read from the source."
    try:
        source = inspect.cleandoc("\n" + inspect.getsource(thing))
        node = ast.parse(source).body[0]
    except (OSError, TypeError, SyntaxError, IndentationError):
        return {}
    lines = source.split("\n")
    if isinstance(node, ast.ClassDef):
        fields = [n for n in node.body if isinstance(n, ast.AnnAssign)]
        made = {n.target.id: comment(lines[n.end_lineno - 1]) for n in fields}
        return made or (docments(thing.__init__) if inspect.isfunction(thing.__init__) else {})
    spec = node.args
    found = {
        a.arg: comment(lines[a.end_lineno - 1])
        for a in [*spec.posonlyargs, *spec.args, *spec.kwonlyargs, *filter(None, (spec.vararg, spec.kwarg))]
    }
    one_line = node.lineno == (node.returns.end_lineno if node.returns else node.lineno) and len(found) > 1
    if node.returns:
        found["return"] = comment(lines[node.returns.end_lineno - 1])
    return {} if one_line else found


def add_docments(app, what, name, obj, options, lines):
    "Docstring first, then the docments as fields, then the way to the chapter."
    lines[:] = [rst(line) for line in lines] if what != "data" else []
    if what in ("function", "method", "class"):
        found = {k: v for k, v in docments(obj).items() if v and k not in ("self", "cls")}
        if found:
            lines.append("")
            lines += [f":param {k}: {rst(v)}" for k, v in found.items() if k != "return"]
            lines += [f":returns: {rst(found['return'])}"] if "return" in found else []
    if what in ("function", "class", "data"):
        lines += ["", f":ref:`In the book, with its formula and its proof <{label(name.rsplit('.', 1)[-1])}>`", ""]


def no_value(app, what, name, obj, options, signature, returns):
    "Dataclass constructors keep their signature; batches of defaults stay short."
    return (re.sub(r"<function (\w+) at 0x[0-9a-f]+>", r"\1", signature), returns) if signature else None


def setup(app):
    app.connect("autodoc-process-docstring", add_docments)
    app.connect("autodoc-process-signature", no_value)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
