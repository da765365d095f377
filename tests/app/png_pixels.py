"""Reads the pictures that sinew writes, without a library."""

import struct
import zlib


def pixels(path):
    """Rows of (red, green, blue) of an 8-bit RGB picture without interlacing."""
    data = path.read_bytes()
    position, packed = 8, b""
    while position < len(data):
        length, kind = struct.unpack(">I4s", data[position:position + 8])
        body = data[position + 8:position + 8 + length]
        if kind == b"IHDR":
            width, _, depth, colours = struct.unpack(">IIBB", body[:10])
            assert (depth, colours) == (8, 2)
        if kind == b"IDAT":
            packed += body
        position += 12 + length
    raw, stride, rows, above = zlib.decompress(packed), 3 * width + 1, [], bytes(3 * width)
    for start in range(0, len(raw), stride):
        above = unfiltered(raw[start], bytearray(raw[start + 1:start + stride]), above)
        rows.append([tuple(above[i:i + 3]) for i in range(0, 3 * width, 3)])
    return rows


def unfiltered(kind, row, above):
    """A row of bytes from what is stored of it and the row above; PNG's five filters."""
    for i, value in enumerate(row):
        left = row[i - 3] if i >= 3 else 0
        corner = above[i - 3] if i >= 3 else 0
        guess = left + above[i] - corner
        nearest = min((left, above[i], corner), key=lambda byte: abs(guess - byte))
        row[i] = (value + (0, left, above[i], (left + above[i]) // 2, nearest)[kind]) % 256
    return bytes(row)
