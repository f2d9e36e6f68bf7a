"""Sphinx, for docs/site/make: Markdown by MyST, the theme Furo, a search that needs no server."""
import re

project = "firefly"
html_title = "firefly"
extensions = ["myst_parser"]
root_doc = "index"
source_suffix = {".md": "markdown"}
myst_heading_anchors = 4  # links to headings as GitHub has them
myst_enable_extensions = ["attrs_block"]
html_theme = "furo"
html_css_files = ["site.css"]
html_use_index = False
html_copy_source = False
html_show_sphinx = False
html_show_copyright = False
html_show_search_summary = False  # would ask a server for the pages that were found
html_last_updated_fmt = None
highlight_language = "text"
pygments_style = "default"
pygments_dark_style = "github-dark"
nitpicky = True


def keep_options_whole(app, page, template, context, doctree):
    """No line breaks after the dashes of an option."""
    if "body" in context:
        context["body"] = re.sub(r'<span class="pre">(--?[^<]{1,30})</span>', r'<span class="pre whole">\1</span>', context["body"])


def setup(app):
    app.connect("html-page-context", keep_options_whole)
