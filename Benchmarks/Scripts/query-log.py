#!/usr/bin/python3
"""Makes a mixed log of queries for speed measurements, out of the words of a collection.

    query-log.py PAGES.jsonl QUERIES.tsv [--count 1000] [--typed 200] [--seed 7]

PAGES.jsonl has a page a line and the pages of a document together, as dump-pages.py writes it. QUERIES.tsv gets a query
a line, in the order of chance: id, TAB, query. The id says of which kind it is:

    words-N    60 %   1 to 6 words
    phrase-N   10 %   2 to 4 words in quotation marks that stand so on a page
    prefix-N   10 %   the first 3 to 5 letters of a word and *, alone or with another word
    filter-N   10 %   1 to 3 words with before:, after:, a range of years or of numbers of pages
    half-N     10 %   one of the words that about half of the documents have, alone or with a rarer one

Behind these come --typed more of another kind, none when not given, which leave the others what they are:

    typed-N            2 to 5 words of middle and high frequency, as a person types them: drawn from one page, from
                       words that a hundredth of the documents have to those that all have

Words are drawn evenly over the logarithm of how many documents have them, from one document to nearly all. The words of
half of the queries stand together on one page, those of the others are drawn one by one. Years and numbers of pages
are those of the documents.
"""
import argparse
import bisect
import collections
import itertools
import json
import math
import pathlib
import random
import re

WORD = re.compile(r"[^\W\d_]{2,25}")
PHRASE = re.compile(r"[^\W\d_]+(?: [^\W\d_]+)+")


class Collection:
    """What is remembered of all pages: words with numbers of documents, years, numbers of pages, some pages."""

    def __init__(self, path, sample, chance):
        frequencies, self.texts, self.years, self.page_counts = collections.Counter(), [], [], []
        self.documents = seen = 0
        with open(path, encoding="utf-8") as lines:
            rows = map(json.loads, lines)
            for _, pages in itertools.groupby(rows, lambda row: row["document"]):
                found, count = set(), 0
                for row in pages:
                    words = set(WORD.findall(row["text"].lower()))
                    found |= words
                    count += 1
                    if len(words) >= 10:
                        seen += 1
                        place = chance.randrange(seen)
                        if len(self.texts) < sample:
                            self.texts.append(row["text"].lower())
                        elif place < sample:
                            self.texts[place] = row["text"].lower()
                frequencies.update(found)
                self.documents += 1
                self.page_counts.append(count)
                if row.get("date"):
                    self.years.append(int(row["date"][:4]))
        self.frequencies = frequencies
        self.by_frequency = sorted(frequencies, key=lambda word: (frequencies[word], word))
        self.sorted_frequencies = [frequencies[word] for word in self.by_frequency]
        if not self.texts:
            raise SystemExit("no page has ten words")

    def near(self, frequency, chance):
        """A word about so many documents have, by a factor of 1.2 or as near as there is."""
        low = bisect.bisect_left(self.sorted_frequencies, frequency / 1.2)
        high = bisect.bisect_right(self.sorted_frequencies, frequency * 1.2)
        if low == high:
            low = min(low, len(self.by_frequency) - 1)
            high = low + 1
        return self.by_frequency[chance.randrange(low, high)]


def draw(collection, number, chance):
    """`number` words; half of the time from one page."""
    targets = [math.exp(chance.uniform(0, math.log(collection.documents))) for _ in range(number)]
    if chance.random() < 0.5:
        return [collection.near(target, chance) for target in targets]
    left = sorted(set(WORD.findall(chance.choice(collection.texts))))
    result = []
    for target in targets:
        # A page has many words of the same few frequencies; chance decides between those nearly as near.
        nearest = min(left, key=lambda word: abs(math.log(collection.frequencies[word] / target))
                      + chance.uniform(0, 0.3))
        result.append(nearest)
        left.remove(nearest)
    return result


def words(collection, chance):
    return " ".join(draw(collection, chance.choices(range(1, 7), [20, 30, 22, 14, 8, 6])[0], chance))


def phrase(collection, chance):
    while True:
        runs = PHRASE.findall(chance.choice(collection.texts))
        if runs:
            run = chance.choice(runs).split()
            number = min(len(run), chance.randint(2, 4))
            start = chance.randrange(len(run) - number + 1)
            return '"' + " ".join(run[start:start + number]) + '"'


def prefix(collection, chance):
    while True:
        first, *rest = draw(collection, chance.randint(1, 2), chance)
        if len(first) >= 4:
            return " ".join([first[:chance.randint(3, min(5, len(first) - 1))] + "*", *rest])


def filtered(collection, chance):
    asked = " ".join(draw(collection, chance.randint(1, 3), chance))
    year = chance.choice(collection.years) if collection.years else chance.randint(1900, 1990)
    pages = chance.choice(collection.page_counts)
    kinds = [f"before:{year}", f"after:{year}", f"{year}..{year + chance.randint(0, 10)}", f"pages:>{pages}",
             f"pages:{pages}..{pages * 3}"]
    return f"{asked} {chance.choice(kinds)}"


def half(collection, chance):
    common = collection.near(collection.documents * chance.uniform(0.4, 0.6), chance)
    if chance.random() < 0.5:
        return common
    return " ".join(chance.sample([common, *draw(collection, 1, chance)], 2))


def typed(collection, chance):
    while True:
        left = sorted(word for word in set(WORD.findall(chance.choice(collection.texts)))
                      if collection.frequencies[word] >= collection.documents / 100)
        number = chance.choices(range(2, 6), [35, 35, 20, 10])[0]
        if len(left) >= number:
            return " ".join(chance.sample(left, number))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("pages", type=pathlib.Path, help="JSON Lines, a page a line")
    parser.add_argument("queries", type=pathlib.Path, help="file to write")
    parser.add_argument("--count", type=int, default=1000, help="queries; 1000 when not given")
    parser.add_argument("--typed", type=int, default=0, help="queries of middle and high frequency behind these")
    parser.add_argument("--seed", type=int, default=7, help="of the choice; 7 when not given")
    options = parser.parse_args()

    chance = random.Random(options.seed)
    collection = Collection(options.pages, 5 * options.count, chance)
    tenth = options.count // 10
    kinds = {"words": (options.count - 4 * tenth, words), "phrase": (tenth, phrase), "prefix": (tenth, prefix),
             "filter": (tenth, filtered), "half": (tenth, half)}
    log = [(f"{kind}-{number}", make(collection, chance)) for kind, (count, make) in kinds.items()
           for number in range(1, count + 1)]
    chance.shuffle(log)
    log += [(f"typed-{number}", typed(collection, chance)) for number in range(1, options.typed + 1)]
    with open(options.queries, "w", encoding="utf-8") as target:
        for number, query in log:
            print(number, query, sep="\t", file=target)
    print(f"{collection.documents} documents, {len(collection.by_frequency)} words; {len(log)} queries")


main()
