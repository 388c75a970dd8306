"""Every public name says what it is and shows how it is used; the examples run."""

import doctest
import importlib
import inspect
import types

import pytest

import hexwright as hw

MODULES = ["hexwright", "hexwright.envs", "hexwright.envs.render", "hexwright.envs.aec", "hexwright.envs.gym", "hexwright.bot", "hexwright.vector", "hexwright.openspiel"]
# values: their types speak for them
VALUES = {"NO_PICK", "__version__", "REGISTERED", "battle_v1", "catan_v1", "terra_v1"}


def public():
    for name in MODULES:
        try:
            module = importlib.import_module(name)
        except ImportError:  # OpenSpiel is not there
            continue
        yield name, module
        for member in getattr(module, "__all__", []):
            if member not in VALUES:
                yield f"{name}.{member}", getattr(module, member)
        for member, value in vars(module).items():
            if not hasattr(module, "__all__") and not member.startswith("_") and getattr(value, "__module__", "") == name:
                if isinstance(value, (type, types.FunctionType)):
                    yield f"{name}.{member}", value


PUBLIC = dict(public())


@pytest.mark.parametrize("name", PUBLIC)
def test_examples_run(name, monkeypatch, root):
    monkeypatch.chdir(root)
    value = PUBLIC[name]
    text = inspect.getdoc(value) or ""
    module = value if isinstance(value, types.ModuleType) else importlib.import_module(name.rpartition(".")[0])
    flags = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL
    example = doctest.DocTestParser().get_doctest(text, dict(vars(module)), name, None, 0)
    wants_example = not isinstance(value, types.ModuleType)
    assert example.examples or not wants_example, f"{name} has no example"
    runner = doctest.DocTestRunner(optionflags=flags)
    said = []
    runner.run(example, out=said.append)
    assert not runner.failures, "".join(said)


@pytest.mark.parametrize("name", [name for name, value in PUBLIC.items() if isinstance(value, type)])
def test_every_member_says_what_it_is(name):
    silent = []
    for member, value in inspect.getmembers(PUBLIC[name]):
        own = member in vars(PUBLIC[name]) or "hexwright" in str(getattr(value, "__module__", ""))
        if member.startswith("_") or not own or not (callable(value) or inspect.isdatadescriptor(value)):
            continue
        if not inspect.getdoc(value):
            silent.append(member)
    assert not silent


def test_native_functions_have_signatures():
    for name in dir(hw._hexwright):
        value = getattr(hw._hexwright, name)
        if callable(value):
            assert inspect.signature(value)
