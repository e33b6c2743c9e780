#!/usr/bin/python3
"""Makes pages/ and labels.tsv beside this file: small PDFs whose every page is labelled with what its text layer is worth.

    /usr/bin/python3 generate.py            write pages/*.pdf and labels.tsv
    /usr/bin/python3 generate.py --check    then measure every page's layer with pdftotext against the words on the page

Needs python3-pil, python3-reportlab, python3-numpy, fonts-liberation, fonts-dejavu-core, fonts-freefont-ttf and
fonts-urw-base35 (Debian); --check also needs poppler-utils. kit.py holds the PDF writer and the scanner, prose.py the words.

Seeds are fixed and no dates are written, so a second run writes the same bytes.

labels.tsv has file, page, verdict (good, blank, missing, garbled, partial), layer (born-digital, earlier-ocr, none), note.
"""

import math
import random
import re
import subprocess
import sys
import unicodedata
from collections import Counter
from pathlib import Path

from kit import (A4, A5, AS_LATIN, CYRILLIC, CYRILLIC_ALL, GREEK as GREEK_LETTERS, LANDSCAPE, LEGAL, LETTER, Doc, Line,
                 as_latin, changed, columns, damaged, flow, letters_of, line_at, measure, pdf_string, photo, raster, read,
                 right_to_left, shaped, slip, soup, table, turn, weathered, words_of)
from prose import (ARABIC, ENGLISH, FRENCH, GERMAN, GREEK, HEBREW, RUSSIAN, SPANISH, accounts, inventory, people)

HERE = Path(__file__).resolve().parent
BORN, OCR, NONE = "born-digital", "earlier-ocr", "none"
FILES = []


def file(maker):
    """Registers a maker of one PDF; the file is called as the function is."""
    FILES.append((maker.__name__.replace("_", "-"), maker))
    return maker


def some(page, language=ENGLISH, count=9):
    """Paragraphs in an order of the page's own."""
    out = list(language)
    page.rng.shuffle(out)
    while len(out) < count:  # A small language goes on with its sentences in another order.
        sentences = [s for p in language for s in re.split(r"(?<=[.!]) (?=[^\W\d_])", p)]
        page.rng.shuffle(sentences)
        out += [" ".join(sentences[n:n + 3]) for n in range(0, len(sentences), 3)]
    return out[:count]


def room(page, top=60, bottom=60, side=66):
    """The box of the page's text."""
    return side, page.size[1] - top, page.size[0] - side, bottom


def body(page, language=ENGLISH, heading=None, count=12, top=60, bottom=60, side=66, **style):
    return flow(([f"# {heading}"] if heading else []) + some(page, language, count), room(page, top, bottom, side), **style)


# ---------------------------------------------------------------------------------------------------------------------
# Born-digital pages and scans without text
# ---------------------------------------------------------------------------------------------------------------------

@file
def mixed_minutes(doc):
    page = doc.page("good", BORN, "born-digital page before scans")
    page.text(body(page, heading="Minutes of the Harbour Board", face="serif", size=11.5))
    page = doc.page("missing", NONE, "clean bilevel scan")
    page.scan(body(page, face="serif", size=11, justify=True), dpi=150)
    page = doc.page("good", BORN, "embedded font, justified", LETTER)
    page.text(body(page, heading="Report of the Clerk", face="free-serif", size=12, justify=True), "true")
    page = doc.page("missing", NONE, "typewriter, grey, slightly turned")
    page.scan(body(page, face="mono", size=10.5), dpi=115, how="jpeg18", typed=True, skew=0.7, blur=0.5, shade=14, edge=90,
              noise=2, ink=45)
    page = doc.page("missing", NONE, "two columns, bilevel, dust")
    page.scan(sum(columns(some(page, count=18), room(page), face="school", size=9.5, justify=True, hyphens=True), []), dpi=150,
              skew=-0.5, blur=0.4, dust=90)
    page = doc.page("good", BORN, "two columns, small type")
    page.text(sum(columns(some(page, count=22), room(page), face="sans", size=8.5), []), how="words")
    page = doc.page("good", BORN, "one-byte embedded font, A5", A5)
    page.text(body(page, heading="Notice", face="dejavu-serif", size=10, side=40), "true", simple=True)
    page = doc.page("missing", NONE, "coarse scan at 100 dots an inch")
    page.scan(body(page, face="palace", size=12), dpi=100, how="jpeg20", blur=0.3, noise=1.5, shade=10, ink=30)


@file
def mixed_german(doc):
    page = doc.page("missing", NONE, "German letter, bilevel")
    page.scan(body(page, GERMAN, count=5, face="book", size=11), dpi=150, skew=0.4, blur=0.4)
    page = doc.page("good", BORN, "German born-digital")
    page.text(body(page, GERMAN, heading="Sitzungsbericht", count=7, face="sans", size=11))
    page = doc.page("missing", NONE, "German handwriting-like, grey")
    page.scan(body(page, GERMAN, count=6, face="hand", size=15), dpi=110, how="jpeg24", skew=-0.8, blur=0.4, shade=22, ink=60)
    page = doc.page("good", BORN, "French and Spanish born-digital")
    page.text(flow(["# Correspondance"] + some(page, FRENCH, 3) + some(page, SPANISH, 3), room(page), face="serif", size=12))
    page = doc.page("missing", NONE, "German two columns, 1 bit, speckled")
    page.scan(sum(columns(some(page, GERMAN, 18), room(page), face="serif", size=9), []), dpi=150, dust=250, blur=0.3)
    page = doc.page("good", BORN, "letters placed one by one")
    page.text(body(page, GERMAN, count=5, face="sans", size=10), how="letters")


@file
def missing_shapes(doc):
    """The image of the page in unusual pieces."""
    page = doc.page("missing", NONE, "page image cut into strips")
    lines = body(page, face="serif", size=11)
    sheet = weathered(raster(page.size, lines, 150, page.rng), page.rng, dpi=150, blur=0.3)
    for n in range(8):
        top, bottom = sheet.height * n // 8, sheet.height * (n + 1) // 8
        page.image(sheet.crop((0, top, sheet.width, bottom)), "g4", (0, page.size[1] - bottom * 0.48, page.size[0],
                                                                    (bottom - top) * 0.48))
    page.seen += words_of(lines)
    page = doc.page("missing", NONE, "colour paper below, ink as an image mask")
    lines = body(page, heading="Rules of the Reading Room", face="gothic", size=11)
    paper = weathered(raster(page.size, [], 40, page.rng), page.rng, dpi=40, paper=240, shade=25, noise=2, tint=(1, 0.95, 0.82))
    page.image(paper, "jpeg30")
    page.op("0.25 0.12 0.05 rg")
    page.image(raster(page.size, lines, 150, page.rng), "g4", mask=True)
    page.seen += words_of(lines)
    page = doc.page("missing", NONE, "sixteen greys, deflated", A5)
    page.scan(body(page, FRENCH, count=4, face="serif-italic", size=12, side=40), dpi=110, how="flate4", blur=0.4, ink=30)
    page = doc.page("missing", NONE, "two facing pages on one glass", LANDSCAPE)
    page.scan(sum(columns(some(page, count=16), room(page), gutter=80, face="school", size=9), []), dpi=150, blur=0.3,
              draw=lambda pen, s: pen.rectangle((419 * s, 0, 423 * s, 595 * s), fill=0))
    page = doc.page("missing", NONE, "colour scan of a letter on yellow paper", LETTER)
    page.scan(body(page, count=5, face="mono", size=11, side=80), dpi=100, how="jpeg26", typed=True, blur=0.5, shade=20,
              paper=235, ink=50, edge=70, tint=(1, 0.93, 0.74), skew=0.6)
    page = doc.page("missing", NONE, "each line of text its own small image")
    lines = body(page, face="dejavu-serif", size=11, count=6)
    for line in lines:
        strip = raster((page.size[0] - 120, 18), [line._replace(y=5, words=[(x - 60, w, a) for x, w, a in line.words])], 150,
                       page.rng)
        page.image(strip, "g4", (60, line.y - 5, page.size[0] - 120, 18))
    page.seen += words_of(lines)


@file
def missing_ledgers(doc):
    stops, right = (60, 120, 230, 390, 450, 510), 3
    page = doc.page("missing", NONE, "ruled ledger, bilevel")
    rows = [["Day", "Payee", "For", "£", "s", "d"]] + accounts(page.rng, 46)

    def rules(pen, s):
        for x in (55, 115, 225, 345, 410, 470, 520):
            pen.line((x * s, 60 * s, x * s, 790 * s), fill=0, width=1)
        for y in range(60, 800, 15):
            pen.line((55 * s, y * s, 520 * s, y * s), fill=0, width=1)

    page.scan(table(rows, stops, 782, "serif", 10, right_from=right), dpi=150, draw=rules, blur=0.2)
    page = doc.page("missing", NONE, "very dense table of small figures", LANDSCAPE)
    rows = [[str(page.rng.randint(0, 99999)) for _ in range(15)] for _ in range(44)]
    page.scan(table(rows, [70 + 50 * n for n in range(15)], 560, "narrow", 8, right_from=0), dpi=170)
    page = doc.page("missing", NONE, "one typed line on an empty sheet")
    page.scan([line_at("Received this day two keys and one lantern.", 90, 610, "mono", 11)], dpi=150, typed=True, skew=0.6,
              blur=0.4, dust=20)
    page = doc.page("missing", NONE, "nothing but a page number")
    page.scan([line_at("- 247 -", 297, 50, "serif", 12, "centre")], dpi=150, dust=25)
    page = doc.page("missing", NONE, "faint grey typing")
    page.scan(body(page, count=6, face="mono", size=11), dpi=110, how="jpeg40", typed=True, blur=0.5, paper=246, ink=172,
              noise=1.5, shade=6)
    page = doc.page("missing", NONE, "white on black, as from microfilm", LETTER)
    lines = body(page, face="serif", size=12, count=6)
    sheet = weathered(raster(page.size, lines, 130, page.rng), page.rng, dpi=130, blur=0.4, dust=60)
    page.image(sheet.point([255 - v for v in range(256)]), "g4")
    page.seen += words_of(lines)
    page = doc.page("missing", NONE, "index cards, three on a sheet")
    lines = []
    for n in range(3):
        lines += flow([f"# Card {page.rng.randint(100, 900)}"] + inventory(page.rng, 5),
                      (90, 760 - n * 240, 500, 570 - n * 240), face="mono", size=10)
    page.scan(lines, dpi=130, how="g4", typed=True, blur=0.4, skew=-0.4, draw=lambda pen, s: [
        pen.rectangle((70 * s, (60 + n * 240) * s, 520 * s, (270 + n * 240) * s), outline=0, width=2) for n in range(3)])
    page = doc.page("missing", NONE, "large print notice of nine words")
    page.scan([line_at(text, 297, 600 - n * 90, "serif-bold", 48, "centre") for n, text in enumerate(
        ("BY ORDER", "NO CARTS ON", "THE QUAY AFTER", "SUNSET"))], dpi=100, blur=0.3)


# ---------------------------------------------------------------------------------------------------------------------
# Scans with something typed over them
# ---------------------------------------------------------------------------------------------------------------------

@file
def stamped_bates(doc):
    for n, (face, size, how, look) in enumerate((
            ("serif", 11, "g4", dict(dpi=150)), ("mono", 10.5, "jpeg18", dict(dpi=105, typed=True, blur=0.5, ink=50, shade=12)),
            ("book", 10, "g4", dict(dpi=150, skew=0.8, dust=80)), ("narrow", 12, "g4", dict(dpi=140, skew=-0.6)))):
        page = doc.page("partial", BORN, "Bates number typed over a scan", (A4, LETTER, LEGAL, A4)[n])
        page.scan(body(page, (ENGLISH, ENGLISH, ENGLISH, SPANISH)[n], bottom=80, face=face, size=size), how=how, **look)
        page.text([line_at(f"ALDM-{4410 + n:06}", page.size[0] - 40, 24, ("sans-bold", "mono")[n % 2], 10, "right")])
    page = doc.page("good", BORN, "Bates number over an empty scanned sheet: all there is to read")
    page.scan([], dpi=100, dust=60, seen=False)
    page.text([line_at("ALDM-004414", 555, 24, "sans-bold", 10, "right")])
    page = doc.page("good", BORN, "Bates number under a photograph: all there is to read")
    page.image(photo(470, 380, 12, "hills"), "jpeg26", (62, 260, 470, 380))
    page.text([line_at("ALDM-004416", 555, 24, "sans-bold", 10, "right")])
    page = doc.page("partial", BORN, "Bates number over a scanned table", LANDSCAPE)
    page.scan(table(accounts(page.rng, 30), (70, 150, 290, 500, 600, 700), 540, "school", 10, right_from=3), dpi=140)
    page.text([line_at("ALDM-004415", 800, 20, "sans-bold", 10, "right")])


@file
def stamped_headers(doc):
    page = doc.page("partial", BORN, "header and footer lines over a scan")
    page.scan(body(page, top=90, bottom=80, face="serif", size=11), dpi=150)
    page.text([line_at("Record Office of the Borough, copy for readers only", 297, 815, "sans", 9, "centre"),
               line_at("Box 17, folder 3, leaf 12. Not to be reproduced.", 297, 22, "sans", 9, "centre")])
    page = doc.page("partial", BORN, "red stamp of receipt over a grey scan")
    page.scan(body(page, GERMAN, top=130, face="mono", size=10, count=7), dpi=110, how="jpeg22", typed=True, blur=0.4, ink=40)
    page.op("0.8 0.1 0.1 RG 380 770 150 44 re S")
    page.text([line_at("EINGEGANGEN", 392, 796, "sans-bold", 12), line_at("Registratur, 12. März", 392, 780, "sans", 9)],
              grey="0.8 0.1 0.1 rg")
    page = doc.page("missing", BORN, "slanting COPY across a scan")
    page.scan(body(page, face="palace", size=11), dpi=140, skew=0.5)
    page.op("q " + turn(45, *page.size))
    page.text([line_at("COPY", 297, 400, "sans-bold", 96, "centre")], grey=0.75)
    page.op("Q")
    page = doc.page("partial", BORN, "library's cover line of three sentences above a scan")
    page.scan(body(page, top=150, face="school", size=10, hyphens=True, justify=True), dpi=150)
    page.text(flow(["This copy was made by the photographic workshop of the library for private study. The original is kept in "
                    "the strong room and is not lent. Ask at the desk for a better copy."], (66, 825, 530, 760), "sans", 8.5))
    page = doc.page("partial", BORN, "file name and page number in the corners, two column scan", LETTER)
    page.scan(sum(columns(some(page, count=18), room(page), face="serif", size=9), []), dpi=150)
    page.text([line_at("harbour-letters-vol-2", 30, 770, "mono", 8), line_at("Page 88 of 240", 585, 770, "mono", 8, "right")])
    page = doc.page("partial", "born-digital", "annotation: FreeText note over a scan", A4)
    page.scan(body(page, top=120, face="book", size=11), dpi=130)
    page.annotate("FreeText", (60, 770, 220, 40), [line_at("Checked against the duplicate,", 6, 24, "sans", 10),
                                                   line_at("two lines differ.", 6, 10, "sans", 10)],
                  "/DA (/Helv 10 Tf) /Contents (Checked against the duplicate, two lines differ.)",
                  frame="1 1 0.6 rg 0 0 220 40 re f 0 g")


# ---------------------------------------------------------------------------------------------------------------------
# Earlier OCR
# ---------------------------------------------------------------------------------------------------------------------

def hidden(page, lines, kind="glyphless", how="fit+", mode=3, skew=0, **more):
    page.text(lines, kind, how=how, mode=mode, skew=skew, seen=False, **more)


@file
def ocr_good(doc):
    for language, face, size, paper, how, look, kind, fit, rate in (
            (ENGLISH, "serif", 11, A4, "g4", dict(dpi=150), "glyphless", "fit+", 0.02),
            (ENGLISH, "mono", 10.5, LETTER, "jpeg22", dict(dpi=110, typed=True, blur=0.5, ink=45, shade=10),
             "standard", "fit", 0.04),
            (GERMAN, "serif-italic", 11.5, A4, "g4", dict(dpi=150, skew=0.9), "standard", "fit+", 0.03),
            (RUSSIAN, "free-serif", 12, A4, "g4", dict(dpi=140), "glyphless", "fit+", 0.04),
            (FRENCH, "dejavu-serif", 11, A5, "jpeg25", dict(dpi=110, blur=0.4), "standard", "words", 0.05),
            (GREEK, "free-sans", 12, A4, "g4", dict(dpi=140, dust=60), "glyphless", "fit", 0.03)):
        page = doc.page("good", OCR, f"hidden OCR, {rate:.0%} of the words wrong", paper)
        lines = body(page, language, count=6, side=56, face=face, size=size)
        page.scan(lines, how=how, **look)
        hidden(page, read(lines, page.rng, rate, slip), kind, fit, skew=look.get("skew", 0))
    page = doc.page("good", OCR, "hidden OCR of two columns with hyphens at line ends")
    parts = columns(some(page, count=18), room(page), face="serif", size=9.5, justify=True, hyphens=True)
    page.scan(sum(parts, []), dpi=160, blur=0.3)
    for lines in parts:
        hidden(page, read(lines, page.rng, 0.03, slip))
    page = doc.page("good", OCR, "OCR in wholly transparent letters over the scan")
    lines = body(page, face="serif", size=12, count=6)
    page.scan(lines, dpi=140)
    page.text(read(lines, page.rng, 0.03, slip), grey="/Clear gs", seen=False)
    page = doc.page("good", OCR, "hidden OCR, 7 % of the words wrong by a letter")
    lines = body(page, face="school", size=11, count=8)
    page.scan(lines, dpi=140, skew=-0.4, dust=60)
    hidden(page, read(lines, page.rng, 0.07, slip), skew=-0.4)
    page = doc.page("good", OCR, "hidden OCR of a ledger, few figures wrong")
    lines = table(accounts(page.rng, 40), (60, 120, 230, 390, 450, 510), 780, "serif", 10, right_from=3)
    page.scan(lines, dpi=150)
    hidden(page, read(lines, page.rng, 0.03, lambda w, r: r.choice("OIl") + w[1:]))


@file
def ocr_under(doc):
    for n, (language, face, how, look) in enumerate((
            (ENGLISH, "serif", "g4", dict(dpi=150)), (GERMAN, "mono", "jpeg22", dict(dpi=110, typed=True, blur=0.5, shade=10)),
            (SPANISH, "sans", "g4", dict(dpi=140, skew=-0.5)),
            (ENGLISH, "school", "jpeg20", dict(dpi=100, tint=(1, .95, .85))))):
        page = doc.page("good", OCR, "visible OCR drawn under the page image", (A4, A4, LETTER, A4)[n])
        lines = body(page, language, count=6, face=face, size=11)
        drawn = [line._replace(face="serif") for line in read(lines, page.rng, 0.03, slip)]
        page.text(drawn, how="fit" if n % 2 else "fit+", seen=False)
        page.scan(lines, how=how, **look)
    page = doc.page("garbled", OCR, "visible bad OCR under the page image")
    lines = body(page, face="book", size=11, count=6)
    page.text([line._replace(face="serif") for line in read(lines, page.rng, 0.5, damaged)], how="fit", seen=False)
    page.scan(lines, dpi=140, skew=0.7, dust=60)


@file
def ocr_junk(doc):
    def lost(word, rng):
        return damaged(word, rng, 0.3, 0.5)

    for n, (rate, hurt, note) in enumerate((
            (0.3, damaged, "30 % of the words damaged"), (0.45, lost, "45 % damaged with signs"),
            (0.6, lambda w, r: damaged(w, r, 0.6, 0.1), "60 % damaged, letters for letters"),
            (0.8, damaged, "80 % damaged"),
            (0.5, lambda w, r: " ".join(re.findall(".{1,2}", w)) if len(w) > 3 else w, "half of the words split into pieces"),
            (1.0, lambda w, r: soup(r), "nothing but signs"))):
        page = doc.page("garbled", OCR, f"earlier OCR, {note}", (A4, LETTER, A4, A5, A4, A4)[n])
        lines = body(page, (ENGLISH, GERMAN, ENGLISH, FRENCH, ENGLISH, ENGLISH)[n], count=8, side=50,
                     face=("mono", "serif", "hand", "palace", "book", "serif")[n], size=(10, 11, 15, 10, 11, 11)[n])
        page.scan(lines, dpi=140, skew=(0.5, -0.6, 0, 0.8, 0, 0)[n], blur=0.4, dust=80, typed=n == 0)
        hidden(page, read(lines, page.rng, rate, hurt), ("glyphless", "standard")[n % 2])


    page = doc.page("garbled", OCR, "earlier OCR, 22 % of the words wrong by a letter")
    lines = body(page, face="serif", size=11, count=8)
    page.scan(lines, dpi=140, dust=120, blur=0.5)
    hidden(page, read(lines, page.rng, 0.22, slip))
    page = doc.page("garbled", OCR, "earlier OCR, most words wrong by two or three letters")
    lines = body(page, face="book", size=11, count=7)
    page.scan(lines, dpi=130, dust=120, skew=0.4)
    hidden(page, read(lines, page.rng, 0.75, lambda w, r: slip(slip(slip(w, r), r), r)), "standard", skew=0.4)


@file
def ocr_wrong_language(doc):
    page = doc.page("garbled", OCR, "Russian page read as English")
    lines = body(page, RUSSIAN, count=6, face="free-serif", size=12)
    page.scan(lines, dpi=140)
    hidden(page, changed(lines, as_latin), "standard")
    page = doc.page("garbled", OCR, "Greek page read as English")
    lines = body(page, GREEK, count=5, face="serif", size=12)
    page.scan(lines, dpi=140, blur=0.3)
    hidden(page, changed(lines, as_latin))
    page = doc.page("garbled", OCR, "sheet on its side, read as if upright")
    lines = flow(some(page), (60, 540, 780, 50), "serif", 11)
    page.scan(lines, dpi=140, turned=90)
    hidden(page, [line_at(" ".join(soup(page.rng) for _ in range(9)), 60, y, "sans", 10) for y in range(760, 60, -24)])
    page = doc.page("garbled", OCR, "sheet upside down, letters for their turned likes")
    lines = body(page, count=7, face="serif", size=11)
    page.scan(lines, dpi=140, turned=180)
    flip = dict(zip("abcdefghijklmnopqrstuvwxyz.,", "eqopaj6y!!kluwoudbJsjnAwxAz''"))
    hidden(page, [line._replace(y=page.size[1] - line.y, words=[
        (page.size[0] - x - w, "".join(flip.get(c.lower(), c) for c in word[::-1]), w) for x, word, w in line.words[::-1]])
        for line in lines], "standard")
    page = doc.page("garbled", OCR, "old long s read as f, many words", A5)
    lines = body(page, face="school", size=11, count=5, side=45)
    hurt = str.maketrans({"s": "f", "h": "li", "u": "n", "c": "e", "m": "nr"})
    page.scan(lines, dpi=150, blur=0.4)
    hidden(page, changed(lines, lambda w: w.translate(hurt)))
    page = doc.page("garbled", OCR, "German page whose umlauts and long words are lost")
    lines = body(page, GERMAN, count=8, face="serif", size=11)
    page.scan(lines, dpi=140)
    hidden(page, changed(lines, lambda w: damaged(w, page.rng, 0.25, 0.2) if len(w) > 6 or re.search("[äöüß]", w) else w))


@file
def ocr_part(doc):
    page = doc.page("partial", OCR, "OCR of the upper half only")
    lines = body(page, face="serif", size=11)
    page.scan(lines, dpi=140)
    hidden(page, [line for line in lines if line.y > 430])
    for side in (0, 1):
        page = doc.page("partial", OCR, f"OCR of the {('left', 'right')[side]} column only", (A4, LETTER)[side])
        parts = columns(some(page, (ENGLISH, GERMAN)[side], 18), room(page), face="school", size=9.5)
        page.scan(sum(parts, []), dpi=140, skew=0.3)
        hidden(page, read(parts[side], page.rng, 0.03, slip), skew=0.3)
    page = doc.page("partial", OCR, "OCR of the heading and the first lines")
    lines = body(page, heading="Letters received", face="serif", size=11)
    page.scan(lines, dpi=105, how="jpeg16", blur=0.4)
    hidden(page, lines[:6], "standard")
    page = doc.page("partial", OCR, "OCR of the right half of an opening", LANDSCAPE)
    parts = columns(some(page, count=16), room(page), gutter=80, face="serif", size=9.5)
    page.scan(sum(parts, []), dpi=140)
    hidden(page, parts[1], "standard", "fit")
    page = doc.page("partial", OCR, "OCR of the lower third")
    lines = body(page, FRENCH, face="book", size=11, count=9)
    page.scan(lines, dpi=130)
    hidden(page, [line for line in lines if line.y < 400])


# ---------------------------------------------------------------------------------------------------------------------
# Layers whose words fall apart or together
# ---------------------------------------------------------------------------------------------------------------------

@file
def letter_spaced(doc):
    page = doc.page("garbled", OCR, "hidden layer: a space after every letter, squeezed into the word's place")
    lines = body(page, face="serif", size=12, count=5)
    page.scan(lines, dpi=140)
    hidden(page, changed(lines, lambda w: " ".join(w)))
    page = doc.page("garbled", BORN, "every letter maps to itself and a space")
    page.text(body(page, face="serif", size=12, count=6), "true", "spaced", remap=lambda c: c + " ")
    page = doc.page("garbled", OCR, "hidden letters half as wide as their places")
    lines = body(page, GERMAN, face="mono", size=11, count=5)
    page.scan(lines, dpi=110, how="jpeg24", typed=True, blur=0.4)
    page.text(lines, how="letters", mode=3, size=0.55, seen=False)
    page = doc.page("garbled", OCR, "hidden small letters, each with a space of its own", A5)
    lines = body(page, face="sans", size=11, count=3, side=40)
    page.scan(lines, dpi=140)
    page.text(changed(letters_of(lines, size=0.45), lambda c: c + " "), "glyphless", mode=3, seen=False)
    page = doc.page("garbled", OCR, "hidden letters of uneven size, a little out of place")
    lines = body(page, face="school", size=12, count=5)
    page.scan(lines, dpi=140, skew=0.4)
    page.text(letters_of(lines, page.rng, 0.5, 0.8), "glyphless", mode=3, seen=False, skew=0.4)
    page = doc.page("good", BORN, "a space drawn behind every letter and drawn back over: extraction mends it")
    lines = body(page, face="sans", size=11, count=5)
    page.text([line._replace(words=[(x + measure(line.face, word[:n], line.size), c, 0) for x, word, _ in line.words
                                    for n, c in enumerate(word)]) for line in lines], seen=False)
    page.seen += words_of(lines)
    page = doc.page("good", BORN, "wide letter spacing as in a poster, words clearly apart")
    for n, text in enumerate(("Sale of the old pump house", "with all its brass and iron", "on Saturday at noon",
                              "terms ready money")):
        x = 70
        for word in text.split():
            for letter in word:
                page.text([line_at(letter, x, 640 - 60 * n, "serif-bold", 20)], seen=False)
                x += measure("serif-bold", letter, 20) + 3
            x += 14
        page.seen += text.split()


@file
def run_together(doc):
    page = doc.page("garbled", BORN, "no gap is left between words: the last letter's width takes it in")
    page.text(body(page, face="serif", size=12, count=6), "true", "joined", how="joined")
    page = doc.page("garbled", OCR, "hidden words stretched until they touch")
    lines = body(page, face="book", size=11, count=7)
    page.scan(lines, dpi=140)
    page.text(lines, "glyphless", how="joined", mode=3, seen=False)
    page = doc.page("garbled", OCR, "hidden lines without spaces", LETTER)
    lines = body(page, GERMAN, face="mono", size=10.5, count=6)
    page.scan(lines, dpi=140, typed=True, blur=0.4)
    hidden(page, [line._replace(words=[(line.words[0][0], "".join(w for _, w, _ in line.words), line.words[-1][0]
                                        + line.words[-1][2] - line.words[0][0])]) for line in lines], "standard", "fit")
    page = doc.page("garbled", BORN, "justified page without a gap in its layer", A5)
    page.text(body(page, FRENCH, face="free-serif", size=11, count=4, side=45, justify=True), "true", "joined", how="joined")
    page = doc.page("garbled", OCR, "hidden letters evenly apart, words no farther: extraction runs them together", A5)
    lines = body(page, face="sans", size=11, count=3, side=40)
    page.scan(lines, dpi=140)
    hidden(page, [line_at(" ".join("".join(w for _, w, _ in line.words)), line.words[0][0], line.y, "sans", line.size * 0.55)
                  for line in lines], "standard", "line")
    page = doc.page("garbled", OCR, "three words in four run together")
    lines = body(page, face="serif", size=11.5, count=6)
    page.scan(lines, dpi=140, skew=0.4)
    joined = []
    for line in lines:
        groups = [line.words[n:n + 4] for n in range(0, len(line.words), 4)]
        joined.append(line._replace(words=[(g[0][0], "".join(w for _, w, _ in g), g[-1][0] + g[-1][2] - g[0][0])
                                           for g in groups]))
    hidden(page, joined, skew=0.4)


# ---------------------------------------------------------------------------------------------------------------------
# Broken maps, look-alikes, true scripts
# ---------------------------------------------------------------------------------------------------------------------

def shifted(by):
    return lambda c: c if c == " " else chr(ord(c) + by)


@file
def broken_map(doc):
    """The picture is perfect; the map from codes to characters is not."""
    shuffled = list("abcdefghijklmnopqrstuvwxyz")
    random.Random("map").shuffle(shuffled)
    cipher = dict(zip("abcdefghijklmnopqrstuvwxyz", shuffled))
    for n, (note, remap, face, options) in enumerate((
            ("every character three later", shifted(3), "serif", {}),
            ("every code 29 lower, as with raw glyph numbers", shifted(-29), "sans", dict(simple=True)),
            ("private use area", lambda c: " " if c == " " else chr(0xF000 + ord(c)), "free-serif", {}),
            ("all U+FFFD", lambda c: "\ufffd", "serif", {}),
            ("control characters and signs", lambda c: " " if c == " " else chr(1 + ord(c) % 63), "dejavu", {}),
            ("letters for other letters", lambda c: cipher.get(c, c), "serif", dict(simple=True)),
            ("vowels and half of the consonants have no entry", lambda c: None if c in "aeioutnsrl" else c, "sans", {}),
            ("vowels map to signs", lambda c: dict(zip("aeiou", "@#$%&")).get(c, c), "dejavu-serif", {}),
            ("all letters map to one", lambda c: "x" if c.isalpha() else c, "narrow", {}),
            ("letters map to Chinese", lambda c: chr(0x4E00 + 37 * ord(c)) if c.isalpha() else c, "sans", {}))):
        page = doc.page("garbled", BORN, f"broken map: {note}", A5)
        page.text(body(page, (ENGLISH, GERMAN)[n % 4 == 3], count=4, side=40, top=45, face=face, size=10.5), "true", f"map{n}",
                  remap=remap, **options)


@file
def broken_map_mixed(doc):
    page = doc.page("garbled", BORN, "the heading reads well, the body is shifted")
    lines = body(page, heading="Rules for Borrowers", face="serif", size=11)
    page.text(lines[:1])
    page.text(lines[1:], "true", "shift", remap=shifted(-3))
    page = doc.page("garbled", BORN, "no map at all, glyph numbers only", A5)
    page.text(body(page, count=4, side=40, face="serif", size=11), "true", "none", unmapped=True)
    page = doc.page("garbled", BORN, "bitmap font whose glyph names say nothing")
    page.text(plain(body(page, count=7, face="serif", size=11)), "bitmap", "mute", named=False)
    page = doc.page("good", BORN, "bitmap font with glyph names")
    page.text(plain(body(page, count=7, face="serif", size=11)), "bitmap", "named")
    page = doc.page("good", BORN, "bitmap font with a map")
    page.text(plain(body(page, count=7, face="sans", size=11)), "bitmap", "mapped", named=False, mapped=True)
    page = doc.page("good", BORN, "ligatures that map to two letters")
    page.text(changed(body(page, face="free-serif", size=12), lambda w: w.replace("fi", "ﬁ").replace("fl", "ﬂ")), "true", "lig",
              remap=lambda c: {"ﬁ": "fi", "ﬂ": "fl"}.get(c, c))
    page = doc.page("garbled", BORN, "two fonts by turns: one line reads, the next does not")
    lines = body(page, GERMAN, face="serif", size=11.5, count=7)
    page.text(lines[::2], "true", "sound")
    page.text(lines[1::2], "true", "shift7", remap=shifted(7))
    page = doc.page("good", BORN, "only the three-word heading has a broken map")
    lines = body(page, heading="List of Benefactors", face="serif", size=11)
    page.text(lines[:1], "true", "head", remap=shifted(5))
    page.text(lines[1:])


def plain(lines):
    """Only characters whose glyph names are simple."""
    return changed(lines, lambda w: re.sub("[^A-Za-z0-9.,:;()'-]", "", w))


@file
def look_alike(doc):
    for n, (note, remap, face) in enumerate((
            ("every Latin letter a Cyrillic one", lambda c: CYRILLIC_ALL.get(c, c), "serif"),
            ("Cyrillic a, c, e, o, p, x in Latin words", lambda c: CYRILLIC.get(c, c), "sans"),
            ("Greek likes in Latin words", lambda c: GREEK_LETTERS.get(c, c), "dejavu-serif"),
            ("Russian page whose layer is Latin", lambda c: AS_LATIN.get(c, c), "free-serif"),
            ("Greek and Cyrillic letters at random", None, "serif"))):
        page = doc.page("garbled", BORN, f"look-alikes: {note}", (A4, A4, A5, A4, A4)[n])
        lines = body(page, RUSSIAN if n == 3 else ENGLISH, count=6, face=face, size=11, side=50)
        pick = lambda c: page.rng.choice((CYRILLIC_ALL, GREEK_LETTERS, CYRILLIC)).get(c, c)
        page.text(lines, "true", f"like{n}", remap=remap or pick)
    page = doc.page("garbled", OCR, "look-alikes: hidden OCR with Cyrillic words on an English scan")
    lines = body(page, face="serif", size=11, count=7)
    page.scan(lines, dpi=140)
    hidden(page, read(lines, page.rng, 0.6, lambda w, r: "".join(CYRILLIC_ALL.get(c, c) for c in w)))


@file
def true_scripts(doc):
    for n, (language, face, size, note) in enumerate((
            (RUSSIAN, "serif", 12, "Russian"), (GREEK, "serif", 12, "Greek"), (RUSSIAN, "dejavu", 10, "Russian, sans"),
            (GREEK, "free-serif", 13, "Greek, larger"),
            (RUSSIAN + ENGLISH[:6], "free-serif", 11, "Russian and English by turns"),
            (GREEK + GERMAN[:3], "sans", 11, "Greek and German by turns"))):
        page = doc.page("good", BORN, f"true script: {note}", (A4, A4, A5, A4, A4, LETTER)[n])
        page.text(body(page, language, count=8, side=50, face=face, size=size, justify=n == 3), "true",
                  how=("line", "words")[n % 2])
    page = doc.page("missing", NONE, "Russian scan without text")
    page.scan(body(page, RUSSIAN, count=6, face="serif", size=12), dpi=140, blur=0.3)


@file
def right_to_left_script(doc):
    for n, (texts, face, size, shape, note) in enumerate((
            (ARABIC, "dejavu", 16, True, "Arabic in presentation forms"), (HEBREW, "dejavu", 16, False, "Hebrew"),
            (ARABIC, "dejavu", 12, True, "Arabic in presentation forms, small"),
            (HEBREW, "free-serif", 14, False, "Hebrew serif"))):
        page = doc.page("good", BORN, f"right to left: {note}", (A4, A4, A5, A5)[n])
        lines = [right_to_left(text, page.size[0] - 50, page.size[1] - 70 - m * size * 1.9, face, size, shape)
                 for m, text in enumerate(texts * (1 + n // 2))]
        page.text(lines, "true", how="words")
        page.seen = " ".join(texts * (1 + n // 2)).split()
    page = doc.page("good", BORN, "right to left: Arabic drawn joined, its map gives the plain letters")
    plain_letters = {}
    for text in ARABIC:
        for word in text.split():
            plain_letters |= shaped_pairs(word)
    page.text([right_to_left(text, 540, 770 - m * 34, "dejavu", 18, True) for m, text in enumerate(ARABIC)], "true", "plain",
              how="words", remap=lambda c: plain_letters.get(c, c))
    page.seen = " ".join(ARABIC).split()


def shaped_pairs(word):
    """Presentation form to plain letters."""
    return {c: unicodedata.normalize("NFKC", c) for c in shaped(word)}


# ---------------------------------------------------------------------------------------------------------------------
# Nothing to read
# ---------------------------------------------------------------------------------------------------------------------

@file
def blank(doc):
    doc.page("blank", NONE, "empty page")
    page = doc.page("blank", NONE, "white rectangle", LETTER)
    page.op("1 g 0 0 612 792 re f")
    page = doc.page("blank", NONE, "dust on a bilevel scan")
    page.scan([], dpi=150, dust=220)
    page = doc.page("blank", NONE, "grey sheet with a dark edge")
    page.scan([], dpi=75, how="jpeg30", paper=228, shade=18, noise=3, edge=150)
    page = doc.page("blank", NONE, "ruled lines")
    page.op("0.6 0.7 0.9 RG 0.5 w " + " ".join(f"50 {y} m 545 {y} l S" for y in range(60, 790, 22)))
    page = doc.page("blank", NONE, "empty boxes of a form, scanned")
    page.scan([], dpi=150, draw=lambda pen, s: [pen.rectangle((x * s, y * s, (x + 200) * s, (y + 60) * s), outline=0, width=2)
                                                for x in (60, 320) for y in range(80, 760, 90)])
    page = doc.page("blank", NONE, "punch holes and a fold", LEGAL)
    page.scan([], dpi=100, how="jpeg30", paper=240, shade=10, noise=2, draw=lambda pen, s: [
        *(pen.ellipse((20 * s, y * s, 36 * s, (y + 16) * s), fill=40) for y in (300, 540)),
        pen.line((0, 500 * s, 612 * s, 506 * s), fill=190, width=2)])
    page = doc.page("blank", NONE, "coloured divider sheet")
    page.op("0.95 0.75 0.3 rg 0 0 595 842 re f")
    page = doc.page("blank", NONE, "only spaces in the layer, dust on the scan")
    page.scan([], dpi=100, dust=100)
    page.text([Line(700 - 20 * n, 10, "sans", [(72, " ", 3)]) for n in range(6)], mode=3, seen=False)
    page = doc.page("blank", OCR, "an earlier OCR saw letters in the dust")
    page.scan([], dpi=150, dust=300)
    hidden(page, [line_at(text, 60 + 70 * n, 700 - 90 * n, "sans", 8) for n, text in enumerate((".", "'", "i .", "-", "‘"))],
           "standard")
    page = doc.page("blank", NONE, "squared paper", A5)
    page.op("0.75 0.85 0.9 RG 0.4 w " + " ".join(f"{x} 0 m {x} 595 l S" for x in range(0, 420, 12))
            + " ".join(f" 0 {y} m 420 {y} l S" for y in range(0, 595, 12)))


@file
def photographs(doc):
    for n, (kind, box, note) in enumerate((
            ("hills", None, "landscape, full page"), ("portrait", (120, 330, 350, 440), "portrait, half page"),
            ("contrast", None, "hard black and white"), ("water", (60, 60, 475, 330), "water, lower half"),
            ("crowd", (40, 250, 515, 380), "crowd"), ("houses", (50, 240, 500, 375), "row of houses"))):
        page = doc.page("blank", NONE, f"photograph: {note}")
        wide, high = (box or (0, 0, 595, 842))[2:]
        image = photo(round(wide), round(high), 40 + n, kind)
        page.image(image, "g4" if kind == "contrast" else "jpeg28", box)
    for n, (kind, caption) in enumerate((("portrait", "The harbour master in the year of the great frost."),
                                         ("houses", "Lower Street before the widening, seen from the tannery bridge."))):
        page = doc.page("good", BORN, "photograph with a born-digital caption")
        page.image(photo(470, 380, 60 + n, kind), "jpeg28", (62, 300, 470, 380))
        page.text([line_at(f"Plate {n + 7}", 62, 276, "serif-bold", 11), line_at(caption, 62, 258, "serif", 11)])
    page = doc.page("blank", OCR, "photograph over which an earlier OCR saw a few words")
    page.image(photo(500, 380, 71, "crowd"), "jpeg28", (50, 240, 500, 380))
    hidden(page, [line_at(text, 80 + 60 * n, 560 - 50 * n, "sans", 10) for n, text in enumerate(
        ("_ iI |", "~ .; fl", "wi ,", "a= »"))], "standard")
    page = doc.page("blank", OCR, "texture over which an earlier OCR saw a few signs")
    page.image(photo(400, 560, 72, "texture"), "jpeg22")
    hidden(page, [line_at(soup(page.rng) + " " + soup(page.rng), 60 + 40 * n, 700 - 60 * n, "sans", 9) for n in range(7)])
    page = doc.page("missing", NONE, "scanned photograph with a scanned caption")
    caption = [line_at("The ferry at its landing stage, with the new chain.", 297, 215, "serif-italic", 13, "centre")]
    image = photo(595, 842, 73, "water")
    sheet = raster(page.size, caption, 120, page.rng)
    sheet.paste(image.crop((0, 0, 470, 420)).resize((783, 700)), (104, 267))
    page.image(sheet, "jpeg24")
    page.seen += words_of(caption)
    page = doc.page("garbled", OCR, "photograph and a scanned caption, the OCR saw junk in both")
    sheet = raster(page.size, caption, 120, page.rng)
    sheet.paste(photo(470, 420, 74, "hills").resize((783, 700)), (104, 267))
    page.image(sheet, "jpeg24")
    page.seen += words_of(caption)
    hidden(page, [line_at(text, 120, 650 - 60 * n, "sans", 9) for n, text in enumerate(("Ti =~ vv", "| iil", "» ooe ,"))]
           + changed(caption, lambda w: damaged(w, page.rng, 0.6, 0.3)))


# ---------------------------------------------------------------------------------------------------------------------
# Turned pages, drawings, outlines
# ---------------------------------------------------------------------------------------------------------------------

@file
def rotated(doc):
    for n, angle in enumerate((90, 180, 270)):
        page = doc.page("good", BORN, f"born-digital, /Rotate {angle}, text stands upright",
                        LANDSCAPE if angle % 180 else A4, angle)
        shown = (595, 842)
        lines = flow(["# Turned for printing"] + some(page), (60, shown[1] - 60, shown[0] - 60, 60), "serif", 11)
        matrix = {90: "0 1 -1 0 842 0", 180: "-1 0 0 -1 595 842", 270: "0 -1 1 0 0 595"}[angle]
        page.op(f"q {matrix} cm")
        page.text(lines, ("standard", "true", "standard")[n], how=("line", "line", "words")[n])
        page.op("Q")
    page = doc.page("good", BORN, "born-digital, /Rotate 90 makes it lie on its side", A4, 90)
    page.text(body(page, GERMAN, face="sans", size=11, count=6))
    page = doc.page("good", BORN, "table drawn sideways on an upright page")
    page.op("q 0 1 -1 0 595 0 cm")
    page.text(table([["Day", "Payee", "For", "£", "s", "d"]] + accounts(page.rng, 26),
                    (60, 130, 260, 480, 580, 680), 540, "serif", 11, right_from=3), how="words")
    page.op("Q")
    for turned, rotate, note in ((90, 0, "on its side"), (180, 0, "upside down"), (270, 0, "on its other side"),
                                 (0, 180, "turned upside down by /Rotate")):
        page = doc.page("missing", NONE, f"scan without text, {note}", A4, rotate)
        box = (60, 540, 780, 50) if turned % 180 else room(page)
        page.scan(flow(some(page), box, ("serif", "mono", "book", "school")[turned // 90], 11), dpi=140, turned=turned,
                  blur=0.3)
    page = doc.page("good", OCR, "sheet scanned on its side, set upright by /Rotate, with its hidden OCR", LANDSCAPE, 90)
    lines = flow(some(page), (60, 780, 535, 60), "serif", 11)
    page.scan(lines, dpi=140, turned=90)
    page.op("q 0 1 -1 0 842 0 cm")
    hidden(page, read(lines, page.rng, 0.03, slip), how="fit")
    page.op("Q")


def chart(page, x, y, w, h, bars=9):
    page.op(f"0.3 G 1 w {x} {y} m {x} {y + h} l S {x} {y} m {x + w} {y} l S")
    for n in range(bars):
        tall = h * page.rng.uniform(0.15, 0.95)
        page.op(f"{page.rng.uniform(0.2, 0.8):.2f} 0.5 0.6 rg {x + w * (n + 0.2) / bars:.1f} {y} "
                f"{w * 0.6 / bars:.1f} {tall:.1f} re f")
    page.op("0 g")


def plan(page, x, y, w, h):
    """A ground plan: walls, hatching, arcs, dashed lines."""
    page.op(f"0 G 3 w {x} {y} {w} {h} re S 1.5 w")
    for n in range(1, 4):
        page.op(f"{x + w * n / 4:.0f} {y} m {x + w * n / 4:.0f} {y + h * 0.6:.0f} l S")
        page.op(f"{x + w * n / 4:.0f} {y + h * 0.6:.0f} m {x + w * n / 4 + 30:.0f} {y + h * 0.6:.0f} {x + w * n / 4 + 30:.0f} "
                f"{y + h * 0.6 + 30:.0f} {x + w * n / 4:.0f} {y + h * 0.6 + 30:.0f} c S")
    page.op("0.4 w " + " ".join(f"{x + 4 * n} {y + h * 0.75:.0f} m {x + 4 * n + 20} {y + h:.0f} l S"
                                for n in range(int((w - 20) / 4))))
    page.op(f"[6 3] 0 d {x - 20} {y + h / 2:.0f} m {x + w + 20} {y + h / 2:.0f} l S [] 0 d")


def curves(page):
    page.op("0.5 w")
    for n in range(60):
        page.op(f"{n / 90:.2f} 0.3 0.4 RG 40 {100 + 9 * n} m 200 {page.rng.randint(50, 800)} 400 {page.rng.randint(50, 800)} "
                f"555 {700 - 9 * n} c S")


@file
def drawings(doc):
    page = doc.page("blank", NONE, "curves without words")
    curves(page)
    page = doc.page("blank", NONE, "chart without labels", LANDSCAPE)
    chart(page, 80, 80, 680, 430, 14)
    page = doc.page("blank", NONE, "ground plan without words")
    plan(page, 80, 200, 430, 460)
    page = doc.page("blank", NONE, "cross hatching and circles")
    page.op("0.3 w " + " ".join(f"{40 + 6 * n} 60 m {300 + 2 * n} 780 l S" for n in range(85)))
    page.op("0 0.3 0.1 RG 1 w " + " ".join(
        f"{300 + r * math.cos(a / 10):.1f} {420 + r * math.sin(a / 10):.1f} {'l' if a else 'm'}" + (" S" if a == 63 else "")
        for r in range(20, 240, 14) for a in range(64)))
    page = doc.page("blank", NONE, "contour lines of a map")
    page.op("0.5 0.35 0.2 RG 0.7 w")
    for r in range(14):
        points = [(300 + (18 * r + 9 * math.sin(a / 5 + r)) * math.cos(a / 12), 430 + (24 * r + 12 * math.cos(a / 7)) *
                   math.sin(a / 12)) for a in range(76)]
        page.op(" ".join(f"{x:.1f} {y:.1f} {'l' if k else 'm'}" for k, (x, y) in enumerate(points)) + " S")
    page = doc.page("good", BORN, "ground plan with labels")
    plan(page, 80, 200, 430, 460)
    page.text([line_at(text, 92 + 108 * n, 300 + 20 * (n % 2), "sans", 10) for n, text in enumerate(
        ("Vestry", "Muniments", "Porter", "Coal"))] + [line_at("Ground floor, scale one to eighty", 80, 170, "sans", 12)])
    page = doc.page("good", BORN, "chart with labels and a legend")
    chart(page, 90, 300, 420, 330)
    page.text([line_at("Loaves given out by month", 90, 660, "serif-bold", 15)] + [
        line_at(month, 100 + 46.6 * n, 284, "sans", 8)
        for n, month in enumerate("Oct Nov Dec Jan Feb Mar Apr May June".split())]
        + [line_at(str(100 * n), 84, 300 + 66 * n, "sans", 8, "right") for n in range(6)])
    page = doc.page("good", BORN, "curves behind a page of text")
    curves(page)
    page.text(body(page, face="serif", size=12, count=5))


@file
def outlined_text(doc):
    page = doc.page("missing", NONE, "text as outlines")
    page.outlined(body(page, count=4, face="serif", size=12))
    page = doc.page("missing", NONE, "text as outlines, sans, German", A5)
    page.outlined(body(page, GERMAN, count=3, face="sans", size=11, side=40))
    page = doc.page("missing", NONE, "poster in large outlines, drawn hollow")
    page.op("8 w 0.1 0.2 0.5 RG")
    page.outlined([line_at(t, 297, 640 - 80 * n, "sans-bold", 46, "centre") for n, t in enumerate(
        ("Harvest fair", "on the green", "ponies, cider", "and a band"))], "S")
    page = doc.page("partial", BORN, "born-digital heading, outlined body")
    page.text([line_at("Standing Orders of the Committee", 66, 770, "serif-bold", 16)])
    page.outlined(body(page, top=100, count=4, face="serif", size=11.5))
    page = doc.page("partial", BORN, "born-digital left column, outlined right column")
    parts = columns(some(page, count=8), room(page, bottom=520), face="sans", size=10)
    page.text(parts[0])
    page.outlined(parts[1])
    page = doc.page("partial", BORN, "born-digital footer, outlined French page")
    page.outlined(body(page, FRENCH, count=4, face="dejavu-serif", size=11))
    page.text([line_at("Archives de la ville, liasse 4", 297, 40, "sans", 9, "centre")])


# ---------------------------------------------------------------------------------------------------------------------
# Forms, notes, broken fonts
# ---------------------------------------------------------------------------------------------------------------------

def widget(page, x, y, w, text, name, size=11):
    page.annotate("Widget", (x, y, w, 20), [line_at(text, 4, 6, "sans", size)],
                  f"/FT /Tx /T ({name}) /V {pdf_string(text)} /DA (/Helv {size} Tf 0 g)", True, "0.9 0.95 1 rg 0 0 "
                  f"{w} 20 re f 0 g")


@file
def forms(doc):
    fields = ("Name", "Address", "Occupation", "Papers wanted", "Years", "Purpose of the search", "Signature of the clerk")
    answers = ("Dorothea Ridsdale", "Mill House, Lower Street", "schoolmistress", "rate books of the North Ward",
               "1840 to 1865", "to learn who built the orchard wall", "L. Abberley")
    page = doc.page("good", BORN, "widget: labels in the page, answers in widgets")
    page.text([line_at("Application for a Reader's Ticket", 66, 770, "sans-bold", 15)]
              + [line_at(label, 66, 710 - 50 * n, "sans", 11) for n, label in enumerate(fields)])
    for n, answer in enumerate(answers):
        widget(page, 210, 704 - 50 * n, 300, answer, f"a{n}")
    page = doc.page("good", BORN, "widget: all words are in widgets")
    for n, answer in enumerate(answers):
        widget(page, 80, 700 - 60 * n, 380, f"{fields[n]}: {answer}", f"b{n}")
    page = doc.page("good", BORN, "widget: a table of widgets", LANDSCAPE)
    for n, row in enumerate(accounts(page.rng, 14)):
        for m, cell in enumerate(row):
            widget(page, 60 + 120 * m, 530 - 34 * n, 110, cell, f"c{n}x{m}", 9)
    page = doc.page("good", BORN, "widget: long text in one field below a letter")
    page.text(body(page, count=3, bottom=400, face="serif", size=11))
    lines = flow(some(page, count=2), (6, 214, 444, 6), "sans", 10)
    page.annotate("Widget", (70, 120, 450, 220), lines, "/FT /Tx /Ff 4096 /T (d) /DA (/Helv 10 Tf 0 g)", True,
                  "0.9 0.95 1 rg 0 0 450 220 re f 0 g")
    page = doc.page("good", BORN, "annotation: notes beside a born-digital page")
    page.text(body(page, side=130, face="serif", size=11))
    for n, text in enumerate(("see box 9", "ask the vicar", "date doubtful")):
        page.annotate("FreeText", (20, 700 - 160 * n, 96, 24), [line_at(text, 5, 8, "sans", 10)],
                      f"/DA (/Helv 10 Tf) /Contents ({text})", frame="1 1 0.6 rg 0 0 96 24 re f 0 g")
    page = doc.page("good", BORN, "annotation: all words are in two notes")
    for n in range(2):
        page.annotate("FreeText", (90, 560 - 240 * n, 400, 160), flow(some(page, count=1), (8, 156, 392, 4), "sans", 12),
                      "/DA (/Helv 12 Tf) /Contents (note)", frame="0.9 1 0.9 rg 0 0 400 160 re f 0 g")
    page = doc.page("partial", BORN, "widget: answers in widgets over a scanned form")
    page.scan([line_at("Application for the Loan of Maps and Plans", 66, 770, "serif-bold", 15)]
              + [line_at(label, 66, 710 - 40 * n, "serif", 11) for n, label in enumerate(fields)]
              + flow(some(page, count=4), (66, 390, 530, 60), "serif", 10), dpi=140)
    for n, answer in enumerate(answers[:4]):
        widget(page, 210, 704 - 40 * n, 300, answer, f"e{n}")
    page = doc.page("blank", NONE, "form with empty widgets and no words")
    for n in range(8):
        page.annotate("Widget", (80, 700 - 60 * n, 380, 20), [], f"/FT /Tx /T (f{n})", True, "0.9 0.95 1 rg 0 0 380 20 re f")


@file
def broken_fonts(doc):
    """The picture is wrong, the layer is right."""
    for n, (note, options, how) in enumerate((
            ("font of an unknown name, not embedded", dict(alias="QWERTZ+ArchivSymbol"), "line"),
            ("glyphs drawn one letter off", dict(glyph=lambda c: chr(ord(c) + 1) if c.isalpha() else c), "line"),
            ("every glyph a box", dict(glyph=lambda c: "\uffff"), "line"),
            ("every glyph empty", dict(glyph=lambda c: " "), "words"),
            ("unknown one-byte font, not embedded", dict(alias="ZXCVBN+Kanzlei", simple=True), "line"),
            ("letters drawn as signs", dict(glyph=lambda c: chr(0x2200 + ord(c) % 90) if c.isalpha() else c), "words"))):
        page = doc.page("good", BORN, f"broken font under a good layer: {note}", (A4, A5)[n % 2])
        page.text(body(page, (ENGLISH, GERMAN)[n % 3 == 2], count=5, side=50, face="dejavu" if n == 5 else "serif", size=11),
                  "true", f"broken{n}", how=how, **options)


# ---------------------------------------------------------------------------------------------------------------------
# Little text, odd text
# ---------------------------------------------------------------------------------------------------------------------

@file
def sparse(doc):
    page = doc.page("good", BORN, "title page of three words")
    page.text([line_at(t, 297, 560 - 60 * n, "serif-bold", 40, "centre") for n, t in enumerate(("Catalogue", "of", "Maps"))])
    page = doc.page("good", BORN, "page number only")
    page.text([line_at("- 36 -", 297, 50, "serif", 11, "centre")])
    page = doc.page("good", BORN, "table of numbers")
    rows = [[str(page.rng.randint(0, 9999)) for _ in range(8)] for _ in range(38)]
    page.text(table(rows, [100 + 58 * n for n in range(8)], 780, "sans", 9, right_from=0), how="words")
    page = doc.page("good", BORN, "code listing")
    page.text(flow(["| # Sort the boxes by shelf, then by number.\nshelves = {}\nfor box in read_boxes(path):\n"
                    "    shelves.setdefault(box.shelf, []).append(box)\n\nfor shelf, boxes in sorted(shelves.items()):\n"
                    "    boxes.sort(key=lambda b: (b.number, b.part or 0))\n    print(f\"{shelf:>4}: {len(boxes)} boxes\")\n"
                    "    if any(b.lost for b in boxes):\n        warn(shelf, [b.id for b in boxes if b.lost])\n\n"
                    "assert sum(map(len, shelves.values())) == total != 0"], room(page), "mono", 11))
    page = doc.page("good", BORN, "mathematics")
    page.text([line_at(t, 80, 720 - 46 * n, "dejavu", 14) for n, t in enumerate((
        "Let x ≥ 0 and f(x) = ∑ aₙ xⁿ / n!, where |aₙ| ≤ 1.", "∫ f(x) dx = α·ln(1 + x²) − β",
        "∀ε > 0 ∃δ > 0 : |x − y| < δ ⇒ |f(x) − f(y)| < ε",
        "A ∪ B ⊆ C,   A ∩ B = ∅,   ∂u/∂t = ∇²u", "√2 ≈ 1.41421,  π ≈ 3.14159,  e^{iπ} + 1 = 0", "Q.E.D. (see § 4, eq. 12)"))],
        "true")
    page = doc.page("good", BORN, "list of names")
    names = people(page.rng, 90)
    page.text(sum((flow([f"| {chr(10).join(names[45 * k:45 * k + 45])}"], (66 + 240 * k, 780, 300 + 240 * k, 50), "serif", 10.5)
                   for k in range(2)), []))
    page = doc.page("good", BORN, "heading in capitals, letters spaced apart, over a normal page")
    page.text([line_at("M I N U T E S", 297, 770, "serif-bold", 22, "centre"),
               line_at("OF THE WATCH AND LIGHTING COMMITTEE", 297, 735, "serif", 13, "centre")])
    page.text(body(page, top=140, face="serif", size=11))
    page = doc.page("good", BORN, "index with dot leaders")
    entries = sorted({f"{t}" for t in ("Allotments, bees on", "Bandstand", "Bridges, toll of", "Candles, price of", "Drains",
                      "Ferry, chain of the", "Globe, school", "Harbour dues", "Lamps", "Mice", "Otter, stuffed", "Pipes, clay",
                      "Railings", "Reservoir, valve of", "Scarlet fever", "Tannery, smell of", "Umbrella", "Wall, orchard")})
    leaders = [f"{e} {'.' * int((420 - measure('serif', e, 12)) / 3.1)} {page.rng.randint(2, 380)}" for e in entries]
    page.text([line_at(e, 80, 760 - 26 * n, "serif", 12) for n, e in enumerate(leaders)])
    page = doc.page("good", BORN, "invoice")
    page.text([line_at("Josiah Marchbank & Sons, Rope and Twine", 60, 780, "sans-bold", 14),
               line_at("INVOICE No. 2207/B", 60, 750, "sans", 11),
               line_at("Due 30 days; 2.5% off if paid by the 10th.", 60, 250, "sans", 9),
               line_at("TOTAL  £ 48.17", 520, 280, "sans-bold", 12, "right")]
              + table([[str(n + 1), g, str(page.rng.randint(1, 90)), f"{page.rng.uniform(0.1, 9):.2f}",
                        f"{page.rng.uniform(1, 99):.2f}"] for n, (_, _, g, *_) in enumerate(accounts(page.rng, 18))],
                      (60, 100, 330, 420, 520), 710, "sans", 10, 2, 2))
    page = doc.page("good", BORN, "references, marks and numbers of an inventory", LETTER)
    page.text(flow(inventory(page.rng, 48, 301), room(page), "narrow", 9.5, gap=0.2), "true")
    page = doc.page("good", BORN, "one line in tiny type")
    page.text([line_at("This page is left blank on purpose.", 297, 421, "serif-italic", 7, "centre")])


# ---------------------------------------------------------------------------------------------------------------------
# Text and pictures together
# ---------------------------------------------------------------------------------------------------------------------

@file
def backgrounds(doc):
    def paper(page, tint, shade):
        return weathered(raster(page.size, [], 50, page.rng), page.rng, dpi=50, paper=246, shade=shade, noise=3, tint=tint)

    page = doc.page("good", BORN, "text over a paper texture")
    page.image(paper(page, (1, 0.96, 0.85), 30), "jpeg30")
    page.text(body(page, heading="Annual Letter", face="serif", size=11.5))
    page = doc.page("good", BORN, "text over a pale photograph")
    page.image(photo(298, 421, 81, "hills").point([190 + v // 4 for v in range(256)]), "jpeg30")
    page.text(body(page, GERMAN, face="sans", size=11, count=7), "true")
    page = doc.page("good", BORN, "text over an image with a large watermark word")
    mark = raster(page.size, [line_at("DRAFT", 297, 390, "sans-bold", 150, "centre")], 50, page.rng)
    page.image(mark.rotate(40, fillcolor=255).point([220 + v * 35 // 255 for v in range(256)]), "jpeg30")
    page.text(body(page, face="serif", size=12))
    page = doc.page("good", BORN, "text over a watermark emblem without words", LETTER)
    emblem = raster(page.size, [], 60, page.rng, draw=lambda pen, s: [
        pen.ellipse(((306 - r) * s, (396 - r) * s, (306 + r) * s, (396 + r) * s), outline=210, width=4)
        for r in range(40, 240, 30)])
    page.image(emblem, "jpeg35")
    page.text(sum(columns(some(page, count=18), room(page), face="sans", size=9.5), []))
    page = doc.page("good", BORN, "letterhead image with a bar, text below")
    head = raster((595, 120), [], 60, page.rng, draw=lambda pen, s: [
        pen.rectangle((0, 80 * s, 595 * s, 96 * s), fill=120),
        pen.polygon([(60 * s, 70 * s), (100 * s, 10 * s), (140 * s, 70 * s)], fill=80)])
    page.image(head, "jpeg35", (0, 722, 595, 120))
    page.text(body(page, SPANISH, top=150, face="serif", size=12, count=5))
    page = doc.page("good", BORN, "white text over a dark texture")
    page.image(photo(298, 421, 83, "texture").point([v // 4 for v in range(256)]), "jpeg30")
    page.text(body(page, face="sans-bold", size=13, count=4), grey=1)


@file
def figures(doc):
    def figure(page, labels):
        lines = [line_at(t, 20 + 60 * n, 24 + 30 * (n % 3), "sans", 10) for n, t in enumerate(labels)]
        return raster((240, 150), lines, 110, page.rng, draw=lambda pen, s: [
            pen.line((10 * s, 140 * s, 230 * s, 140 * s), fill=0, width=2),
            pen.line((10 * s, 140 * s, 10 * s, 10 * s), fill=0, width=2),
            pen.line([(x * s, (110 - 40 * math.sin(x / 30)) * s) for x in range(12, 228, 4)], fill=90, width=2)])

    page = doc.page("good", BORN, "text with a small figure that has three labels")
    page.text(body(page, bottom=300, face="serif", size=11))
    page.image(figure(page, ("low", "tide", "high")), "g4", (170, 90, 240, 150))
    page.text([line_at("Figure 2. Height of the water at the mole.", 170, 70, "serif-italic", 10)])
    page = doc.page("good", BORN, "text with two small figures beside it")
    page.text(flow(some(page), (66, 780, 330, 60), "sans", 10))
    for n in range(2):
        page.image(figure(page, (("A", "B"), ("valve",))[n]), "g4", (345, 520 - 260 * n, 200, 125))
    page = doc.page("good", BORN, "text with a small stamp as an image")
    page.text(body(page, top=140, face="serif", size=11))
    stamp = [line_at("RECEIVED", 70, 32, "sans-bold", 16, "centre"), line_at("14 JUNE", 70, 14, "sans-bold", 12, "centre")]
    page.image(raster((140, 60), stamp, 110, page.rng, draw=lambda pen, s: pen.rectangle(
        (2, 2, 138 * s, 58 * s), outline=0, width=2)), "g4", (400, 760, 140, 60))
    page = doc.page("partial", BORN, "born-digital half page, a scanned clipping of 80 and more words below")
    page.text(body(page, bottom=440, face="serif", size=11))
    clipping(page, ENGLISH, (80, 80, 430, 320), "serif", 11)
    page = doc.page("partial", BORN, "born-digital column beside a picture of a column")
    page.text(flow(some(page), (60, 780, 285, 60), "sans", 10))
    clipping(page, ENGLISH, (300, 60, 245, 720), "sans", 10)
    page = doc.page("partial", BORN, "slide: born-digital title, the words in an image", LANDSCAPE)
    page.text([line_at("What the survey of the cellars found", 50, 530, "sans-bold", 26)])
    clipping(page, ENGLISH, (60, 60, 720, 420), "sans", 20, dpi=80, how="jpeg24")
    page = doc.page("partial", BORN, "letter with a long scanned quotation in the middle")
    page.text(body(page, GERMAN, bottom=570, face="serif", size=11.5))
    clipping(page, GERMAN, (70, 270, 455, 280), "mono", 10, typed=True)
    page.text(flow(some(page, GERMAN, 3), (66, 255, 530, 60), "serif", 11.5))
    page = doc.page("partial", BORN, "born-digital captions, scanned ledger as an image", LETTER)
    page.text([line_at("Plate 3. A leaf of the cash book", 72, 740, "serif-bold", 13),
               line_at("Reduced to two thirds.", 72, 722, "serif", 11)])
    lines = table(accounts(page.rng, 30), (10, 80, 200, 360, 410, 450), 600, "serif", 11, right_from=3)
    page.image(weathered(raster((470, 610), lines, 120, page.rng), page.rng, dpi=120, blur=0.3), "g4", (72, 80, 470, 610))
    page.seen += words_of(lines)
    page = doc.page("good", BORN, "text with a photograph", A4)
    page.text(body(page, top=400, face="serif", size=11))
    page.image(photo(455, 300, 91, "houses"), "jpeg28", (70, 470, 455, 300))


def clipping(page, language, box, face, size, dpi=130, how="g4", typed=False):
    """A pasted piece of a scan full of words."""
    x, y, w, h = box
    lines = flow(some(page, language), (10, h - 8, w - 10, 8), face, size)
    piece = raster((w, h), lines, dpi, page.rng, typed,
                   lambda pen, s: pen.rectangle((0, 0, w * s - 1, h * s - 1), outline=0))
    page.image(weathered(piece, page.rng, dpi=dpi, blur=0.3), how, box)
    page.seen += words_of(lines)


# ---------------------------------------------------------------------------------------------------------------------
# Writing and checking
# ---------------------------------------------------------------------------------------------------------------------

def write(folder):
    folder.mkdir(exist_ok=True)
    for old in folder.glob("*.pdf"):
        old.unlink()
    rows, seen = [], {}
    for name, maker in FILES:
        doc = Doc(name)
        maker(doc)
        (folder / f"{name}.pdf").write_bytes(doc.bytes())
        for number, page in enumerate(doc.pages, 1):
            rows.append((f"{name}.pdf", number, page.verdict, page.layer, page.note))
            seen[rows[-1][:2]] = page.seen
    (folder.parent / "labels.tsv").write_text("file\tpage\tverdict\tlayer\tnote\n" + "".join(
        "\t".join(map(str, row)) + "\n" for row in rows), encoding="utf-8")
    total = sum(path.stat().st_size for path in folder.glob("*.pdf"))
    print(f"{len(FILES)} files, {len(rows)} pages, {total:,} bytes")
    counts = {}
    for row in rows:
        counts[row[2]] = counts.get(row[2], 0) + 1
    print(", ".join(f"{verdict} {count}" for verdict, count in sorted(counts.items())))
    return rows, seen


def tokens(text):
    text = unicodedata.normalize("NFKC", text.replace("\u200f", " ").replace("\u202b", " ").replace("\u202c", " ")).casefold()
    return [t for t in re.split(r"[^\w]+", re.sub(r"(\w)-\s+(\w)", r"\1\2", text)) if t]


def check(folder, rows, seen):
    """Recall: seen words that the layer has. Precision: words of the layer that are seen."""
    bad = 0
    for name, number, verdict, layer, note in rows:
        text = subprocess.run(["pdftotext", "-f", str(number), "-l", str(number), str(folder / name), "-"], capture_output=True,
                              text=True).stdout
        true, has = Counter(tokens(" ".join(seen[name, number]))), Counter(tokens(text))
        both = sum((true & has).values())
        recall, precision = both / max(1, true.total()), both / max(1, has.total())
        right = {"good": recall >= 0.9 and precision >= 0.9, "blank": not true, "missing": true and not text.strip(),
                 "garbled": bool(text.strip()) and bool(true) and (recall < 0.88 or precision < 0.88) and precision < 0.9,
                 "partial": recall < 0.85 and (precision >= 0.9 or has.total() < 5)}[verdict]
        bad += not right
        print(f"{'' if right else '??':2} {name:26} {number:2} {verdict:8} {layer:12} seen {true.total():4} layer {has.total():4} "
              f"recall {recall:4.2f} precision {precision:4.2f}  {note}")
    print(f"{bad} doubtful")


if __name__ == "__main__":
    written = write(HERE / "pages")
    if "--check" in sys.argv:
        check(HERE / "pages", *written)
