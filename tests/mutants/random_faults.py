"""Faults that nobody thought of: all that a list of small changes makes of the sources, and random samples of them.

Changes: operators of arithmetic, comparison and logic; signs and negations; numbers; conditions and loops; subscripts; names that come in
pairs (min, max; front, back; …); order of arguments; statements and results left out. A change is an entry of `plant.py` like the
hand-written ones. What cannot change what anyone computes, such as `reserve`, is left alone.

A sample is the first of all faults in the order of a hash of seed, file and change, so that a change of one file leaves the sample of the
others as it was. Faults of equivalent.toml are left out.
"""
import collections
import dataclasses
import functools
import hashlib
import re
import tomllib

import cpp_text
import plant

folders = ["core", "bounds", "kernels", "updaters", "samplers", "planning", "draws", "files", "numeric"]
left_out = {"modules/core/archetypes.cppm": "is never run", "modules/core/concepts.cppm": "is never run"}
equivalents = plant.here / "equivalent.toml"

operators = {"+": ["-"], "-": ["+"], "*": ["/"], "/": ["*"], "%": ["/"], "<": ["<=", ">"], "<=": ["<"], ">": [">=", "<"], ">=": [">"],
             "==": ["!="], "!=": ["=="], "&&": ["||"], "||": ["&&"], "&": ["|"], "|": ["&"], "^": ["&"], "<<": [">>"], ">>": ["<<"]}
assignments = {"+=": ["-=", "="], "-=": ["+=", "="], "*=": ["/=", "="], "/=": ["*=", "="], "|=": ["&=", "="], "&=": ["|="], "^=": ["="]}
pairs = [("min", "max"), ("front", "back"), ("begin", "end"), ("floor", "ceil"), ("first", "last"), ("all_of", "any_of"), ("log", "log1p"),
         ("exp", "expm1"), ("lower_bound", "upper_bound"), ("sin", "cos"), ("true", "false"), ("rows", "columns"), ("min_element", "max_element")]
partner = {a: b for pair in pairs for a, b in (pair, pair[::-1])}
symmetric = {"min", "max", "dot", "abs", "hypot"}
# Statements that change speed and nothing else.
idle = re.compile(r"\b(reserve|posix_fadvise|prefetch\w*|shrink_to_fit|forget|fetch_ahead|__builtin_prefetch)\b")


@dataclasses.dataclass
class Fault:
    """A change of a source, as lines: these tell it from all others, wherever they stand."""

    mutant: plant.Mutant
    line: int
    before: str  # the lines that change, in one
    after: str
    lines: range  # those that the planted fragment covers
    which: int  # of several that are alike, from one

    @property
    def identity(self):
        return self.mutant.file, self.before, self.after, self.which


class Changes:
    """All faults of one file."""

    def __init__(self, file, text):
        self.file = file
        self.source = cpp_text.Source(text)
        self.faults = []
        self.seen = collections.Counter()  # lines may be alike

    def add(self, span, changed, new, kind="expression"):
        """Plants at a span of tokens, of which those of `changed` become `new`."""
        source, tokens = self.source, self.source.tokens
        first, last = span
        start, end = changed
        right = source.text[tokens[first].first:tokens[last - 1].last]
        wrong = (source.written(first, start) + " " + new + " " + source.written(end, last)).strip()
        begin = source.text.rfind("\n", 0, tokens[start].first) + 1
        finish = source.text.find("\n", tokens[end - 1].last - 1)
        before = " ".join(source.text[begin:finish].split())
        after = " ".join((source.text[begin:tokens[start].first] + new + source.text[tokens[end - 1].last:finish]).split())
        self.seen[before, after] += 1
        which = self.seen[before, after]
        name = "random-" + hashlib.sha256(f"{self.file}|{before}|{after}|{which - 1}".encode()).hexdigest()[:10]
        line = source.line(tokens[start].first)
        mutant = plant.Mutant(name, self.file, right, wrong, f"{before} -> {after}", kind, first=tokens[first].first)
        lines = range(source.line(tokens[first].first), source.line(tokens[last - 1].last) + 1)
        self.faults.append(Fault(mutant, line, before, after, lines, which))

    def of_token(self, i):
        """Whatever replaces one token, within its operand."""
        source, token = self.source, self.source.tokens[i]
        before = source.tokens[i - 1]
        is_binary = token.spaced and source.tokens[i + 1].spaced and (before.kind != "sign" or before.text in (")", "]", "}", ">"))
        is_prefix = not source.tokens[i + 1].spaced and (before.kind == "sign" and before.text not in (")", "]", "}") or before.text in cpp_text.leading)
        new = []
        if token.kind == "sign" and is_binary:
            new = operators.get(token.text, [])
        elif token.kind == "sign" and is_prefix and token.text in ("!", "-"):
            new = [""]
        elif token.kind == "number":
            new = other_numbers(token.text)
        elif self.is_use(i):
            new = [partner[token.text]]
        kind = "condition" if token.text == "!" else "expression"
        for text in new:
            self.add(source.operand(i), (i, i + 1), text, kind)

    def is_idle(self, i):
        """Whether a token is within the arguments of a call that changes speed and nothing else."""
        tokens, parent = self.source.tokens, self.source.tokens[i].parent
        while parent > 0:
            if tokens[parent].text == "(" and idle.fullmatch(tokens[parent - 1].text):
                return True
            parent = tokens[parent].parent
        return False

    def is_use(self, i):
        """Whether a token is one of a pair of names, and not the name of something that is declared here."""
        text, before = self.source.at(i), self.source.at(i - 1)
        if text in ("true", "false"):
            return True
        if text in ("rows", "columns"):
            return before == "."
        return text in partner and (before == "::" or (self.source.at(i + 1) == "(" and text not in ("log", "log1p", "exp", "expm1", "sin", "cos")))

    def of_statement(self, i):
        """A statement that is left out, and assignments that become others. `i` is its first token."""
        source = self.source
        parent = source.tokens[i].parent
        end = next((k for k in range(i, source.tokens[parent].close) if source.at(k) == ";" and source.tokens[k].parent == parent), None)
        if end is None:
            return
        words = source.tokens[i:end]
        text = source.written(i, end)
        if words[0].text == "return":
            # In an interface the type of the result is often a template's.
            if len(words) > 1 and text not in ("return {}", "return false", "return 0", "return std::nullopt") and not self.file.endswith(".cppm"):
                self.add((i, end + 1), (i + 1, end), "{}", "statement")
            return
        is_jump = text in ("break", "continue")
        if not is_jump and not is_action(words, source.tokens[i].parent) or idle.search(text):
            return
        self.add((i, end + 1), (i, end + 1), "", "statement")
        for k in range(i, end):
            for new in assignments.get(source.at(k), []) if source.tokens[k].parent == source.tokens[i].parent else []:
                self.add((i, end + 1), (k, k + 1), new, "statement")

    def of_condition(self, i):
        """`if (…)` or `while (…)` at token i."""
        source, opening = self.source, i + 1
        last = source.tokens[opening].close
        inner = [k for k in range(opening + 1, last) if source.tokens[k].parent == opening]
        first = max((k for k in inner if source.at(k) == ";"), default=opening) + 1
        if any(source.at(k) == "=" for k in inner if k >= first):  # it declares what it asks
            return
        text = source.written(first, last)
        wrongs = [f"({text}) && false"]
        if source.at(i) == "if":
            wrongs.append(f"({text}) || true")
        signs = {source.at(k) for k in inner if k >= first}
        if signs & cpp_text.logical or not signs & {"==", "!=", "!"}:  # which are turned round by themselves
            wrongs.append(f"!({text})")
        for wrong in wrongs:
            self.add((first, last), (first, last), wrong, "condition")

    def declares_array(self, i):
        """Whether the square bracket at token i is part of a declaration, `type name[size]`."""
        name = i - 1
        while self.source.at(name) == "]":
            name = self.source.tokens[name].open - 1
        type_name = self.source.tokens[name - 1]
        return type_name.kind == "name" and type_name.text not in cpp_text.leading

    def of_subscript(self, i):
        source, end = self.source, self.source.tokens[i].close
        text = source.written(i + 1, end)
        if text and not self.declares_array(i) and self.source.tokens[i + 1].kind != "string":
            self.add((i + 1, end), (i + 1, end), f"({text}) + 1")
            if text != "0":
                self.add((i + 1, end), (i + 1, end), "0")

    def of_arguments(self, i):
        """Neighbours among the arguments of a call that opens at token i change places."""
        source, end = self.source, self.source.tokens[i].close
        if source.at(i - 1) in symmetric:
            return
        stops = [i] + [k for k in range(i + 1, end) if source.tokens[k].parent == i and source.at(k) == ","] + [end]
        for a, b, c in zip(stops, stops[1:], stops[2:]):
            one, two = source.written(a + 1, b), source.written(b + 1, c)
            if one != two and (kind := self.type_of(one)) and kind == self.type_of(two):
                self.add(source.operand(i - 1), (a + 1, c), f"{two}, {one}")

    @functools.cache
    def type_of(self, text):
        """The type that a number or a name of this file seems to have."""
        if re.fullmatch(r"[\d.]+", text):
            return "double" if "." in text else "std::size_t"
        found = re.search(rf"\b([\w:]+(?:<[\w:, ]+>)?)(?: const)?(?: |& |\* |\*)(?:\w+ = [^;,]+, )*{re.escape(text)}\b(?! \()", self.source.text) \
            if re.fullmatch(r"\w+", text) else None
        return found and found[1]

    def all(self):
        source = self.source
        for i, token in enumerate(source.tokens):
            if i == 0 or i + 1 == len(source.tokens) or not source.runs(i) or self.is_idle(i):
                continue
            self.of_token(i)
            if token.text in ("if", "while") and source.at(i + 1) == "(":
                self.of_condition(i)
            if token.scope == "subscript":
                self.of_subscript(i)
            if token.text == "(" and source.tokens[i - 1].kind == "name" and not token.spaced and source.at(i - 1) not in ("if", "while", "for"):
                self.of_arguments(i)
            if self.starts_statement(i):
                self.of_statement(i)
        return self.faults

    def starts_statement(self, i):
        source, token = self.source, self.source.tokens[i]
        if token.parent < 0 or source.tokens[token.parent].scope != "code":
            return False
        before = i - 1
        if source.at(before) == ")":
            return source.ends_condition(before) and token.text not in ("{", ";")
        return source.at(before) in (";", "{", "}", "else") and token.kind != "sign" or before == token.parent and token.text in ("++", "--", "*")


def is_action(words, parent):
    """Whether a statement is a call, an assignment or a step, and declares nothing."""
    if words[0].text in ("return", "throw", "if", "for", "while", "switch", "do", "else", "using", "static_assert", "case", "default", "auto", "break",
                         "continue", "co_return", "constexpr", "static", "const", "try", "template", "struct", "class", "typedef", "goto", "delete"):
        return False
    top = [word for word in words if word.parent == parent]
    for a, b in zip(top, top[1:]):
        if a.text in ("=", "+=", "-=", "*=", "/=", "|=", "&=", "^="):
            return True
        if a.kind == "name" and b.kind == "name" and a.text != "co_yield":  # a type and a name
            return False
        if a.text in ("&", "*", ">", "&&") and b.kind == "name" and not b.text.startswith("co_"):
            return False
    return words[-1].text == ")" or words[0].text in ("++", "--", "co_yield") or words[-1].text in ("++", "--")


def other_numbers(text):
    if re.fullmatch(r"0[xX][\da-fA-F.]+[pP][+-]?\d+", text):
        return [f"(2 * {text})"]
    if re.search(r"[xXbB]", text) or not re.fullmatch(r"[\d.']+(?:e[+-]?\d+)?[uUlLzZf]*", text):
        return [f"({text} ^ 1)"] if re.fullmatch(r"0[xX][\da-fA-F']+[uUlL]*", text) else []
    if re.fullmatch(r"\d+", text):
        value = int(text)
        return [str(value + 1)] + ([str(value - 1)] if value > 0 else [])
    if re.fullmatch(r"[\d']+[uUlLzZ]+", text):
        return [f"({text} + 1)"]
    return [f"(2 * {text})", f"(0.5 * {text})"] if float(text.rstrip("f").replace("'", "")) != 0 else [f"({text} + 1)"]


# ---- samples ----


def all_faults(root):
    faults = []
    for base in ("modules", "src"):
        for folder in folders:
            for path in sorted((root / base / folder).rglob("*.cpp*")):
                file = path.relative_to(root).as_posix()
                if file not in left_out:
                    faults += faults_of(root, file)
    return faults


def faults_of(root, file):
    return Changes(file, (root / file).read_text()).all()


def order(faults, seed):
    """All faults in the order of a seed."""
    return sorted(faults, key=lambda fault: hashlib.sha256(f"{seed}|{fault.mutant.name}".encode()).digest())


def read_equivalents():
    """The identity of each fault that has an entry, with the reason."""
    entries = tomllib.loads(equivalents.read_text()).get("equivalent", [])
    return {(entry["file"], entry["right"], entry["wrong"], entry.get("which", 1)): entry["reason"] for entry in entries}


def not_equivalent(faults):
    known = read_equivalents()
    return [fault for fault in faults if fault.identity not in known]
