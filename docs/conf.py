"""The documentation site: `python -m sphinx -W --keep-going -b html docs build/site`."""

import sys
import tomllib
from importlib import metadata
from pathlib import Path

_DOCS = Path(__file__).parent
sys.path.insert(0, str(_DOCS / "_site"))

project = "Jackdaw"
release = metadata.version("jackdaw-engine")
html_title = "Jackdaw"  # the version stands below it
html_theme = "furo"
html_show_copyright = False
html_show_sphinx = False
html_show_search_summary = False  # browsers do not load other pages without a server
html_show_sourcelink = True
html_static_path = ["_site/static"]
html_css_files = ["site.css"]
templates_path = ["_site/templates"]
html_sidebars = {
    "**": [
        "sidebar/brand.html",
        "sidebar/version.html",
        "sidebar/search.html",
        "sidebar/scroll-start.html",
        "sidebar/navigation.html",
        "sidebar/scroll-end.html",
    ]
}
html_context = {"release_name": release}  # `publish.py` says `dev` for a version between two releases

# Every page links to its source: in the repository that pyproject.toml names, or else to a copy in the site.
_urls = tomllib.loads((_DOCS.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"].get(
    "urls", {}
)
html_theme_options = {"top_of_page_buttons": ["view"]}
if "Repository" in _urls:
    html_theme_options["source_view_link"] = f"{_urls['Repository'].rstrip('/')}/blob/HEAD/docs/{{filename}}"
html_copy_source = "Repository" not in _urls

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.viewcode", "docstrings", "notebooks"]
exclude_patterns = ["README.md", "_site"]  # README.md is what index.rst shows
highlight_language = "text"
myst_heading_anchors = 4
myst_url_schemes = ["http", "https"]

autodoc_default_options = {"members": True, "member-order": "bysource"}
autodoc_typehints_format = "short"
add_module_names = False
python_use_unqualified_type_names = True
maximum_signature_line_length = 88
toc_object_entries_show_parents = "hide"
default_role = "code-or-name"  # docstrings write code, and names of the project, between single backticks
