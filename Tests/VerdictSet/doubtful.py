#!/usr/bin/python3
"""Makes the pages on which the verdict was in doubt: doubtful-*.pdf in pages/, doubtful.tsv and doubtful-held-out.tsv.

    /usr/bin/python3 doubtful.py

Needs what generate.py needs. Each kind has a file of its own. Pages with odd numbers are in doubtful.tsv, and thresholds may
be set on them; those with even numbers are in doubtful-held-out.tsv, and set nothing.
"""

import re
from pathlib import Path

from generate import BORN, NONE, OCR, body, hidden, room, some
from kit import (A4, A5, LANDSCAPE, LETTER, Doc, changed, flow, letters_of, line_at, measure, raster, read, right_to_left,
                 shaped_persian, slip, table, weathered, words_of)
from prose import ARABIC, ENGLISH, FRENCH, GERMAN, HEBREW, PERSIAN, accounts

HERE = Path(__file__).resolve().parent
FILES = []


def kind(maker):
    FILES.append(("doubtful-" + maker.__name__.replace("_", "-"), maker))
    return maker


def bullets(page, count, size, face="sans", top=440, left=90):
    phrases = [s for p in some(page) for s in re.split(r"(?<=[.]) ", p)]
    return [line_at(" ".join(phrases[n].split()[:9]), left, top - n * 3 * size, face, size) for n in range(count)]


@kind
def ruled_slides(doc):
    """Everything that is to be read is in the layer. The paper has lines."""
    for n, (how, step, size, count) in enumerate((
            ("dotted", 14, 20, 5), ("dotted", 18, 26, 3), ("dashed", 14, 20, 5), ("dashed", 20, 24, 4), ("squares", 12, 20, 5),
            ("squares", 16, 24, 3), ("crooked", 16, 22, 4), ("crooked", 20, 22, 5), ("hatched", 30, 24, 4), ("hatched", 24, 20, 5),
            ("stitches", 16, 24, 3), ("stitches", 20, 22, 4))):
        page = doc.page("good", BORN, f"slide on paper with lines: {how}", LANDSCAPE)
        wide, high = page.size
        rows = range(30, high - 20, step)
        if how in ("dotted", "dashed"):
            dash, wide_line = (("[1.2 2.4]", 1.2), ("[14 5]", 2.5))[how == "dashed"]
            page.op(f"q 0.45 0.55 0.7 RG {wide_line} w {dash} 0 d " + " ".join(f"30 {y} m {wide - 30} {y} l S" for y in rows) + " Q")
        elif how == "squares":
            page.op("q 0.4 0.5 0.6 RG 0.8 w [5 3] 0 d " + " ".join(f"30 {y} m {wide - 30} {y} l S" for y in rows)
                    + " ".join(f" {x} 30 m {x} {high - 20} l S" for x in range(30, wide - 20, step)) + " Q")
        elif how == "hatched":
            page.op("q 0.5 0.5 0.5 RG 0.7 w " + " ".join(f"{30 + 7 * k} {y} m {34 + 7 * k} {y + 8} l S"
                                                         for y in rows for k in range((wide - 60) // 7)) + " Q")
        elif how == "stitches":
            page.op("q 0.3 0.4 0.6 rg " + " ".join(f"{30 + 9 * k} {y} 5 3.4 re f" for y in rows for k in range((wide - 60) // 9)) + " Q")
        else:
            sheet = raster(page.size, [], 110, page.rng, draw=lambda pen, s: [
                pen.line((0, y * s, wide * s, y * s), fill=90, width=3) for y in rows])
            page.image(weathered(sheet, page.rng, dpi=110, skew=1.3, shade=8, noise=2, blur=0.4), "jpeg30")
        page.text([line_at(("What the survey found", "Next year's work")[n % 2], 70, 515, "sans-bold", 32)]
                  + bullets(page, count, size))


@kind
def pages_of_numbers(doc):
    def rule(character, width):
        return character * width

    def listing(lines, size=8, top=800, face="mono"):
        return [line_at(text, 50, top - m * size * 1.25, face, size) for m, text in enumerate(lines)]

    rng = lambda page: page.rng
    for n in range(2):
        page = doc.page("good", BORN, "typed table, ruled with hyphens and bars")
        lines = [rule("-", 92)]
        for _ in range(26):
            lines += ["| " + " | ".join(f"{page.rng.randint(0, 9999):>8}" for _ in range(8)) + " |", rule("-", 92)]
        page.text(listing(lines))
    for n in range(2):
        page = doc.page("good", BORN, "typed table, ruled with equals signs and underscores")
        lines = []
        for k in range(20):
            lines += [f"{page.rng.choice(('Oats', 'Barley', 'Rye', 'Hay')):<14}" + "".join(
                f"{page.rng.randint(0, 99999):>12,}" for _ in range(5)), rule("=_"[n], 80)]
        page.text(listing(lines, 9))
    for n in range(2):
        page = doc.page("good", BORN, "sums of money with signs")
        page.text(table([[f"{'$£'[n]}{page.rng.uniform(1, 9999):,.2f}" for _ in range(6)] for _ in range(48)],
                        [120 + 80 * k for k in range(6)], 790, "sans", 9, right_from=0), how="words")
    for n in range(2):
        page = doc.page("good", BORN, "numbers in hexadecimal")
        page.text(listing([f"{16 * k:08x}  " + " ".join(f"{page.rng.randint(0, 255):02x}" for _ in range(16)) for k in range(70)], 8))
    for n in range(2):
        page = doc.page("good", BORN, "checksums and names of files")
        page.text(listing([f"{page.rng.getrandbits(160):040x}  box{page.rng.randint(1, 40)}/leaf{k:03}.tif" for k in range(62)], 9))
    for n in range(2):
        page = doc.page("good", BORN, "signals of an instrument, with signs for none")
        page.text(table([[f"{page.rng.uniform(-9, 9):+.3f}" if page.rng.random() < 0.7 else "*" for _ in range(10)]
                         for _ in range(52)], [90 + 50 * k for k in range(10)], 800, "mono", 7, right_from=0), how="words")
    for n in range(2):
        page = doc.page("good", BORN, "shelf marks")
        page.text(sum((table([[f"{page.rng.choice('ABCDHKMS')}{page.rng.randint(1, 99)}{page.rng.choice('abcdef')}"
                               f"{page.rng.randint(1, 9)}{page.rng.choice('rv')}"] for _ in range(50)], [60 + 80 * k], 800, "sans", 9)
                       for k in range(6)), []), how="words")
    for n in range(2):
        page = doc.page("good", BORN, "list to be ticked off, a box before each number")
        page.text([line_at(f"\u25a1 {page.rng.randint(100, 999)} \u25a1 {page.rng.randint(100, 999)} \u25a1 {page.rng.randint(10, 99)}",
                           70 + 240 * (k % 2), 790 - 26 * (k // 2), "dejavu", 11) for k in range(52)], "true")
    for n in range(2):
        page = doc.page("good", BORN, "prices with dot leaders in a box of lines")
        page.text([line_at(f"{k + 1:>3} {'.' * 90} {page.rng.randint(2, 380)}.{page.rng.randint(10, 99)}", 70, 790 - 15 * k, "sans", 9)
                   for k in range(48)])
    for n in range(2):
        page = doc.page("good", OCR, "hidden OCR of a page of figures")
        lines = table([[str(page.rng.randint(0, 9999)) for _ in range(8)] for _ in range(44)], [100 + 58 * k for k in range(8)], 790,
                      "serif", 10, right_from=0)
        page.scan(lines, dpi=150, draw=None if n else lambda pen, s: [
            pen.line((60 * s, y * s, 540 * s, y * s), fill=0, width=1) for y in range(48, 800, 15)])
        hidden(page, lines)


@kind
def presentation_forms(doc):
    for n, (texts, face, size, how, paper) in enumerate((
            (PERSIAN, "dejavu", 14, "words", A4), (PERSIAN, "dejavu", 11, "words", A5), (PERSIAN, "dejavu", 12, "letters", A4),
            (ARABIC, "dejavu", 12, "letters", A5), (PERSIAN, "dejavu", 18, "words", LANDSCAPE), (PERSIAN, "dejavu", 9, "words", A4),
            (PERSIAN, "free-serif", 16, "words", A4), (ARABIC, "free-serif", 14, "words", A4))):
        page = doc.page("good", BORN, f"{('Persian', 'Arabic')[texts is ARABIC]} in presentation forms, {how}", paper)
        many = list(texts) * 4
        rows = int((page.size[1] - 120) / (size * 1.9))
        lines = [right_to_left(shaped_persian(text), page.size[0] - 50, page.size[1] - 70 - m * size * 1.9, face, size)
                 for m, text in enumerate(many[:rows])]
        page.text(lines, "true", how=how)
        page.seen = " ".join(many[:rows]).split()
    for n in range(4):
        page = doc.page("good", OCR, "hidden Persian in presentation forms over its scan")
        size = (15, 13)[n % 2]
        lines = [right_to_left(shaped_persian(text), 540, 770 - m * size * 2, "dejavu", size) for m, text in enumerate(PERSIAN * 2)]
        page.scan(lines, dpi=150, blur=0.3, skew=(0, 0.8)[n // 2])
        page.text(lines, "true", "hidden", how="words", mode=3, seen=False, skew=(0, 0.8)[n // 2])


@kind
def undrawable_font(doc):
    """The layer is right; a viewer has no shapes for the letters of one font, and draws nothing or boxes."""
    chinese = "市议会于星期一在谷物交易所楼上开会会议记录已宣读并签字" * 4
    for n, (note, options) in enumerate((
            ("its letters are empty", dict(glyph=lambda c: " ")), ("its letters are empty", dict(glyph=lambda c: " ")),
            ("its letters are boxes", dict(glyph=lambda c: "\uffff")), ("its letters are boxes", dict(glyph=lambda c: "\uffff")))):
        page = doc.page("good", BORN, f"the font of the text cannot be drawn, that of the headings can: {note}")
        lines = body(page, (ENGLISH, GERMAN)[n % 2], count=6, face="serif", size=11)
        page.text([line_at("Minutes of the Board", 66, 800, "sans-bold", 13)])
        page.text(lines, "true", f"lost{n}", **options)
        page.text([line_at(f"Leaf {n + 3}", 297, 30, "sans", 10, "centre")])
    for n in range(6):
        page = doc.page("good", BORN, "Chinese whose font is not embedded, under an English heading", (A4, A5)[n % 2])
        size = (12, 10, 14)[n % 3]
        wide = int((page.size[0] - 120) / size)
        rows = 8 + 6 * n
        page.text([line_at("Minutes of the Corn Exchange", 60, page.size[1] - 60, "sans-bold", 13)])
        page.ideographs([(60, page.size[1] - 90 - m * size * 1.6, (chinese * 20)[m * wide:(m + 1) * wide]) for m in range(rows)
                         if page.size[1] - 90 - m * size * 1.6 > 50], size)
    for n in range(4):
        page = doc.page("garbled", BORN, "letters map to Chinese, the rest reads", (A4, A5)[n % 2])
        lines = body(page, (ENGLISH, FRENCH)[n % 2], count=5, side=45, face="serif", size=11)
        page.text([line_at("Minutes of the Board", 45, page.size[1] - 40, "sans-bold", 13)])
        page.text(lines, "true", f"chinese{n}", remap=lambda c: chr(0x4E00 + 37 * ord(c)) if c.isalpha() else c)


def pairs_joined(lines, rng, rate):
    """`rate`: the share of the words that stand in a pair without a space."""
    out = []
    for line in lines:
        words, n = [], 0
        while n < len(line.words):
            x, word, width = line.words[n]
            if n + 1 < len(line.words) and rng.random() < rate / (2 - rate):
                x2, other, width2 = line.words[n + 1]
                words.append((x, word + other, x2 + width2 - x))
                n += 2
            else:
                words.append((x, word, width))
                n += 1
        out.append(line._replace(words=words))
    return out


@kind
def joined_pairs(doc):
    """Labels: up to one word in ten may be wrong."""
    for language, name in ((ENGLISH, "English"), (GERMAN, "German")):
        for rate in (0.04, 0.04, 0.06, 0.06, 0.15, 0.15, 0.2, 0.2, 0.25, 0.25, 0.3, 0.3):
            page = doc.page("good" if rate < 0.1 else "garbled", OCR, f"hidden OCR, {rate:.0%} of the {name} words in pairs without "
                            "a space", (A4, LETTER)[len(doc.pages) % 2])
            lines = body(page, language, count=8, face=("serif", "school", "sans")[len(doc.pages) % 3], size=11)
            page.scan(lines, dpi=140, blur=0.3, dust=40)
            hidden(page, pairs_joined(read(lines, page.rng, 0.01, slip), page.rng, rate))
    for rate in (0.15, 0.15, 0.25, 0.25):
        page = doc.page("garbled", BORN, f"born-digital, {rate:.0%} of the words in pairs without a space")
        lines = body(page, count=8, face="serif", size=11)
        joined = pairs_joined(lines, page.rng, rate)
        page.text(joined, "true", "pairs", how="words")
        page.seen = words_of(lines)


@kind
def reversed_letters(doc):
    for n, (language, layer) in enumerate(((ENGLISH, BORN), (ENGLISH, BORN), (GERMAN, BORN), (GERMAN, BORN), (ENGLISH, OCR),
                                           (ENGLISH, OCR), (FRENCH, BORN), (FRENCH, BORN))):
        page = doc.page("garbled", layer, "the letters of every word in reverse order")
        lines = body(page, language, count=5, face="serif", size=11)
        if layer == OCR:
            page.scan(lines, dpi=140, blur=0.3)
            hidden(page, changed(lines, lambda w: w[::-1]))
        else:
            pairs = {}
            page.reversed_text(lines)
    for n in range(2):
        page = doc.page("garbled", BORN, "a title of few words, letters in reverse order")
        page.reversed_text([line_at(text, 90, 600 - 60 * m, "serif-bold", 24) for m, text in enumerate(
            (("Minutes of the", "Board of the Harbour", "and of the Quay"), ("List of all the", "maps that are in", "the plan drawer"))[n])])
    for n, texts in enumerate((ARABIC, ARABIC, HEBREW, HEBREW, PERSIAN, PERSIAN)):
        page = doc.page("garbled", OCR, f"hidden {('Arabic', 'Hebrew', 'Persian')[n // 2]} with its letters in reverse order")
        lines = [right_to_left(text, 540, 770 - m * 32, "dejavu", 15, n < 2) for m, text in enumerate(texts[n % 2:] + texts)]
        page.scan([line._replace(words=[(x, shaped_persian(w[::-1])[::-1] if n > 3 else w, a) for x, w, a in line.words])
                   for line in lines], dpi=140)
        plain = [right_to_left(text, 540, 770 - m * 32, "dejavu", 15) for m, text in enumerate(texts[n % 2:] + texts)]
        page.text(changed(plain, lambda w: w[::-1]), "glyphless", how="fit+", mode=3, seen=False)


@kind
def crooked_layers(doc):
    for n, (skew, how) in enumerate(((1.5, "fit+"), (1.5, "fit+"), (2.5, "fit"), (2.5, "fit"), (3, "fit+"), (3, "fit+"))):
        page = doc.page("good", OCR, f"sound layer over a scan that is turned by {skew} degrees")
        lines = body(page, (ENGLISH, GERMAN)[n % 2], count=6, face="serif", size=11)
        page.scan(lines, dpi=140, skew=skew)
        hidden(page, lines, ("glyphless", "standard")[n % 2], how, skew=skew)
    for n, skew in enumerate((1.5, 1.5, 2.5, 2.5)):
        page = doc.page("good", OCR, f"upright layer, word by word, over a scan that is turned by {skew} degrees")
        lines = body(page, (ENGLISH, GERMAN)[n % 2], count=6, face="serif", size=11)
        page.scan(lines, dpi=140, skew=skew)
        hidden(page, stepped(lines, skew, page.size))
    for n, skew in enumerate((1.5, 1.5, 3, 3)):
        page = doc.page("garbled", OCR, f"layer in pieces of words over a scan that is turned by {skew} degrees")
        lines = body(page, (ENGLISH, GERMAN)[n % 2], count=6, face="serif", size=11)
        page.scan(lines, dpi=140, skew=skew)
        pieces = [line._replace(words=[(x + width * k / len(parts), part, width / len(parts) * 0.6) for x, word, width in line.words
                                       for parts in [re.findall(".{1,3}", word)] for k, part in enumerate(parts)]) for line in lines]
        hidden(page, stepped(pieces, skew, page.size), how="fit")


def stepped(lines, skew, size):
    """Each word level, at the height at which it is on the turned sheet."""
    from math import cos, radians, sin
    c, s, x0, y0 = cos(radians(skew)), sin(radians(skew)), size[0] / 2, size[1] / 2
    return [line._replace(y=y0 + s * (x - x0) + c * (line.y - y0), words=[(x0 + c * (x - x0) - s * (line.y - y0), word, width)])
            for line in lines for x, word, width in line.words]


@kind
def mixed_languages(doc):
    """Good layers over scans, whose words are in no single lexicon."""
    for n in range(8):
        page = doc.page("good", OCR, "hidden OCR of a page in English and German by turns")
        paragraphs = [p for pair in zip(some(page, ENGLISH, 5), some(page, GERMAN, 5)) for p in pair][n % 2:]
        lines = flow(paragraphs, room(page), ("serif", "school")[n % 2], 11)
        page.scan(lines, dpi=140, blur=0.3)
        hidden(page, read(lines, page.rng, 0.02, slip))
    for n in range(4):
        page = doc.page("garbled", OCR, "hidden OCR of a German page, one word in four wrong")
        lines = body(page, GERMAN, count=7, face="serif", size=11)
        page.scan(lines, dpi=140, blur=0.3)
        hidden(page, read(lines, page.rng, 0.27, lambda w, r: slip(slip(w, r), r)))


def write():
    rows = ([], [])
    for name, maker in FILES:
        doc = Doc(name)
        maker(doc)
        (HERE / "pages" / f"{name}.pdf").write_bytes(doc.bytes())
        for number, page in enumerate(doc.pages, 1):
            rows[(number + 1) % 2].append((f"{name}.pdf", number, page.verdict, page.layer, page.note))
    for name, rows in zip(("doubtful.tsv", "doubtful-held-out.tsv"), rows):
        text = "".join("\t".join(map(str, row)) + "\n" for row in rows)
        (HERE / name).write_text("file\tpage\tverdict\tlayer\tnote\n" + text, encoding="utf-8")
        print(f"{name}: {len(rows)} pages")


if __name__ == "__main__":
    write()
