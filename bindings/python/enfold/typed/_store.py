"""Store: a store whose state and actions have types."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator, Callable, Iterable
from typing import Any, Generic, TypeVar, cast, overload

from .. import breakpoint, events, store, subscription, tagged, task
from .._arguments import Timeout
from .._awaits import AWAIT_SEND, refuse_await
from ..observable import Coalesce, Filter, Phase
from ._actions import json_of
from ._places import Place, V

S = TypeVar("S")
A = TypeVar("A")


class Event(events.Event, Generic[V]):
    """An `enfold.Event` whose value has a type. What is given to observers is an `enfold.Event`."""

    __slots__ = ()

    @property
    def value(self) -> V:
        """The value now; None where nothing is there (`removed`), whatever its type."""
        raise NotImplementedError


U = TypeVar("U", bound="store.Store | tagged.Tagged")


class Sender(Generic[U, A]):
    """What takes typed actions: `untyped` with another way to send."""

    __slots__ = ("untyped",)

    untyped: U

    def __init__(self, untyped: U) -> None:
        self.untyped = untyped

    def send(self, action: A) -> None:
        """See `enfold.Store.send`."""
        if "asyncio" in sys.modules:
            refuse_await("send", AWAIT_SEND)
        self.untyped.send(json_of(action))

    def task(self, action: A) -> task.Task:
        """See `enfold.Store.task`."""
        return self.untyped.task(json_of(action))


class Tagged(Sender["tagged.Tagged", A]):
    """A store for actions with a tag. `untyped` is the `enfold.Tagged` inside."""

    __slots__ = ()


class Given(Tagged[A]):
    """A store for actions with values for dependencies. `untyped` is the `enfold.Given` inside."""

    __slots__ = ()


class Store(Sender["store.Store", A], Generic[S, A]):
    """A store whose state and actions have types. `untyped` is the `enfold.Store` inside.

    It has the same functions, which take places and `Action`s, and does nothing of its own.
    """

    __slots__ = ()

    def send_batch(self, actions: Iterable[A]) -> int:
        """See `enfold.Store.send_batch`."""
        return self.untyped.send_batch([json_of(action) for action in actions])

    def tagged(self, tag: str) -> Tagged[A]:
        """See `enfold.Store.tagged`."""
        return Tagged(self.untyped.tagged(tag))

    def given(self, dependencies: Any, *, tag: str = "") -> Given[A]:
        """See `enfold.Store.given`."""
        return Given(self.untyped.given(dependencies, tag=tag))

    def wait(self, timeout: Timeout = None) -> None:
        """See `enfold.Store.wait`."""
        self.untyped.wait(timeout)

    def flush(self) -> None:
        """See `enfold.Store.flush`."""
        self.untyped.flush()

    def hold(self, on: bool = True) -> None:
        """See `enfold.Store.hold`."""
        self.untyped.hold(on)

    def step(self) -> bool:
        """See `enfold.Store.step`."""
        return self.untyped.step()

    def break_at(
        self, action: str | None = None, *, path: Place[Any] | None = None
    ) -> breakpoint.Breakpoint:
        """See `enfold.Store.break_at`. An action has the name that it has as JSON."""
        return self.untyped.break_at(action, path=None if path is None else str(path))

    def clear_breakpoints(self) -> None:
        """See `enfold.Store.clear_breakpoints`."""
        self.untyped.clear_breakpoints()

    @property
    def state(self) -> S:
        """See `enfold.Store.state`."""
        return cast(S, self.untyped.state)

    def get(self, place: Place[V]) -> V:
        """See `enfold.Store.get`."""
        return cast(V, self.untyped.get(str(place)))

    @property
    def revision(self) -> int:
        """See `enfold.Store.revision`."""
        return self.untyped.revision

    def set(self, place: Place[V], value: V, *, then: A | None = None) -> None:
        """See `enfold.Store.set`."""
        self.untyped.set(str(place), value, then=None if then is None else json_of(then))

    def restore(self, state: S) -> None:
        """See `enfold.Store.restore`."""
        self.untyped.restore(state)

    @overload
    def observe(
        self,
        place: Place[V],
        callback: Callable[[Event[V]], object],
        *,
        initial: bool = ...,
        filter: Filter = ...,
        coalesce: Coalesce = ...,
        skip_null: bool = ...,
        closed: bool = ...,
    ) -> subscription.Subscription: ...

    @overload
    def observe(
        self,
        place: Place[V],
        callback: None = ...,
        *,
        initial: bool = ...,
        filter: Filter = ...,
        coalesce: Coalesce = ...,
        skip_null: bool = ...,
        closed: bool = ...,
    ) -> Callable[[Callable[[Event[V]], object]], subscription.Subscription]: ...

    def observe(
        self,
        place: Place[V],
        callback: Callable[[Event[V]], object] | None = None,
        *,
        initial: bool = True,
        filter: Filter = "distinct",
        coalesce: Coalesce = "none",
        skip_null: bool = False,
        closed: bool = False,
    ) -> (
        subscription.Subscription
        | Callable[[Callable[[Event[V]], object]], subscription.Subscription]
    ):
        """See `enfold.Store.observe`. Without a callback it is a decorator."""

        def subscribe(callback: Callable[[Event[V]], object]) -> subscription.Subscription:
            return self.untyped.observe(
                str(place),
                cast(subscription.Observer, callback),
                initial=initial,
                filter=filter,
                coalesce=coalesce,
                skip_null=skip_null,
                closed=closed,
            )

        return subscribe if callback is None else subscribe(callback)

    def changes(
        self,
        place: Place[V],
        *,
        initial: bool = True,
        filter: Filter = "distinct",
        coalesce: Coalesce = "none",
        skip_null: bool = False,
    ) -> AsyncIterator[Event[V]]:
        """See `enfold.Store.changes`."""
        changes = self.untyped.changes(
            str(place), initial=initial, filter=filter, coalesce=coalesce, skip_null=skip_null
        )
        return cast(AsyncIterator[Event[V]], changes)

    def observe_actions(
        self, callback: subscription.Observer, *, phase: Phase = "reduced"
    ) -> subscription.Subscription:
        """See `enfold.Store.observe_actions`. Actions are told as JSON."""
        return self.untyped.observe_actions(callback, phase=phase)

    def end(self, *, flush: bool = True, wait: Timeout = 2.0) -> bool:
        """See `enfold.Store.end`."""
        return self.untyped.end(flush=flush, wait=wait)

    def close(self) -> None:
        """See `enfold.Store.close`."""
        self.untyped.close()

    @property
    def is_closed(self) -> bool:
        """See `enfold.Store.is_closed`."""
        return self.untyped.is_closed

    def __enter__(self) -> Store[S, A]:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return repr(self.untyped)
