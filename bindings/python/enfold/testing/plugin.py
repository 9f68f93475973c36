"""Fixtures for pytest: a runtime, and a store of the feature that a mark names.

An installed enfold brings them. From a checkout: `pytest_plugins = ["enfold.testing.plugin"]`.

    @pytest.mark.enfold(plugin="build/plugins/libCounter.so", feature="Counter")
    def test_increment(enfold_store):
        enfold_store.send("increment")
        assert enfold_store.state["count"] == 1
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from typing import Any

try:
    import pytest
except ModuleNotFoundError as error:  # pragma: no cover
    raise ImportError(
        "enfold.testing.plugin needs pytest: pip install pytest", name="pytest"
    ) from error

from .._arguments import seconds
from ..errors import Error
from ..runtime import Runtime
from ..store import Store
from . import answers, ending
from . import options as _options
from .diagnostics import Diagnostics

_used = pytest.StashKey[tuple[Runtime, Diagnostics, dict[str, Any]]]()


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers",
        "enfold(plugin, feature, *, state, answers, environment='test', clock='manual', "
        "loop='host', shared_directory, allow, timeout=5): what enfold_runtime loads and "
        "enfold_store opens",
    )


@pytest.fixture
def enfold_options() -> dict[str, Any]:
    """Options for all tests of a folder or module that overrides it; marks go before them."""
    return {}


@pytest.fixture
def enfold_runtime(
    request: pytest.FixtureRequest, enfold_options: dict[str, Any]
) -> Iterator[Runtime]:
    """A runtime with the plugins and answers of the test's `@pytest.mark.enfold`.

    The test fails if at its end effects still run, requests have no answer, or there are errors
    and warnings that it did not expect.
    """
    try:
        options = _read(request, enfold_options)
        files = _options.plugins(options, request.config.rootpath)
    except _options.OptionError as error:
        raise _failure(str(error)) from None
    keywords = ("loop", "clock", "environment", "shared_directory")
    with Runtime(**{name: options[name] for name in keywords}) as runtime:
        diagnostics = Diagnostics(runtime)
        try:
            for file in files:
                runtime.load(file)
            answers.install(runtime, options["answers"])
        except (Error, TypeError) as error:
            raise _failure(f"@pytest.mark.enfold: {error}") from None
        request.node.stash[_used] = (runtime, diagnostics, options)
        yield runtime


@pytest.fixture
def enfold_store(request: pytest.FixtureRequest, enfold_runtime: Runtime) -> Store:
    """A store of the feature of the test's `@pytest.mark.enfold`.

    It needs no name if the plugins have only one feature.
    """
    options = request.node.stash[_used][2]
    feature = options["feature"]
    names = [each["name"] for each in enfold_runtime.features()]
    if feature is None:
        if len(names) != 1:
            known = ", ".join(names) or "none: no plugin is loaded"
            pytest.fail(
                "enfold_store needs the name of a feature: "
                f'@pytest.mark.enfold(plugin="…", feature="…"). There are {known}',
                pytrace=False,
            )
        feature = names[0]
    try:
        return enfold_runtime.open(feature, state=options["state"])
    except (Error, TypeError, ValueError) as error:
        raise _failure(f"enfold_store: {error}") from None


@pytest.fixture
def enfold_diagnostics(request: pytest.FixtureRequest, enfold_runtime: Runtime) -> Diagnostics:
    """The errors and warnings of `enfold_runtime`; `expect` takes out those that shall be there."""
    diagnostics: Diagnostics = request.node.stash[_used][1]
    return diagnostics


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, Any, Any]:
    try:
        result = yield
    except BaseException:
        if _used in item.stash and len(item.stash[_used][1]):
            item.add_report_section("call", "enfold", str(item.stash[_used][1]))
        raise
    if _used in item.stash:
        runtime, diagnostics, options = item.stash[_used]
        timeout = seconds(options["timeout"], "timeout")
        problems = ending.problems(runtime, diagnostics, options["allow"], timeout)
        if problems:
            pytest.fail("\n".join(problems), pytrace=False)
    return result


def _failure(message: str) -> BaseException:
    """What ends a test with a message alone."""
    return pytest.fail.Exception(message, pytrace=False)


def _read(request: pytest.FixtureRequest, common: Any) -> dict[str, Any]:
    if not isinstance(common, dict):
        raise _options.OptionError(f"enfold_options returns a dict, not {common!r}")
    parts: list[tuple[str, Mapping[str, Any]]] = [("enfold_options", common)]
    marks = list(request.node.iter_markers("enfold"))
    for mark in reversed(marks):  # those of the test itself come last
        parts.append(("@pytest.mark.enfold", _options.of_mark(mark.args, mark.kwargs)))
    return _options.merged(parts)
