"""screen_png: the screen of Xvfb (-fbdir), which is a file of xwd with 32 bits per pixel, as PNG."""

import struct
import zlib


def chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def png(screen: bytes) -> bytes:
    header, width, height, line, colors = (struct.unpack_from(">I", screen, 4 * i)[0] for i in (0, 4, 5, 12, 19))
    rows = b""
    for y in range(height):
        start = header + 12 * colors + y * line
        pixels = screen[start : start + 4 * width]
        row = bytearray(3 * width)
        row[0::3], row[1::3], row[2::3] = pixels[2::4], pixels[1::4], pixels[0::4]
        rows += b"\0" + row
    size = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", size) + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b"")
