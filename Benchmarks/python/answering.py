"""W7, requests: an effect that asks the host, which is Python, beside one that knows the answer."""

from __future__ import annotations

import enfold
from measure import compare


def measure(plugins: str) -> None:
    with enfold.Runtime() as runtime:
        runtime.load(f"{plugins}/libWorkloads.so")
        runtime.handle("number", lambda number: number + 1)
        store = runtime.open("Asking")
        compare(
            "W7 request",
            {
                "effect alone": lambda: store.task(b'{"know":{}}').wait(),
                "request, answered by Python": lambda: store.task(b'{"ask":{}}').wait(),
            },
        )
