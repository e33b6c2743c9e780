#!/usr/bin/python3
"""Writes the texts of an index as JSON Lines, a page a line, document by document.

    dump-pages.py INDEX > PAGES.jsonl

    {"document": "185", "page": 1, "text": "...", "path": "0185.zip!/0185.pdf", "title": "...", "date": "1958"}

"document" is the identifier where the document has one that no other has, else the path form. Title and date (null
when unknown) are those of the document. Pages without text are left out. With --truth a table says what stands on
pages that were recognised: its columns pdf, page and ground_truth, with paths from the folder above its own; these
texts are given instead, with "true": true. Pages with the same true text are given once. Reads index.sqlite and pages.sqlite, whose
form is described in docs/index-format.md, and may do so while docsearch writes.
"""
import argparse
import csv
import json
import pathlib
import sqlite3
import sys
import zlib

DATE_LENGTHS = {"year": 4, "month": 7, "day": 10}


def plain_text(stored):
    """A stored text: its length in groups of seven bits, low bits first, then a zlib stream."""
    start = next(place for place, byte in enumerate(stored) if byte < 0x80) + 1
    return zlib.decompress(stored[start:]).decode()


def pages(index, by_path):
    database = sqlite3.connect(f"{index.resolve().as_uri()}/index.sqlite?mode=ro", uri=True)
    database.execute("ATTACH ? AS pages", (f"{index.resolve().as_uri()}/pages.sqlite?mode=ro",))
    shared = {name for (name,) in database.execute(
        "SELECT identifier FROM document WHERE identifier IS NOT NULL GROUP BY identifier HAVING count(*) > 1")}
    documents = database.execute(
        "SELECT id, path, identifier, title, strftime('%Y-%m-%d', date, 'unixepoch'), date_precision "
        "FROM document ORDER BY id")
    for number, path, identifier, title, date, precision in documents:
        name = path if by_path or not identifier or identifier in shared else identifier
        date = date and date[:DATE_LENGTHS.get(precision, 10)]
        # Page 0 is text of a document that belongs to no page.
        rows = database.execute(
            "SELECT page.id & 1048575, page_text.text FROM page JOIN pages.page_text ON page_text.id = page.text_id "
            "WHERE page.id > ? AND page.id < ? ORDER BY page.id", (number << 20, number + 1 << 20))
        for page, stored in rows:
            if text := plain_text(stored):
                yield {"document": name, "page": page, "text": text, "path": path, "title": title, "date": date}


def true_texts(table):
    """The text of each page of the table, by the end of the document's path and the page's number."""
    folder = table.resolve().parent
    with open(table, newline="", encoding="utf-8") as lines:
        for row in csv.DictReader(lines, delimiter="\t"):
            text = (folder.parent / row["ground_truth"]).read_text(errors="replace")
            yield (row["pdf"].removeprefix(folder.name + "/"), int(row["page"])), text


def corrected(found, truth):
    given = set()
    for page in found:
        text = truth.get((page["path"], page["page"]))
        if text is None or text not in given:
            given.add(text)
            yield page if text is None else page | {"text": text, "true": True}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("index", type=pathlib.Path, help="the index folder")
    parser.add_argument("--paths", action="store_true", help="name documents by their paths, never by identifiers")
    parser.add_argument("--truth", type=pathlib.Path, metavar="PAGES.tsv", help="true texts of recognised pages")
    options = parser.parse_args()
    truth = dict(true_texts(options.truth)) if options.truth else {}
    try:
        for page in corrected(pages(options.index, options.paths), truth):
            sys.stdout.write(json.dumps(page, ensure_ascii=False) + "\n")
    except BrokenPipeError:
        sys.stderr.close()


main()
