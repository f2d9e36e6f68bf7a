#!/usr/bin/env python3
"""plant.py SOURCE COPY: writes a copy of the tree with all mutants of mutants.toml planted, each switched off.

An expression becomes (firefly_fault("name") ? (wrong) : (right)), a condition the same with both made bool, a statement if (firefly_fault("name")) { wrong } else { right };
several mutants of one fragment are chained, and a fragment may lie within another. The shipped sources stay clean. Only files whose content changed are written, so that the
next build is incremental, and lines keep their numbers, so that messages of the compiler fit the sources.
"""
import dataclasses
import pathlib
import re
import sys
import tomllib

here = pathlib.Path(__file__).resolve().parent
table = here / "mutants.toml"
# What a configure needs, and the data of the tests.
copied = ["CMakeLists.txt", "LICENSE", "bench", "cmake", "examples", "modules", "src", "tests"]


class Refusal(Exception):
    """What is wrong with the table, in one line."""


@dataclasses.dataclass
class Mutant:
    """One entry of mutants.toml, whose head says what the fields are."""

    name: str
    file: str
    right: str
    wrong: str
    fault: str
    kind: str = "expression"
    within: str = ""
    killer: str = ""
    first: int = -1  # where the fragment starts, of one that a program found


def read_table(path=table):
    try:
        mutants = [Mutant(**entry) for entry in tomllib.loads(path.read_text())["mutant"]]
    except (tomllib.TOMLDecodeError, TypeError, KeyError) as error:
        raise Refusal(f"{path.name}: {error}") from error
    names = [mutant.name for mutant in mutants]
    for mutant in mutants:
        if not re.fullmatch("[a-z0-9]+(-[a-z0-9]+)*", mutant.name):
            raise Refusal(f"{mutant.name}: a name is words with hyphens")
        if names.count(mutant.name) > 1:
            raise Refusal(f"{mutant.name}: there are two mutants of this name")
        if mutant.kind not in ("expression", "condition", "statement"):
            raise Refusal(f"{mutant.name}: kind must be expression, condition or statement, got {mutant.kind}")
        if not mutant.file.startswith(("modules/", "src/")) or mutant.file.startswith("src/program/"):
            raise Refusal(f"{mutant.name}: file must lie below modules/ or src/, and not be of the program, got {mutant.file}")
    return mutants


def only_place(mutant, fragment, text, where):
    """Where the one occurrence of a fragment starts."""
    count = text.count(fragment)
    if count != 1:
        raise Refusal(f"{mutant.name}: this occurs {count} times in {where} and must occur once: {fragment}")
    return text.index(fragment)


def place(mutant, text):
    """The first and the last character of the fragment that a mutant replaces."""
    first = mutant.first
    if first >= 0:
        pass
    elif mutant.within:
        first = only_place(mutant, mutant.within, text, mutant.file)
        first += only_place(mutant, mutant.right, mutant.within, "its `within`")
    else:
        first = only_place(mutant, mutant.right, text, mutant.file)
    return first, first + len(mutant.right)


def switched(mutants, right):
    """The fragment with its mutants before it."""
    result = right
    for mutant in reversed(mutants):
        wrong = " ".join(mutant.wrong.split())
        if mutant.kind == "condition":
            result = f'(firefly_fault("{mutant.name}") ? static_cast<bool>({wrong}) : static_cast<bool>({result}))'
        elif mutant.kind == "expression":
            result = f'(firefly_fault("{mutant.name}") ? ({wrong}) : ({result}))'
        else:
            result = f'if (firefly_fault("{mutant.name}")) {{ {wrong} }} else {{ {result} }}'
    return result


def plant_fragments(text, first, last, places):
    """The text between two places with the fragments between them switched, those within others too. `places` are sorted, the outer first."""
    result, at = [], first
    while places:
        (begin, end), group = places[0]
        if end > last:
            raise Refusal(f"{group[0].name}: its fragment overlaps that of another mutant in {group[0].file}")
        if len({mutant.kind == "statement" for mutant in group}) > 1:
            raise Refusal(f"{group[0].name}: mutants of one fragment must all be statements, or none")
        inner = [place for place in places[1:] if place[0][0] < end]
        result += [text[at:begin], switched(group, plant_fragments(text, begin, end, inner))]
        places, at = places[1 + len(inner):], end
    return "".join(result) + text[at:last]


def plant(text, mutants, path):
    """The text of a source with the mutants of its file planted."""
    places = {}
    for mutant in mutants:
        places.setdefault(place(mutant, text), []).append(mutant)
    text = plant_fragments(text, 0, len(text), sorted(places.items(), key=lambda item: (item[0][0], -item[0][1])))
    head, found, rest = text.partition("\nmodule;\n") if not text.startswith("module;\n") else ("", "module;\n", text[8:])
    if not found:
        raise Refusal(f"{mutants[0].name}: {mutants[0].file} has no line `module;` to include the switch after")
    line = (head + found).count("\n") + 1
    return f'{head}{found}#include "{here / "fault.hpp"}"\n#line {line} "{path}"\n{rest}'


def keep_tests(text, tests):
    """tests/CMakeLists.txt with only these sources of the unit tests, and what all of them may use."""
    for list_of_sources in ("lively", "lively_mixed", "brief", "brief_mixed", "statistics"):
        head, found, rest = text.partition(f"set({list_of_sources}_tests\n")
        sources, end, rest = rest.partition(")\n")
        kept = [line for line in sources.split("\n") if line.strip() in tests or line.strip().startswith("support/")]
        text = head + found + "\n".join(kept) + end + rest
    return text


def write_if_changed(path, content):
    if path.exists() and path.read_bytes() == content:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def plant_all(source, copy, mutants, tests=None):
    """With `tests`, only these sources of the unit tests are built."""
    by_file = {}
    for mutant in mutants:
        by_file.setdefault(mutant.file, []).append(mutant)
    for file, group in by_file.items():
        if not (source / file).is_file():
            raise Refusal(f"{group[0].name}: there is no file {file}")
    wanted = set()
    for name in copied:
        top = source / name
        for path in sorted(top.rglob("*")) if top.is_dir() else [top]:
            if not path.is_file() or "__pycache__" in path.parts:
                continue
            relative = path.relative_to(source)
            wanted.add(relative)
            content = path.read_bytes()
            if group := by_file.get(str(relative)):
                content = plant(content.decode(), group, path).encode()
            if str(relative) == "tests/main.cpp":
                # A crash ends the program. In doctest's own handler it may wait for ever for a lock that it holds already.
                content = b"#define DOCTEST_CONFIG_NO_POSIX_SIGNALS\n" + content + f'#include "{here / "reach.hpp"}"\n'.encode()
            if tests and str(relative) == "tests/CMakeLists.txt":
                content = keep_tests(content.decode(), tests).encode()
            write_if_changed(copy / relative, content)
            (copy / relative).chmod(path.stat().st_mode)
    for path in list(copy.rglob("*")):
        if path.is_file() and path.relative_to(copy) not in wanted:
            path.unlink()


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: plant.py SOURCE COPY")
    try:
        plant_all(pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve(), read_table())
    except Refusal as refusal:
        sys.exit(f"mutants: {refusal}")
