"""What campaigns find, written: killers into mutants.toml, and docs/mutants.md."""
import json
import re

import plant

page = plant.here.parent.parent / "docs" / "mutants.md"
random_heading = "## Random faults"


def write_killers(mutants):
    """Into mutants.toml: the line `killer` is the last one of an entry."""
    killers = {mutant.name: mutant.killer for mutant in mutants}
    entries = plant.table.read_text().split("[[mutant]]\n")
    for i, entry in enumerate(entries[1:], 1):
        name = re.search(r"^name = ['\"](.*)['\"]$", entry, re.MULTILINE)[1]
        lines = [line for line in entry.rstrip().split("\n") if not line.startswith("killer = ")]
        at = max(i for i, line in enumerate(lines) if line.startswith("fault = ")) + 1
        if killers[name]:
            lines.insert(at, f"killer = {json.dumps(killers[name], ensure_ascii=False)}")
        entries[i] = "\n".join(lines) + "\n\n"
    plant.table.write_text("[[mutant]]\n".join(entries).rstrip() + "\n")


def parts():
    """The page as it is: what the hand-written mutants wrote, and the seeds of random ones with their text."""
    hand_written, _, rest = page.read_text().partition(f"\n{random_heading}\n")
    seeds = re.split(r"^### Seed (\d+)\n", rest, flags=re.M)[1:]
    return hand_written, {int(seed): text.strip() for seed, text in zip(seeds[::2], seeds[1::2])}


def write(hand_written, seeds):
    lines = [hand_written.rstrip()]
    if seeds:
        lines += ["", random_heading, "",
                  "Changes that a program makes at random, `./dev mutants --random N --seed S --record`. Those that are known to change nothing that",
                  "anyone could see stand in `tests/mutants/equivalent.toml`, each with the reason, and are not among them."]
    for seed, text in sorted(seeds.items()):
        lines += ["", f"### Seed {seed}", "", text]
    page.write_text("\n".join(lines) + "\n")


def write_hand_written(mutants):
    def cell(text):
        return re.sub(r"([|<*\\])", r"\\\1", text)

    lines = ["# Mutants", "",
             "Written by `tests/mutants/run --record`; do not edit. Each line is a fault that can be switched on in a build of its own, and a test",
             "that fails when it is. `./dev mutants` builds them all and asserts that none survives. How it works and how to add one:",
             "`tests/mutants/mutants.toml`.", "", f"{len(mutants)} mutants, all killed."]
    for file in sorted({mutant.file for mutant in mutants}):
        lines += ["", f"## {file}", "", "| mutant | fault | killed by |", "|---|---|---|"]
        lines += [f"| {mutant.name} | {cell(mutant.fault)} | {cell(mutant.killer)} |" for mutant in mutants if mutant.file == file]
    write("\n".join(lines), parts()[1])


def write_seed(seed, faults, survivors, date):
    """`faults` are those that were judged, `survivors` those of them that no test kills."""
    killed = len(faults) - len(survivors)
    lines = [f"{date}: {killed} of {len(faults)} killed, {100 * killed / len(faults):.1f} %."]
    if survivors:
        lines += ["", "Survivors:", ""]
    for fault in survivors:
        lines += [f"- `{fault.mutant.file}`: ``{fault.before}`` → ``{fault.after or 'nothing'}``"]
    hand_written, seeds = parts()
    write(hand_written, seeds | {seed: "\n".join(lines)})
