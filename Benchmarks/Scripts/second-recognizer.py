#!/usr/bin/env python3
"""How much a second recogniser gains on pages with truth, and below which confidence pages should be sent.

    second-recognizer.py PAGES.tsv ROOT CACHE [-- COMMAND...]

PAGES.tsv has the columns pdf, page and ground_truth, with paths below ROOT. CACHE keeps what the recogniser answers, by
the image that it is sent, so that a second measurement takes no time. COMMAND is the recogniser; without one it is the
RapidOCR that "docsearch recognizer install" has installed. DOCSEARCH names the program.

Everything goes through docsearch: its images, its confidences, its reading of hOCR. Half of the pages (every second one) is
for choosing, the other half for reporting. The score is the F1 of words without their order.
"""

import collections
import csv
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

DOCSEARCH = os.environ.get("DOCSEARCH", ".build/release/docsearch")


def serve(cache, command):
    """A recogniser that answers from a folder, and asks another one for what is not there."""
    inner = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    greeting = inner.stdout.readline()
    requests, answers = sys.stdin.buffer, sys.stdout.buffer
    answers.write(greeting)
    answers.flush()
    for line in requests:
        request = json.loads(line)
        png = requests.read(request["bytes"])
        file = pathlib.Path(cache, hashlib.sha256(greeting + png).hexdigest() + ".hocr")
        if not file.exists():
            begun = time.time()
            inner.stdin.write(line + png)
            inner.stdin.flush()
            answer = json.loads(inner.stdout.readline())
            if "error" in answer:
                answers.write(json.dumps(answer).encode() + b"\n")
                answers.flush()
                continue
            file.write_bytes(inner.stdout.read(answer["bytes"]))
            with open(pathlib.Path(cache, "seconds.txt"), "a") as times:
                print(time.time() - begun, file=times)
        text = file.read_bytes()
        answers.write(json.dumps({"id": request["id"], "bytes": len(text)}).encode() + b"\n" + text)
        answers.flush()


def words(text):
    return re.findall(r"\w+", text.lower())


def f1(text, truth):
    one, other = collections.Counter(words(text)), collections.Counter(words(truth))
    return 2 * sum((one & other).values()) / max(1, sum(one.values()) + sum(other.values()))


def plain(words):
    found = ("".join(c for c in word.lower() if c.isalnum()) for word in words)
    return collections.Counter(word for word in found if len(word) > 1)


def agreement(page):
    """How many of the words tesseract is sure of the second text has, and how many there are; None for few such words."""
    sure = plain(page["sure"])
    return ((sure & plain(page["read"])).total(), sure.total()) if sure.total() >= 5 else None


def taken(page, below, least=0.94):
    """What docsearch takes: see SecondText."""
    (first, sure), (second, surer) = page["first"], page["second"]
    before, after = len(first.encode()), len(second.encode())
    shared = agreement(page)
    whole = after >= 0.95 * before if shared is None else shared[0] + 1 >= least * shared[1]
    return "second" if sure < below and surer > sure and after <= max(8000, 3 * before) and whole else "first"


def report(name, pages, thresholds):
    if not pages:
        return
    mean = lambda values: sum(values) / len(pages)
    print(f"{name}: {len(pages)} pages")
    print(f"  tesseract {mean(p['f1']['first'] for p in pages):.3f}, second {mean(p['f1']['second'] for p in pages):.3f}, "
          f"better of the two {mean(max(p['f1'].values()) for p in pages):.3f}")
    for below in thresholds:
        kept = [(p, p["f1"][taken(p, below)]) for p in pages]
        sent = sum(p["first"][1] < below for p in pages)
        worst = max(max(p["f1"].values()) - score for p, score in kept)
        print(f"  below {below:.2f}: {mean(score for _, score in kept):.3f}, {sent} sent, worst loss {worst:.3f}")


def main():
    arguments = sys.argv[1:]
    if arguments[0] == "--serve":
        return serve(arguments[1], arguments[2:])
    command = arguments[arguments.index("--") + 1 :] if "--" in arguments else None
    table, root, cache = arguments[:3]
    os.makedirs(cache, exist_ok=True)
    if command is None:
        known = json.loads(subprocess.run([DOCSEARCH, "recognizer", "status", "--json"], stdout=subprocess.PIPE, check=True).stdout)
        command = next(r["command"] for r in known["recognizers"] if r["name"] == "rapidocr")
    rows = list(csv.DictReader(open(table), delimiter="\t"))
    with tempfile.TemporaryDirectory() as folder:
        configuration = pathlib.Path(folder, "config.json")
        proxy = [sys.executable, os.path.abspath(__file__), "--serve", os.path.abspath(cache)] + command
        configuration.write_text(json.dumps({"recognizers": [{"name": "cached", "command": proxy, "seconds": 600}]}))
        environment = {**os.environ, "DOCSEARCH_CONFIG": str(configuration), "DOCSEARCH_MODEL": folder + "/none"}

        def run(*words):
            outcome = subprocess.run([DOCSEARCH, *words, "--index", folder + "/index"], env=environment, stdout=subprocess.PIPE)
            return outcome.stdout

        pdfs = sorted({row["pdf"] for row in rows})
        begun = time.time()
        run("index", "--recognizer", "none", "--jobs", "1", "--quiet", *(f"{root}/{pdf}" for pdf in pdfs))
        print(f"tesseract: {(time.time() - begun) / len(rows):.1f} s a page, one reader")

        def texts():
            shown = {pdf: json.loads(run("show", f"{root}/{pdf}", "--json"))["pages"] for pdf in pdfs}
            return {(pdf, str(p["page"])): p for pdf, found in shown.items() for p in found}

        first = texts()
        for pdf in pdfs:
            numbers = [row["page"] for row in rows if row["pdf"] == pdf]
            run("reread", f"{root}/{pdf}", "--recognizer", "cached", *(f"--page={number}" for number in numbers))
        second = texts()
    pages = []
    for row in rows:
        key = row["pdf"], row["page"]
        truth = open(f"{root}/{row['ground_truth']}", encoding="utf-8").read()
        page = {"name": f"{row['pdf']} {row['page']}"}
        page |= {which: (p[key]["text"], p[key]["confidence"] or 0) for which, p in (("first", first), ("second", second))}
        # Words with a confidence of 1 are from a layer.
        recognized = {which: [w for w in p[key]["words"] if w["indexed"] and w["confidence"] < 1] for which, p in (("first", first), ("second", second))}
        page["sure"] = [w["text"] for w in recognized["first"] if w["confidence"] >= 0.9]
        page["read"] = [w["text"] for w in recognized["second"]]
        page["f1"] = {which: f1(page[which][0], truth) for which in ("first", "second")}
        pages.append(page)
        print(f"{page['name']}\t{page['f1']['first']:.3f} at {page['first'][1]:.2f}\t{page['f1']['second']:.3f} at "
              f"{page['second'][1]:.2f}\t{len(page['second'][0]) / max(1, len(page['first'][0])):.2f} as long\t{agreement(page)} agree")
    thresholds = [0.8, 0.85, 0.88, 0.9, 0.92, 0.94, 0.95, 0.96, 1.01]
    report("for choosing (odd)", pages[0::2], thresholds)
    report("for reporting (even)", pages[1::2], thresholds)
    hard = [p for p in pages if re.search(r"/(form|table|chart)", p["name"])]
    report("forms, tables, charts", hard, thresholds)
    times = pathlib.Path(cache, "seconds.txt")
    if times.exists():
        seconds = sorted(float(line) for line in times.read_text().split())
        print(f"second: {sum(seconds) / len(seconds):.1f} s a page (mean), {seconds[len(seconds) // 2]:.1f} (median)")


if __name__ == "__main__":
    main()
