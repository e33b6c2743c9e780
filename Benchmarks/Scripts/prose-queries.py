#!/usr/bin/python3
"""Asks two servers for sentences of an index's own texts and compares their answers and times.

    prose-queries.py INDEX BEFORE AFTER [--count 10000] [--seed 1]

BEFORE and AFTER are addresses of "docsearch serve" over the same index, such as http://127.0.0.1:8701. Sentences have 3
to 25 words; half of them are cut to their first three to five words. Lists every answer of which a hit is gone, or whose
first ten are others than before although some document had all the words. Times are those of whole requests, asked in
turn, the order of the two changing each time.
"""
import argparse
import json
import pathlib
import random
import re
import subprocess
import sys
import time
import urllib.parse
import urllib.request


def sentences(index):
    dumped = subprocess.run([sys.executable, pathlib.Path(__file__).parent / "dump-pages.py", "--paths", index],
                            capture_output=True, check=True).stdout
    for line in dumped.decode().splitlines():
        for sentence in re.split(r"(?<=[.!?;])\s+", " ".join(json.loads(line)["text"].split())):
            words = re.findall(r"[^\W\d_]{2,}", sentence)
            if 3 <= len(words) <= 25:
                yield words


def ask(base, query):
    start = time.perf_counter()
    address = f"{base}/api/v1/search?" + urllib.parse.urlencode({"q": query, "meaning": "off", "pages": 1})
    with urllib.request.urlopen(address) as answer:
        found = json.load(answer)
    return found, time.perf_counter() - start


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("index")
    parser.add_argument("before")
    parser.add_argument("after")
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chance = random.Random(options.seed)
    every = sorted({" ".join(words) for words in sentences(options.index)})
    chance.shuffle(every)
    times, lost, changed, added = [0.0, 0.0], 0, 0, 0
    asked = every[:options.count]
    for number, sentence in enumerate(asked):
        if number % 2:
            sentence = " ".join(sentence.split()[:chance.randint(3, 5)])
        answers = [None, None]
        for place in ((0, 1) if number % 4 < 2 else (1, 0)):
            answers[place], spent = ask((options.before, options.after)[place], sentence)
            times[place] += spent
        before, after = answers
        first, second = [[hit["id"] for hit in answer["hits"]] for answer in answers]
        gone = before["total"] > after["total"]
        other = first != second and any(hit["match"] == "all" for hit in before["hits"])
        lost, changed, added = lost + gone, changed + other, added + (first != second)
        if gone or other:
            print(f"{sentence}: {before['total']} {first}, then {after['total']} {second}")
    print(f"{len(asked)} queries: {lost} with fewer hits, {changed} with other first hits where some document had all the "
          f"words; {added} with other first hits in all. Time {times[0]:.1f} s before, {times[1]:.1f} s after, ratio "
          f"{times[1] / max(times[0], 0.001):.3f}")


main()
