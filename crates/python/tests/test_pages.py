"""The Python examples of the README and of docs/python.md run as they stand."""
import pathlib
import re

import pytest

ROOT = pathlib.Path(__file__).parents[3]


def blocks():
    for page in ["README.md", "docs/python.md"]:
        text = (ROOT / page).read_text()
        for number, block in enumerate(re.findall(r"```python\n(.*?)```", text, re.S), 1):
            yield pytest.param(block, id=f"{page} {number}")


@pytest.mark.parametrize("block", blocks())
def test_example_runs(block, tmp_path, monkeypatch):
    (tmp_path / "maps").symlink_to(ROOT / "maps")
    monkeypatch.chdir(tmp_path)
    exec(compile(block, "example", "exec"), {"__name__": "__main__"})
