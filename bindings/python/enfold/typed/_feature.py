"""Feature: what a store is opened of, and what its feature asks the host for."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from typing import Any, ClassVar, Generic, Literal, TypeVar

from .. import runtime
from .._json import NOT_GIVEN
from ._store import A, S, Store

Payload = TypeVar("Payload")
Answer = TypeVar("Answer")


class Feature(Generic[S, A]):
    """A feature: the types of its state and its actions. Generated files have a subclass of each.

    name: the name by which it is opened. Subclasses have the place of the state, `at`, too.
    """

    name: ClassVar[str]

    @classmethod
    def open(
        cls,
        runtime: runtime.Runtime,
        *,
        state: S | None = None,
        stub: bool = False,
        effects: Literal["run", "none"] = "run",
        dependencies: Any = NOT_GIVEN,
        name: str | None = None,
        unknown_keys: Literal["refuse", "ignore"] = "refuse",
    ) -> Store[S, A]:
        """Opens a store: see `enfold.Runtime.open`. Without a state, in the feature's own."""
        given = NOT_GIVEN if state is None else state
        return Store(
            runtime.open(
                cls.name,
                state=given,
                stub=stub,
                effects=effects,
                dependencies=dependencies,
                name=name,
                unknown_keys=unknown_keys,
            ),
        )


class _Request(Generic[Payload, Answer]):
    """What a feature asks its host for."""

    __slots__ = ("__orig_class__", "name")

    name: str

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.name!r})"


class HostFunction(_Request[Payload, Answer]):
    """A question with one answer."""

    __slots__ = ()

    def handle(
        self,
        runtime: runtime.Runtime,
        function: Callable[[Payload], Answer | Awaitable[Answer]],
    ) -> None:
        """Answers it with a function or an `async def`: see `enfold.Runtime.handle`."""
        runtime.handle(self.name, function)


class HostStream(_Request[Payload, Answer]):
    """A question with any number of answers, one after the other."""

    __slots__ = ()

    def handle(
        self,
        runtime: runtime.Runtime,
        function: Callable[[Payload], Iterator[Answer] | AsyncIterator[Answer]],
    ) -> None:
        """Answers it with a generator, also an async one: see `enfold.Runtime.handle`."""
        runtime.handle(self.name, function)
