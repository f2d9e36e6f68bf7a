"""Files of the repository as pages with numbered lines, for links from documents and from the reference."""
import html
import os

import pygments
import pygments.formatters
import pygments.lexers
import pygments.util

page = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title} · firefly</title>
<link rel="stylesheet" href="{up}_static/code.css">
</head>
<body>
<nav><a href="{up}index.html">firefly</a> · <a href="{up}reference/index.html">reference</a></nav>
<h1>{title}</h1>
{body}
</body>
</html>
"""


class CodePages:
    def __init__(self, root, folder):
        self.root = root
        self.folder = folder
        self.made = set()

    def href(self, path, line=None):
        """Of a file or folder, from the top of the site; the page is made."""
        target = f"code/{path}/index.html" if (self.root / path).is_dir() else f"code/{path}" if path.endswith(".svg") else f"code/{path}.html"
        if path not in self.made:
            self.made.add(path)
            self.write(path, self.folder / target)
        return target + (f"#line-{line}" if line and line > 1 else "")

    def link(self, path, line=None, depth=1):
        return f'<a href="{"../" * depth}{self.href(path, line)}"><code>{html.escape(path)}</code></a>'

    def write(self, path, target):
        source = self.root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        if path.endswith(".svg"):
            target.write_bytes(source.read_bytes())
            return
        up = os.path.relpath(self.folder, target.parent) + "/"
        if source.is_dir():
            files = sorted(f.relative_to(self.root).as_posix() for f in source.iterdir() if f.is_file())
            items = (f'<li><a href="{up}{self.href(f)}">{html.escape(f)}</a></li>' for f in files)
            body = "<ul>\n" + "\n".join(items) + "\n</ul>"
        else:
            try:
                lexer = pygments.lexers.get_lexer_for_filename("x.cpp" if path.endswith(".cppm") else path)
            except pygments.util.ClassNotFound:
                lexer = pygments.lexers.TextLexer()
            lines = pygments.formatters.HtmlFormatter(linenos="inline", anchorlinenos=True, lineanchors="line")
            body = pygments.highlight(source.read_text(), lexer, lines)
        target.write_text(page.format(title=html.escape(path), up=up, body=body))


def style():
    """Colours of code, by day and by night."""
    day = pygments.formatters.HtmlFormatter(style="default").get_style_defs(".highlight")
    night = pygments.formatters.HtmlFormatter(style="github-dark").get_style_defs(".highlight")
    return f"{day}\n@media (prefers-color-scheme: dark) {{\n{night}\n}}\n"
