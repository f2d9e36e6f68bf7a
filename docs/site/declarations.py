"""What the interfaces in modules/ export: name, comment and declaration of each, without bodies and private members.

tree-sitter's grammar of C++ reads the files. It does not know modules, so their words are blanked out first, which moves nothing. A file that it
understands in part only is no harm: what is shown is the source itself, less the parts that it has found to be bodies. But a line that begins with
`export` and is part of no declaration that it found is an error.
"""
import dataclasses
import re
import textwrap

import tree_sitter
import tree_sitter_cpp

parser = tree_sitter.Parser(tree_sitter.Language(tree_sitter_cpp.language()))

types = ("class_specifier", "struct_specifier", "enum_specifier")
not_a_name = ("template_parameter_list", "requires_clause", "parameter_list", "base_class_clause", "trailing_return_type")


@dataclasses.dataclass
class Declaration:
    name: str
    kind: str
    comment: str  # of the declaration, or of those that it stands with, without a blank line between
    code: str
    line: int


@dataclasses.dataclass
class Interface:
    path: str  # from the root of the repository
    module: str  # firefly.core
    partition: str  # concepts; nothing for the interface that exports the partitions
    head: str  # the comment at the top
    declarations: list
    imported: list  # that it exports again

    def names(self):
        """Declarations by name, in the order of the first of each."""
        result = {}
        for declaration in self.declarations:
            result.setdefault(declaration.name, []).append(declaration)
        return result


def blank(found):
    return re.sub(r"[^\n]", " ", found[0])


def without_modules(text):
    for words in (r"module;", r"(?:export )?(?:module|import) [^;]*;", r"export ", r"extern template [^;]*;", r"#.*"):
        text = re.sub("^" + words, blank, text, flags=re.M)
    return text


def comment_above(lines, row):
    first = row
    while first > 0 and lines[first - 1].startswith("///"):
        first -= 1
    return "\n".join(re.sub(r"^/// ?", "", line) for line in lines[first:row])


def declared(node):
    """The declaration in a template, the template in a template."""
    while node.type == "template_declaration":
        node = node.named_children[-1]
    return node


def name_of(node):
    node = declared(node)
    found = node.child_by_field_name("name")
    while found is None:
        node = node.child_by_field_name("declarator") or next(c for c in reversed(node.named_children) if c.type not in not_a_name)
        if not node.named_children or node.type in ("operator_name", "destructor_name"):
            found = node
    if found.type == "template_type":  # a specialisation
        found = found.child_by_field_name("name")
    return re.sub(r"\s+", "", found.text.decode())


def cuts(node, text):
    """Bytes of a declaration that readers of a reference do not need, with what stands there instead."""
    if node.type == "function_definition":
        bodies = [child for child in node.children if child.type in ("compound_statement", "try_statement", "field_initializer_list",
                                                                       "constructor_try_statement")]
        if bodies:
            yield len(text[:bodies[0].start_byte].rstrip()), node.end_byte, b";"
    elif node.type == "init_declarator" and b"\n" in node.text:
        value = node.child_by_field_name("value")
        yield value.start_byte, value.end_byte, "/* … */".encode()
    elif node.type == "field_declaration_list":
        yield from cuts_of_members(node, text)
    else:
        for child in node.children:
            yield from cuts(child, text)


def cuts_of_members(members, text):
    shown = members.parent.type != "class_specifier"
    hidden_from = members.start_byte + 1
    for member in members.named_children:
        if member.type == "access_specifier":
            is_public = member.text == b"public"
            if shown and not is_public:
                hidden_from = len(text[:member.start_byte].rstrip())
            elif is_public and not shown:
                yield hidden_from, text.rindex(b"\n", 0, member.start_byte), b""
            shown = is_public
        elif shown and member.type == "static_assert_declaration":
            yield text.rindex(b"\n", 0, member.start_byte), member.end_byte, b""
        elif shown:
            yield from cuts(member, text)
    if not shown:
        yield hidden_from, len(text[:members.end_byte - 1].rstrip()), b""


def code_of(node, text):
    result, place = [], node.start_byte
    for first, last, instead in cuts(node, text):
        result += [text[place:first], instead]
        place = last
    end = node.end_byte
    if text[end:end + 1] == b";":
        end += 1
    code = b"".join([*result, text[place:end]]).decode()
    return wrapped(aligned(re.sub(r"\n{3,}", "\n\n", code)))


def indent_of(line):
    return len(line) - len(line.lstrip())


def aligned(code):
    """Without `inline`, which is nothing to a reader; arguments in further lines move along, as they do for the `export` that is gone."""
    lines, removed, outer = [], len("export "), 0
    for i, line in enumerate(code.split("\n")):
        if i > 0 and indent_of(line) > outer + 4:
            line = line[min(removed, indent_of(line)):]
        elif i > 0:
            removed, outer = 0, indent_of(line)
        if found := re.match(r"(\s*(?:static |friend |virtual |\[\[\w+\]\] )*)inline (?!constexpr)", line):
            line = found[1] + line[found.end():]
            removed += len("inline ")
        lines.append(line)
    return "\n".join(lines)


def wrapped(code):
    """Comments of members in lines of a page's width."""
    def wrap(found):
        indent, paragraphs = found[1], []
        for line in (re.sub(r"^\s*/// ?", "", line) for line in found[0].rstrip("\n").split("\n")):
            if not paragraphs or not line or line.startswith(("- ", "    ")) or not paragraphs[-1] or paragraphs[-1].startswith("    "):
                paragraphs.append(line)
            else:
                paragraphs[-1] += " " + line.strip()
        result = []
        for paragraph in paragraphs:
            result += [paragraph] if paragraph.startswith("    ") or not paragraph else textwrap.wrap(
                paragraph, 84 - len(indent), subsequent_indent="  " if paragraph.startswith("- ") else "", break_on_hyphens=False)
        return "".join(f"{indent}/// {line}".rstrip() + "\n" for line in result)

    return re.sub(r"^( *)///.*\n(?:\1///.*\n)*", wrap, code, flags=re.M)


def nodes_of(tree, exported):
    """What begins in a line with `export`, in any namespace, and all in a namespace that is exported; with its namespaces."""
    found = []

    def walk(node, inside, all_of_it):
        for child in node.named_children:
            here = all_of_it or child.start_point.row in exported
            if child.type == "namespace_definition":
                name = child.child_by_field_name("name").text.decode()
                body = next(c for c in child.children if c.type == "declaration_list")
                walk(body, [*inside, *name.split("::")], here)
            elif here and child.type != "comment":
                found.append((child, inside))

    walk(tree.root_node, [], False)
    return found


def read(path, root):
    """An interface."""
    text = path.read_text()
    lines, code = text.split("\n"), text.encode()
    name = re.search(r"^export module (firefly[\w.]*)(?::(\w+))?;", text, re.M)
    head = comment_above(lines, next(i for i, line in enumerate(lines) if not line.startswith("///")))
    exported = {row for row, line in enumerate(lines) if re.match(r"export (?!module|import)", line)}
    tree = parser.parse(without_modules(text).encode())
    result, end, comment = [], None, ""
    for node, namespaces in nodes_of(tree, exported):
        row = node.start_point.row
        if namespaces[:1] != ["firefly"]:
            continue  # other libraries' names, handed on by firefly.external
        if above := comment_above(lines, row):
            comment = above
        elif row != end:
            comment = ""
        end = node.end_point.row + 1
        kind = declared(node).type.split("_")[0]
        result.append(Declaration("::".join([*namespaces[1:], name_of(node)]), kind, comment, code_of(node, code), row + 1))
    found = {node.start_point.row for node, _ in nodes_of(tree, exported)}
    for row in sorted(exported - found):
        if not lines[row].startswith("export namespace"):
            raise SystemExit(f"{path}:{row + 1}: docs/site/declarations.py cannot read this declaration")
    imported = re.findall(r"^export import (?:firefly)?([.:]\w+);", text, re.M)
    return Interface(path.relative_to(root).as_posix(), name[1], name[2] or "", head, result, imported)
