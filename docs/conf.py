"""The documentation site: `python -m sphinx -W --keep-going -b html docs build/site`."""

import sys
from importlib import metadata
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "_site"))

project = "Jackdaw"
release = metadata.version("jackdaw-engine")
html_title = f"Jackdaw {release}"
html_theme = "furo"
html_show_copyright = False
html_show_sphinx = False
html_copy_source = False
html_show_search_summary = False  # browsers do not load other pages without a server
html_show_sourcelink = False
html_static_path = ["_site/static"]
html_css_files = ["site.css"]

extensions = ["myst_parser", "sphinx.ext.autodoc", "docstrings"]
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
