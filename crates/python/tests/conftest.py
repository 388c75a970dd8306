"""The tests know only the installed wheel and the folder of the checkout."""

import os
from pathlib import Path

import pytest

def pytest_configure(config):
    config.addinivalue_line("markers", "training: needs PyTorch; run by `cargo xtask train`")
    config.addinivalue_line("markers", "long: takes minutes; run by `cargo xtask python long`")


ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(scope="session")
def root() -> Path:
    return ROOT


@pytest.fixture(scope="session")
def cli() -> str:
    """The command line, if it was built beside the wheel."""
    program = os.environ.get("HEXWRIGHT")
    if not program:
        pytest.skip("HEXWRIGHT names no command line")
    return program
