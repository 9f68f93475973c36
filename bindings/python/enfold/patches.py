"""Patches: what a document becomes by the operations that an event tells."""

from __future__ import annotations

import ctypes
from typing import Any

from . import _json
from ._ffi import Text, report
from ._loader import library
from .callbacks import check

_REVERT = b'{"revert":true}'


def apply_patch(document: Any, patch: Any, *, revert: bool = False) -> Any:
    """The value that a patch makes of a document, which stays as it is. Bytes are JSON.

        seen = []

        @store.observe("/items", patch=True, value=False)
        def follow(event):
            seen[:] = enfold.apply_patch(seen, event.patch)

    patch: a JSON Patch (RFC 6902), or a keyed one of `Store.observe`. All of it is done, or none:
        an operation that is none or cannot be done raises `InvalidError`, which has its number.
    revert: takes back what the patch did to the document. Each "replace" and "remove" needs the
        member "old", which `Store.observe` gives with `old=True`.
    """
    texts = (_json.encode(document), _json.encode(patch), _REVERT if revert else b"")
    out = Text()
    status = library().patch_apply(
        *(part for text in texts for part in (text, len(text))), ctypes.byref(out), report.address
    )
    check(status, texts[1 if b": patch: " in report.record.message else 0])
    return _json.decode(library().take(out))
