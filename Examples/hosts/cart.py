"""A feature written in Python: a cart that asks its host what things cost.

python3 Examples/hosts/cart.py
"""

from dataclasses import dataclass
from typing import Literal, Union

import enfold


@dataclass
class Add:
    sku: str


@dataclass
class Priced:
    sku: str
    cents: int


def main() -> None:
    with enfold.Runtime() as runtime:

        @runtime.feature("Cart", state={"items": [], "total": 0})
        def cart(state: dict, action: Union[Add, Priced, Literal["clear"]]):
            if isinstance(action, Add):
                state["items"].append({"sku": action.sku, "cents": None})
                priced = {"priced": {"sku": action.sku, "cents": "$answer"}}
                return enfold.Ask("price", action.sku, answer=priced)
            if isinstance(action, Priced):
                for item in state["items"]:
                    if item["sku"] == action.sku and item["cents"] is None:
                        item["cents"] = action.cents
                        state["total"] += action.cents
            elif action == "clear":
                state["items"].clear()
                state["total"] = 0
            return None

        @runtime.handle("price")
        def price(sku: str) -> int:
            return 100 * len(sku)

        store = runtime.open("Cart")
        store.observe("/items", lambda event: print(event.patch), patch=True, value=False)
        store.observe("/total", lambda event: print("total:", event.value))
        for sku in ("tea", "sugar"):
            store.task("add", sku=sku).wait()
        store.send("clear")


if __name__ == "__main__":
    main()
