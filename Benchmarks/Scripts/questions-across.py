#!/usr/bin/python3
"""Measures how questions find the paragraphs that answer them, within languages and across them.

    questions-across.py make XQUAD OUT     archives, as bundles that bring their texts
    questions-across.py score RUN ...      nDCG@10 of answers in TREC form, the mean last

XQUAD is a folder with docs-LANG.jsonl and queries-LANG.tsv, translations of each other. OUT gets

    LANG/ID-LANG.zip    an archive for each language: an empty page, its text, and its metadata without a language
    all/                one of all of them
    LANG.tsv            the questions in a language

The answers of an archive: docsearch --index INDEX find --queries OUT/de.tsv --trec --limit 10 > de.en.WHAT, in the archive of
English here. In "all" the paragraph counts that is in the language of the question. The same call writes the same files.
"""
import collections
import json
import math
import pathlib
import sys
import zipfile

from languages import lines, page, table


def make(source, out):
    for path in sorted(source.glob("docs-*.jsonl")):
        language = path.stem.split("-")[1]
        for folder in [out / language, out / "all"]:
            folder.mkdir(parents=True, exist_ok=True)
        for one in lines(path):
            name = f"{one['id']}-{language}"
            # Its text does not tell the answer, so the title is no help.
            fields = {"identifier": name, "title": name}
            for folder in [out / language, out / "all"]:
                with zipfile.ZipFile(folder / f"{name}.zip", "w") as bundle:
                    for ending, content in [("json", json.dumps(fields).encode()), ("pdf", page(name)),
                                            ("txt", (one["text"] + "\f").encode())]:
                        bundle.writestr(zipfile.ZipInfo(f"{name}.{ending}"), content, zipfile.ZIP_DEFLATED)
        rows = table(source / f"queries-{language}.tsv")
        # The number of the query names the paragraph that answers it.
        (out / f"{language}.tsv").write_text("".join(f"{row[0]}={row[2]}\t{row[1]}\n" for row in rows))


def score(runs):
    scores = collections.defaultdict(list)
    for run in map(pathlib.Path, runs):
        asked, target, what = run.name.split(".")
        wanted = asked if target == "all" else target
        gains = collections.defaultdict(float)
        for line in run.read_text().splitlines():
            query, _, document, rank, *_ = line.split()
            if document == f"{query.split('=')[1]}-{wanted}" and int(rank) <= 10:
                gains[query] = 1 / math.log2(1 + int(rank))
        questions = len((run.parent / f"{asked}.tsv").read_text().splitlines())
        scores[what].append((f"{asked}→{target}", sum(gains.values()) / questions))
    for what, found in scores.items():
        parts = [f"{name} {value:.3f}" for name, value in found]
        mean = sum(value for _, value in found) / len(found)
        print(f"{what}\t" + "\t".join(parts) + f"\tmean {mean:.3f}")


if __name__ == "__main__":
    if sys.argv[1:2] == ["make"] and len(sys.argv) == 4:
        make(pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3]))
    elif sys.argv[1:2] == ["score"] and len(sys.argv) > 2:
        score(sys.argv[2:])
    else:
        sys.exit(__doc__)
