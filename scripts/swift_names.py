"""The names of a Swift file: what it declares, and what it mentions. It reads words, not types."""

import re
from typing import NamedTuple

KINDS = {"struct", "class", "enum", "protocol", "actor", "typealias", "extension"}
PLAIN = re.compile(r'[^"#/()]+')  # begins neither a comment nor a string
TOKEN = re.compile(r"[A-Za-z_$][\w$]*|\d\w*|[{}().<>,:\n]")


class Declaration(NamedTuple):
    """A type that a file declares."""

    name: str
    outer: str | None  # the type around it
    is_private: bool


class Mention(NamedTuple):
    """A name that a file uses."""

    name: str
    outer: str | None  # the type before its dot
    line: int


class Names(NamedTuple):
    """The names of one file."""

    imports: list[Mention]
    types: list[Declaration]
    mentions: list[Mention]  # of types
    scopes: set[str]  # the types that it declares or extends: inside, names of nested types stand alone
    generic: set[str]  # its generic parameters
    members: set[str]  # the functions, properties and cases that other files may use
    globals: set[str]  # those of them that lie in no type
    locals: set[str]  # the other names of values: private ones, variables, parameters, labels
    uses: list[Mention]  # of members: what stands behind a dot or in front of a parenthesis
    words: list[Mention]  # the other names of values that it uses


def code_of(text: str) -> str:
    """The text without its comments and strings. Line breaks and what is interpolated stay."""
    result: list[str] = []
    end = len(text)

    def read_string(at: int) -> int:
        hashes = 0
        while text[at] == "#":
            at, hashes = at + 1, hashes + 1
        quote = '"""' if text.startswith('"""', at) else '"'
        closing, escape = quote + "#" * hashes, "\\" + "#" * hashes
        at += len(quote)
        while at < end and not text.startswith(closing, at):
            if text.startswith(escape + "(", at):
                result.append(" ")
                at = read_code(at + len(escape) + 1, inside=True)
            elif text.startswith(escape, at):
                at += len(escape) + 1
            else:
                result.append("\n" if text[at] == "\n" else "")
                at += 1
        result.append(" ")
        return at + len(closing)

    def read_code(at: int, inside: bool) -> int:
        depth = 1
        while at < end:
            if plain := PLAIN.match(text, at):
                result.append(plain[0])
                at = plain.end()
            elif text.startswith("//", at):
                at = text.find("\n", at) if "\n" in text[at:] else end
            elif text.startswith("/*", at):
                level = 0
                while at < end:
                    if text.startswith("/*", at):
                        at, level = at + 2, level + 1
                    elif text.startswith("*/", at):
                        at, level = at + 2, level - 1
                        if level == 0:
                            break
                    else:
                        result.append("\n" if text[at] == "\n" else "")
                        at += 1
            elif re.match(r'#*"', text[at : at + 8]):
                at = read_string(at)
            else:
                depth += {"(": 1, ")": -1}.get(text[at], 0)
                if inside and depth == 0:
                    return at + 1
                result.append(text[at])
                at += 1
        return at

    read_code(0, inside=False)
    return "".join(result)


def names_of(text: str) -> Names:
    """The names of a file with this text."""
    names = Names([], [], [], set(), set(), set(), set(), set(), [], [])
    tokens = TOKEN.findall(code_of(text))
    around: list[
        tuple[str, int, bool]
    ] = []  # the types around, how deep their bodies lie, and whether they are private
    pending: tuple[str, bool] | None = None  # a type whose body begins with the next brace
    depth = 0
    line = 1
    is_private = False
    for index, token in enumerate(tokens):
        before = tokens[index - 1] if index > 0 else ""
        following = tokens[index + 1] if index + 1 < len(tokens) else ""
        if token == "\n":
            line += 1
        elif token == "{":
            depth += 1
            if pending is not None:
                around.append((pending[0], depth, pending[1]))
                pending = None
            is_private = False
        elif token == "}":
            if around and around[-1][1] == depth:
                around.pop()
            depth -= 1
            is_private = False
        elif before == "import":
            names.imports.append(Mention(token, None, line))
        elif token in ("private", "fileprivate"):
            # `private(set)` says nothing about the type.
            is_private = following != "("
        elif token in ("func", "var", "let", "init", "case", "subscript", "for"):
            is_hidden = is_private or any(private for _, _, private in around)
            is_member = depth == (around[-1][1] if around else 0) and not is_hidden
            declared = declared_names(tokens, index)
            (names.members if is_member else names.locals).update(declared)
            if is_member and not around:
                names.globals.update(declared)
            if token in ("func", "init"):
                names.generic.update(generic_names(tokens, index + (2 if token == "func" else 1)))
            is_private = False
        elif token in KINDS and before != "." and following not in ("func", "var"):
            if not re.match(r"[A-Za-z_$]", following):
                continue
            last = index + 1
            while tokens[last + 1 : last + 2] == ["."]:
                last += 2
            name = tokens[last]
            names.scopes.add(name)
            if token != "extension":
                outer = around[-1][0] if around else None
                names.types.append(Declaration(name, outer, is_private))
                names.generic.update(generic_names(tokens, last + 1))
            if token != "typealias":
                pending = (name, is_private)
            is_private = False
        elif token == "associatedtype":
            names.generic.add(following)
        elif token[0].isupper():
            outer = tokens[index - 2] if before == "." and tokens[index - 2][0].isupper() else None
            if before != "." or outer is not None:
                names.mentions.append(Mention(token, outer, line))
        elif re.match(r"[a-z_]", token):
            if following in (":", "in"):
                names.locals.add(token)
            elif before == "." or following == "(" and before not in ("func", "case"):
                names.uses.append(Mention(token, None, line))
            elif before not in ("func", "var", "let", "case"):
                names.words.append(Mention(token, None, line))
    return names


def declared_names(tokens: list[str], start: int) -> list[str]:
    """The names that begin behind `func`, `var`, `let`, `for` or `case`: one, those of a pattern in parentheses, or cases."""
    first = tokens[start + 1 : start + 2]
    if first == ["("]:
        end = tokens.index(")", start)
        return [token for token in tokens[start:end] if token[0].isalpha()]
    if tokens[start] != "case":
        return [name for name in first if name[0].isalpha() or name[0] == "_"]
    names: list[str] = []
    depth = 0
    for index in range(start + 1, len(tokens)):
        before, token = tokens[index - 1], tokens[index]
        depth += {"(": 1, ")": -1}.get(token, 0)
        if depth == 0 and before in ("case", ",") and re.match(r"[a-z_]", token):
            names.append(token)
        elif depth == 0 and (token in "{}:." or token == "\n" and before != ","):
            break
    return names


def generic_names(tokens: list[str], start: int) -> set[str]:
    """The names in the angle brackets that begin at a token, if some do."""
    names: set[str] = set()
    if tokens[start : start + 1] != ["<"]:
        return names
    depth = 0
    for index in range(start, len(tokens)):
        depth += {"<": 1, ">": -1}.get(tokens[index], 0)
        if depth == 0:
            break
        if depth == 1 and tokens[index] in "<,":
            names.update([token for token in tokens[index + 1 : index + 4] if token not in ("\n", "each", "let")][:1])
    return names
