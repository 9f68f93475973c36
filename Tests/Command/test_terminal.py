"""`enfold run` at a terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

from conftest import ASKER, BOUND, COMMAND, STACKED, plugin
from terminal import Terminal


def todos(**environment: str) -> Terminal:
    terminal = Terminal([COMMAND, "run", plugin("Todos"), "Todos"], environment)
    terminal.wait_for_line("Todos>")
    return terminal


def test_names_and_keys_are_completed() -> None:
    with todos() as terminal:
        terminal.type("ad\t")
        terminal.wait_for_line("Todos> add")
        terminal.type("\t")
        terminal.wait_for_line('Todos> add {"title":')
        terminal.type('"milk"\t')
        terminal.wait_for_line('Todos> add {"title":"milk"}')
        terminal.type("\r")
        terminal.wait_for(r'^\+ /items/0 {"id":1,"title":"milk","isDone":false}')
        terminal.wait_for("^~ /nextID 2")


def test_several_candidates_are_shown() -> None:
    with todos() as terminal:
        terminal.type("setFilter \t\t")
        terminal.wait_for('^"all"  "active"  "completed"')
        terminal.type("co\t")
        terminal.wait_for_line('Todos> setFilter "completed"')
        terminal.type("\r")
        terminal.wait_for('^~ /filter "completed"')
        terminal.type("setFilter ac\t")
        terminal.wait_for_line("Todos> setFilter active")
        terminal.type("\r")
        terminal.wait_for('^~ /filter "active"')


def test_json_is_completed_too() -> None:
    with todos() as terminal:
        terminal.type('{"ren\t{"\tid\t')
        terminal.wait_for_line('Todos> {"rename":{"id":')
        terminal.type("1 \t")
        terminal.wait_for("^,  }")


def test_bindings_are_completed() -> None:
    with Terminal([COMMAND, "run", BOUND, "Bound"], {}) as terminal:
        terminal.wait_for_line("Bound>")
        terminal.type("bin\t\t\t")
        terminal.wait_for_line('Bound> binding {"/')
        terminal.type('te\t"milk"}\r')
        terminal.wait_for('^~ /text "milk"')


def test_what_a_stack_does_is_completed() -> None:
    with Terminal([COMMAND, "run", STACKED, "Stacked"], {}) as terminal:
        terminal.wait_for_line("Stacked>")
        terminal.type("pa\t\t\t")
        terminal.wait_for('^"element":  "popFrom":  "push":')
        terminal.type("pu\t\t\t")
        terminal.wait_for_line('Stacked> path {"push":{"state":{"')
        terminal.type("\t\t")
        terminal.wait_for('^"folder":  "note":')


def test_undo_goes_back() -> None:
    with todos() as terminal:
        terminal.type('add {"title":"milk"}\r')
        terminal.wait_for("/nextID 2")
        terminal.type('toggle {"id":1}\r')
        terminal.wait_for("isDone true")
        terminal.type("undo\r")
        terminal.wait_for("^~ /items/0/isDone false")
        terminal.type("undo\r")
        terminal.wait_for("^- /items/0$")
        terminal.type("undo\r")
        terminal.wait_for("nothing was sent yet")
        terminal.type("state /items\r")
        terminal.wait_for(r"^\[\]")


def test_what_is_refused_has_a_caret() -> None:
    with todos() as terminal:
        terminal.type('add {"titel":"x"}\r')
        lines = terminal.wait_for(r"^ +\^$")
        assert 'ENFOLD_BAD_ACTION: add has no key "titel"; it has: title' in lines
        place = lines.index('  {"add":{"titel":"x"}}')
        assert lines[place + 1].index("^") == lines[place].index('"titel"')


def test_what_effects_do_appears_above_the_line_that_is_typed(tmp_path: Path) -> None:
    with todos() as terminal:
        terminal.type(f'load {{"path":"{tmp_path}/nowhere"}}\rtogg')
        terminal.wait_for('^action {"loaded":{"failure":')
        terminal.wait_for_line("Todos> togg")


def test_the_line_is_edited() -> None:
    with todos() as terminal:
        terminal.type("abc\x1b[D\x1b[DX\x1b[H\x1b[3~")
        terminal.wait_for_line("Todos> Xbc")
        assert terminal.column == len("Todos> ")
        terminal.type("\x1b[Fdef ghi\x17\x7f")
        terminal.wait_for_line("Todos> Xbcdef")
        terminal.type("\x1b[D\x1b[D\x0b")
        terminal.wait_for_line("Todos> Xbcd")
        terminal.type("\x15")
        terminal.wait_for_line("Todos>")
        terminal.type("åäö日本\x7f")
        terminal.wait_for_line("Todos> åäö日")
        assert terminal.column == len("Todos> åäö") + 2


def test_a_long_line_moves_sideways() -> None:
    with todos() as terminal:
        terminal.type("x" * 300 + "end")
        terminal.wait_for_line("Todos> x+end")
        assert len(terminal.lines()[-1]) <= 100
        terminal.type("\x01start")
        terminal.wait_for_line("Todos> startx+")


def test_history() -> None:
    with todos() as terminal:
        terminal.type("state /filter\rstate /error\rdraft\x1b[A")
        terminal.wait_for_line("Todos> state /error")
        terminal.type("\x1b[A")
        terminal.wait_for_line("Todos> state /filter")
        terminal.type("\x1b[B\x1b[B")
        terminal.wait_for_line("Todos> draft")


@pytest.mark.parametrize("ending", ["\x04", "quit\r"])
def test_the_session_ends(ending: str) -> None:
    with todos() as terminal:
        terminal.type("abc\x03")
        terminal.wait_for("quit ends")
        terminal.wait_for_line("Todos>")
        terminal.type(ending)
        assert terminal.end() == 0


def test_help_shows_actions_and_commands() -> None:
    with todos() as terminal:
        terminal.type("help\r")
        terminal.wait_for("^  add {title: string}")
        terminal.wait_for("^  undo ")
        terminal.type("help rename\r")
        terminal.wait_for("^rename {id: integer, title: string}")


def test_names_that_are_no_action_and_mean_a_command() -> None:
    with todos() as terminal:
        terminal.type("exit\r")
        terminal.wait_for('no action "exit". Did you mean the command quit')
        terminal.type("hlep\r")
        terminal.wait_for('no action "hlep". Did you mean the command help')
        terminal.type("adddd 1\r")
        terminal.wait_for('unknown action "adddd"')


def test_the_store_is_held_and_released() -> None:
    with todos() as terminal:
        terminal.type(":ho\t\r")
        terminal.wait_for("^the store is held; :step takes one action, :release goes on")
        terminal.wait_for_line(r"Todos \(held\)>")
        terminal.type('add {"title":"milk"}\radd {"title":"rye"}\r')
        terminal.wait_for("^kept back, because the store is held")
        terminal.type("undo\r")
        terminal.wait_for("undo would be kept back; :release lets it go on")
        terminal.type(":step\r")
        lines = terminal.wait_for(r"^\+ /items/0 ")
        assert 'action {"add":{"title":"milk"}}' in lines
        terminal.type(":release\r")
        terminal.wait_for(r"^\+ /items/1 ")
        terminal.wait_for("^the store goes on")
        terminal.wait_for_line("Todos>")
        # Both were typed when the list was empty.
        terminal.type("undo\rstate /items\r")
        terminal.wait_for(r"^\[\]")
        terminal.type(":step\r")
        terminal.wait_for("not held, so there is no step to take; :hold holds it")


def test_a_breakpoint_stops_the_store_and_says_so(tmp_path: Path) -> None:
    with todos() as terminal:
        terminal.type(":break loa\t\t")
        terminal.wait_for("^load  loaded$")
        terminal.type("ed\r")
        terminal.wait_for("^1: before loaded")
        terminal.type(f'load {{"path":"{tmp_path}/nowhere"}}\rtogg')
        # An effect comes to the action, while a line is typed.
        terminal.wait_for("^the store is held: breakpoint 1 stops before this action, loaded")
        terminal.wait_for_line(r"Todos \(held\)> togg")
        terminal.type("\x15:step\r")
        terminal.wait_for('^action {"loaded":{"failure":')
        terminal.type(":step\r")
        terminal.wait_for("^nothing is kept back")
        terminal.type(":break /it\t\r:break\r")
        terminal.wait_for("^2: behind a change of /items")
        terminal.type(":break cl\t\r")
        terminal.wait_for("^there are no breakpoints")


def test_commands_with_a_colon_are_meant_and_completed() -> None:
    with todos() as terminal:
        terminal.type("step\r")
        terminal.wait_for('no action "step". Did you mean the command :step')
        terminal.type(":xyz\r")
        terminal.wait_for('no command ":xyz"; those with a colon are :hold, :release, :step')
        terminal.type("help\r")
        terminal.wait_for("^  :break clear ")
        terminal.type(":\t")
        terminal.wait_for("^:hold  :release  :step  :break")
        terminal.type("br\t add/\t")
        terminal.wait_for_line("Todos> :break add/title")


def test_colours() -> None:
    with todos(NO_COLOR="") as terminal:
        terminal.type('add {"title":"milk"}\r')
        terminal.wait_for("/nextID 2")
        assert "\x1b[32m+ /items/0" in terminal.bytes
    with todos(NO_COLOR="1") as terminal:
        terminal.type('add {"title":"milk"}\r')
        terminal.wait_for("/nextID 2")
        assert "\x1b[32m" not in terminal.bytes


def test_requests_are_named_and_can_be_answered() -> None:
    with Terminal([COMMAND, "run", ASKER, "Asker"]) as terminal:
        terminal.wait_for(r"asks its host for numberFact \(string\): answer numberFact JSON")
        terminal.type("ask 7\r")
        terminal.wait_for('nobody handles the request "numberFact"')
        terminal.type('answer numb\t"7 is prime"\r')
        terminal.wait_for_line("Asker>")
        terminal.type("ask 7\r")
        terminal.wait_for(r'^~ /facts \["7 is prime"\]')
        terminal.type("answer nothing 1\r")
        terminal.wait_for('no request "nothing"; it asks for: numberFact, ticks, save')
        terminal.type("answer ticks [1,\r")
        terminal.wait_for("the answer is not JSON")


def test_a_reactor() -> None:
    with Terminal([COMMAND, "run", plugin("Reactables"), "CounterReactable"]) as terminal:
        terminal.wait_for_line("CounterReactable>")
        terminal.type("incr\t\r")
        terminal.wait_for("^~ /count 1")


def test_the_progress_of_a_file_is_shown(tmp_path: Path) -> None:
    actions = tmp_path / "actions.jsonl"
    actions.write_text('{"setCount":1}\n' * 3_000_000)
    with Terminal(
        [COMMAND, "run", plugin("Counter"), "--file", str(actions), "--quiet"]
    ) as terminal:
        terminal.wait_for(r"^\[=+ +\] \d+ %, \d+ actions|^{")
        terminal.wait_for('^{"event":"end","actions":3000000,')
        assert terminal.end() == 0
