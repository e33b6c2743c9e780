#!/usr/bin/python3
"""Counts how often the one right page came first.

    docsearch find --queries QUERIES.tsv --json --limit 3 > RESULTS.jsonl
    check-known-items.py ANSWERS.tsv RESULTS.jsonl

ANSWERS.tsv is what known-items.py wrote. A document is right when its identifier or its path form is the answer's. The
page that counts is the first one of the first document. Lists what was missed, and with --at-least, exits with 1 when
the share of right pages is smaller.
"""
import argparse
import json
import pathlib
import sys


def is_right(hit, document):
    return document in (hit["identifier"], hit["path"])


def miss(result, document, page):
    """What came instead, in words."""
    hits = result["hits"] if result else []
    if not hits:
        return "nothing found"
    if is_right(hits[0], document):
        found = [found["page"] for found in hits[0]["pages"]]
        place = f"page {page} comes {found.index(page) + 1}." if page in found else f"page {page} is not among them"
        return f"right document, first page is {found[0] if found else 'none'}; {place}"
    places = [place for place, hit in enumerate(hits, 1) if is_right(hit, document)]
    return (f"first is {hits[0]['identifier'] or hits[0]['path']}; the right document "
            + (f"comes {places[0]}." if places else f"is not among the first {len(hits)}"))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("answers", type=pathlib.Path, help="id, TAB, document, TAB, page")
    parser.add_argument("results", type=pathlib.Path, help="what docsearch find --queries --json printed")
    parser.add_argument("--at-least", type=float, metavar="SHARE", help="of right pages, 0 to 1, else exit code 1")
    options = parser.parse_args()

    answers = [line.split("\t") for line in options.answers.read_text().splitlines()]
    results = {}
    with open(options.results) as lines:
        for line in lines:
            result = json.loads(line)
            results[str(result["id"])] = result
    documents = pages = 0
    for number, document, page in answers:
        result = results.get(number)
        first = result["hits"][0] if result and result["hits"] else None
        right = first is not None and is_right(first, document)
        documents += right
        if right and first["pages"] and first["pages"][0]["page"] == int(page):
            pages += 1
        else:
            query = f" ({result['query']})" if result else ""
            print(f"{number}{query}: {document} page {page}: {miss(result, document, int(page))}")
    count = max(1, len(answers))
    print(f"{len(answers)} queries; right document first: {documents} ({documents / count:.1%}); "
          f"right document and page first: {pages} ({pages / count:.1%})")
    if options.at_least is not None and pages / count < options.at_least:
        sys.exit(1)


main()
