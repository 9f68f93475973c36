"""Answers: what a test gives in place of a host that handles requests."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..runtime import Runtime


def install(runtime: Runtime, answers: Mapping[str, Any]) -> None:
    """Lets a runtime answer requests, by name.

    An answer is a value; or a function of the payload, as for `Runtime.handle`; or an exception, an
    object or a class, which fails the request. For a stream, a list is its elements.
    """
    if not isinstance(answers, Mapping):
        raise TypeError(
            f"answers is a mapping from names to answers, not {type(answers).__name__}: "
            'answers={"numberFact": "seven"}'
        )
    declared = {
        request["name"]: bool(request["stream"])
        for feature in runtime.features()
        for request in feature.get("requests", ())
    }
    for name, answer in answers.items():
        runtime.handle(name, _function(answer, is_stream=declared.get(name, False)))


def _function(answer: Any, *, is_stream: bool) -> Callable[[Any], Any]:
    if isinstance(answer, BaseException) or _is_exception_class(answer):

        def fail(payload: Any) -> Any:
            raise answer

        return fail
    if callable(answer):
        function: Callable[[Any], Any] = answer
        return function
    if is_stream and isinstance(answer, (list, tuple)):

        def elements(payload: Any) -> Iterator[Any]:
            yield from answer

        return elements

    def value(payload: Any) -> Any:
        return answer

    return value


def _is_exception_class(answer: Any) -> bool:
    return isinstance(answer, type) and issubclass(answer, BaseException)
