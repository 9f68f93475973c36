#!/usr/bin/env python3
"""Compares Enfold's JSON with Python's, on random documents and numbers.

usage: differential.py path/to/json-differential [--seed N] [--documents N] [--numbers N]

Both must accept and refuse the same texts and mean the same by them. Where Python is known to differ from RFC 8259 or
from Enfold's documented choices, the expectation is computed here, in one place (`Known`). Exits with 1 on any difference.
"""
import argparse
import json
import math
import random
import struct
import subprocess
import sys
import time

DEPTH = 128
INT_MIN, UINT_MAX = -(2**63), 2**64 - 1
FLOAT_HALF = 2.0**128 - 2.0**103  # from here on, a Float rounds to infinity


class Refused(Exception):
    """What Python accepts and Enfold documents to refuse."""


class Known:
    """Python's decoder, made to refuse what RFC 8259 or Enfold refuses."""

    @staticmethod
    def constant(name):
        raise Refused(name)  # NaN, Infinity, -Infinity are no JSON literals

    @staticmethod
    def real(text):
        value = float(text)
        if math.isinf(value):
            raise Refused("overflow")
        return value

    @staticmethod
    def integer(text):
        if len(text) > 400:
            raise Refused("beyond 64 bits")
        value = int(text)
        if INT_MIN <= value <= UINT_MAX:
            return value
        raise Refused("beyond 64 bits")  # as a float it would lose digits

    @staticmethod
    def text(value):
        if isinstance(value, str) and any("\ud800" <= c <= "\udfff" for c in value):
            raise Refused("lone surrogate")
        return value

    @staticmethod
    def pairs(pairs):
        for key, value in pairs:
            Known.text(key)
            Known.check(value)
        return dict(pairs)

    @staticmethod
    def check(value):
        """Strings outside objects; objects were checked when they were made."""
        if isinstance(value, str):
            Known.text(value)
        elif isinstance(value, list):
            for element in value:
                Known.check(element)
        return value


decoder = json.JSONDecoder(
    parse_constant=Known.constant, parse_float=Known.real, parse_int=Known.integer, object_pairs_hook=Known.pairs
)


def python_says(document):
    """The canonical text of a document in bytes, or None."""
    try:
        value = Known.check(decoder.decode(document.decode("utf-8")))
        return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
    except (ValueError, Refused):
        return None


def ask(program, lines):
    result = subprocess.run([program], input=b"\n".join(lines) + b"\n", stdout=subprocess.PIPE, timeout=120)
    answers = result.stdout.split(b"\n")[:-1]
    if result.returncode != 0 or len(answers) != len(lines):
        sys.exit(f"{program} ended with {result.returncode} after {len(answers)} of {len(lines)} answers")
    return answers


class Documents:
    """Random documents: valid ones, and valid ones with a few bytes changed."""

    characters = 'abcdefghijklmnopqrstuvwxyz0123456789 _-=/~\\"\t\n\x00\x1f\x7f\u0080éßß漢字€😀𝄞\ufeff\uffff\U0010ffff'
    pieces = [
        b'"', b"\\", b"{", b"}", b"[", b"]", b",", b":", b"0", b"-", b".", b"e", b"+", b"null", b"NaN", b"Infinity",
        b"true", b"\\u", b"\\ud83d", b"\\ude00", b"\\uD800", b"\\u00e9", b"\x00", b"\x1f", b"\x7f", b"\xff", b"\xc0\xaf", b"\xe0\x80\x80",
        b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xef\xbb\xbf", b"\xc2", b"\xe2\x82", b"\xf0\x9f\x98", b" ", b"\n", b"\x0b", b"//", b"'", b"1e999",
    ]

    def __init__(self, rng):
        self.rng = rng

    def space(self):
        return "" if self.rng.random() < 0.8 else "".join(self.rng.choices(" \t\r\n", k=self.rng.randint(1, 3)))

    def string(self):
        rng, out = self.rng, ['"']
        for character in rng.choices(self.characters, k=int(rng.expovariate(0.12))):
            style = rng.random()
            if style < 0.1 or character < " " or character in '"\\':
                short = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "/": "\\/"}
                if character in short and style < 0.7:
                    out.append(short[character])
                else:
                    units = character.encode("utf-16-be")
                    form = "\\u%04x" if rng.random() < 0.5 else "\\u%04X"
                    out += [form % (units[i] << 8 | units[i + 1]) for i in range(0, len(units), 2)]
            else:
                out.append(character)
        return "".join(out) + '"'

    def value(self, depth):
        rng = self.rng
        kind = rng.random()
        if depth > 0 and kind < 0.25:
            parts = [self.space() + self.value(depth - 1) + self.space() for _ in range(rng.randint(0, 5))]
            return "[" + (",".join(parts) or self.space()) + "]"
        if depth > 0 and kind < 0.5:
            parts = [
                f"{self.space()}{self.string()}{self.space()}:{self.space()}{self.value(depth - 1)}{self.space()}"
                for _ in range(rng.randint(0, 5))
            ]
            return "{" + (",".join(parts) or self.space()) + "}"
        if kind < 0.7:
            return self.string()
        if kind < 0.85:
            return number(rng)
        return rng.choice(["true", "false", "null"])

    def valid(self):
        if self.rng.random() < 0.01:  # around the limit of depth
            depth = self.rng.randint(DEPTH - 3, DEPTH)
            return ("[" * depth + self.value(0) + "]" * depth).encode()
        return (self.space() + self.value(self.rng.randint(0, 6)) + self.space()).encode()

    def mutated(self):
        rng, document = self.rng, bytearray(self.valid())
        for _ in range(rng.randint(1, 3)):
            at = rng.randint(0, len(document))
            match rng.randint(0, 4):
                case 0: document[at:at] = rng.choice(self.pieces)
                case 1: del document[at:at + rng.randint(1, 3)]
                case 2: document[at:at + 1] = rng.choice(self.pieces)
                case 3: document[at:at + 1] = bytes([rng.randrange(256)])
                case 4: del document[at:]
        return bytes(document)


def number(rng):
    """A number in some JSON form."""
    kind = rng.random()
    if kind < 0.2:
        return str(rng.randint(-1000, 1000))
    if kind < 0.3:  # around the limits of the integer types
        return str(rng.choice([0, 2**31, 2**53, 2**63, 2**64, -(2**63), -(2**31)]) + rng.randint(-3, 3))
    if kind < 0.5:  # any finite bits, in their shortest form
        return repr(finite(rng.getrandbits(64)))
    if kind < 0.6:  # exactly between two doubles, or just beside: the hardest to round
        value = abs(finite(rng.getrandbits(64)))
        if value < 1e300:
            middle = exact_middle(value)
            return middle if rng.random() < 0.5 else middle + rng.choice(["1", "0001"]) if "." in middle else middle
    if kind < 0.75:
        digits = str(rng.randint(0, 10 ** rng.randint(1, 40)))
        return f"{rng.choice(['', '-'])}{digits}.{rng.randint(0, 10 ** rng.randint(1, 30)):0{rng.randint(1, 20)}d}"
    mantissa = rng.randint(0, 10 ** rng.randint(1, 25))
    fraction = "" if rng.random() < 0.5 else f".{rng.randint(0, 10**9):0{rng.randint(1, 12)}d}"
    exponent = rng.randint(-345, 320) if rng.random() < 0.5 else rng.randint(-30, 30)
    sign = rng.choice(["", "+"]) if exponent >= 0 else ""
    return f"{rng.choice(['', '-'])}{mantissa}{fraction}{rng.choice('eE')}{sign}{exponent}"


def finite(bits):
    value = struct.unpack(">d", struct.pack(">Q", bits))[0]
    return value if math.isfinite(value) else 1.5


def exact_middle(value):
    """The decimal text of the point between a double and the next, in at most about 60 digits where it is exact."""
    mantissa, exponent = math.frexp(value)
    mantissa = int(mantissa * 2**53) * 2 + 1
    exponent -= 54
    if 0 <= exponent < 900:
        return str(mantissa << exponent) + ".0"
    if -60 <= exponent < 0:
        return f"{mantissa * 5**-exponent}e{exponent}"
    return repr(value)


class Report:
    def __init__(self):
        self.differences = 0

    def differs(self, what, question, python, enfold):
        self.differences += 1
        if self.differences <= 20:
            print(f"{what}: {question!r}\n  Python: {python!r}\n  Enfold: {enfold!r}")


def compare_documents(program, rng, count, report):
    make, accepted, refused, offsets = Documents(rng), 0, 0, 0
    for start in range(0, count, 10_000):
        texts = [make.valid() if i % 2 == 0 else make.mutated() for i in range(min(10_000, count - start))]
        lines = [b"H " + t.hex().encode() if b"\n" in t or i % 7 == 0 else b"D " + t for i, t in enumerate(texts)]
        answers = ask(program, lines)
        skips = ask(program, [b"K " + t.hex().encode() for t in texts])
        follow = []
        for text, answer, skipped in zip(texts, answers, skips):
            expected = python_says(text)
            if expected is None:
                refused += 1
                if not answer.startswith(b"E "):
                    report.differs("accepted", text, expected, answer)
                elif skipped.startswith(b"E "):  # not JSON at all
                    if skipped != answer:
                        report.differs("offset", text, skipped, answer)
                    follow.append((text, int(answer[2:])))
                elif not skipped.startswith(b"ok "):
                    report.differs("answer", text, "ok or E", skipped)
            else:
                accepted += 1
                # Between 2^53 and 10^16 the two write floats in different notations: compare what Python makes of it.
                if answer != expected and python_says(answer) != expected:
                    report.differs("value", text, expected, answer)
                if skipped != b"ok %d" % len(text.strip(b" \t\r\n")):
                    report.differs("skip", text, "accepted", skipped)
        compare_offsets(program, follow, report)
        offsets += len(follow)
    print(f"documents: {accepted} accepted, {refused} refused by both, {offsets} offsets checked")


def compare_offsets(program, refused, report):
    """The offset is that of the first byte that cannot continue: with it the text cannot be saved, without it, it can."""
    before = ask(program, [b"K " + t[:at].hex().encode() for t, at in refused]) if refused else []
    behind = ask(program, [b"K " + t[:at + 1].hex().encode() for t, at in refused]) if refused else []
    for (text, at), a, b in zip(refused, before, behind):
        if a != b"E %d" % at and not a.startswith(b"ok "):
            report.differs("offset too late", text, at, a)
        if at < len(text) and b != b"E %d" % at:
            report.differs("offset too early", text, at, b)


def compare_numbers(program, rng, count, report):
    for start in range(0, count, 100_000):
        texts = [number(rng) for _ in range(min(100_000, count - start))]
        answers = ask(program, [b"N " + t.encode() for t in texts])
        for text, answer in zip(texts, answers):
            value = float(text)
            expected = b"E 0" if math.isinf(value) else b"%x" % struct.unpack(">Q", struct.pack(">d", value))[0]
            if answer != expected:
                report.differs("double", text, expected, answer)
        some = texts[:20_000]
        for text, answer in zip(some, ask(program, [b"F " + t.encode() for t in some])):
            compare_float(text, answer, report)
        for text, answer in zip(some, ask(program, [b"I " + t.encode() for t in some])):
            is_integer = not set(text) & set(".eE") and len(text) < 100 and INT_MIN <= int(text) <= UINT_MAX
            expected = str(int(text)).encode() if is_integer else b"E 0"
            if answer != expected:
                report.differs("integer", text, expected, answer)
    print(f"numbers: {count} read")


def compare_float(text, answer, report):
    """A Float must be the nearest one to the exact decimal: no other float is nearer."""
    from fractions import Fraction

    exact = Fraction(text) if len(text) < 60 and abs(int((text.lower().split("e") + ["0"])[1])) < 330 else None
    if exact is None:
        return
    if abs(exact) >= FLOAT_HALF:
        if answer != b"E 0":
            report.differs("float", text, "overflow", answer)
        return
    if answer.startswith(b"E"):
        report.differs("float", text, "a float", answer)
        return
    bits = int(answer, 16)
    magnitude = bits & 0x7FFFFFFF
    read = lambda b: Fraction(struct.unpack(">f", struct.pack(">I", b))[0]) if b < 0x7F800000 else Fraction(2) ** 128
    mine = abs(read(magnitude) - abs(exact))
    for other in ([magnitude - 1] if magnitude else []) + [magnitude + 1]:
        distance = abs(read(other) - abs(exact))
        if distance < mine or (distance == mine and magnitude & 1):
            report.differs("float", text, hex(other), answer)


def compare_writing(program, rng, count, report):
    bits = [rng.getrandbits(64) for _ in range(count)]
    values = [finite(b) for b in bits]
    values += [float(rng.randint(-(10**6), 10**6)) / 100 for _ in range(count)]
    values += [0.0, -0.0, 5e-324, 2.2250738585072014e-308, 1.7976931348623157e308, 1e15, 1e16, 1e17, 2.0**53, 2.0**54]
    lines = [b"W %x" % struct.unpack(">Q", struct.pack(">d", v))[0] for v in values]
    for value, answer in zip(values, ask(program, lines)):
        back = json.loads(answer)
        if struct.pack(">d", back) != struct.pack(">d", value) or not isinstance(back, float):
            report.differs("written", value, repr(value), answer)
        elif len(digits(answer.decode())) > len(digits(repr(value))):
            report.differs("not the shortest", value, repr(value), answer)
    singles = [b & 0xFFFFFFFF for b in bits if (b >> 23) & 0xFF != 0xFF]
    for single, answer in zip(singles, ask(program, [b"X %x" % s for s in singles])):
        if struct.pack(">f", json.loads(answer)) != struct.pack(">I", single):
            report.differs("written float", hex(single), "", answer)
    print(f"numbers: {len(values) + len(singles)} written")


def digits(text):
    return text.lower().split("e")[0].replace(".", "").replace("-", "").strip("0")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program")
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--documents", type=int, default=100_000)
    parser.add_argument("--numbers", type=int, default=1_000_000)
    options = parser.parse_args()
    seed = random.SystemRandom().randrange(2**32) if options.seed is None else options.seed
    print(f"seed {seed}", flush=True)
    rng, report, begin = random.Random(seed), Report(), time.monotonic()
    compare_documents(options.program, rng, options.documents, report)
    compare_numbers(options.program, rng, options.numbers, report)
    compare_writing(options.program, rng, options.numbers // 10, report)
    print(f"{report.differences} differences, {time.monotonic() - begin:.0f} s, seed {seed}")
    sys.exit(1 if report.differences else 0)


if __name__ == "__main__":
    main()
