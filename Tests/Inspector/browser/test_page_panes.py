"""Each pane shows what the hosts do: one in Python, one in C, at the same time."""

from __future__ import annotations

from selenium.webdriver.common.keys import Keys

from page import Page
from started import CHost, PythonHost


def test_hosts_in_python_and_c(page: Page, host: PythonHost, c_program: CHost) -> None:
    page.sees(".source-tab", "c-host")
    for feature, action in (
        ("Todos", {"add": {"title": "milk"}}),
        ("PrimeTime", {"counterView": {"counter": {"incrTapped": {}}}}),
        ("TextBoard", {"field": {"inputField": "hello"}}),
    ):
        host.send(feature, action)
        c_program.send(feature, action)
    for name in ("python", "c-host"):
        page.source(name)
        page.row("add")
        page.row("counterView \u203a counter \u203a incrTapped")
        page.row('field{"inputField":"hello"}')
        for store in ("Todos#1", "PrimeTime#1", "TextBoard#1"):
            page.sees(".store", store)
    # Causes: TextBoard's effects come from its action.
    page.sees(".log-space .row .cause", "from #")
    # The one in C only shows.
    page.pane("send")
    page.sees("#send-blank", "ENFOLD_INSPECT=control")


def test_filters(page: Page, host: PythonHost) -> None:
    for title in ("milk", "bread"):
        host.send("Todos", {"add": {"title": title}})
    for _ in range(3):
        host.send("Todos", {"toggle": {"id": 1}}, tag="ada")
    host.send("Todos", {"setFilter": "all"})
    host.send("PrimeTime", {"counterView": {"counter": {"incrTapped": {}}}})
    page.row("incrTapped")

    def entries(*words: str) -> None:
        """Waits until the rows have just these words, one each."""
        page.until(lambda: len(page.rows()) == len(words))
        for row, word in zip(page.rows(), words):
            assert word in row

    page.press("/")
    page.press("bread")
    entries("bread")
    page.press(Keys.ESCAPE)
    page.store("Todos#1")
    entries("store opened", "milk", "bread", "toggle", "toggle", "toggle", "setFilter")
    page.sees(".log-space .row", "no change")
    page.click("#only-changes")
    entries("milk", "bread", "toggle", "toggle", "toggle")
    page.click("#group")
    entries("\u00d72", "\u00d73")
    page.click("#only-changes")
    page.click("#group")
    page.click("#filter-button")
    page.sees("#filter-type", "toggle (3)")
    page.keys("#filter-type", "toggle")
    entries("toggle", "toggle", "toggle")
    page.click('[aria-label^="Remove the filter action"]')
    page.click("#filter-button")
    page.sees("#filter-tag", "ada")
    page.keys("#filter-tag", "ada")
    entries("toggle", "toggle", "toggle")
    page.click('[aria-label^="Remove the filter tag"]')
    page.click("#filter-button")
    page.keys("#filter-path", "/items/1", Keys.ENTER)
    entries("bread")
    page.press(Keys.ESCAPE)
    page.click('[aria-label^="Remove the filter path"]')
    page.click("#filter-button")
    page.click("#kind-opened")
    entries("store opened")
    page.press(Keys.ESCAPE)
    page.press("/")
    page.press("nowhere")
    page.sees("#log-empty", "No entry is like that")
    page.click("#log-empty button")
    page.row("incrTapped")


def test_an_entry(page: Page, host: PythonHost) -> None:
    host.send("Todos", {"add": {"title": "milk"}})
    host.send("Todos", {"toggle": {"id": 1}}, tag="ada")
    host.do(mark="the dialog is open")
    page.row("the dialog is open")
    page.click_row("toggle")
    page.sees("#pane-entry h2", "toggle")
    page.sees(".entry-head", "revision 2")
    page.sees(".facts", "ada")
    page.sees(".timing-legend", "reduced")
    page.sees(".json-view", "toggle: {id: 1}")
    change = page.sees(".change", "/items/0/isDone")
    assert page.text(change) == "~replaced/items/0/isDone\u2212false+true"
    page.sees(".links", "outside")
    page.click(".raw summary")
    page.sees(".raw-line", '"tag":"ada"')
    # The place leads to the state.
    page.click(".change .path")
    page.sees(".node.selected", "isDone: true")


def test_the_state(page: Page, host: PythonHost) -> None:
    for number in range(120):
        host.send("Todos", {"add": {"title": f"todo {number}"}})
    page.store("Todos#1")
    page.pane("state")
    page.click_node("items:")
    page.click_on(".node", "Show 20 more")
    page.until(lambda: any(text.startswith("119") for text in page.nodes()))
    page.keys("#tree-search", "todo 117")
    page.click_on(".match", "/items/117/title")
    page.sees(".node.selected", 'title: "todo 117"')
    # What the newest entry has changed is marked.
    page.node("119:")
    assert "added" in (page.node("119:").get_attribute("class") or "")
    assert "replaced" in (page.node("nextID:").get_attribute("class") or "")
    # By the keyboard: up, fold, pin.
    page.keys("#tree", Keys.ARROW_LEFT)
    page.sees(".node.selected", "117:")
    page.keys("#tree", Keys.ARROW_LEFT, Keys.ARROW_LEFT)
    page.sees(".node.selected", "items:")
    page.keys("#tree", Keys.ARROW_LEFT, Keys.END, "p")
    page.sees(".pin", "/nextID")
    page.sees(".pin-value", "121")
    page.one(".pin .spark")
    host.send("Todos", {"add": {"title": "one more"}})
    page.sees(".pin-value", "122")
    page.click(".pin .icon-button") if page.all(".pin:hover") else page.script(
        "document.querySelector('.pin .icon-button').click()"
    )
    page.until(lambda: not page.all(".pin"))


def test_blame(page: Page, host: PythonHost) -> None:
    host.send("Todos", {"add": {"title": "bread"}})
    host.send("Todos", {"add": {"title": "milk"}})
    host.send("Todos", {"rename": {"id": 1, "title": "rye bread"}})
    host.send("Todos", {"toggle": {"id": 2}})
    page.row("toggle")
    page.store("Todos#1")
    page.pane("blame")
    page.keys("#blame-pointer", "/items/id=1/title", Keys.ENTER)
    page.sees(".blame", "made here")
    chain = [page.text(item) for item in page.all(".blame-item")]
    assert len(chain) == 2
    assert chain[0].startswith("rename")
    assert '"bread"' in chain[0] and '"rye bread"' in chain[0]
    assert chain[1].startswith("add")
    # A click goes there, and the chain stays.
    page.click_on(".blame-item", "made here")
    page.sees("#where", "Looking at #")
    page.sees(".log-space .row.selected", "bread")
    assert len(page.all(".blame-item")) == 2
    # From the state.
    page.live()
    page.pane("state")
    page.click_node("nextID:")
    page.keys("#tree", "b")
    page.sees("#blame-list", "→")
    assert page.one("#blame-pointer").get_attribute("value") == "/nextID"


def test_compare(page: Page, host: PythonHost) -> None:
    for title in ("bread", "milk", "tea"):
        host.send("Todos", {"add": {"title": title}})
    page.store("Todos#1")
    page.click_row("bread")
    page.keys("#log", "a")
    page.click_row("tea")
    page.keys("#log", "b")
    page.pane("compare")
    page.sees("#compare-body h3", "3 differences")
    page.sees("#compare-body .change.added", '{id: 3, title: "tea", isDone: false}')
    page.sees("#compare-body .change.replaced", "/nextID")
    page.click_on("#compare-head button", "Swap")
    page.sees("#compare-body .change.removed", "/items/2")
    assert [badge.text for badge in page.all(".log-space .mark-badge")] == ["B", "A"]


def test_charts(page: Page, host: PythonHost) -> None:
    host.do(store="PrimeTime", action={"counterView": {"counter": {"incrTapped": {}}}}, many=500)
    page.pane("charts")
    page.sees(".chart h3", "PrimeTime#1")
    page.sees(".chart", "p99")
    page.until(lambda: page.all(".plot .line.p95") and page.all(".plot .area.one"))
    page.sees(".chart .aside", "500 actions")


def test_dropped_entries_are_shown(page: Page, host: PythonHost) -> None:
    """A file says it as a host does."""
    lines = [
        '{"format":"enfold-session","version":1,"enfold":"0.1.0","time":"2026-11-29T13:05:00Z","redact":[]}',
        '{"seq":1,"time":"2026-11-29T13:05:00Z","store":1,"kind":"opened","name":"Counter#1",'
        '"feature":"Counter","revision":0,"state":{"count":0}}',
        '{"kind":"dropped","count":12}',
        '{"store":1,"kind":"state","revision":12,"state":{"count":12}}',
        '{"seq":14,"time":"2026-11-29T13:05:02Z","store":1,"kind":"action","revision":13,"task":13,'
        '"action":{"increment":{}},"patch":[{"op":"replace","path":"/count","value":13}]}',
    ]
    page.script(
        """
        const transfer = new DataTransfer();
        transfer.items.add(new File([arguments[0]], 'dropped.enfold.jsonl'));
        document.body.dispatchEvent(new DragEvent('drop', {dataTransfer: transfer, bubbles: true}));
        """,
        "\n".join(lines) + "\n",
    )
    page.sees(".source.selected", "dropped.enfold.jsonl")
    page.sees("#dropped", "12 entries dropped")
    page.sees(".log-space .row.kind-dropped", "12 entries were dropped")


def test_help_and_themes(page: Page) -> None:
    page.row("store opened")
    assert not page.all(".icon-more"), "an icon that is not there"
    page.press("?")
    page.sees("dialog", "Keyboard")
    page.press(Keys.ESCAPE)
    page.until(lambda: not page.all("dialog"))
    background = "return getComputedStyle(document.body).backgroundColor"
    light = page.script(background)
    page.dark(True)
    page.until(lambda: page.script(background) != light)
    page.click("#theme")
    page.until(lambda: page.script(background) == light)
    page.click("#theme")
    page.dark(False)
    page.until(lambda: page.script(background) != light)
    page.click("#theme")
    page.until(lambda: page.script(background) == light)
