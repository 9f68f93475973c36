#!/usr/bin/env python3
"""Writes the man page enfold(1) from what `enfold --experimental-dump-help` gives, which --help is made of, too.

Usage: enfold --experimental-dump-help | command-man-page.py VERSION > enfold.1
"""

import json
import re
import sys
from typing import Any

sys.dont_write_bytecode = True  # installing leaves nothing in the checkout
import man_environment


def escaped(text: str) -> str:
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\n".join(f"\\&{line}" if line.startswith((".", "'")) else line for line in text.splitlines())


def paragraphs(text: str) -> str:
    """Indented lines stay lines: examples."""
    result = []
    for part in text.split("\n\n"):
        lines = part.splitlines()
        plain = [line for line in lines if not line.startswith("  ")]
        examples = [line for line in lines if line.startswith("  ")]
        result.append(".PP\n" + escaped(" ".join(plain)))
        if examples:
            result.append(".nf\n" + escaped("\n".join(examples)) + "\n.fi")
    return "\n".join(result)


def names(argument: dict[str, Any]) -> str:
    """ "-h, --help", "--color <color>", "<plugin>"."""
    value = f"<{argument['valueName']}>"
    if argument["kind"] == "positional":
        return value
    texts = [("-" if name["kind"] == "short" else "--") + name["name"] for name in argument["names"]]
    return ", ".join(texts) + (f" {value}" if argument["kind"] == "option" else "")


def synopsis(argument: dict[str, Any]) -> str:
    text = names(argument).split(", ")[-1]
    if argument["isRepeating"]:
        text += " ..."
    return f"[{text}]" if argument["isOptional"] else text


def shown(command: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        argument
        for argument in command.get("arguments", [])
        if argument["shouldDisplay"] and argument["valueName"] not in ("help", "version")
    ]


def describe(argument: dict[str, Any]) -> str:
    text = argument.get("abstract", "")
    extra = []
    if argument.get("allValues"):
        extra.append("one of " + ", ".join(argument["allValues"]))
    if "defaultValue" in argument:
        extra.append(f"default: {argument['defaultValue']}")
    return text + (f" ({'; '.join(extra)})" if extra else "")


def flat(commands: list[dict[str, Any]], before: str = "") -> list[dict[str, Any]]:
    """The commands without `help`, and in the place of one that has commands of its own these: `session export`."""
    result = []
    for command in commands:
        name = before + command["commandName"]
        if command["commandName"] == "help":
            continue
        inner = flat(command.get("subcommands", []), f"{name} ")
        result += inner or [{**command, "commandName": name}]
    return result


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    root = json.load(sys.stdin)["command"]
    commands = flat(root["subcommands"])
    print(f'.TH ENFOLD 1 "" "Enfold {sys.argv[1]}" "User Commands"')
    print(f".SH NAME\nenfold \\- {escaped(re.sub('[.]$', '', root['abstract']).lower())}")
    print(".SH SYNOPSIS")
    for command in commands:
        arguments = " ".join(synopsis(each) for each in shown(command))
        print(f".B enfold {command['commandName']}\n{escaped(arguments)}\n.br")
    print(f".SH DESCRIPTION\n{paragraphs(root.get('discussion', ''))}")
    for command in commands:
        print(f".SH {command['commandName'].upper()}\n{escaped(command['abstract'])}")
        for argument in shown(command):
            print(f".TP\n.B {escaped(names(argument))}\n{escaped(describe(argument))}")
        print(paragraphs(command.get("discussion", "")))
    print(".SH COMPLETIONS\n.B enfold \\-\\-generate\\-completion\\-script\nbash, zsh or fish writes a script for this shell.")
    print(man_environment.section(man_environment.COMMAND))
    print('.SH SEE ALSO\n.BR enfold (3)')


if __name__ == "__main__":
    main()
