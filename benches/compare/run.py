"""Installs the neighbours, runs them and us in one run, prints rates and ratios. See README.md."""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]


def installed_pythons() -> Iterator[str]:
    """The Pythons of this machine: those on the path, then those pyenv keeps, whose stand-ins on the path may refuse to run."""
    for name in ("python3.13", "python3.12", "python3.14", sys.executable):
        if found := shutil.which(name):
            yield found
    if pyenv := shutil.which("pyenv"):
        kept = Path(subprocess.run([pyenv, "root"], check=True, capture_output=True, text=True).stdout.strip(), "versions")
        yield from sorted(map(str, kept.glob("3.*/bin/python")), reverse=True)


def newest_python() -> str:
    """A Python that fastcatan's wheel accepts."""
    probe = ["-c", "import sys; sys.exit(sys.version_info < (3, 12))"]
    for python in installed_pythons():
        if subprocess.run([python, *probe], capture_output=True).returncode == 0:
            return python
    sys.exit("no Python of version 3.12 or later was found; fastcatan needs one")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--wheel", help="use this wheel of ours instead of building one")
    parser.add_argument("--folder", default=str(ROOT / "target/compare"), help="where the environment lies")
    parser.add_argument("rest", nargs="*", help="arguments of measure.py")
    how = parser.parse_args()
    folder = Path(how.folder)
    python = folder / "venv/bin/python"
    pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    if not python.exists():
        subprocess.run([newest_python(), "-m", "venv", str(folder / "venv")], check=True)
        subprocess.run([*pip, "fastcatan", "catanatron", "maturin>=1.9,<2", "numpy"], check=True)
    wheel = how.wheel
    if wheel is None:
        out = folder / "wheels"
        shutil.rmtree(out, ignore_errors=True)
        maturin = [str(folder / "venv/bin/maturin"), "build", "--release", "--quiet", "--out", str(out)]
        subprocess.run(maturin, check=True, cwd=ROOT)
        wheel = str(next(out.glob("*.whl")))
    subprocess.run([*pip, "--force-reinstall", "--no-deps", wheel], check=True)
    table(python, how.rest)


def table(python: Path, rest: list[str]) -> None:
    """Every number in one run: both lengths, a larger batch, one thread and two, with and without rows."""
    found: dict[tuple[int, int, int], dict[str, float]] = {}
    batches = ((1024, 600), (1024, 1500), (8192, 200))
    print("| games | steps | picks | threads | fastcatan | hexwright | ratio | hexwright, rows | cost of rows |")
    print("|---|---|---|---|---|---|---|---|---|", flush=True)
    engines = ("fastcatan batch", "hexwright batch", "hexwright batch, rows")
    for games, steps in batches:
        for threads in (1, 2):
            size = ["--games", str(games), "--steps", str(steps), "--threads", str(threads)]
            command = [str(python), str(HERE / "measure.py"), "--json", *size, *rest]
            done = subprocess.run(command, check=True, capture_output=True, text=True)
            rates = found[games, steps, threads] = json.loads(done.stdout.splitlines()[-1])
            for how, suffix in (("drawn", ""), ("replayed", ", replayed")):
                theirs, ours, rows = (rates[name + suffix] for name in engines)
                numbers = f"{theirs / 1e6:.2f} M/s | {ours / 1e6:.2f} M/s | {ours / theirs:.1f} x | {rows / 1e6:.2f} M/s | {ours / rows:.2f} x"
                print(f"| {games:,} | {steps:,} | {how} | {threads} | {numbers} |", flush=True)
    for games, steps in batches:
        for name in (name + suffix for name in engines for suffix in ("", ", replayed")):
            gain = found[games, steps, 2][name] / found[games, steps, 1][name]
            print(f"{games:,} games, {steps:,} steps, {name}: two threads are {gain:.2f} times one")
    single = found[1024, 1500, 1]
    for name in ("catanatron games", "hexwright single games", "hexwright simulate"):
        print(f"{name}: {single[name]:,.1f} games/s ({single[name] / single['catanatron games']:,.0f} x catanatron)")


if __name__ == "__main__":
    main()
