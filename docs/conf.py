"""Sphinx configuration; `docs/build.py` stages the sources and calls Sphinx."""

import ast
import inspect
import json
import re
import sys
from configparser import ConfigParser
from functools import cache
from pathlib import Path

from docutils import nodes
from pygments.formatters import HtmlFormatter
from pygments.token import Token
from sphinx.highlighting import PygmentsBridge

sys.path.insert(0, str(Path(__file__).resolve().parent))
from common import ROOT, label, repository  # noqa: E402

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
templates_path = [str(ROOT / "docs" / "_templates")]
html_additional_pages = {"search": "search.html"}
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
    "article_footer_items": ["source.html"],
    "navbar_persistent": [],
    "navbar_start": [],
    "navbar_center": [],
    "navbar_end": [],
}


# --- code: a long line wraps under its own indent -----------------------------------------------------------------------


class HangingLines(HtmlFormatter):
    "Each line of code is a block that knows its indent; book.css wraps it there. Words that look like plain text are plain text."

    PLAIN = (Token.Name, Token.Punctuation, Token.Text, Token.Text.Whitespace)  # a third of the site was their marks

    def _get_css_classes(self, ttype):
        return "" if ttype in self.PLAIN else super()._get_css_classes(ttype)

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


@cache
def facts():
    "What api.py found of every public name: its example, what it refuses, its relatives."
    path = ROOT / "docs" / "_build" / "facts.json"
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def typed(obj):
    "The types of arguments and result, as they are written; `Any` says nothing and is left out."
    made = obj.__init__ if inspect.isclass(obj) and "__init__" in vars(obj) else obj
    found = {k: str(v) for k, v in getattr(made, "__annotations__", {}).items() if str(v) not in ("Any", "None")}
    return [f":rtype: ``{v}``" if k == "return" else f":type {k}: ``{v}``" for k, v in found.items()]


def indented(code, language):
    "A block of code in a description."
    return [f".. code-block:: {language}", "", *(f"   {line}" for line in code.split("\n")), ""]


SHORT = 4  # lines of a setup that stands open


def opened(setup):
    "The lines before an example: a few stand open, more are in a fold."
    lines = setup.split("\n")
    if len(lines) <= SHORT:
        return indented(setup, "python")
    bar = f"<details class='setup'><summary>Run it yourself: {len(lines)} lines before it</summary>"

    def html(text):
        return [".. raw:: html", "", f"   {text}", ""]

    return [*html(bar), *indented(setup, "python"), *html("</details>")]


def shown(name, label_of):
    "The example of a name, what it refuses, and its relatives."
    about, lines = facts().get(name, {}), []
    if about.get("code"):
        where = f", from {about['place']}" if about["place"] else ""
        lines += ["", f".. rubric:: Example{where}", "", *opened(about["setup"]), *indented(about["code"], "python")]
        lines += indented(about["output"], "text") if about["output"] else ["(It draws; the picture stands there.)", ""]
    if about.get("see"):
        lines += ["", "**See also:** " + ", ".join(f":py:obj:`{n.rsplit('.', 1)[-1]} <{n}>`" for n in about["see"])]
    return [*lines, "", f":ref:`In the book, with its formula and its proof <{label_of}>`", ""]


def add_docments(app, what, name, obj, options, lines):
    "Docstring first, then the docments as fields with their types, then an example and the way to the chapter."
    lines[:] = [rst(line) for line in lines] if what != "data" else []
    short = name.rsplit(".", 1)[-1]
    if what in ("function", "method", "class"):
        found = {k: v for k, v in docments(obj).items() if v and k not in ("self", "cls")}
        lines.append("")
        lines += [f":param {k}: {rst(v)}" for k, v in found.items() if k != "return"]
        lines += [f":returns: {rst(found['return'])}"] if "return" in found else []
        lines += [line for line in typed(obj) if line.startswith(":rtype") or line.split(":")[1][5:] in found]
    if what in ("function", "class", "data"):
        refused = "; ".join(rst(words) for words in facts().get(short, {}).get("raises", []))
        lines += [f":raises ValueError: {refused}"] if refused else []
        lines += shown(short, label(short))


def no_value(app, what, name, obj, options, signature, returns):
    "Dataclass constructors keep their signature; batches of defaults stay short."
    return (re.sub(r"<function (\w+) at 0x[0-9a-f]+>", r"\1", signature), returns) if signature else None


def source_of(pagename):
    "The file of the repository that a page is made from; API pages are made from the modules, and these from the notebooks."
    for path in (f"{pagename}.ipynb", f"{pagename}.md", f"{pagename.removeprefix('docs/')}.md", f"docs/{pagename}.md"):
        if (ROOT / path).exists():
            return f"{repository()}/{path}"
    made = {"api": "docs/api.py", "docs": "docs/pages.py"}.get(pagename.split("/")[0])
    return f"{repository()}/{made}" if made else ""


def add_source(app, pagename, templatename, context, doctree):
    "Every page knows its source, for _templates/source.html."
    context["source_of_page"] = source_of(pagename)


def keep_shades(app, doctree, docname):
    "A picture whose colours carry numbers, such as a heat map or a photograph, keeps them in the dark."
    for image in doctree.findall(nodes.image):
        path = (Path(app.srcdir) / docname).parent / image["uri"]
        path = path if path.exists() else Path(app.srcdir) / image["uri"].lstrip("/")
        if path.suffix == ".svg" and re.search(r"QuadMesh|<image", path.read_text(encoding="utf-8")):
            image["classes"].append("shades")


def without_search(app):
    "Sphinx makes no index of its own; ours is written by search.py, for the page that _templates/search.html is."
    app.builder.search = False


def with_short_numbers(app, error):
    "The coordinates in pictures have two digits after the point: a hundredth of a point is finer than any screen."
    for path in (Path(app.outdir) / "_images").glob("*.svg"):
        text = path.read_text(encoding="utf-8")
        short = re.sub(r' d="[^"]*"', lambda d: re.sub(r"(\.\d\d)\d+", r"\1", d[0]), text)
        path.write_text(short, encoding="utf-8")


def with_used_icons(app, error):
    "Of the theme's 2,000 icons the site keeps those that a page or a script names: 100 kB in place of 1.6 MB, loaded with every page."
    site, icons = Path(app.outdir), Path(app.outdir) / "_static" / "scripts" / "fontawesome.js"
    if not icons.exists():
        return
    pages = [*site.rglob("*.html"), *(path for path in site.rglob("*.js") if path != icons)]
    used = {name for path in pages for name in re.findall(r"\bfa-([a-z][a-z0-9-]*)", path.read_text(encoding="utf-8"))}
    icon = r'(?:"([\w-]+)"|([\w$]+)):\[\d+,\d+,\[([^\]]*)\],"[0-9a-f]+",(?:"[^"]*"|\[[^\]]*\])\],?'  # name, size, aliases, path

    def named(m):
        return m[0] if used & {m[1] or m[2], *re.findall(r'"([\w-]+)"', m[3])} else ""

    icons.write_text(re.sub(icon, named, icons.read_text(encoding="utf-8")), encoding="utf-8")


def setup(app):
    app.connect("builder-inited", without_search)
    app.connect("doctree-resolved", keep_shades)
    app.connect("html-page-context", add_source)
    app.connect("autodoc-process-docstring", add_docments)
    app.connect("autodoc-process-signature", no_value)
    app.connect("build-finished", with_short_numbers)
    app.connect("build-finished", with_used_icons)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
