"""Sphinx configuration; `docs/build.py` stages the sources and calls Sphinx."""

import gc
import re
import sys
from pathlib import Path

from docutils import nodes
from pygments.formatters import HtmlFormatter
from pygments.token import Token
from sphinx.highlighting import PygmentsBridge

sys.path.insert(0, str(Path(__file__).resolve().parent))
from common import ROOT, facts, repository  # noqa: E402

gc.set_threshold(100_000, 50, 50)  # the trees of all pages stay, and need not be looked through

project, author, release = (facts()[key] for key in ("title", "author", "version"))
copyright = facts()["copyright"]
extensions = [
    "myst_nb",
    "sphinx.ext.autodoc",
    "numpydoc",
    "sphinx.ext.mathjax",
    "sphinx_copybutton",
    "sphinxcontrib.bibtex",
]
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
mathjax3_config = {
    "svg": {"fontCache": "global"},
    "options": {"menuOptions": {"settings": {"assistiveMml": True}}},
}

# --- the API pages ----------------------------------------------------------------------------------------------------
autodoc_member_order = "bysource"
numpydoc_show_class_members = False
default_role = "code"
autodoc_typehints = "none"
python_use_unqualified_type_names = True
add_module_names = False
toc_object_entries_show_parents = "hide"

# --- the look ---------------------------------------------------------------------------------------------------------
html_theme = "sphinx_book_theme"
html_title = project
html_static_path = [
    str(ROOT / "docs" / "_static"),
    str(ROOT / "docs" / "_build" / "src" / "_static"),
]
templates_path = [str(ROOT / "docs" / "_templates")]
html_additional_pages = {"search": "search.html"}
html_css_files = ["book.css"]
html_js_files = ["book.js"]
html_favicon = str(ROOT / "docs" / "_static" / "favicon.svg")
html_context = {"default_mode": "auto"}
html_show_sourcelink = False
html_copy_source = False
html_show_sphinx = False
html_theme_options = {
    "logo": {"text": "evalbook"},
    "show_toc_level": 2,
    "collapse_navbar": True,  # else the headings of all pages are copied for each page, and thrown away
    "use_download_button": False,
    "use_fullscreen_button": False,
    "article_footer_items": ["source.html"],
    "navbar_start": [],
    "navbar_center": [],
    "navbar_end": [],
}


# --- code: a long line wraps under its own indent -----------------------------------------------------------------------


class HangingLines(HtmlFormatter):
    "Each line of code is a block that knows its indent; book.css wraps it there. Words that look like plain text are plain text."

    PLAIN = (
        Token.Name,
        Token.Punctuation,
        Token.Text,
        Token.Text.Whitespace,
    )  # a third of the site was their marks

    def _get_css_classes(self, ttype):
        return "" if ttype in self.PLAIN else super()._get_css_classes(ttype)

    def wrap(self, source):
        return super().wrap(
            (is_code, self.block(line) if is_code else line) for is_code, line in source
        )

    def block(self, line):
        text = re.sub(r"<[^>]+>", "", line)
        indent = len(text) - len(text.lstrip(" "))
        return f'<span class="cl"{f" style=--in:{indent}ch" if indent else ""}>{line}</span>'


PygmentsBridge.html_formatter = HangingLines


# --- pages ------------------------------------------------------------------------------------------------------------


def source_of(pagename):
    "The file of the repository that a page is made from; API pages are made from the modules, and these from the notebooks."
    stem = pagename.removeprefix("docs/")
    made = {"api": "docs/api.py", "docs": "docs/pages.py"}.get(pagename.split("/")[0], "")
    written = [f"{pagename}.ipynb", f"{pagename}.md", f"{stem}.md", f"docs/{stem}.md", made]
    path = next((path for path in written if path and (ROOT / path).exists()), "")
    return path and f"{repository()}/{path}"


def add_source(app, pagename, templatename, context, doctree):
    "Every page knows its source, for _templates/source.html."
    context["source_of_page"] = source_of(pagename)


def keep_shades(app, doctree, docname):
    "A picture whose colours carry numbers, such as a heat map or a photograph, keeps them in the dark."
    for image in doctree.findall(nodes.image):
        path = (Path(app.srcdir) / docname).parent / image["uri"]
        path = path if path.exists() else Path(app.srcdir) / image["uri"].lstrip("/")
        if path.suffix == ".svg" and re.search(
            r"QuadMesh|<image", path.read_text(encoding="utf-8")
        ):
            image["classes"].append("shades")


def without_search(app):
    "Sphinx makes no index of its own; ours is written by search.py, for the page that _templates/search.html is."
    app.builder.search = False


def setup(app):
    app.connect("builder-inited", without_search)
    app.connect("doctree-resolved", keep_shades)
    app.connect("html-page-context", add_source)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
