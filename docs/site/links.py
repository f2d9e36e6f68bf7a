"""Whether all links of a site lead somewhere in it, and nothing in it is fetched from elsewhere."""
import html.parser
import os
import pathlib
import re
import urllib.parse


class Page(html.parser.HTMLParser):
    """Names that links can lead to, links, and whatever a browser loads with the page."""

    def __init__(self, text):
        super().__init__()
        self.names, self.links, self.loaded = set(), [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        self.names.update(given[key] for key in ("id", "name") if given.get(key))
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        elif tag == "link" and given.get("rel") != "canonical":
            self.loaded.append(given.get("href"))
        elif "src" in given:
            self.loaded.append(given["src"])


def faults(folder):
    pages = {path: Page(path.read_text()) for path in sorted(folder.rglob("*.html"))}
    for path, page in pages.items():
        name = path.relative_to(folder)
        for address in page.loaded:
            if re.match(r"\w+:(?<!data:)|//", address):
                yield f"{name}: loads {address} from the network"
        for address in [*page.links, *page.loaded]:
            if re.match(r"\w+:|//", address):
                continue
            place, _, anchor = urllib.parse.unquote(address).partition("#")
            place = place.partition("?")[0]
            target = pathlib.Path(os.path.normpath(path.parent / place)) if place else path
            if not target.is_file():
                yield f"{name}: links to {address}, which is not there"
            elif anchor and target in pages and anchor not in pages[target].names:
                yield f"{name}: links to {address}, and there is no such place"
