#!/usr/bin/python3
"""Compares docsearch with plain BM25 on questions of any length.

    long-questions.py make IR OUT             collections of the folder corpus/ir, as bundles with PDFs
    long-questions.py manuals OUT             collections of this machine's manual pages in English and German
    long-questions.py compare DOCSEARCH OUT   nDCG@10 by the number of words: docsearch, and FTS5's bm25

Collections: Cranfield with its own queries; 200 of its abstracts as questions, answered by abstracts that answer the same query;
200 passages of books and papers in each of eight other languages, answered by other passages of the same work; both whole and by
their first words (`rus 15`); questions to paragraphs of an encyclopedia in three languages (`xquad-en`); paragraphs of manual
pages, answered by the page that they were taken from. A text that is a question is not in the collection. `compare` fails when
docsearch is more than 0.005 below plain BM25 at some length. Plain BM25 is `bm25()` of an FTS5
table (porter, unicode61) with title, authors and text, summed over the words of the question, each as often as it is said there.
Questions are words without signs. The same call chooses the same documents.

Needs python3-reportlab, fonts-dejavu-core for Russian, and man-db for manual pages.
"""
import collections
import json
import math
import os
import pathlib
import random
import re
import sqlite3
import subprocess
import sys
import zipfile
from xml.sax.saxutils import escape

QUESTIONS = 200
LENGTHS = [(1, 10), (11, 20), (21, 40), (41, 80), (81, 130), (131, 1000)]
LANGUAGES = ["deu", "fra", "ita", "nld", "por", "rus", "spa", "swe"]
FIRST_WORDS = [8, 15, 30, 60, 120]
WORST = -0.005
FEWEST = 15
MANUALS = [("manuals", "/usr/share/man", 1100, 1), ("manuals-de", "/usr/share/man/de", 700, 2)]
PARAGRAPHS = 300


def lines(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


def table(path):
    return [line.split("\t") for line in path.read_text().splitlines()[1:]]


def chosen(documents, answers, fewest):
    """Questions and the documents that are left, with the answers among these."""
    ids = [one["id"] for one in documents if len(answers[one["id"]]) >= fewest]
    random.Random(1).shuffle(ids)
    asked = set(ids[:QUESTIONS])
    left = [one for one in documents if one["id"] not in asked]
    questions = [(one["id"], one["text"]) for one in documents if one["id"] in asked]
    return left, questions, {name: {other: 1 for other in answers[name] if other not in asked} for name in asked}


def cranfield(folder):
    gains = collections.defaultdict(dict)
    for query, document, gain in table(folder / "qrels.tsv"):
        gains[query][document] = int(gain)
    return lines(folder / "docs.jsonl"), [tuple(row) for row in table(folder / "queries.tsv")], gains


def abstracts(folder):
    documents, _, gains = cranfield(folder)
    answers = collections.defaultdict(set)
    for row in gains.values():
        relevant = {document for document, gain in row.items() if gain > 0}
        for document in relevant:
            answers[document] |= relevant - {document}
    return chosen(documents, answers, 2)


def passages(folder):
    documents = lines(folder / "docs.jsonl")
    works = collections.defaultdict(set)
    for one in documents:
        works[re.sub(r", part \d+$", "", one["bib"])].add(one["id"])
    return chosen(documents, {name: work - {name} for work in works.values() for name in work}, 3)


def encyclopedia(folder, language):
    documents = [dict(one, title="", author="") for one in lines(folder / f"docs-{language}.jsonl")]
    rows = table(folder / f"queries-{language}.tsv")
    return documents, [(row[0], row[1]) for row in rows], {row[0]: {row[2]: 1} for row in rows}


def rendered(path):
    """The paragraphs of a manual page without its head and foot."""
    settings = dict(os.environ, MANWIDTH="100", LC_ALL="C.UTF-8")
    program = ["man", "--nh", "--nj", "-Tutf8", "-P", "cat", str(path)]
    text = subprocess.run(program, capture_output=True, env=settings).stdout.decode("utf-8", "replace")
    text = re.sub(r".\x08", "", re.sub(r"\x1b\[[0-9;]*m", "", text))
    parts = [" ".join(part.split()) for part in re.split(r"\n\s*\n", text)]
    return [part for part in parts[1:-1] if part]


def manuals(folder, pages, seed):
    """Up to three paragraphs of each page are questions, one of a length; one that is on several pages is none."""
    chance = random.Random(seed)
    paths = sorted(path for path in pathlib.Path(folder).glob("man[1-8]/*.gz")
                   if path.is_file() and not path.is_symlink() and 2000 < path.stat().st_size < 30000)
    chance.shuffle(paths)
    found = {re.sub(r"[^A-Za-z0-9]+", "-", path.name[:-3]): rendered(path) for path in reversed(paths[:pages])}
    found = {name: parts for name, parts in reversed(found.items()) if len(parts) >= 8}
    often = collections.Counter(part for parts in found.values() for part in set(parts))
    taken, questions = {name: set() for name in found}, []
    for first, last in [(11, 20), (21, 40), (41, 80), (81, 400)]:
        pool = [(name, number) for name, parts in found.items() for number, part in enumerate(parts)
                if number > 3 and often[part] == 1 and first <= len(re.findall(r"[^\W_]+", part)) <= last]
        chance.shuffle(pool)
        asked = set()
        for name, number in pool:
            if len(asked) < PARAGRAPHS and name not in asked and number not in taken[name] and len(taken[name]) < 3:
                asked.add(name)
                taken[name].add(number)
                questions.append((f"{name}.{number}", found[name][number]))
    documents = []
    for name, parts in found.items():
        title = next((part for part in parts[:4] if re.search(" [-\u2013\u2014] ", part)), name).removeprefix("NAME ")
        left = [part for number, part in enumerate(parts) if number not in taken[name]]
        documents.append({"id": name, "title": title, "author": "", "text": "\n".join(left)})
    return documents, questions, {number: {number.rsplit(".", 1)[0]: 1} for number, _ in questions}


def pdf(document):
    from reportlab.lib.styles import ParagraphStyle
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont
    from reportlab.platypus import Paragraph, SimpleDocTemplate, Spacer
    import io

    font = "Times-Roman"
    if any(ord(letter) > 255 for letter in document["text"]):
        font = "DejaVuSans"
        pdfmetrics.registerFont(TTFont(font, "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"))
    target = io.BytesIO()
    nothing = dict.fromkeys(["title", "author", "subject", "creator", "producer"], "")
    style = ParagraphStyle("body", fontName=font, fontSize=11.5, leading=15)
    SimpleDocTemplate(target, invariant=1, **nothing).build(
        [Paragraph(escape(part), style) for part in document["text"].split("\n")] + [Spacer(1, 1)])
    return target.getvalue().replace(b"/CreationDate", b"/NoCreateDate").replace(b"/ModDate", b"/NoModDt")


def make(source, out):
    write("cranfield", cranfield(source / "cranfield"), out)
    write("abstracts", abstracts(source / "cranfield"), out, FIRST_WORDS)
    for language in LANGUAGES:
        write(language, passages(source / f"lang-{language}"), out, FIRST_WORDS)
    for language in ["en", "de", "es"]:
        write(f"xquad-{language}", encyclopedia(source / "xquad", language), out)


def write(name, collection, out, lengths=()):
    """A folder of bundles, and a file of questions for each length: `whole.tsv`, `15.tsv`."""
    documents, questions, gains = collection
    (out / name / "text").mkdir(parents=True, exist_ok=True)
    (out / name / "questions").mkdir(exist_ok=True)
    for one in documents:
        fields = {"identifier": one["id"], "title": one["title"], "authors": [one["author"]] if one["author"] else []}
        with zipfile.ZipFile(out / name / "text" / f"{one['id']}.zip", "w") as bundle:
            for ending, content in [("json", json.dumps(fields).encode()), ("pdf", pdf(one))]:
                bundle.writestr(zipfile.ZipInfo(f"{one['id']}.{ending}"), content, zipfile.ZIP_DEFLATED)
    words = [(number, re.findall(r"[^\W_]+", text.lower())) for number, text in questions]
    for length in [None, *lengths]:
        rows = [f"{number}\t{' '.join(text[:length])}\n" for number, text in words]
        (out / name / "questions" / f"{length or 'whole'}.tsv").write_text("".join(rows))
    rows = [f"{number} 0 {document} {gain}\n" for number in gains for document, gain in gains[number].items()]
    (out / name / "qrels.txt").write_text("".join(rows))
    (out / name / "docs.jsonl").write_text("".join(json.dumps(one) + "\n" for one in documents))


def ndcg(ranking, gains):
    def discounted(values):
        return sum(max(0, value) / math.log2(place + 2) for place, value in enumerate(values[:10]))

    return discounted([gains.get(name, 0) for name in ranking]) / discounted(sorted(gains.values(), reverse=True))


def plain(folder, questions, gains):
    base = sqlite3.connect(":memory:")
    base.execute("CREATE VIRTUAL TABLE page USING fts5(title, author, text, tokenize='porter unicode61 remove_diacritics 2')")
    documents = lines(folder / "docs.jsonl")
    base.executemany("INSERT INTO page VALUES (?, ?, ?)", [(one["title"], one["author"], one["text"]) for one in documents])
    found = {}
    for number, text in questions:
        scores = collections.Counter()
        for word, count in collections.Counter(text.split()).items():
            for row, score in base.execute("SELECT rowid, bm25(page) FROM page WHERE page MATCH ?", [f'"{word}"']):
                scores[documents[row - 1]["id"]] -= count * score
        found[number] = ndcg([name for name, _ in scores.most_common(10)], gains[number])
    return found


def asked(file, gains):
    rows = [line.split("\t") for line in file.read_text().splitlines()]
    return [(number, text) for number, text in rows if any(gain > 0 for gain in gains[number].values())]


def answered(docsearch, folder, file):
    """nDCG@10 of each question."""
    program = [docsearch, "--index", str(folder / "index"), "eval", "--each", "--meaning", "off"]
    answer = subprocess.run(program + ["--queries", str(file), "--qrels", str(folder / "qrels.txt")],
                            check=True, capture_output=True, text=True).stdout
    return {number: float(value) for number, value in re.findall(r"^(\S+)\tnDCG@10 ([\d.]+)$", answer, re.M)}


def judgements(folder):
    gains = collections.defaultdict(dict)
    for line in (folder / "qrels.txt").read_text().splitlines():
        number, _, document, gain = line.split()
        gains[number][document] = int(gain)
    return gains


def index(docsearch, folder):
    program = [docsearch, "--index", str(folder / "index"), "index", "--quiet", "--ocr", "never", "--meaning", "never"]
    subprocess.run(program + [str(folder / "text")], check=True)


def compare(docsearch, out):
    least = 0
    for folder in sorted(path for path in out.iterdir() if (path / "questions").exists()):
        gains = judgements(folder)
        index(docsearch, folder)
        for file in sorted((folder / "questions").iterdir(), key=lambda path: path.stem.zfill(5)):
            questions = asked(file, gains)
            own, bm25 = answered(docsearch, folder, file), plain(folder, questions, gains)
            for first, last in LENGTHS:
                some = [number for number, text in questions if first <= len(text.split()) <= last]
                # The mean of a few says nothing.
                if len(some) >= FEWEST:
                    means = [sum(values[number] for number in some) / len(some) for values in (own, bm25)]
                    least = min(least, means[0] - means[1])
                    print(folder.name, file.stem, f"{first}-{last}", len(some), f"{means[0]:.4f}", f"{means[1]:.4f}",
                          f"{means[0] - means[1]:+.4f}", sep="\t", flush=True)
    if least < WORST:
        sys.exit(f"At one length docsearch is {-least:.4f} below plain BM25; at most {-WORST} is meant.")


if __name__ == "__main__":
    os.environ.setdefault("DOCSEARCH_MODEL", "/nonexistent")
    match sys.argv[1:]:
        case ["make", source, out]: make(pathlib.Path(source), pathlib.Path(out))
        case ["manuals", out]: [write(name, manuals(*rest), pathlib.Path(out)) for name, *rest in MANUALS]
        case ["compare", docsearch, out]: compare(docsearch, pathlib.Path(out))
        case _: sys.exit(__doc__)
