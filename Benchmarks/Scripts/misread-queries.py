#!/usr/bin/python3
"""Asks for words that recognition misread, and for words that people misspell, and counts how often the right page comes.

    misread-queries.py INDEX PAGES.tsv --docsearch PROGRAM [--count 300] [--seed 1] [--half 0|1] [--list FILE]

PAGES.tsv says what stands on pages that were recognised, as for dump-pages.py --truth. Words are compared by their
stems, as the full-text tables do it. A word is misread when the true text has it, and the recognised one has not, on any
page with this true text. Four sets of queries are made:

    misread     half are a misread word of five letters or more; half are three words that stand within twelve words
                of each other, one of them misread
    misspelt    the same with words that were read right and have a slip of the hand: swapped letters, a doubled one,
                a missing one, or a wrong one
    known       three to five words, on at most 5 % of the pages, that stand together on one page only
    hard        the same, each query with a misread word among them

Each is asked by itself (docsearch find --json --meaning off), because lists never take another spelling. Right is
every page with the same true text. --half takes every second true text only: one to tune with, the other to check.
With --list each query is written to a file, with what the page has instead and the place of the right page.
"""
import argparse
import collections
import concurrent.futures
import csv
import difflib
import json
import pathlib
import random
import re
import subprocess
import sys
import unicodedata

from porter import stem

WORD = re.compile(r"[^\W_]+")
SCRIPTS = pathlib.Path(__file__).parent
STOP_WORDS = set(re.search(r'STOP_WORDS = frozenset\("""(.*?)"""', (SCRIPTS / "known-items.py").read_text(), re.S)[1]
                 .split())


def recognised(index):
    """The pages of the index, as dump-pages.py writes them."""
    dumped = subprocess.run(
        [sys.executable, SCRIPTS / "dump-pages.py", "--paths", index], capture_output=True, check=True).stdout
    return [json.loads(line) for line in dumped.decode().splitlines()]


def true_texts(table):
    """As in dump-pages.py."""
    folder = table.resolve().parent
    with open(table, newline="", encoding="utf-8") as lines:
        return {(row["pdf"].removeprefix(folder.name + "/"), int(row["page"])):
                (folder.parent / row["ground_truth"]).read_text(errors="replace")
                for row in csv.DictReader(lines, delimiter="\t")}


def words(text):
    # A truth may keep the lines' ends.
    text = re.sub(r"(?<=\w)-[ \t]*\n\s*(?=[a-z])", "", text)
    text = unicodedata.normalize("NFKD", text.lower().replace("ſ", "s"))
    return WORD.findall("".join(sign for sign in text if not unicodedata.combining(sign)))


def is_usable(word, least=4):
    return least <= len(word) <= 25 and word.isascii() and word.isalpha() and word not in STOP_WORDS


class Page:
    """A true text, and what was recognised where it stands."""

    def __init__(self, truth):
        self.truth, self.places, self.read = words(truth), [], []

    def add(self, place, text):
        self.places.append(place)
        self.read.append(words(text))

    def finish(self):
        self.true_stems = {stem(word) for word in self.truth}
        self.stems = {stem(word) for read in self.read for word in read}
        self.misread = [number for number, word in enumerate(self.truth)
                        if is_usable(word) and stem(word) not in self.stems]

    def instead(self, word):
        """The kind of mistake, and what was recognised."""
        for read in self.read:
            for size in (2, 3):
                for start in range(len(read) - size + 1):
                    if "".join(read[start:start + size]) == word:
                        return "split", " ".join(read[start:start + size])
        tokens = sorted({token for read in self.read for token in read})
        near = difflib.get_close_matches(word, [token for token in tokens if token not in self.truth], 1, 0.7)
        if near and word not in near[0]:
            return "letters", near[0]
        longer = [token for token in tokens if word in token]
        if longer:
            return "joined", longer[0]
        for read in self.read:
            pairs = [f"{first} {second}" for first, second in zip(read, read[1:])]
            near = difflib.get_close_matches(word, [p for p in pairs if p[0] == word[0]], 1, 0.8)
            if near:
                return "split, letters", near[0]
        return "lost", ""


def slip(word, chance):
    """A slip of the hand, not in the first letter."""
    place = chance.randrange(1, len(word) - 1)
    kind = chance.choice(["swap", "double", "miss", "wrong"])
    if kind == "swap" and word[place] != word[place + 1]:
        return word[:place] + word[place + 1] + word[place] + word[place + 2:]
    if kind == "double":
        return word[:place] + word[place] + word[place:]
    if kind == "miss":
        return word[:place] + word[place + 1:]
    other = chance.choice([letter for letter in "abcdefghijklmnopqrstuvwxyz" if letter != word[place]])
    return word[:place] + other + word[place + 1:]


def around(page, number, chance):
    """Two other words within twelve, which were read right."""
    near = [other for other in range(max(0, number - 12), min(len(page.truth), number + 13))
            if other != number and is_usable(page.truth[other]) and other not in page.misread
            and page.truth[other] != page.truth[number]]
    return sorted(chance.sample(near, 2)) if len(near) >= 2 else None


def near_words(pages, count, chance, is_wrong, change):
    """Queries of which one word is as `is_wrong` says: (query, page, the word)."""
    made, known = [], set()
    places = [(page, number) for page in pages for number in range(len(page.truth)) if is_wrong(page, number)]
    chance.shuffle(places)
    for page, number in places:
        word = page.truth[number]
        if len(made) >= count or (id(page), word) in known:
            continue
        typed = change(word)
        if sum(" " not in query for query, *_ in made) < (count + 1) // 2 and len(word) >= 5:
            query = typed
        else:
            others = around(page, number, chance)
            if not others or sum(" " in query for query, *_ in made) >= count // 2:
                continue
            query = " ".join(typed if place == number else page.truth[place] for place in sorted([*others, number]))
        known.add((id(page), word))
        made.append((query, page, word))
    return made


def known_items(pages, everything, count, chance, needs_misread):
    frequency = collections.Counter(key for stems in everything for key in stems)
    most = max(3, len(everything) // 20)
    made, tries = [], 0
    while len(made) < count and tries < 100 * count:
        tries += 1
        page = chance.choice(pages)
        usable = sorted({word for word in page.truth if is_usable(word) and frequency[stem(word)] <= most})
        number = chance.randint(3, 5)
        if len(usable) < number:
            continue
        asked = chance.sample(usable, number)
        stems = {stem(word) for word in asked}
        wrong = [word for word in asked if stem(word) not in page.stems]
        if sum(stems <= have for have in everything) == 1 and (wrong or not needs_misread):
            made.append((" ".join(asked), page, wrong[0] if wrong else ""))
    return made


def ask(options, query):
    """The pages of the first ten documents, and whether another query was answered."""
    answer = subprocess.run(
        [options.docsearch, "find", "--index", options.index, "--json", "--meaning", "off", "--limit", "10",
         "--pages", "50", "--", query], capture_output=True, text=True)
    if not answer.stdout:
        sys.exit(f"{query}: {answer.stderr}")
    found = json.loads(answer.stdout)
    return [(hit["path"], [page["page"] for page in hit["pages"]]) for hit in found["hits"]], found["showing"]


def place(hits, page):
    """The places of the right document and page among the first ten, from 1; 0 when they are not there."""
    document = shown = 0
    for number, (path, found) in enumerate(hits, 1):
        right = {where for name, where in page.places if name == path}
        if right and not document:
            document = number
        if right & set(found) and not shown:
            shown = 1 if number == 1 and found[0] in right else max(2, number)
    return document, shown


def report(name, queries, options, lines):
    kinds = collections.defaultdict(lambda: [0, 0])
    count = collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(lambda query: ask(options, query[0]), queries))
    for (query, page, word), (hits, showing) in zip(queries, answers):
        document, shown = place(hits, page)
        kind, instead = page.instead(word) if word and stem(word) not in page.stems else ("as it is", word)
        form = "one word" if " " not in query else "several"
        for key in (kind, form):
            kinds[key][0] += shown > 0
            kinds[key][1] += 1
        count.update(document=document > 0, page=shown > 0, first=shown == 1)
        lines.append("\t".join([name, query, kind, word, instead, str(document), str(shown), showing or "",
                                f"{page.places[0][0]} {page.places[0][1]}"]))
    total = max(1, len(queries))
    print(f"{name}: {len(queries)} queries; among the first ten: right document {count['document']} "
          f"({count['document'] / total:.3f}), right page {count['page']} ({count['page'] / total:.3f}); "
          f"right page first {count['first']} ({count['first'] / total:.3f})")
    print("   right page by kind: " + ", ".join(f"{kind} {right}/{all}" for kind, (right, all) in sorted(kinds.items())))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("index")
    parser.add_argument("truth", type=pathlib.Path, metavar="PAGES.tsv")
    parser.add_argument("--docsearch", default="docsearch")
    parser.add_argument("--count", type=int, default=300, help="queries of a set; 300 when not given")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--half", type=int, choices=[0, 1])
    parser.add_argument("--sets", default="misread,misspelt,known,hard")
    parser.add_argument("--list", type=pathlib.Path)
    options = parser.parse_args()

    truth = true_texts(options.truth)
    by_text, others = {}, []
    for found in recognised(options.index):
        text = truth.get((found["path"], found["page"]))
        if text is None:
            others.append({stem(word) for word in words(found["text"])})
        else:
            by_text.setdefault(text, Page(text)).add((found["path"], found["page"]), found["text"])
    pages = [by_text[text] for text in sorted(by_text)]
    for page in pages:
        page.finish()
    everything = [page.true_stems for page in pages] + others
    half = [page for number, page in enumerate(pages) if options.half is None or number % 2 == options.half]
    print(f"{len(pages) + len(others)} pages, {len(half)} true texts, "
          f"{sum(len(page.misread) for page in half)} misread words in them")
    chance = random.Random(options.seed)
    sets = {
        "misread": lambda: near_words(half, options.count, chance, lambda page, number: number in page.misread, str),
        "misspelt": lambda: near_words(
            half, options.count, chance,
            lambda page, number: is_usable(page.truth[number], 5) and number not in page.misread,
            lambda word: slip(word, chance)),
        "known": lambda: known_items(half, everything, options.count, chance, False),
        "hard": lambda: known_items(half, everything, options.count, chance, True),
    }
    lines = []
    for name in options.sets.split(","):
        report(name, sets[name](), options, lines)
    if options.list:
        options.list.write_text("\n".join(lines) + "\n")


main()
