"""`enfold info`, `enfold check`, `enfold doctor`, and what all commands have in common."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from conftest import ASKER, PLUGINS, ROOT, enfold, plugin


def test_info_names_features_actions_and_sizes() -> None:
    done = enfold("info", plugin("Todos"))
    assert (done.status, done.err) == (0, "")
    assert "org.enfold.todos 1.0.0" in done.out
    assert 'setFilter "all" | "active" | "completed"' in done.out
    assert "items: [{id: integer, title: string, isDone?: boolean}]" in done.out
    assert re.search(r"compiler  swift .*, commit [0-9a-f]{8}$", done.out, re.M)
    assert " MB, of which " in done.out
    assert "\x1b" not in done.out


def test_info_names_the_requests() -> None:
    assert (
        "requests  numberFact integer -> string\n            ticks integer -> a stream of integer"
        in enfold("info", ASKER).out
    )


def test_info_of_a_plugin_in_c() -> None:
    assert "no Swift in it" in enfold("info", plugin("ccounter")).out


@pytest.mark.parametrize("name", ["Counter", "TextBoard", "Reactables", "ccounter"])
def test_info_as_json_has_the_schemas(name: str) -> None:
    told = json.loads(enfold("info", plugin(name), "--json").out)
    assert told["bytes"] == (PLUGINS / f"lib{name}.so").stat().st_size
    assert 0 < told["loadedBytes"] <= told["bytes"]
    assert all({"name", "state", "action"} <= set(feature) for feature in told["features"])


def test_info_with_schemas() -> None:
    assert '"setCount"' in enfold("info", plugin("Counter"), "--schemas").out
    assert "\x1b[" in enfold("info", plugin("Counter"), "--color", "always").out


def test_a_file_that_is_broken(tmp_path: Path) -> None:
    broken = tmp_path / "libBroken.so"
    broken.write_bytes(Path(plugin("Todos")).read_bytes()[:100_000])
    done = enfold("info", str(broken))
    assert (done.status, done.out) == (1, "")
    assert "libBroken.so cannot be loaded: ENFOLD_BAD_PLUGIN: " in done.err


@pytest.mark.parametrize("command", ["info", "check"])
def test_a_file_that_is_no_plugin(command: str) -> None:
    done = enfold(command, "/etc/passwd")
    assert done.status == 1
    assert "/etc/passwd is no shared library" in done.out + done.err
    assert "etc is a folder" in enfold("run", "/etc").err


def test_a_library_that_is_no_plugin() -> None:
    done = enfold("info", str(PLUGINS.parent / "lib" / "libenfold.so"))
    assert done.status == 1
    assert "it does not export enfold_plugin_entry" in done.err


def test_a_file_that_is_not_there_as_json() -> None:
    done = enfold("info", "libNowhere.so", "--json")
    assert done.status == 1
    assert json.loads(done.out)["error"]["status"] == "ENFOLD_NOT_FOUND"


def test_a_plugin_of_another_compiler(variant: Any) -> None:
    made = variant(
        "other",
        ".abi = ENFOLD_PLUGIN_ABI_INIT,",
        '.abi = ENFOLD_PLUGIN_ABI_INIT, .abi.compiler = "swift of 2014",',
    )
    done = enfold("info", made)
    assert done.status == 1
    assert 'abi.compiler is "swift of 2014"; this libenfold needs "swift ' in done.err


@pytest.mark.parametrize(
    "name", ["Counter", "Todos", "PrimeTime", "TextBoard", "Reactables", "ccounter"]
)
def test_check_of_the_examples(name: str) -> None:
    done = enfold("check", plugin(name))
    assert done.status == 0, done.out
    assert all(line.startswith("ok      ") for line in done.out.splitlines())
    assert len(done.out.splitlines()) >= 6


def test_check_finds_a_state_that_does_not_fit_its_schema(variant: Any) -> None:
    made = variant(
        "unfit",
        '\\"count\\":{\\"type\\":\\"integer\\"}',
        '\\"count\\":{\\"type\\":\\"string\\"}',
    )
    done = enfold("check", made)
    assert done.status == 1
    assert "FAILED  CCounter has a first state that fits its schema: /count: " in done.out
    records = enfold("check", made, "--json").events
    # libenfold refuses to open a store with this state, too.
    assert [record["ok"] for record in records].count(False) == 2


def test_check_finds_a_state_that_does_not_round_trip(variant: Any) -> None:
    done = enfold(
        "check",
        variant("forgetful", "*copy = made;", "copy->count = made.count + (state != NULL);"),
    )
    assert done.status == 1
    failed = "FAILED  CCounter opens with its first state and has it then: "
    assert failed + 'given {"count":0} it has {"count":1}' in done.out


def test_check_finds_a_feature_that_takes_everything(variant: Any) -> None:
    done = enfold(
        "check",
        variant(
            "greedy",
            "if (decode(action, length, &amount)) return ENFOLD_OK;",
            "amount = 0; if (!amount) return ENFOLD_OK;",
        ),
    )
    assert done.status == 1
    assert "FAILED  CCounter refuses an action that it does not have" in done.out


def test_a_schema_that_refers_to_itself_is_refused(variant: Any) -> None:
    made = variant(
        "circle",
        '"{\\"type\\":\\"object\\",',
        '"{\\"anyOf\\":[{\\"$ref\\":\\"#\\"}],\\"type\\":\\"object\\",',
    )
    done = enfold("info", made)
    assert done.status == 1
    assert "this schema refers to itself" in done.err


def test_doctor() -> None:
    done = enfold("doctor")
    assert done.status == 0
    assert "libenfold.so" in done.out
    told = json.loads(enfold("doctor", "--json").out)
    found = {finding["name"]: finding for finding in told["findings"]}
    assert found["swift runtime"]["state"] == "ok"
    assert found["swift"]["state"] == "ok"
    assert any("libswiftCore" in path for path in told["mapped"])


def test_doctor_says_what_is_missing_and_what_to_type() -> None:
    done = enfold("doctor", PATH="/nowhere")
    assert done.status == 0
    assert "missing: no swiftc in PATH\n" in done.out
    assert "apt-get install gcc" in done.out


def test_doctor_knows_the_plugin_kit_and_the_compiler() -> None:
    found = {each["name"]: each for each in json.loads(enfold("doctor", "--json").out)["findings"]}
    # A build is no installed tree.
    assert found["plugin kit"]["state"] == "missing"
    assert f"{PLUGINS.parent}/lib/enfold/kit" in found["plugin kit"]["text"]
    assert "unpack its archive" in found["plugin kit"]["hint"]
    assert found["swift"]["text"].endswith(", which built libenfold")


@pytest.fixture
def with_library(variant: Any, tmp_path: Path) -> str:
    """A plugin that needs a library which neither Enfold nor the system brings."""
    library, source = tmp_path / "libOther.so", tmp_path / "other.c"
    source.write_text("int other(void) { return 1; }\n")
    subprocess.run(["cc", "-shared", "-fPIC", source, "-o", library], check=True)
    made = str(variant("needs", "static int is(", "extern int other(void);\nstatic int is("))
    text = Path(made).with_suffix(".c")
    text.write_text(text.read_text() + "int foreign(void) { return other(); }\n")
    flags = ["-shared", "-fPIC", f"-I{ROOT / 'include'}", f"-Wl,-rpath,{tmp_path}"]
    subprocess.run(["cc", *flags, text, library, "-o", made], check=True)
    return made


def test_check_and_info_name_a_library_that_is_not_everywhere(
    with_library: str,
) -> None:
    done = enfold("check", with_library)
    assert done.status == 0
    assert "warning " in done.out and "needs libOther.so: /" in done.out
    assert "which neither Enfold nor the system brings: elsewhere the plugin may" in done.out
    events = enfold("check", with_library, "--json").events
    [warned] = [each for each in events if "warning" in each]
    assert warned["ok"] is True
    shown = enfold("info", with_library).out
    assert re.search(r"needs     /.*/libOther\.so, which neither", shown)
    told = json.loads(enfold("info", with_library, "--json").out)
    assert [Path(each).name for each in told["needs"]] == ["libOther.so"]


def test_a_command_that_there_is_not() -> None:
    done = enfold("ne", "plugin", "Foo")
    assert done.status == 64
    assert 'there is no command "ne". Did you mean new? Commands: info, run,' in done.err


def test_explain_has_each_status_and_the_errors_of_macros() -> None:
    names = [line.strip() for line in enfold("explain").out.splitlines()]
    statuses = re.findall(r"XX\((ENFOLD_\w+),", (ROOT / "include" / "enfold.h").read_text())
    assert len(statuses) == 20 and set(statuses) <= set(names)
    for name in [*statuses, "an-effect-failed", "noType"]:
        done = enfold("explain", name)
        assert (
            done.status == 0
            and done.out.startswith(f"{name}\n\n")
            and len(done.out) > len(name) + 5
        )
        assert "**" not in done.out and "](" not in done.out
    assert enfold("explain", "enfold_bad_json").out == enfold("explain", "ENFOLD_BAD_JSON").out
    wrong = enfold("explain", "ENFOLD_BAD_JASON")
    assert wrong.status == 1 and "Did you mean ENFOLD_BAD_JSON?" in wrong.err
    assert "Did you mean ENFOLD_NO_TARGET?" in enfold("explain", "enfold_no_t").err
    assert "Did you mean ENFOLD_BAD_ACTION?" in enfold("explain", "ENFOLD_BAD_A").err
    many = enfold("explain", "ENFOLD_BAD")
    assert "Names that begin so: " in many.err and "ENFOLD_BAD_ACTION, " in many.err


def test_what_libenfold_says_is_explained() -> None:
    done = enfold("info", "libNowhere.so")
    assert done.err.endswith("\n  enfold explain ENFOLD_NOT_FOUND tells more\n")
    assert "tells more" not in enfold("new", "app", "Inbox", "--lang", "c").err


def test_arguments_that_are_wrong_give_64() -> None:
    for arguments in [
        ("info",),
        ("nothing",),
        ("run",),
        ("check", "x", "--nothing"),
        ("info", "x", "--color", "pink"),
    ]:
        assert enfold(*arguments).status == 64, arguments


def test_help_has_examples_and_exit_statuses() -> None:
    for command in ["info", "run", "check", "doctor"]:
        done = enfold(command, "--help")
        assert done.status == 0
        assert f"  enfold {command}" in done.out
        assert "Exit status: 0" in done.out


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_scripts(shell: str, tmp_path: Path) -> None:
    script = tmp_path / "script"
    script.write_text(enfold("--generate-completion-script", shell).out, encoding="utf-8")
    text = script.read_text(encoding="utf-8")
    assert all(name in text for name in ["info", "run", "check", "doctor", "observe"])
    if shell == "bash":
        subprocess.run(["bash", "-n", str(script)], check=True)


def test_the_help_as_json() -> None:
    told = json.loads(enfold("--experimental-dump-help").out)
    assert {"info", "run", "check", "doctor"} <= {
        each["commandName"] for each in told["command"]["subcommands"]
    }
