"""The notebooks run, and the stubs agree with the code that uses them."""

import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

HERE = Path(__file__).resolve().parent
NOTEBOOKS = sorted((HERE.parent / "notebooks").glob("*.ipynb"))
# the notebooks that train with PyTorch
TRAINING = {"masked_ppo"}


def notebook(path):
    return pytest.param(path, marks=[pytest.mark.training] if path.stem in TRAINING else [])


@pytest.mark.parametrize("path", [notebook(path) for path in NOTEBOOKS], ids=lambda path: path.stem)
def test_a_notebook_runs(path, tmp_path):
    notebook = nbformat.read(path, as_version=4)
    NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(tmp_path)}}).execute()
    kinds = {kind for cell in notebook.cells for output in cell.get("outputs", []) for kind in output.get("data", {})}
    assert path.stem in TRAINING or "image/png" in kinds, "a plot"
    assert path.stem not in {"boards_and_battles", "map_fairness", "a_bot_in_30_lines"} or "image/svg+xml" in kinds, "a board"
    assert all(not cell.get("outputs") for cell in nbformat.read(path, as_version=4).cells)


def test_five_notebooks_need_no_pytorch():
    assert len([path for path in NOTEBOOKS if path.stem not in TRAINING]) == 5


def test_the_stubs_name_what_there_is():
    """mypy's stubtest compares the stubs with the installed module."""
    done = subprocess.run(
        [sys.executable, "-m", "mypy.stubtest", "hexwright._hexwright", "--ignore-disjoint-bases", "--ignore-missing-stub"],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
