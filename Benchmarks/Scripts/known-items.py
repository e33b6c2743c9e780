#!/usr/bin/python3
"""Makes queries with one right answer: three words that stand together on exactly one page of a collection.

    known-items.py PAGES.jsonl OUT [--count 300] [--seed 1]

PAGES.jsonl has a page a line, as dump-pages.py writes it. OUT gets

    queries.tsv     id, TAB, three words: docsearch find --queries
    answers.tsv     id, TAB, document, TAB, page

Words are runs of letters and digits, in small letters and without accents; taken are those of four letters or more, a
to z only, that are no stop words. They are compared by their stems (Porter's, as the full-text tables do it), so no
other page has all three in another form either. Of medium frequency is a stem on 0.05 % to 5 % of the pages, and on
three at least. Pages are chosen evenly from those with enough such words. Titles and tags are not looked at.

With --exact the words are compared as they are written: another page may have all three in other forms. --true takes
queries from pages with a true text ("true" in PAGES.jsonl); words are counted on all pages.

The pages are gone through twice: first the stems are counted and candidate pages drawn, then it is counted on how many
pages the candidate triples stand. Memory goes with the vocabulary, not with the number of pages.
"""
import argparse
import collections
import json
import pathlib
import random
import re
import sys
import unicodedata

from porter import stem

WORD = re.compile(r"[^\W_]+")
ACCENTS = re.compile("[\u0300-\u036f]+")
LETTERS = re.compile(r"[a-z]{4,25}")
STOP_WORDS = frozenset("""
about above after again against almost alone along already also although always among amongst another anybody anyone
anything anywhere around away back became because become becomes been before being below beside besides between beyond
both came cannot come comes could does doing done down during each either else enough even ever every everyone
everything everywhere find found from further gave gets give given gives giving goes going gone half have having hence
here hers herself himself however into itself just keep kept knew know known last later least less like made make
makes making many mean means might mine more moreover most much must myself near nearly need neither never
nevertheless next nobody none nothing often once only onto other others otherwise ought ours ourselves over perhaps
quite rather really said same says seem seems seen several shall should since some somebody someone something
sometimes somewhere soon still such sure take taken takes taking tell than that their theirs them themselves then
thence there thereafter therefore these they thing things think this those though through throughout thus together
told took toward towards under unless until upon used using various very want well went were what whatever when whence
whenever where whereas wherever whether which while whole whom whose will with within without would your yours
yourself yourselves
""".split())


def words(text):
    """The words of a text, each once, as the full-text tables take them apart."""
    text = text.lower()
    if not text.isascii():
        text = ACCENTS.sub("", unicodedata.normalize("NFD", text))
    return set(WORD.findall(text))


class Stems(dict):
    """The stem of each word that may be asked for, empty for others; what was found once is kept."""

    def __missing__(self, word):
        # Words of more letters are mostly several run together.
        is_usable = LETTERS.fullmatch(word) and word not in STOP_WORDS
        self[word] = sys.intern(stem(word)) if is_usable else ""
        return self[word]


STEMS = Stems()


class Written(Stems):
    """The same with each word standing for itself."""

    def __missing__(self, word):
        self[word] = sys.intern(word) if LETTERS.fullmatch(word) and word not in STOP_WORDS else ""
        return self[word]


def stems(text):
    return {STEMS[word] for word in words(text)} - {""}


def words_by_stem(text):
    """Of several words with the same stem the first by the alphabet."""
    return {STEMS[word]: word for word in sorted(words(text), reverse=True) if STEMS[word]}


def pages(path):
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def drawn(path, number, chance, only_true):
    """On how many pages each stem stands, the number of pages, and `number` of them with words, evenly drawn."""
    frequencies, reservoir, count, eligible = collections.Counter(), [], 0, 0
    for page in pages(path):
        found = stems(page["text"])
        frequencies.update(found)
        count += 1
        # Pages with few words would only waste the draw.
        if len(found) >= 20 and (page.get("true") or not only_true):
            eligible += 1
            if len(reservoir) < number:
                reservoir.append((page["document"], page["page"], words_by_stem(page["text"])))
            elif (place := chance.randrange(eligible)) < number:
                reservoir[place] = (page["document"], page["page"], words_by_stem(page["text"]))
    return frequencies, count, reservoir


def candidates(reservoir, medium, tries, chance):
    """For each page some triples of stems, in the alphabet's order, with the words that stand for them."""
    for document, page, found in reservoir:
        usable = sorted(key for key in found if key in medium)
        if len(usable) >= 3:
            triples = {tuple(sorted(chance.sample(usable, 3))) for _ in range(tries)}
            yield document, page, [(triple, [found[key] for key in triple]) for triple in sorted(triples)]


def occurrences(path, triples, frequencies):
    """On how many pages each of the triples stands; two means two or more."""
    counts = dict.fromkeys(triples, 0)
    by_rarest = collections.defaultdict(list)
    for triple in sorted(counts):
        by_rarest[min(triple, key=lambda key: (frequencies[key], key))].append(triple)
    for page in pages(path):
        found = stems(page["text"])
        for rarest in found & by_rarest.keys():
            alive = by_rarest[rarest]
            for triple in alive:
                if found.issuperset(triple):
                    counts[triple] += 1
            by_rarest[rarest] = [triple for triple in alive if counts[triple] < 2]
    return counts


def main():
    global STEMS
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("pages", type=pathlib.Path, help="JSON Lines, a page a line")
    parser.add_argument("out", type=pathlib.Path, help="folder for queries.tsv and answers.tsv")
    parser.add_argument("--count", type=int, default=300, help="queries; 300 when not given")
    parser.add_argument("--seed", type=int, default=1, help="of the choice; 1 when not given")
    parser.add_argument("--low", type=float, default=0.05, help="percent of the pages that have a word; 0.05")
    parser.add_argument("--high", type=float, default=5, help="at most so many percent; 5")
    parser.add_argument("--exact", action="store_true", help="compare words as they are written")
    parser.add_argument("--true", action="store_true", help="take queries from pages with a true text")
    options = parser.parse_args()

    STEMS = Written() if options.exact else STEMS
    chance = random.Random(options.seed)
    frequencies, count, reservoir = drawn(options.pages, 4 * options.count, chance, options.true)
    low, high = max(3, options.low / 100 * count), options.high / 100 * count
    medium = {key for key, frequency in frequencies.items() if low <= frequency <= high}
    chance.shuffle(reservoir)
    drafts = list(candidates(reservoir, medium, 12, chance))
    counts = occurrences(options.pages, {triple for *_, tried in drafts for triple, _ in tried}, frequencies)

    options.out.mkdir(parents=True, exist_ok=True)
    done = 0
    with open(options.out / "queries.tsv", "w") as queries, open(options.out / "answers.tsv", "w") as answers:
        for document, page, tried in drafts:
            unique = [asked for triple, asked in tried if counts[triple] == 1]
            if unique and done < options.count:
                done += 1
                asked = chance.choice(unique)
                chance.shuffle(asked)
                print(done, " ".join(asked), sep="\t", file=queries)
                print(done, document, page, sep="\t", file=answers)
    print(f"{count} pages, {len(frequencies)} stems, {len(medium)} of medium frequency; {done} queries")
    if done < options.count:
        sys.exit(f"only {done} of {options.count} queries could be made")


main()
