"""Pages of the reference, in Markdown: one for each module, one that lists the concepts, one with all names."""
import collections
import functools
import re

import declarations

# In the order of the sidebar; whatever else there is comes behind.
order = ("core", "numeric", "data", "models", "bounds", "kernels", "updaters", "samplers", "planning", "dynamic", "diagnostics", "draws", "tables",
         "formulas", "files", "teams", "mpi", "netcdf")


class Reference:
    def __init__(self, root, code):
        self.root = root
        self.code = code  # pages of files
        self.tests = sorted((root / "tests").rglob("*.cpp"))
        interfaces = [declarations.read(path, root) for path in sorted((root / "modules").rglob("*.cppm"))]
        self.modules = collections.defaultdict(list)
        for interface in interfaces:
            self.modules[interface.module].append(interface)
        places = {f"firefly.{name}": place for place, name in enumerate(order)}
        self.names_of_modules = sorted((m for m in self.modules if m not in ("firefly", "firefly.external")),
                                       key=lambda m: (places.get(m, len(places)), m))
        self.entries = [(interface, name, found) for module in self.names_of_modules for interface in self.modules[module]
                        for name, found in interface.names().items()]
        self.by_name = collections.defaultdict(list)
        self.by_partition = collections.defaultdict(list)
        for interface, name, _ in self.entries:
            self.by_name[name].append(interface)
            if interface.partition and interface not in self.by_partition[interface.partition]:
                self.by_partition[interface.partition].append(interface)

    def uncommented(self):
        for interface, name, found in self.entries:
            if not found[0].comment:
                yield f"{interface.path}:{found[0].line}: {name} is exported and has no comment"

    # ---- comments ----

    def linked(self, name, here):
        """A name in a comment with a link to its entry, that of the same module where several have it, or to a partition of the same module."""
        entries, partitions = self.by_name.get(name, ()), self.by_partition.get(name, ())
        if near := [i for i in entries if i.module == here.module] or list(entries):
            return f"[`{name}`](#{label(near[0], name)})"
        if near := [i for i in partitions if i.module == here.module]:
            return f"[`{name}`](#{label(near[0])})"
        return f"`{name}`"

    def markdown(self, comment, here, own=()):
        """A comment of the sources, of which nothing is markup but lists, indented formulas and `code`. Names that are its `own` are no links."""
        result, is_formula, was_blank = [], False, True
        for line in comment.split("\n"):
            starts = re.match(r"    ", line) and (was_blank or is_formula)
            if starts and not is_formula:
                result.append("```text")
            elif is_formula and line.strip() and not starts:
                result.append("```\n")
            is_formula = bool(starts) or (is_formula and not line.strip())
            was_blank = not line.strip()
            result.append(line[4:] if is_formula else self.prose(line, here, own))
        if is_formula:
            result.append("```")
        return "\n".join(result)

    def prose(self, line, here, own):
        """A line of a comment: names, documents and examples become links, and whatever Markdown would take for markup stays what it is."""
        parts = re.split(r"(`[^`]+`|\bdocs/\w+\.md|\bexamples/\w+\.cpp)", line)
        for i, part in enumerate(parts):
            if i % 2 == 0:
                parts[i] = re.sub(r"([\\*_\[\]<>{}$#|~&%`])", r"\\\1", part)
            elif part.startswith("docs/"):
                parts[i] = f"[{part}](../{part})"
            elif part.startswith("examples/"):
                parts[i] = self.code.link(part)
            else:
                name = part[1:-1].removeprefix("firefly::")
                parts[i] = self.linked(name, here) if name not in own and re.fullmatch(r"[\w:]+", name) else part
        return re.sub(r"^(\s*)\+", r"\1\\+", "".join(parts))

    # ---- pages ----

    def first_sentence(self, comment, here, own=()):
        paragraph = re.split(r"\n\s*\n|\n- ", comment)[0].replace("\n", " ")
        sentence = re.match(r".*?[.:](?= [A-Z`]|$)", paragraph)
        return self.prose((sentence[0] if sentence else paragraph).rstrip(":"), here, own)

    def module_page(self, module):
        interfaces = sorted(self.modules[module], key=lambda i: (i.partition != "concepts", i.partition))
        top = next(i for i in interfaces if not i.partition)
        lines = [f"# {module}", "", self.markdown(top.head, top), "", "```cpp", f"import {module};", "```", ""]
        for interface in interfaces:
            names = interface.names()
            if not names:
                continue
            if interface.partition:
                lines += [f"({label(interface)})=", f"## {interface.partition}", "", self.markdown(interface.head, interface), ""]
            for name, found in names.items():
                lines += self.entry(interface, name, found)
        return "\n".join(lines)

    def entry(self, interface, name, found):
        lines = [f"({label(interface, name)})=", f"{'###' if interface.partition else '##'} `{name}`", ""]
        before = None
        for declaration in found:
            if declaration.comment and declaration.comment != before:
                lines += [self.markdown(declaration.comment, interface, own_names(name, found)), ""]
            before = declaration.comment
            lines += ["```cpp", declaration.code, "```", ""]
        path, line, what = self.example(interface, name)
        lines += ["{.where}", f"Declared in {self.code.link(interface.path, found[0].line)}. {what}: {self.code.link(path, line)}.", ""]
        return lines

    def example(self, interface, name):
        """Where a name is used, to read: an example, the page of the library, or the test that mirrors the file; then any test."""
        plain = name.rpartition("::")[2]
        for path in [*sorted((self.root / "examples").glob("*.cpp")), self.root / "test_package" / "app.cpp"]:
            prefix = "" if "using namespace firefly;" in path.read_text() else "firefly::"
            if line := line_with(path, rf"\b{prefix}{re.escape(name)}(?!\w)"):
                return path.relative_to(self.root).as_posix(), line, "Example"
        mirror = self.root / "tests" / re.sub(r"^modules/(.*)m$", r"\1", interface.path)
        for path in [mirror, *self.tests] if mirror.exists() else self.tests:
            if line := line_with(path, rf"(?<![\w.]){re.escape(plain)}(?!\w)"):
                return path.relative_to(self.root).as_posix(), line, "Test"
        return (mirror if mirror.exists() else self.tests[0]).relative_to(self.root).as_posix(), 1, "Test"

    def index_page(self):
        lines = ["# Reference", "", "Every name that the library exports, with its declaration, its contract and a place where it is used. "
                 "`import firefly;` is all of it but the last two modules, which are optional. Who may import whom: "
                 "[design](../docs/design.md#who-may-look-where).", "",
                 "[All concepts](concepts.md) are what a part of your own must satisfy. [All names](names.md) are in the order of the alphabet.", ""]
        for module in self.names_of_modules:
            top = next(i for i in self.modules[module] if not i.partition)
            lines.append(f"- [{module}]({module}.md): {self.first_sentence(top.head, top)}")
        lines += ["", "```{toctree}", ":hidden:", "", "concepts", "names", *self.names_of_modules, "```", ""]
        return "\n".join(lines)

    def concepts_page(self):
        lines = ["# Concepts", "", "What each part may ask of the others. A struct of yours that satisfies one of these takes the place of ours. "
                 "Their contracts are in prose, since a compiler checks no more than the syntax.", ""]
        for module in self.names_of_modules:
            found = [(i, n, d) for i, n, d in self.entries if i.module == module and d[0].kind == "concept"]
            if found:
                lines += [f"## {module}", "", *(f"- {self.linked(n, i)}: {self.first_sentence(d[0].comment, i, own_names(n, d))}" for i, n, d in found), ""]
        return "\n".join(lines)

    def names_page(self):
        lines = ["# All names", ""]
        letter = ""
        for interface, name, found in sorted(self.entries, key=lambda e: (sort_key(e[1]), e[0].module)):
            if (first := sort_key(name)[:1].upper()) != letter:
                letter = first
                lines += ["", f"## {letter}", ""]
            said = self.first_sentence(found[0].comment, interface, own_names(name, found))
            lines.append(f"- [`{name}`](#{label(interface, name)}) ({interface.module.removeprefix('firefly.')}): {said}")
        return "\n".join(lines) + "\n"

    def pages(self):
        yield "index", self.index_page()
        yield "concepts", self.concepts_page()
        yield "names", self.names_page()
        for module in self.names_of_modules:
            yield module, self.module_page(module)


def own_names(name, found):
    """Of an entry: what its comment may name without meaning another one. A member may be called like something elsewhere."""
    return {name, *re.findall(r"(\w+)\(", "".join(declaration.code for declaration in found))}


def sort_key(name):
    return name.removeprefix("archetype::").lower()


def label(interface, name=""):
    """What links call an entry, or a partition."""
    parts = [interface.module, interface.partition, name.replace("::", ".")]
    return re.sub(r"[^\w.]", lambda c: f"x{ord(c[0]):x}", ".".join(part for part in parts if part)).lower().replace(".", "-").replace("_", "-")


@functools.cache
def code_in(path):
    """A file without comments, texts, includes and imports, line for line."""
    text = re.sub(r'"(?:[^"\\\n]|\\.)*"|//.*', "", path.read_text())
    return re.sub(r"^\s*?(?:#|import|module|using namespace).*", "", text, flags=re.M)


def line_with(path, pattern):
    """The number of the first line with a use."""
    found = re.search(pattern, code_in(path))
    return code_in(path).count("\n", 0, found.start()) + 1 if found else None
