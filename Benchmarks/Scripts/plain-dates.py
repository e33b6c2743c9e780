#!/usr/bin/python3
"""Measures what is lost where dates in words are taken for facts: sentences of prose as queries.

    plain-dates.py make IR OUT [--count 12000]   an archive of the passages in IR, dated, and sentences of them
    plain-dates.py score LITERAL READ            lost hits and lost passages, of answers as objects of JSON

IR has folders with docs.jsonl, as corpus/ir has: lang-* and cranfield. OUT gets

    text/ID.zip       ID.pdf, an empty page, ID.txt, the passage, and ID.json, its title and a date
    sentences.tsv     id of the passage and number, TAB, a sentence of 3 to 40 words: docsearch find --queries

Each passage has a date that has nothing to do with its text, from 1900 to 2020, so that a date in words excludes
nearly all of them. Sentences with a number of four digits come first, and then others evenly. The answers:

    docsearch find --queries OUT/sentences.tsv --match all --limit 1000 --json --literal > LITERAL
    docsearch find --queries OUT/sentences.tsv --match all --limit 1000 --json           > READ

A hit is a document with all words as they were typed. The same call writes the same files.
"""
import argparse
import json
import pathlib
import random
import re
import zipfile

from languages import page

SENTENCE = re.compile(r"(?<=[.!?»“])\s+(?=[A-ZÄÖÜÀÂÉÈÊÎÔÇÑ„«»¿¡])")


def passages(ir):
    for file in sorted(ir.glob("*/docs.jsonl")):
        for line in file.open(encoding="utf-8"):
            document = json.loads(line)
            yield f"{file.parent.name}-{document['id']}", document["text"]


def make(ir, out, count):
    (out / "text").mkdir(parents=True, exist_ok=True)
    chance = random.Random(1)
    dated, others = [], []
    for name, text in passages(ir):
        date = f"{chance.randint(1900, 2020)}-{chance.randint(1, 12):02}-{chance.randint(1, 28):02}"
        with zipfile.ZipFile(out / "text" / f"{name}.zip", "w") as bundle:
            metadata = json.dumps({"title": name, "id": name, "date": date})
            for ending, data in (("pdf", page(name)), ("txt", (text + "\f").encode()), ("json", metadata.encode())):
                bundle.writestr(zipfile.ZipInfo(f"{name}.{ending}"), data)
        for number, sentence in enumerate(SENTENCE.split(" ".join(text.split()))):
            # Quotation marks, parentheses, colons and signs would be read as operators.
            sentence = " ".join(re.sub(r"[^\w\s.,;'’?!-]", " ", sentence).split()).lstrip("- ")
            sentence = re.sub(r"(^|\s)-+", r"\1", sentence)
            if 3 <= len(sentence.split()) <= 40:
                (dated if re.search(r"\b[0-9]{4}\b", sentence) else others).append((f"{name}.{number}", sentence))
    chance.shuffle(others)
    chosen = (dated + others)[:count]
    (out / "sentences.tsv").write_text("".join(f"{name}\t{text}\n" for name, text in chosen), encoding="utf-8")
    print(len(chosen), "sentences, with a number of four digits", min(len(dated), count))


def answers(file):
    for line in open(file, encoding="utf-8"):
        yield json.loads(line)


def score(literal, read):
    queries = inferred = hits = lost = passages_there = passages_lost = 0
    for before, after in zip(answers(literal), answers(read), strict=True):
        queries += 1
        inferred += bool(after["inferences"])
        passage = before["id"].rsplit(".", 1)[0]
        old = {hit["identifier"] for hit in before["hits"]}
        new = {hit["identifier"] for hit in after["hits"]}
        hits += len(old)
        lost += len(old - new)
        passages_there += passage in old
        passages_lost += passage in old - new
        if old - new:
            print("lost:", before["id"], [inference["message"] for inference in after["inferences"]], after["query"])
    print(f"queries {queries}, with a date or other fact {inferred}; hits {hits}, lost {lost}; "
          f"own passage found {passages_there}, lost {passages_lost}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    one = commands.add_parser("make")
    one.add_argument("ir", type=pathlib.Path)
    one.add_argument("out", type=pathlib.Path)
    one.add_argument("--count", type=int, default=12_000)
    two = commands.add_parser("score")
    two.add_argument("literal")
    two.add_argument("read")
    arguments = parser.parse_args()
    if arguments.command == "make":
        make(arguments.ir, arguments.out, arguments.count)
    else:
        score(arguments.literal, arguments.read)


if __name__ == "__main__":
    main()
