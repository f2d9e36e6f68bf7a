"""The planted tests: which switches each of them asks, how long it takes, and whether it fails when a mutant is switched on."""
import concurrent.futures
import dataclasses
import html
import math
import os
import pathlib
import re
import resource
import subprocess
import sys
import tempfile

import build

group_seconds = 1  # tests are tried in groups that take about so long: starting the program takes time, too
memory = 8 << 30
idle_seconds = 60  # a process that does nothing for so long waits for ever


@dataclasses.dataclass
class Test:
    name: str
    file: str  # below tests/, without its ending
    seconds: float  # of processor time, with no mutant switched on
    reached: set  # numbers of switches


def switch_number(name):
    """As in fault.hpp."""
    number = 0x811C9DC5
    for byte in name.encode():
        number = (number ^ byte) * 0x01000193 & 0xFFFFFFFF
    return number >> 12


def activity(process):
    """The ticks of processor time that a process has used, and whether it could use more now. On a busy machine it may have to wait."""
    fields = pathlib.Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12]), fields[0] == "R"


def patience(seconds):
    """Processor time after which a test hangs that takes `seconds` without a mutant. The machine may be busy, so that a clock says nothing."""
    return 2 + 5 * seconds


class Suite:
    def __init__(self, program, most_seconds=math.inf):
        """Tests that take longer than `most_seconds` of processor time are not tried."""
        self.program = program
        self.most_seconds = most_seconds
        self.tests = []
        self.times = {}  # of the tests that `check` ran
        listing = subprocess.run([program, "-ltc"], stdout=subprocess.PIPE, text=True, check=True).stdout
        self.names = {line for line in listing.split("\n") if line and not line.startswith("[doctest]")}

    def run(self, names, mutant="", seconds=None, arguments=(), reach=""):
        """The tests that failed, and whether the program came to its end: not where it hangs or one of several tests crashed it."""
        # A comma separates names, so that any character stands in for it.
        chosen = "-tc=" + ",".join(name.replace(",", "?") for name in names)
        environment = dict(os.environ, FIREFLY_MUTANT=mutant, OPENBLAS_NUM_THREADS="1")
        environment |= {"FIREFLY_REACH": reach} if reach else {}

        def limit():
            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            if seconds:
                resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(seconds), math.ceil(seconds) + 1))

        process = subprocess.Popen([self.program, "-r=xml", chosen, *arguments], env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                   preexec_fn=limit)
        said = None
        while said is None:
            before, _ = activity(process.pid)
            try:
                said = process.communicate(timeout=idle_seconds)[0]
            except subprocess.TimeoutExpired:
                if activity(process.pid) == (before, False):  # it waits for what never comes
                    process.kill()
                    process.communicate()
                    return [], False
        if process.returncode == 0:
            return [], True
        if process.returncode < 0:
            return (names, True) if len(names) == 1 else ([], False)
        failed = []
        for case in said.decode(errors="replace").split('<TestCase name="')[1:]:
            if 'skipped="true"' in case.split("\n")[0]:
                continue
            end = re.search(r"<OverallResultsAsserts [^>]*test_case_success=\"(\w+)\"", case)
            if end is None or end[1] != "true":
                failed.append(html.unescape(case.split('"')[0]))
        return failed or list(names), True

    def pass_without_mutants(self, names, folder):
        """Runs tests with no mutant switched on, and stops when one fails. Files in the folder say what they reach."""
        parts = [part for i in range(8 * build.jobs) if (part := sorted(names)[i::8 * build.jobs])]
        with concurrent.futures.ThreadPoolExecutor(build.jobs) as pool:
            for failed, ended in pool.map(lambda i: self.run(parts[i], reach=f"{folder}/{i}"), range(len(parts))):
                if failed or not ended:
                    sys.exit(f"mutants: with no mutant switched on this fails: {', '.join(failed) or 'a test that crashes'}")

    def observe(self, names):
        """Runs tests with no mutant switched on: what they take and what they reach."""
        with tempfile.TemporaryDirectory() as folder:
            self.pass_without_mutants(names, folder)
            for line in "".join(file.read_text() for file in pathlib.Path(folder).iterdir()).splitlines():
                seconds, file, name, reached = line.split("\t")
                below = pathlib.PurePath(file.split("/source/tests/")[-1]).with_suffix("").as_posix()
                yield Test(name, below, float(seconds), set(map(int, reached.split())))

    def check(self, names):
        """These tests pass with no mutant switched on."""
        self.times = {test.name: test.seconds for test in self.observe(self.names.intersection(names))}

    def record(self):
        """The tests that `killers` tries."""
        self.tests = [test for test in self.observe(self.names) if test.seconds <= self.most_seconds]

    def reaching(self, mutant):
        """The tests that ask a mutant's switch: those of its file first, then those of its folder, each the quickest first."""
        mirrored = pathlib.PurePath(mutant.file).relative_to(mutant.file.split("/")[0]).with_suffix("").as_posix()
        folder = mirrored.split("/")[0] + "/"
        number = switch_number(mutant.name)
        return sorted((test for test in self.tests if number in test.reached),
                      key=lambda test: (test.file != mirrored, not test.file.startswith(folder), test.seconds))

    def fails(self, name, mutant):
        if name not in self.names:
            return False
        failed, ended = self.run([name], mutant, patience(self.times.get(name, 24)), ["--abort-after=1"])
        return bool(failed) or not ended

    def killer(self, mutant):
        """A test that kills a mutant, or tests of which one does, or nothing."""
        for group in groups(self.reaching(mutant)):
            failed, ended = self.run([test.name for test in group], mutant.name, patience(sum(test.seconds for test in group)), ["--abort-after=1"])
            if failed or not ended:
                return failed[:1] or [test.name for test in group]
        return []

    def killers(self, mutant, all_of_them=False):
        """Tests that kill a mutant, by themselves; without `all_of_them`, one."""
        suspects = self.reaching(mutant)
        if not all_of_them:
            names = self.killer(mutant)  # once: it runs tests
            suspects = [test for test in suspects if test.name in names]
        found = []
        for test in suspects:
            failed, ended = self.run([test.name], mutant.name, patience(test.seconds), ["--abort-after=1"])
            if failed or not ended:
                found.append(test.name)
                if not all_of_them:
                    break
        return found


def groups(tests):
    """Neighbours, about `group_seconds` at a time."""
    result, seconds = [], 0
    for test in tests:
        if not result or seconds + test.seconds > group_seconds:
            result.append([])
            seconds = 0
        result[-1].append(test)
        seconds += test.seconds
    return result
