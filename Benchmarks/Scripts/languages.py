#!/usr/bin/python3
"""Measures how words of eight languages find their other forms in one archive.

    languages.py make IR OUT       an archive of the folders lang-* of corpus/ir, as bundles that bring their texts
    languages.py score OUT RUN .  recall@10 and MRR by language, of answers in TREC form

OUT gets

    text/ID.zip                    ID.pdf, an empty page, ID.txt, the passage, and ID.json, its metadata with the language
    inflected.tsv, exact.tsv       known items in other forms than the passage has, and in its own
    plain.tsv                      the first without accents, as people type them in a hurry
    random.tsv                     2,000 times two or three words of four letters or more that one passage has side by side

The answers: docsearch find --queries OUT/inflected.tsv --trec --limit 10. The same call writes the same files.
"""
import collections
import json
import pathlib
import random
import re
import sys
import unicodedata
import zipfile

LANGUAGES = ["deu", "fra", "ita", "nld", "por", "rus", "spa", "swe"]
RANDOM = 250


def page(comment):
    """A PDF of one empty page. Passages are documents of their own, not copies of one."""
    parts = ["<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
             "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>"]
    text, places = f"%PDF-1.4\n%{comment}\n", []
    for number, part in enumerate(parts, 1):
        places.append(len(text))
        text += f"{number} 0 obj{part}endobj\n"
    rows = "".join(f"{place:010} 00000 n \n" for place in places)
    return (text + f"xref\n0 4\n0000000000 65535 f \n{rows}"
            f"trailer<</Size 4/Root 1 0 R>>\nstartxref\n{len(text)}\n%%EOF\n").encode()


def lines(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


def table(path):
    return [line.split("\t") for line in path.read_text().splitlines()[1:]]


def plain(text):
    """Latin letters without their accents."""
    parts = unicodedata.normalize("NFD", text)
    kept = [sign for place, sign in enumerate(parts)
            if not (unicodedata.combining(sign) and place and parts[place - 1].isascii())]
    return unicodedata.normalize("NFC", "".join(kept))


def chosen(documents, language):
    chance = random.Random(language)
    found = []
    while len(found) < RANDOM:
        document = chance.choice(documents)
        words = re.findall(r"[^\W\d_]+", document["text"])
        start, count = chance.randrange(len(words)), chance.choice([2, 3])
        some = words[start:start + count]
        if len(some) == count and all(len(word) > 3 for word in some):
            found.append((f"{language}-r{len(found)}", " ".join(some), document["id"]))
    return found


def make(source, out):
    (out / "text").mkdir(parents=True, exist_ok=True)
    queries = collections.defaultdict(list)
    qrels = []
    for language in LANGUAGES:
        folder = source / f"lang-{language}"
        documents = lines(folder / "docs.jsonl")
        for one in documents:
            fields = {"identifier": one["id"], "title": one["title"], "language": language,
                      "authors": [one["author"]] if one["author"] else []}
            with zipfile.ZipFile(out / "text" / f"{one['id']}.zip", "w") as bundle:
                for ending, content in [("json", json.dumps(fields).encode()), ("pdf", page(one["id"])),
                                        ("txt", (one["text"] + "\f").encode())]:
                    bundle.writestr(zipfile.ZipInfo(f"{one['id']}.{ending}"), content, zipfile.ZIP_DEFLATED)
        for kind in ["inflected", "exact"]:
            queries[kind] += [row[:2] for row in table(folder / f"queries-{kind}.tsv")]
        queries["plain"] += [[row[0], plain(row[1])] for row in table(folder / "queries-inflected.tsv")]
        some = chosen(documents, language)
        queries["random"] += [[number, text] for number, text, _ in some]
        qrels += table(folder / "qrels.tsv") + [[number, document, "1"] for number, _, document in some]
    for kind, rows in queries.items():
        (out / f"{kind}.tsv").write_text("".join("\t".join(row) + "\n" for row in rows))
    (out / "qrels.tsv").write_text("".join("\t".join(row) + "\n" for row in qrels))


def score(out, runs):
    wanted = {row[0]: row[1] for row in (line.split("\t") for line in (out / "qrels.tsv").read_text().splitlines())}
    for run in runs:
        kind = pathlib.Path(run).name.split(".")[0]
        asked = [line.split("\t")[0] for line in (out / f"{kind}.tsv").read_text().splitlines()]
        ranks = {}
        for line in pathlib.Path(run).read_text().splitlines():
            query, _, document, rank, *_ = line.split()
            if wanted[query] == document and int(rank) <= 10:
                ranks[query] = int(rank)
        parts = []
        for language in LANGUAGES + [""]:
            some = [query for query in asked if query.startswith(language)]
            recall = sum(query in ranks for query in some) / len(some)
            mrr = sum(1 / ranks[query] for query in some if query in ranks) / len(some)
            parts.append(f"{language or 'all'} {recall:.3f} {mrr:.3f}")
        print(f"{run}\t" + "\t".join(parts))


if __name__ == "__main__":
    if sys.argv[1:2] == ["make"] and len(sys.argv) == 4:
        make(pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3]))
    elif sys.argv[1:2] == ["score"] and len(sys.argv) > 3:
        score(pathlib.Path(sys.argv[2]), sys.argv[3:])
    else:
        sys.exit(__doc__)
