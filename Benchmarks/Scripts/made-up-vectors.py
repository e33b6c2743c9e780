"""Writes the file `vectors` of an index without a model, so that a search of a million vectors can be measured.

    made-up-vectors.py INDEX OTHER [CHUNKS]

Each page of INDEX gets CHUNKS vectors (2), each put together from two vectors of the index OTHER, which must have been
made with the model: the first numbers of one, the last of another. So they are as near to each other and to a question
as real ones are, and say nothing of quality. The form is that of docs/index-format.md.
"""
import array
import os
import random
import sqlite3
import struct
import sys
import zlib

HEADER = 256
# Bytes of each part a chunk, after the vectors themselves: scales, documents, texts, pages, starts, ends.
SIZES = [4, 8, 8, 4, 4, 4]
# A page is a document's number and 20 bits for its place.
PAGE_BITS = 20


def aligned(place):
    return (place + 63) // 64 * 64


def store_number(database):
    """FNV-1a of the identifier of the pages.sqlite that the numbers of texts are of."""
    identifier, = database.execute("SELECT value FROM meta WHERE key = 'pages-store'").fetchone()
    number = 0xCBF29CE484222325
    for byte in identifier.encode():
        number = (number ^ byte) * 0x100000001B3 % (1 << 64)
    return number


def known_vectors(path):
    """The header of a file and what it has: vectors as bytes, and their scales."""
    with open(path, "rb") as file:
        content = file.read()
    if content[:8] != b"DSVECTOR":
        sys.exit(f"{path} is no file of vectors")
    dimensions, = struct.unpack_from("<I", content, 12)
    count, = struct.unpack_from("<Q", content, 24)
    scales = struct.unpack_from(f"<{count}f", content, aligned(HEADER + count * dimensions))
    vectors = [content[HEADER + n * dimensions:HEADER + (n + 1) * dimensions] for n in range(count)]
    return bytearray(content[:HEADER]), dimensions, vectors, scales


def write(index, other, chunks):
    header, dimensions, vectors, scales = known_vectors(f"{other}/vectors")
    numbers = random.Random(7)
    database = sqlite3.connect(f"file:{index}/index.sqlite?mode=ro", uri=True)
    columns = [array.array(code) for code in "fqqiII"]
    checksum = 0
    with open(f"{index}/vectors.new", "wb") as file:
        file.write(header)
        for page, text in database.execute("SELECT id, text_id FROM page WHERE text_id IS NOT NULL ORDER BY id"):
            for chunk in range(chunks):
                one, two = numbers.randrange(len(vectors)), numbers.randrange(len(vectors))
                cut = numbers.randrange(dimensions)
                vector = vectors[one][:cut] + vectors[two][cut:]
                checksum = zlib.crc32(vector, checksum)
                file.write(vector)
                values = (scales[one], page >> PAGE_BITS, text, page & (1 << PAGE_BITS) - 1, 300 * chunk, 300 * chunk + 300)
                for column, value in zip(columns, values):
                    column.append(value)
        checksums = [checksum]
        for column in columns:
            file.seek(aligned(file.tell()))
            file.write(column.tobytes())
            checksums.append(zlib.crc32(column.tobytes()))
        struct.pack_into("<Q", header, 24, len(columns[0]))
        struct.pack_into("<7I", header, 40, *checksums)
        struct.pack_into("<Q", header, 168, store_number(database))
        struct.pack_into("<I", header, HEADER - 4, zlib.crc32(bytes(header[:-4])))
        file.seek(0)
        file.write(header)
    os.replace(f"{index}/vectors.new", f"{index}/vectors")
    print(len(columns[0]), "vectors")


write(sys.argv[1], sys.argv[2], int(sys.argv[3]) if len(sys.argv) > 3 else 2)
