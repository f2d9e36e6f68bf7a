"""Builds the tests with mutants planted: a copy of the sources and a build of it below build/.

The build is that of the preset dev without debug information, and with the assertions of the standard library. CMake and Ninja must be on the
PATH, and CXX must name the compiler: `./dev mutants` sees to it.
"""
import os
import re
import subprocess
import sys

import plant

root = plant.here.parent.parent
jobs = len(os.sched_getaffinity(0))  # at a time; `run` may set it
# What is planted is not for warnings to judge; a number that depends on a switch is no constant, and narrows in braces.
flags = "-w -Wno-c++11-narrowing -D_GLIBCXX_ASSERTIONS"


def compiler():
    return os.environ.get("CXX") or sys.exit("mutants: set CXX to the compiler, or run ./dev mutants, which does")


class Build:
    """One folder below build/."""

    def __init__(self, name):
        self.folder = root / "build" / name
        self.program = self.folder / "bin" / "firefly_tests"

    def configure(self):
        command = ["cmake", "--fresh", "-S", str(self.folder / "source"), "-B", str(self.folder), "-G", "Ninja", "-D",
                   f"CMAKE_CXX_COMPILER={compiler()}", "-D", "CMAKE_BUILD_TYPE=Debug", "-D", "CMAKE_CXX_FLAGS_DEBUG=-O1",
                   "-D", f"CMAKE_CXX_FLAGS={flags}", "-D", "CMAKE_LINKER_TYPE=LLD", "-D", "FIREFLY_PROGRAM=OFF", "-D", "FIREFLY_NETCDF=OFF",
                   "-D", "FIREFLY_QUICK_MODELS=ON"]
        # Anew when this script or the folder changed; ninja follows CMakeLists.txt by itself.
        stamp = self.folder / "configured"
        if stamp.exists() and stamp.read_text() == " ".join(command):
            return
        if subprocess.run(command, stdout=sys.stderr).returncode != 0:
            sys.exit("mutants: the planted copy cannot be configured")
        stamp.write_text(" ".join(command))

    def make(self, mutants, tests=None, target="bin/firefly_tests"):
        """Nothing where it could be built, or what the compiler said. With `tests`, only these sources of the tests are built."""
        plant.plant_all(root, self.folder / "source", mutants, tests)
        self.configure()
        ninja = subprocess.Popen(["ninja", "-C", self.folder, "-k", "0", "-j", str(jobs), target], stdout=subprocess.PIPE, text=True,
                                 errors="replace")
        said = []
        for line in ninja.stdout:
            said.append(line)
            if line.startswith("[") or "error" in line:
                print(line, end="", file=sys.stderr, flush=True)
        return None if ninja.wait() == 0 else "".join(said)

    def make_or_stop(self, mutants, tests=None):
        if said := self.make(mutants, tests):
            sys.exit(f"{said}\nmutants: the planted copy does not compile")

    def make_what_compiles(self, faults):
        """The faults that compile, built. Those on lines where the compiler finds errors are left out, and the rest is tried again.

        The library first: it instantiates most templates, and a test that does so later would have all built again. What does not compile is
        kept in a file, for the next time.
        """
        known = self.folder / "misfits"
        wrong = set(known.read_text().split()) if known.exists() else set()
        for target in ("firefly", "bin/firefly_tests"):
            while True:
                faults = [fault for fault in faults if fault.mutant.name not in wrong]
                said = self.make([fault.mutant for fault in faults], target=target)
                if said is None:
                    break
                new = misfits(said, faults)
                if not new:
                    sys.exit(f"{said}\nmutants: the planted copy does not compile, and no fault is to blame")
                print(f"mutants: {len(new)} of {len(faults)} faults do not compile and are left out", file=sys.stderr)
                wrong |= new
                known.write_text("\n".join(sorted(wrong)) + "\n")
        return faults


def misfits(said, faults):
    """The names of the faults at which errors point, or the notes that say where a template with an error was asked for."""
    at_line = {}
    for fault in faults:
        for line in fault.lines:
            at_line.setdefault((fault.mutant.file, line), set()).add(fault.mutant.name)
    found, open_error = set(), False
    for file, line, kind in re.findall(r"^(\S+?):(\d+):\d+: (fatal error|error|note):", said, re.M):
        open_error = open_error or kind != "note"
        path = file.removeprefix(str(root) + "/")
        if open_error and (names := at_line.get((path, int(line)))):
            found |= names
            open_error = False
    return found
