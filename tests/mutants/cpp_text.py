"""The tokens of a C++ source, its brackets, and which parts of it are code that runs.

No parser: the sources are formatted by clang-format, so that a comparison has spaces around it and a template argument has none, and what is
misread at worst does not compile, which `build.py` notices.
"""
import bisect
import dataclasses
import re

token_pattern = re.compile(r"""
    (?P<space>\s+|//[^\n]*|/\*.*?\*/)
  | (?P<directive>(?<![^\n])[ ]*\#(?:\\\n|[^\n])*)
  | (?P<string>(?:u8|[uUL])?R"(?P<mark>[^(]*)\(.*?\)(?P=mark)"|(?:u8|[uUL])?"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])+')
  | (?P<number>\.?\d(?:'?[\w.]|(?<=[eEpP])[+-])*)
  | (?P<name>[^\W\d]\w*)
  | (?P<sign>::|->|\+\+|--|<=>|<<=|>>=|<<|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|\.\.\.|.)
""", re.X | re.S)

closing = {"(": ")", "[": "]", "{": "}", "<": ">"}
# What ends an operand that can be replaced as a whole: all that binds less than the operators of arithmetic and comparison.
logical = {"&&", "||"}
separators = {",", ";", "=", "?", ":", "+=", "-=", "*=", "/=", "%=", "|=", "&=", "^=", "<<=", ">>=", "->*"}
leading = {"return", "co_yield", "co_return", "co_await", "throw", "else", "case", "new", "do", "auto"}
# Heads of what is worked out by the compiler or declares something: nothing in them can be switched at run time.
declaring = {"static_assert", "concept", "using", "requires", "typedef", "import", "module", "enum", "operator", "friend", "template"}
after_parameters = {")", "]", "const", "noexcept", "mutable", "override", "final", "else", "do", "try"}


@dataclasses.dataclass
class Token:
    kind: str
    text: str
    first: int  # in the source
    last: int
    spaced: bool  # whether something stands between it and the token before
    parent: int = -1  # the token that opens the innermost brackets around it
    close: int = -1  # of an opening bracket: the token that closes it
    open: int = -1  # of a closing bracket: the token that opens it
    scope: str = ""  # of a brace: code, type, list or other; of another bracket: brackets, template, subscript


class Source:
    """A file's text with its tokens, without comments and directives."""

    def __init__(self, text):
        self.text = text
        self.tokens = []
        spaced = True
        for match in token_pattern.finditer(text):
            if match.lastgroup in ("space", "directive"):
                spaced = True
                continue
            kind = match.lastgroup if match.lastgroup != "mark" else "string"
            self.tokens.append(Token(kind, match[0], match.start(), match.end(), spaced))
            spaced = False
        self.line_starts = [0] + [match.end() for match in re.finditer("\n", text)]
        self.match_brackets()

    def at(self, i):
        """The text of a token, or nothing beyond the ends."""
        return self.tokens[i].text if 0 <= i < len(self.tokens) else ""

    def line(self, offset):
        return bisect.bisect_right(self.line_starts, offset)

    def written(self, first, last):
        """Tokens as one line, without comments."""
        words = []
        for token in self.tokens[first:last]:
            words.append((" " if token.spaced and words else "") + token.text)
        return "".join(words)

    # ---- brackets ----

    def match_brackets(self):
        stack = []
        for i, token in enumerate(self.tokens):
            while token.text in (")", "]", "}") and stack and self.at(stack[-1]) == "<":
                self.tokens[stack.pop()].scope = ""  # it was a comparison after all
            token.parent = stack[-1] if stack else -1
            if token.text in ("(", "[", "{") or (token.text == "<" and self.opens_template(i)):
                token.scope = self.scope_of(i)
                stack.append(i)
            elif stack and (token.text == closing[self.at(stack[-1])] or (token.text == ">>" and self.at(stack[-1]) == "<")):
                token.open = stack.pop()
                self.tokens[token.open].close = i
                if token.text == ">>" and stack:
                    self.tokens[stack.pop()].close = i
                token.parent = stack[-1] if stack else -1

    def opens_template(self, i):
        return self.at(i - 1) == "template" or (not self.tokens[i].spaced and self.tokens[i - 1].kind == "name" and self.at(i - 1) != "operator")

    def head(self, i):
        """The first token of the statement or declaration that a token belongs to, as far as it is known when the token is met."""
        start = i
        while start > 0:
            before = self.tokens[start - 1]
            if before.text in (";", "(", "[", "{") or (before.text == "}" and not self.closes_list(start - 1)):
                break
            start = before.open if before.open >= 0 else start - 1
        return start

    def is_list(self, i):
        return self.tokens[i].scope == "list"

    def closes_list(self, i):
        return self.tokens[i].open >= 0 and self.is_list(self.tokens[i].open)

    def scope_of(self, i):
        token = self.tokens[i]
        if token.text == "<":
            return "template"
        if token.text == "[":
            is_subscript = not token.spaced and (self.tokens[i - 1].kind == "name" or self.at(i - 1) in (")", "]"))
            return "subscript" if is_subscript else "brackets"
        if token.text == "(":
            return "brackets"
        return self.scope_of_brace(i, [word.text for word in self.tokens[self.head(i):i]])

    def scope_of_brace(self, i, head):
        """`head` is what stands before the brace since the last statement or declaration."""
        before, parent = self.at(i - 1), self.tokens[i].parent
        outer = self.tokens[parent].scope if parent >= 0 else "type"
        if "concept" in head or "enum" in head or self.opens_requirement(i):
            return "other"
        if before in after_parameters:
            return "code"
        if "requires" in head:
            return "other"
        if outer == "type" and "=" not in head and any(word in head for word in ("class", "struct", "union", "namespace")):
            return "type"
        if "->" in head and ")" in head and outer != "code":
            return "code"
        if before in (";", "{", "}") and outer == "code" or before == "}" and outer == "type":  # a block; after a constructor's initializers
            return "code"
        return "type" if head[:1] == ["struct"] else "list"

    def opens_requirement(self, i):
        """Whether a brace belongs to `requires (…) {`."""
        if self.at(i - 1) == "requires":
            return True
        if self.at(i - 1) != ")":
            return False
        return self.at(self.tokens[i - 1].open - 1) == "requires"

    # ---- places ----

    def scopes(self, i):
        """The brackets around a token, from the inside, each with the token that opens it."""
        while (i := self.tokens[i].parent) >= 0:
            yield i, self.tokens[i].scope

    def statement(self, i):
        """The first token of the statement around a token."""
        while self.tokens[i].parent >= 0 and self.tokens[self.tokens[i].parent].scope not in ("code", "type", "other"):
            i = self.tokens[i].parent
        parent = self.tokens[i].parent
        while i > 0 and not (self.tokens[i - 1].parent == parent and self.at(i - 1) == ";") and i - 1 != parent \
                and not (self.at(i - 1) == "}" and self.tokens[i - 1].parent == parent and not self.closes_list(i - 1)):
            i -= 1
        return i

    def runs(self, i):
        """Whether a token is part of code that runs, so that a switch can stand there."""
        for opening, scope in self.scopes(i):
            if scope in ("template", "other"):
                return False
            if self.at(opening - 1) in ("decltype", "sizeof", "noexcept", "alignas", "static_assert", "constexpr", "explicit", "alignof", "requires"):
                return False
            if self.at(opening) == "[" and self.at(opening + 1) == "[":
                return False
            if scope == "code" and {"constexpr", "=", "["} <= {word.text for word in self.tokens[self.head(opening):opening]}:
                return False  # a function that the compiler calls to fill a table
        first = self.statement(i)
        words = [token.text for token in self.tokens[first:i]]
        parent = self.tokens[first].parent
        in_code = parent >= 0 and self.tokens[parent].scope == "code"
        if declaring.intersection(words) or "case" in words[-2:]:
            return False
        if "constexpr" in words and "(" not in words:
            return False
        if in_code:
            return "constexpr" not in words[:3] or words[0] == "if"
        # A default of a member, or an initializer of a constructor. After brackets, `= 0` says that a function is pure.
        return "=" in words and words[-2:] != [")", "="] and words[-2:] != ["const", "="] or ":" in words

    def operand(self, i):
        """The first token of the operand around a token that can be replaced as a whole, and the one after its last. Of && and ||: all of
        them that stand beside each other."""
        parent, stops = self.tokens[i].parent, separators if self.at(i) in logical else separators | logical
        first = i
        while first - 1 > parent and not self.ends_operand(first - 1, parent, stops):
            first -= 1
        last, end = i + 1, self.tokens[parent].close if parent >= 0 else len(self.tokens)
        while last < end and not self.ends_operand(last, parent, stops):
            last += 1
        return first, last

    def ends_condition(self, i):
        """Whether a token closes the brackets after `if`, `for` or `while`."""
        return self.at(i) == ")" and self.at(self.tokens[i].open - 1) in ("if", "constexpr", "for", "while", "switch")

    def ends_operand(self, i, parent, stops):
        token = self.tokens[i]
        if token.text == "}" and token.parent == parent and not self.closes_list(i):
            return not self.at(i + 1) in ("(", ")", ",", ";", ".")  # the end of a block, not of a lambda
        if self.ends_condition(i):
            return True
        return token.parent == parent and (token.text in stops or token.text in leading)
