#!/usr/bin/env python3
"""Writes the man page enfold(3) from enfold.h: its rules, and each function with its first sentence.

Usage: man-page.py HEADER VERSION > enfold.3
"""

import re
import sys
from pathlib import Path

sys.dont_write_bytecode = True  # installing leaves nothing in the checkout
import man_environment


def text_of(comment: str) -> str:
    """A comment without its stars."""
    return "\n".join(re.sub(r"^ ?\*? ?", "", line).rstrip() for line in comment.strip().splitlines())


def escaped(text: str) -> str:
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\n".join(f"\\&{line}" if line.startswith((".", "'")) else line for line in text.splitlines())


def first_sentence(comment: str) -> str:
    text = re.sub(r"\s+", " ", text_of(comment))
    return re.split(r"(?<=[.])\s+(?=[A-Z\[])", text, maxsplit=1)[0]


def main() -> None:
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    header = Path(sys.argv[1]).read_text(encoding="utf-8")
    about = text_of(header[header.index("/*") + 2 : header.index("*/")])
    summary, rules = about.split("\n\n", 1)
    print(f'.TH ENFOLD 3 "" "Enfold {sys.argv[2]}" "Library Functions"')
    print(".SH NAME\nenfold \\- " + escaped(summary.split(": ", 1)[1].splitlines()[0].rstrip(".")))
    print(".SH SYNOPSIS\n.nf\n.B #include <enfold.h>\n.sp\ncc program.c $(pkg\\-config \\-\\-cflags \\-\\-libs enfold)\n.fi")
    print(f".SH DESCRIPTION\n.nf\n{escaped(rules)}\n.fi")
    print(".SH FUNCTIONS\nThe comments of enfold.h describe each function in full.")
    pattern = r"/\* -{4} (.+?) -+ \*/|/\*((?:(?!\*/).)*)\*/\s*ENFOLD_API [^;]*?\b(enfold_\w+)\s*\("
    for section, comment, name in re.findall(pattern, header, re.DOTALL):
        if section:
            print(f".SS {escaped(section)}")
        else:
            print(f".TP\n.B {name}\n{escaped(first_sentence(comment))}")
    print(man_environment.section(man_environment.LIBRARY, man_environment.PYTHON))
    print(".SH SEE ALSO\nThe pages in share/doc/enfold of the place where Enfold is installed; begin with README.md.")


if __name__ == "__main__":
    main()
