"""Observable: what can be observed of a store: values at pointers, and actions."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Literal, cast, overload

from ._arguments import encode_pointer
from ._ffi import INVALID
from .errors import InvalidError
from .subscription import (
    BUFFER,
    Observer,
    Patch,
    Subscription,
    WhenFull,
    encode_action_options,
    encode_options,
)

if TYPE_CHECKING:
    from .aio import Events
    from .store import Store

Filter = Literal["distinct", "raw", "pulse"]
Coalesce = Literal["none", "drain"]
Phase = Literal["reduced", "finished"]


class Observable:
    """The part of a store that observes it."""

    __slots__ = ()

    # Values

    @overload
    def observe(
        self,
        pointer: str,
        callback: Observer,
        *,
        initial: bool = ...,
        filter: Filter = ...,
        coalesce: Coalesce = ...,
        value: bool = ...,
        patch: Patch = ...,
        old: bool = ...,
        action: bool = ...,
        skip_null: bool = ...,
        closed: bool = ...,
    ) -> Subscription: ...

    @overload
    def observe(
        self,
        pointer: str = ...,
        callback: None = ...,
        *,
        initial: bool = ...,
        filter: Filter = ...,
        coalesce: Coalesce = ...,
        value: bool = ...,
        patch: Patch = ...,
        old: bool = ...,
        action: bool = ...,
        skip_null: bool = ...,
        closed: bool = ...,
    ) -> Callable[[Observer], Subscription]: ...

    def observe(
        self,
        pointer: str = "",
        callback: Observer | None = None,
        *,
        initial: bool = True,
        filter: Filter = "distinct",
        coalesce: Coalesce = "none",
        value: bool = True,
        patch: Patch = False,
        old: bool = False,
        action: bool = False,
        skip_null: bool = False,
        closed: bool = False,
    ) -> Subscription | Callable[[Observer], Subscription]:
        """Observes the value at a pointer.

        Without a callback it is a decorator, which returns the subscription.

        initial:   begin with an event for the value now.
        filter:    "distinct": only when the value differs from the last one, or the feature says
                   that an equal one counts; "raw": on every commit; "pulse": on every assignment,
                   equal or not, to a property that the feature made a pulse.
        coalesce:  "none": an event for each commit; "drain": at most one for all actions that are
                   reduced in a row, after them, with the value then.
        value, patch, action: what events carry. A patch has operations of RFC 6902. With "keyed" it
                   names elements of lists by their ids; `enfold.apply_patch` reads both.
        old:       each "replace" and "remove" of a patch has a member "old", so that
                   `enfold.apply_patch` can take it back.
        skip_null: no event for null or where nothing is. It counts as seen nevertheless, so that
                   1, null, 1 gives two events.
        closed:    end with an event (`closed`) when the store is closed.

        If the callback raises at the initial event, this raises, and nothing is subscribed.
        """
        encode_pointer(pointer)
        options = encode_options(initial, filter, coalesce, value, patch, action, skip_null, old)

        def subscribe(callback: Observer) -> Subscription:
            return self._subscribe(pointer, callback, options, closed)

        return subscribe if callback is None else subscribe(callback)

    def changes(
        self,
        pointer: str = "",
        *,
        initial: bool = True,
        filter: Filter = "distinct",
        coalesce: Coalesce = "none",
        value: bool = True,
        patch: Patch = False,
        old: bool = False,
        action: bool = False,
        skip_null: bool = False,
        buffer: int | None = BUFFER,
        when_full: WhenFull | None = None,
    ) -> Events:
        """The events of `observe`, to iterate over in asyncio until the store is closed.

            async for event in store.changes("/items"): ...

        Attaches the runtime to the running event loop. Nothing is subscribed before the first step,
        or the beginning of an `async with store.changes("/items") as changes`.

        A slow iteration leaves at most `buffer` events waiting (None: any number; none is lost):

        when_full: "newest": one more pushes out the oldest, so that the value that is taken last is
                   always the value now; `Events.missed` counts. "raise": one more ends the
                   iteration, behind those that wait, with `LimitError`. The default is "newest"
                   where an event only tells a value, and "raise" where each event counts: with
                   `patch`, `action`, and other filters than "distinct". Patches build on one
                   another, so that "newest" is refused for them.

        No policy lets senders or the loop wait for who iterates, because that one may wait for
        them: an `await store.send(…)` of an `aio.Store` inside the iteration would never end.
        """
        encode_pointer(pointer)
        options = encode_options(initial, filter, coalesce, value, patch, action, skip_null, old)
        if when_full is None:
            counts = patch or action or filter != "distinct"
            when_full = "raise" if counts else "newest"
        elif patch and when_full == "newest":
            raise InvalidError(INVALID, 'patches build on one another: when_full is "raise"')
        return self._iterate(
            lambda callback: self._subscribe(pointer, callback, options, closed=True),
            buffer,
            when_full,
        )

    # Actions

    @overload
    def observe_actions(
        self,
        callback: Observer,
        *,
        phase: Phase = ...,
        state: str | None = ...,
        mutations: bool = ...,
        closed: bool = ...,
    ) -> Subscription: ...

    @overload
    def observe_actions(
        self,
        callback: None = ...,
        *,
        phase: Phase = ...,
        state: str | None = ...,
        mutations: bool = ...,
        closed: bool = ...,
    ) -> Callable[[Observer], Subscription]: ...

    def observe_actions(
        self,
        callback: Observer | None = None,
        *,
        phase: Phase = "reduced",
        state: str | None = None,
        mutations: bool = False,
        closed: bool = False,
    ) -> Subscription | Callable[[Observer], Subscription]:
        """Observes actions: one event for each, with `action`; `changed` if the state changed.

        Without a callback it is a decorator, which returns the subscription. There is no initial
        event. What `set` writes is no action, unless the feature takes bindings. Through a scope:
        all actions of the store.

        phase:  "reduced": right after it was reduced; "finished": when the effects that it
                returned have ended, still with the revision and state of its commit.
        state:  a pointer: events carry the value there as of that commit (`removed`: nothing).
        mutations: one event more for each mutation of a reactor (`is_mutation`), when its commit is
                made, whatever the phase is. `action` is then the mutation, or the name of its case
                if it has no JSON form. An action comes behind its mutations that were at hand.
        closed: end with an event (`closed`) when the store is closed.
        """
        options = _action_options(phase, state, mutations)

        def subscribe(callback: Observer) -> Subscription:
            return self._subscribe_to_actions(state or "", callback, options, closed)

        return subscribe if callback is None else subscribe(callback)

    def actions(
        self,
        *,
        phase: Phase = "reduced",
        state: str | None = None,
        mutations: bool = False,
        buffer: int | None = BUFFER,
        when_full: WhenFull = "raise",
    ) -> Events:
        """The events of `observe_actions` in asyncio, until the store is closed; see `changes`.

        async for event in store.actions(state="/count"): print(event.action, event.value)
        """
        options = _action_options(phase, state, mutations)
        return self._iterate(
            lambda callback: self._subscribe_to_actions(
                state or "", callback, options, closed=True
            ),
            buffer,
            when_full,
        )

    # Subscriptions

    def _subscribe(
        self, pointer: str, callback: Observer, options: bytes, closed: bool
    ) -> Subscription:
        store = cast("Store", self)
        text = encode_pointer(pointer)
        return Subscription(
            store.runtime,
            partial(store._library.store_observe, store._handle, text, len(text)),
            callback,
            options,
            closed,
            store=store,
            pointer=pointer,
            place=text,
            # The options name what is not the default.
            has_more=b'"patch"' in options or b'"action"' in options,
        )

    def _subscribe_to_actions(
        self, pointer: str, callback: Observer, options: bytes, closed: bool
    ) -> Subscription:
        store = cast("Store", self)
        return Subscription(
            store.runtime,
            partial(store._library.store_observe_actions, store._handle),
            callback,
            options,
            closed,
            store=store,
            pointer=pointer,
            has_more=True,
        )

    def _iterate(
        self,
        subscribe: Callable[[Observer], Subscription],
        buffer: int | None,
        when_full: WhenFull,
    ) -> Events:
        from . import aio  # asyncio takes its time to import

        return aio.Events(cast("Store", self).runtime, subscribe, buffer, when_full)


def _action_options(phase: Phase, state: str | None, mutations: bool) -> bytes:
    if state is not None:
        encode_pointer(state)
    return encode_action_options(phase, state, mutations)
