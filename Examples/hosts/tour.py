"""A tour of Enfold: what is sent to a feature, what its observers hear, and what that costs.

python3 Examples/hosts/tour.py PLUGIN
"""

import json
import sys
import time

import enfold

COUNT = 20_000


def main(plugin: str) -> None:
    with enfold.Runtime() as runtime:
        runtime.load(plugin)
        store = runtime.open("Todos")
        heard: list[str] = []

        def note(event: enfold.Event) -> None:
            heard.append(f"{event.pointer:<22} {json.dumps(event.patch or event.value)}")

        def send(action: str, remark: str) -> None:
            heard.clear()
            store.send(action.encode())
            print(f"  send     {action}")
            for line in heard:
                print(f"  observe  {line}")
            print(f"           {remark}\n")

        print("Two observers: of the list, as JSON patches, and of one property of one element.\n")
        store.observe("/items", note, patch=True, value=False, initial=False)
        store.observe("/items/id=2/isDone", note, initial=False)
        send(
            '{"add":{"title":"milk"}}', "The reducer appended an element. Only the change is sent."
        )
        send(
            '{"add":{"title":"bread"}}', "The second observer hears that its element is there now."
        )
        send('{"toggle":{"id":2}}', "Both hear of it: the same property changed.")
        send('{"setFilter":"active"}', "Nobody observes the filter, so nobody is called.")
        try:
            store.send(b'{"toggle":{"id":"two"}}')
        except enfold.ActionError as error:
            print('  send     {"toggle":{"id":"two"}}')
            print("  refused  " + str(error).replace("\n", "\n           "))
            print("           A mistake changes nothing, and says what would be right.\n")
        cost(store)


def cost(store: enfold.Store) -> None:
    """Sends one action again and again; each makes an event for both observers."""
    action = b'{"toggle":{"id":2}}'
    start = time.perf_counter()
    for _ in range(COUNT):
        store.send(action)
    each = (time.perf_counter() - start) / COUNT * 1e6
    print(f"Here a toggle and the calls of both observers take {each:.1f} microseconds, in Python.")
    print(
        "Most of that is Python. `make bench` measures C, Python and Swift beside hand-written code."
    )


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: tour.py PLUGIN")
    main(sys.argv[1])
