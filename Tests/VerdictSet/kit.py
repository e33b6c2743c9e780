"""The tools of generate.py: a raw PDF writer with fonts one can break, a layout, scanned sheets, photographs, OCR slips."""

import io
import math
import random
import re
import unicodedata
import zlib
from collections import namedtuple
from functools import lru_cache
from struct import unpack

import numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageFont, TiffImagePlugin
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfbase.ttfonts import TTFontFile

A4, LETTER, A5, LEGAL, LANDSCAPE = (595, 842), (612, 792), (420, 595), (612, 1008), (842, 595)

TRUETYPE = "/usr/share/fonts/truetype/"
OPENTYPE = "/usr/share/fonts/opentype/urw-base35/"
FACES = {  # name: (file, the standard font of the same widths)
    "serif": (TRUETYPE + "liberation/LiberationSerif-Regular.ttf", "Times-Roman"),
    "serif-bold": (TRUETYPE + "liberation/LiberationSerif-Bold.ttf", "Times-Bold"),
    "serif-italic": (TRUETYPE + "liberation/LiberationSerif-Italic.ttf", "Times-Italic"),
    "sans": (TRUETYPE + "liberation/LiberationSans-Regular.ttf", "Helvetica"),
    "sans-bold": (TRUETYPE + "liberation/LiberationSans-Bold.ttf", "Helvetica-Bold"),
    "mono": (TRUETYPE + "liberation/LiberationMono-Regular.ttf", "Courier"),
    "mono-bold": (TRUETYPE + "liberation/LiberationMono-Bold.ttf", "Courier-Bold"),
    "narrow": (TRUETYPE + "liberation/LiberationSansNarrow-Regular.ttf", None),
    "dejavu": (TRUETYPE + "dejavu/DejaVuSans.ttf", None),
    "dejavu-serif": (TRUETYPE + "dejavu/DejaVuSerif.ttf", None),
    "dejavu-bold": (TRUETYPE + "dejavu/DejaVuSans-Bold.ttf", None),
    "free-serif": (TRUETYPE + "freefont/FreeSerif.ttf", None),
    "free-italic": (TRUETYPE + "freefont/FreeSerifItalic.ttf", None),
    "free-sans": (TRUETYPE + "freefont/FreeSans.ttf", None),
    # For scanned sheets only: these outlines are not TrueType.
    "school": (OPENTYPE + "C059-Roman.otf", None),
    "palace": (OPENTYPE + "P052-Roman.otf", None),
    "book": (OPENTYPE + "URWBookman-Light.otf", None),
    "gothic": (OPENTYPE + "URWGothic-Book.otf", None),
    "hand": (OPENTYPE + "Z003-MediumItalic.otf", None),
}
BOLD = {"serif": "serif-bold", "sans": "sans-bold", "mono": "mono-bold", "dejavu": "dejavu-bold"}


@lru_cache(None)
def pil_font(face, pixels):
    return ImageFont.truetype(FACES[face][0], pixels, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(None)
def advance(face, character):
    return pil_font(face, 1000).getlength(character) / 1000


def measure(face, text, size):
    return sum(advance(face, c) for c in text) * size


# ---------------------------------------------------------------------------------------------------------------------
# Layout: a page of lines, each with its words in place (points, from below)
# ---------------------------------------------------------------------------------------------------------------------

Line = namedtuple("Line", "y size face words")  # words: [(x, text, width)]


def line_at(text, x, y, face="serif", size=11, align="left"):
    """One line; align names what `x` is: its left, its middle or its right."""
    if align != "left":
        x -= measure(face, text, size) / (2 if align == "centre" else 1)
    words, space = [], measure(face, " ", size)
    for chunk in text.split(" "):
        width = measure(face, chunk, size)
        if chunk:
            words.append((x, chunk, width))
        x += width + space
    return Line(y, size, face, words)


def letters_of(lines, rng=None, size=0.55, drift=0.0):
    """Every letter a line of its own, smaller than its place, and with `drift` not quite in it."""
    out = []
    for line in lines:
        for x, word, _ in line.words:
            for n, letter in enumerate(word):
                step = lambda: rng.uniform(-drift, drift) if drift else 0
                at = x + measure(line.face, word[:n], line.size) + step()
                out.append(Line(line.y + step(), line.size * (size + step() / 8), line.face, [(at, letter, 0)]))
    return out


def hyphen_cut(word, room, face, size):
    for cut in range(len(word) - 4, 2, -1):
        a, b = word[cut - 1], word[cut]
        if word[:cut + 1].isalpha() and a in "aeiouäöüéаеиоу" and b not in "aeiouyäöüéаеиоуьъй" \
                and measure(face, word[:cut] + "-", size) <= room:
            return cut
    return 0


def flow(items, box, face="serif", size=11, leading=1.32, justify=False, hyphens=False, indent=0, gap=0.55):
    """Paragraphs into `box` (left, top, right, bottom) until it is full. '# ' heading, '= ' centred, '| ' own lines."""
    left, top, right, bottom = box
    lines, y = [], top - size
    for item in items:
        kind, text = (item[0], item[2:]) if item[:2] in ("# ", "= ", "| ") else ("", item)
        if kind == "#":
            y -= size * 0.4
            if y < bottom:
                break
            lines.append(line_at(text, left, y, BOLD.get(face, face), size * 1.3))
            y -= size * 1.9
            continue
        if kind in ("=", "|"):
            for piece in text.split("\n"):
                if y >= bottom:
                    lines.append(line_at(piece, (left + right) / 2 if kind == "=" else left, y, face, size,
                                         "centre" if kind == "=" else "left"))
                y -= size * leading
            y -= size * gap
            continue
        space, pending, row, x = measure(face, " ", size), text.split(), [], left + indent
        while pending:
            word = pending[0]
            width = measure(face, word, size)
            last = False
            if row and x + width > right:
                cut = hyphen_cut(word, right - x, face, size) if hyphens and len(word) > 6 else 0
                if cut:
                    row.append((x, word[:cut] + "-", measure(face, word[:cut] + "-", size)))
                    pending[0] = word[cut:]
            else:
                row.append((x, word, width))
                x += width + space
                pending.pop(0)
                last = not pending
                if not last:
                    continue
            if y < bottom:
                return lines
            if justify and not last and len(row) > 1:
                stretch = (right - row[-1][0] - row[-1][2]) / (len(row) - 1)
                row = [(wx + n * stretch, w, ww) for n, (wx, w, ww) in enumerate(row)]
            lines.append(Line(y, size, face, row))
            row, x = [], left
            y -= size * leading
        y -= size * gap
    return lines


def columns(items, box, count=2, gutter=22, **style):
    """The paragraphs in columns, the text going on from one to the next: a list of lines for every column."""
    left, top, right, bottom = box
    width = (right - left - gutter * (count - 1)) / count
    tall = flow(items, (left, top, left + width, -1e6), **style)
    result, first = [], 0
    for n in range(count):
        rest = tall[first:]
        if not rest:
            result.append([])
            continue
        lift, over = top - rest[0].size - rest[0].y, n * (width + gutter)
        fits = [line for line in rest if line.y + lift >= bottom]
        result.append([line._replace(y=line.y + lift, words=[(x + over, w, a) for x, w, a in line.words]) for line in fits])
        first += len(fits)
    return result


def table(rows, stops, top, face="sans", size=9, step=1.5, right_from=99):
    """Rows of cells at x stops; cells from `right_from` on end at their stop."""
    lines = []
    for n, row in enumerate(rows):
        words = []
        for column, cell in enumerate(row):
            align = "right" if column >= right_from else "left"
            words += line_at(cell, stops[column], 0, face, size, align).words
        lines.append(Line(top - size - n * size * step, size, face, words))
    return lines


def words_of(lines):
    return [text for line in lines for _, text, _ in line.words]


def changed(lines, change):
    """The lines with every word passed through `change`; None drops a word."""
    return [line._replace(words=[(x, new, w) for x, text, w in line.words if (new := change(text))]) for line in lines]


# ---------------------------------------------------------------------------------------------------------------------
# Fonts
# ---------------------------------------------------------------------------------------------------------------------

def cmap_of(pairs, bits=16):
    """A ToUnicode stream of (code, text) pairs."""
    form = "%04X" if bits == 16 else "%02X"
    rows = [f"<{form % code}> <{text.encode('utf-16-be', 'surrogatepass').hex().upper()}>" for code, text in pairs]
    parts = [f"{len(rows[n:n + 100])} beginbfchar\n" + "\n".join(rows[n:n + 100]) + "\nendbfchar"
             for n in range(0, len(rows), 100)]
    top = "FFFF" if bits == 16 else "FF"
    return ("/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CIDSystemInfo << /Registry (Adobe) /Ordering "
            "(UCS) /Supplement 0 >> def /CMapName /Adobe-Identity-UCS def /CMapType 2 def 1 begincodespacerange "
            f"<{'0' * len(top)}> <{top}> endcodespacerange\n" + "\n".join(parts) +
            "\nendcmap CMapName currentdict /CMap defineresource pop end end").encode()


class StandardFont:
    """One of the fourteen fonts every viewer has; not embedded."""

    def __init__(self, doc, face):
        self.name = FACES[face][1] or "Helvetica"
        self.number = doc.add(f"<< /Type /Font /Subtype /Type1 /BaseFont /{self.name} /Encoding /WinAnsiEncoding >>")

    def width(self, text, size):
        return stringWidth(text, self.name, size)

    def show(self, text, remap=None, extra=0):
        return f"<{text.encode('cp1252', 'replace').hex()}>"

    def close(self, doc):
        pass


@lru_cache(None)
def font_file(face):
    ttf = TTFontFile(FACES[face][0])
    for tag in ("name", "OS/2"):  # A subset inside a PDF has no use for them.
        del ttf.table[tag]
    return ttf


class TrueFont:
    """An embedded subset whose codes, maps, glyphs and widths are ours to choose.

    simple: one-byte codes. unmapped: no ToUnicode. glyph: changes the drawn glyph of a code. alias: not embedded at all,
    under this name. A code stands for (glyph's character, text in the map, added width)."""

    def __init__(self, doc, face, simple=False, unmapped=False, glyph=None, alias=None):
        self.face, self.simple, self.unmapped, self.glyph, self.alias = face, simple, unmapped, glyph, alias
        self.codes = {}
        self.number = doc.reserve()
        self.descendant, self.descriptor, self.file, self.map, self.gids = (doc.reserve() for _ in range(5))

    def width(self, text, size):
        return measure(self.face, text, size)

    def show(self, text, remap=None, extra=0):
        out = ""
        for n, character in enumerate(text):
            mapped = remap(character) if remap else character
            key = (character, mapped, round(extra) if n == len(text) - 1 else 0)
            code = self.codes.setdefault(key, len(self.codes) + (33 if self.simple else 1))
            if self.simple and code > 255:
                raise SystemExit("too many characters for one-byte codes")
            out += f"{code:02x}" if self.simple else f"{code:04x}"
        return f"<{out}>"

    def close(self, doc):
        ttf, keys = font_file(self.face), list(self.codes)
        glyphs = [ord(self.glyph(key[0]) if self.glyph else key[0]) for key in keys]
        order, seen = [], {0: 0}
        for codepoint in glyphs:
            gid = ttf.charToGlyph.get(codepoint, 0)
            seen.setdefault(gid, len(seen))
            order.append(seen[gid])
        scale = 1000 / ttf.unitsPerEm
        widths = [round(ttf.hmetrics[ttf.charToGlyph.get(ord(key[0]), 0)][0] * scale) + key[2] for key in keys]
        bits = 8 if self.simple else 16
        pairs = [(code, key[1]) for key, code in self.codes.items() if key[1] is not None]
        doc.put_stream(self.map, "", cmap_of(pairs, bits))
        name = self.alias or "AAAAAA+" + FACES[self.face][0].rsplit("/", 1)[1][:-4]
        box = " ".join(str(round(v)) for v in ttf.bbox)
        doc.put(self.descriptor, f"<< /Type /FontDescriptor /FontName /{name} /Flags 4 /FontBBox [{box}] /ItalicAngle 0 "
                f"/Ascent {round(ttf.ascent)} /Descent {round(ttf.descent)} /CapHeight 700 /StemV 80"
                + ("" if self.alias else f" /FontFile2 {self.file} 0 R") + " >>")
        unicode_map = "" if self.unmapped else f" /ToUnicode {self.map} 0 R"
        if self.alias:
            doc.put(self.file, "null")
        elif self.simple:
            data = ttf.makeSubset([0xFFFE] * 33 + glyphs)
            doc.put_stream(self.file, f"/Length1 {len(data)}", data)
        else:
            data = ttf.makeSubset(glyphs)
            doc.put_stream(self.file, f"/Length1 {len(data)}", data)
        if self.simple:
            doc.put(self.number, f"<< /Type /Font /Subtype /TrueType /BaseFont /{name} /FirstChar 33 /LastChar "
                    f"{32 + len(keys)} /Widths [{' '.join(map(str, widths))}] /FontDescriptor {self.descriptor} 0 R"
                    f"{unicode_map} >>")
            doc.put(self.descendant, "null")
            doc.put(self.gids, "null")
        else:
            doc.put(self.number, f"<< /Type /Font /Subtype /Type0 /BaseFont /{name} /Encoding /Identity-H "
                    f"/DescendantFonts [{self.descendant} 0 R]{unicode_map} >>")
            doc.put(self.descendant, f"<< /Type /Font /Subtype /CIDFontType2 /BaseFont /{name} /CIDSystemInfo << /Registry "
                    f"(Adobe) /Ordering (Identity) /Supplement 0 >> /DW 500 /W [1 [{' '.join(map(str, widths))}]] "
                    f"/FontDescriptor {self.descriptor} 0 R"
                    + ("" if self.alias else f" /CIDToGIDMap {self.gids} 0 R") + " >>")
            doc.put_stream(self.gids, "", b"\0\0" + b"".join(gid.to_bytes(2, "big") for gid in order))


class GlyphlessFont:
    """The font that OCR programs hide their words in: every code is its character, no glyph draws, all are 500 wide."""

    def __init__(self, doc, face=None):
        data = font_file("dejavu").makeSubset([32])
        file = doc.stream(f"/Length1 {len(data)}", data)
        gids = doc.stream("", b"\0\1" * 65536)
        body = cmap_of([]).replace(b"\n\nendcmap", b"\n1 beginbfrange <0000> <FFFF> <0000> endbfrange\nendcmap")
        to_unicode = doc.stream("", body)
        descriptor = doc.add("<< /Type /FontDescriptor /FontName /GlyphLessFont /Flags 5 /FontBBox [0 0 500 1000] "
                             f"/ItalicAngle 0 /Ascent 1000 /Descent -1 /CapHeight 1000 /StemV 80 /FontFile2 {file} 0 R >>")
        descendant = doc.add("<< /Type /Font /Subtype /CIDFontType2 /BaseFont /GlyphLessFont /CIDSystemInfo << /Registry "
                             f"(Adobe) /Ordering (Identity) /Supplement 0 >> /DW 500 /FontDescriptor {descriptor} 0 R "
                             f"/CIDToGIDMap {gids} 0 R >>")
        self.number = doc.add("<< /Type /Font /Subtype /Type0 /BaseFont /GlyphLessFont /Encoding /Identity-H "
                              f"/DescendantFonts [{descendant} 0 R] /ToUnicode {to_unicode} 0 R >>")

    def width(self, text, size):
        return len(text) * size * 0.5

    def show(self, text, remap=None, extra=0):
        return f"<{text.encode('utf-16-be').hex()}>"

    def close(self, doc):
        pass


class FarFont:
    """Chinese, not embedded: every code is its character, and each is an em wide."""

    def __init__(self, doc, face=None):
        body = cmap_of([]).replace(b"\n\nendcmap", b"\n1 beginbfrange <0000> <FFFF> <0000> endbfrange\nendcmap")
        to_unicode = doc.stream("", body)
        descriptor = doc.add("<< /Type /FontDescriptor /FontName /FangSongOfNowhere /Flags 4 /FontBBox [0 -200 1000 900] "
                             "/ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 700 /StemV 80 >>")
        descendant = doc.add("<< /Type /Font /Subtype /CIDFontType2 /BaseFont /FangSongOfNowhere /CIDSystemInfo << /Registry "
                             f"(Adobe) /Ordering (Identity) /Supplement 0 >> /DW 1000 /FontDescriptor {descriptor} 0 R >>")
        self.number = doc.add("<< /Type /Font /Subtype /Type0 /BaseFont /FangSongOfNowhere /Encoding /Identity-H "
                              f"/DescendantFonts [{descendant} 0 R] /ToUnicode {to_unicode} 0 R >>")

    def show(self, text, remap=None, extra=0):
        return f"<{text.encode('utf-16-be').hex()}>"

    def close(self, doc):
        pass


class BitmapFont:
    """A Type 3 font of small bitmaps, as old typesetting programs wrote. `named`: glyph names tell the letters."""

    PIXELS = 64

    def __init__(self, doc, face, named=True, mapped=False):
        self.face, self.named, self.mapped, self.codes, self.number = face, named, mapped, {}, doc.reserve()

    def width(self, text, size):
        return measure(self.face, text, size)

    def show(self, text, remap=None, extra=0):
        return "<" + "".join(f"{self.codes.setdefault(c, len(self.codes) + 33):02x}" for c in text) + ">"

    def close(self, doc):
        p, procs, names, widths = self.PIXELS, [], [], []
        letters = {" ": "space", ".": "period", ",": "comma", "'": "quotesingle", "-": "hyphen", ":": "colon",
                   "(": "parenleft", ")": "parenright", ";": "semicolon"}
        digits = "zero one two three four five six seven eight nine".split()
        for character, code in self.codes.items():
            name = letters.get(character) or (digits[int(character)] if character.isdigit() else character)
            names.append("/" + (name if self.named else f"g{code}"))
            wide = max(1, math.ceil(advance(self.face, character) * p))
            image = Image.new("1", (wide, p * 3 // 2), 1)
            ImageDraw.Draw(image).text((0, p), character, font=pil_font(self.face, p), fill=0, anchor="ls")
            widths.append(round(advance(self.face, character) * p, 2))
            head = (f"{widths[-1]} 0 0 {-p // 2} {wide} {p} d1\nq {wide} 0 0 {p * 3 // 2} 0 {-p // 2} cm\nBI /W {wide} /H "
                    f"{p * 3 // 2} /BPC 1 /IM true ID ").encode()
            procs.append(f"{names[-1]} {doc.stream('', head + image.tobytes() + b' EI Q')} 0 R")
        pairs = [(code, character) for character, code in self.codes.items()]
        to_unicode = f" /ToUnicode {doc.stream('', cmap_of(pairs, 8))} 0 R" if self.mapped else ""
        doc.put(self.number, f"<< /Type /Font /Subtype /Type3 /FontBBox [0 {-p // 2} {p} {p}] /FontMatrix [{1 / p} 0 0 "
                f"{1 / p} 0 0] /Resources << >> /CharProcs << {' '.join(procs)} >> /Encoding << /Type /Encoding /Differences "
                f"[33 {' '.join(names)}] >> /FirstChar 33 /LastChar {32 + len(names)} /Widths "
                f"[{' '.join(map(str, widths))}]{to_unicode} >>")


@lru_cache(None)
def outline(face, character):
    """The glyph as a PDF path in thousandths, read from the TrueType file."""
    ttf = font_file(face)
    glyf, start = ttf.get_table("glyf"), ttf.glyphPos
    scale = 1000 / ttf.unitsPerEm

    def contours(gid):
        data = glyf[start[gid]:start[gid + 1]]
        if not data:
            return []
        count, = unpack(">h", data[:2])
        if count < 0:
            found, at, more = [], 10, True
            while more:
                flags, part = unpack(">HH", data[at:at + 4])
                dx, dy = unpack(">hh", data[at + 4:at + 8]) if flags & 1 else unpack(">bb", data[at + 4:at + 6])
                at += (8 if flags & 1 else 6) + (2 if flags & 8 else 4 if flags & 64 else 8 if flags & 128 else 0)
                found += [[(x + dx, y + dy, on) for x, y, on in c] for c in contours(part)]
                more = flags & 32
            return found
        ends = unpack(f">{count}H", data[10:10 + 2 * count])
        at = 10 + 2 * count
        at += 2 + unpack(">H", data[at:at + 2])[0]
        flags = []
        while len(flags) <= ends[-1]:
            flag, at = data[at], at + 1
            repeat = 1
            if flag & 8:
                repeat, at = data[at] + 1, at + 1
            flags += [flag] * repeat
        axes = []
        for short, same in ((2, 16), (4, 32)):
            value, values = 0, []
            for flag in flags:
                if flag & short:
                    value, at = value + (data[at] if flag & same else -data[at]), at + 1
                elif not flag & same:
                    value, at = value + unpack(">h", data[at:at + 2])[0], at + 2
                values.append(value)
            axes.append(values)
        points = list(zip(axes[0], axes[1], [f & 1 for f in flags]))
        return [points[a:b + 1] for a, b in zip([0] + [e + 1 for e in ends[:-1]], ends)]

    path = []
    for contour in contours(ttf.charToGlyph.get(ord(character), 0)):
        full = []
        for (x, y, on), (nx, ny, n_on) in zip(contour, contour[1:] + contour[:1]):
            full.append((x * scale, y * scale, on))
            if not on and not n_on:
                full.append(((x + nx) / 2 * scale, (y + ny) / 2 * scale, 1))
        first = next((n for n, point in enumerate(full) if point[2]), 0)
        full = full[first:] + full[:first + 1]
        px, py, _ = full[0]
        path.append(f"{px:.0f} {py:.0f} m")
        control = None
        for x, y, on in full[1:]:
            if not on:
                control = (x, y)
            elif control:
                cx, cy = control
                path.append(f"{(px + 2 * cx) / 3:.0f} {(py + 2 * cy) / 3:.0f} {(x + 2 * cx) / 3:.0f} {(y + 2 * cy) / 3:.0f} "
                            f"{x:.0f} {y:.0f} c")
                px, py, control = x, y, None
            else:
                path.append(f"{x:.0f} {y:.0f} l")
                px, py = x, y
        path.append("h")
    return " ".join(path)


# ---------------------------------------------------------------------------------------------------------------------
# The writer
# ---------------------------------------------------------------------------------------------------------------------

class Doc:
    def __init__(self, name):
        self.name, self.bodies, self.pages, self.fonts, self.fields = name, [], [], {}, []
        self.catalog, self.tree = self.reserve(), self.reserve()

    def reserve(self):
        self.bodies.append(b"null")
        return len(self.bodies)

    def put(self, number, body):
        self.bodies[number - 1] = body if isinstance(body, bytes) else body.encode("latin-1")

    def put_stream(self, number, entries, data):
        if "/Filter" not in entries:
            data, entries = zlib.compress(data, 9), entries + " /Filter /FlateDecode"
        self.put(number, f"<< {entries} /Length {len(data)} >>\nstream\n".encode() + data + b"\nendstream")

    def add(self, body):
        number = self.reserve()
        self.put(number, body)
        return number

    def stream(self, entries, data):
        number = self.reserve()
        self.put_stream(number, entries, data)
        return number

    def font(self, kind, face, tag="", **options):
        """kind: standard, true, glyphless, bitmap. `tag` keeps fonts of one face apart."""
        key = (kind, face if kind != "glyphless" else "", tag)
        if key not in self.fonts:
            make = {"standard": StandardFont, "true": TrueFont, "glyphless": GlyphlessFont, "bitmap": BitmapFont,
                    "far": FarFont}[kind]
            self.fonts[key] = make(self, face, **options)
        return self.fonts[key]

    def page(self, verdict, layer, note, size=A4, rotate=0):
        page = Page(self, verdict, layer, note, size, rotate)
        self.pages.append(page)
        return page

    def image(self, image, how="g4", mask=False):
        """how: g4, jpeg<quality>, flate4."""
        if how == "g4":
            entries, data = g4(image)
            if not mask:
                entries = "/ColorSpace /DeviceGray /BitsPerComponent 1 " + entries
            else:
                entries = "/ImageMask true /BitsPerComponent 1 " + entries
        elif how == "flate4":
            grey = np.asarray(image.convert("L"), dtype=np.uint16)
            levels = np.minimum(15, (grey * 10 + 78) // 156).astype(np.uint8)
            if levels.shape[1] % 2:
                levels = np.pad(levels, ((0, 0), (0, 1)))
            data = zlib.compress((levels[:, ::2] << 4 | levels[:, 1::2]).tobytes(), 9)
            entries = "/ColorSpace /DeviceGray /BitsPerComponent 4 /Filter /FlateDecode"
        else:
            buffer = io.BytesIO()
            image.save(buffer, "JPEG", quality=int(how[4:]), optimize=True)
            data = buffer.getvalue()
            space = "/DeviceRGB" if image.mode == "RGB" else "/DeviceGray"
            entries = f"/ColorSpace {space} /BitsPerComponent 8 /Filter /DCTDecode"
        return self.stream(f"/Type /XObject /Subtype /Image /Width {image.width} /Height {image.height} {entries}", data)

    def bytes(self):
        kids = [page.close() for page in self.pages]
        for font in self.fonts.values():
            font.close(self)
        forms = ""
        if self.fields:
            refs = " ".join(f"{n} 0 R" for n in self.fields)
            helvetica = self.add("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>")
            forms = f" /AcroForm << /Fields [{refs}] /DA (/Helv 10 Tf 0 g) /DR << /Font << /Helv {helvetica} 0 R >> >> >>"
        self.put(self.catalog, f"<< /Type /Catalog /Pages {self.tree} 0 R{forms} >>")
        self.put(self.tree, f"<< /Type /Pages /Count {len(kids)} /Kids [{' '.join(f'{k} 0 R' for k in kids)}] >>")
        out, offsets = bytearray(b"%PDF-1.6\n%\xe2\xe3\xcf\xd3\n"), []
        for number, body in enumerate(self.bodies, 1):
            offsets.append(len(out))
            out += f"{number} 0 obj\n".encode() + body + b"\nendobj\n"
        start = len(out)
        out += f"xref\n0 {len(offsets) + 1}\n0000000000 65535 f \n".encode()
        out += b"".join(f"{offset:010} 00000 n \n".encode() for offset in offsets)
        out += (f"trailer\n<< /Size {len(offsets) + 1} /Root {self.catalog} 0 R >>\nstartxref\n{start}\n%%EOF\n").encode()
        return bytes(out)


class Page:
    """One page: drawing operators, and `seen`, the words a reader sees on it."""

    def __init__(self, doc, verdict, layer, note, size, rotate):
        self.doc, self.verdict, self.layer, self.note, self.size, self.rotate = doc, verdict, layer, note, size, rotate
        self.ops, self.used, self.images, self.notes, self.seen = [], {}, {}, [], []
        self.rng = random.Random(f"{doc.name} {len(doc.pages) + 1}")

    def op(self, text):
        self.ops.append(text)

    def text(self, lines, kind="standard", tag="", how="line", mode=0, remap=None, grey=None, skew=0, seen=True, size=1,
             **options):
        """Draws the words; `grey` may be an operator. how: line (spaces inside), words (placed one by one), letters, fit (each
        word as wide as the one seen), fit+ (the same and a space), joined (no gap is left between words)."""
        if kind == "standard" and mode == 0 and any(not FACES[line.face][1] for line in lines):
            raise SystemExit("no standard font has the widths of this face")
        self.op("q")
        if grey is not None:
            self.op(f"{grey} g" if isinstance(grey, (int, float)) else grey)
        if skew:
            self.op(turn(skew, *self.size))
        self.op(f"BT {mode} Tr")
        for line in lines:
            font = self.doc.font(kind, line.face, tag, **options)
            name = f"F{font.number}"
            self.used[name] = font.number
            points = line.size * size
            self.op(f"/{name} {points:.2f} Tf")
            show = lambda word, extra=0: font.show(word, remap, extra)
            if how == "line" and line.words:
                x, parts = line.words[0][0], []
                for n, (wx, word, _) in enumerate(line.words):
                    if n:
                        parts.append(f"{-(wx - x) / points * 1000:.0f}")
                    parts.append(show(word + (" " if n + 1 < len(line.words) else "")))
                    x = wx + font.width(word + " ", points)
                self.op(f"1 0 0 1 {line.words[0][0]:.2f} {line.y:.2f} Tm [{' '.join(parts)}] TJ")
            elif how == "letters":
                for wx, word, _ in line.words:
                    for n, character in enumerate(word):
                        x = wx + measure(line.face, word[:n], line.size)
                        self.op(f"1 0 0 1 {x:.2f} {line.y:.2f} Tm {show(character)} Tj")
            elif how == "joined":
                for n, (wx, word, width) in enumerate(line.words):
                    gap = line.words[n + 1][0] - wx - width if n + 1 < len(line.words) else 0
                    if isinstance(font, TrueFont):
                        self.op(f"1 0 0 1 {wx:.2f} {line.y:.2f} Tm {show(word, gap / points * 1000)} Tj")
                    else:
                        self.op(f"{(width + gap) / font.width(word, points) * 100:.1f} Tz 1 0 0 1 {wx:.2f} {line.y:.2f} Tm "
                                f"{show(word)} Tj")
            elif how in ("fit", "fit+"):
                for wx, word, width in line.words:
                    stretch = width / max(0.1, font.width(word, points)) * 100
                    shown = show(word + (" " if how == "fit+" else ""))
                    self.op(f"{stretch:.1f} Tz 1 0 0 1 {wx:.2f} {line.y:.2f} Tm {shown} Tj")
            else:
                for wx, word, _ in line.words:
                    self.op(f"1 0 0 1 {wx:.2f} {line.y:.2f} Tm {show(word)} Tj")
        self.op("ET Q")
        if seen and mode == 0:
            self.seen += words_of(lines)

    def outlined(self, lines, paint="f"):
        for line in lines:
            for wx, word, _ in line.words:
                for character in word:
                    path = outline(line.face, character)
                    if path:
                        scale = f"{line.size / 1000:.5f}"
                        self.op(f"q {scale} 0 0 {scale} {wx:.2f} {line.y:.2f} cm {path} {paint} Q")
                    wx += measure(line.face, character, line.size)
        self.seen += words_of(lines)

    def reversed_text(self, lines):
        """Drawn as it should be, each letter by itself; the map gives the letters of each word in reverse order."""
        pairs = {(c, d): d for line in lines for _, word, _ in line.words for c, d in zip(word, word[::-1])}
        font = self.doc.font("true", lines[0].face, "reversed")
        self.used[f"F{font.number}"] = font.number
        self.op("BT")
        for line in lines:
            self.op(f"/F{font.number} {line.size} Tf")
            for x, word, _ in line.words:
                shown = "".join(font.show(c, lambda _, d=d: pairs[c, d])[1:-1] for c, d in zip(word, word[::-1]))
                self.op(f"1 0 0 1 {x:.2f} {line.y:.2f} Tm <{shown}> Tj")
        self.op("ET")
        self.seen += words_of(lines)

    def ideographs(self, lines, size):
        """(x, y, text): Chinese in a font that is not embedded and that no machine has."""
        font = self.doc.font("far", "serif")
        self.used[f"F{font.number}"] = font.number
        self.op("BT")
        for x, y, text in lines:
            self.op(f"/F{font.number} {size} Tf 1 0 0 1 {x:.2f} {y:.2f} Tm {font.show(text)} Tj")
            self.seen.append(text)
        self.op("ET")

    def image(self, image, how="g4", box=None, mask=False):
        """box: (left, bottom, width, height); the whole page without it."""
        number = self.doc.image(image, how, mask)
        self.images[f"Im{number}"] = number
        x, y, w, h = box or (0, 0, *self.size)
        self.op(f"q {w:.2f} 0 0 {h:.2f} {x:.2f} {y:.2f} cm /Im{number} Do Q")

    def scan(self, lines, *, dpi=150, how="g4", box=None, turned=0, seen=True, **look):
        """A scanned sheet of the lines as the page's image. `turned`: degrees the sheet lies on the glass."""
        size = self.size if turned % 180 == 0 else self.size[::-1]
        sheet = weathered(raster(size, lines, dpi, self.rng, **{k: look.pop(k) for k in ("typed", "draw") if k in look}),
                          self.rng, dpi=dpi, **look)
        self.image(sheet.rotate(turned, expand=True), how, box)
        if seen:
            self.seen += words_of(lines)

    def annotate(self, subtype, box, lines, entries="", field=False, frame=""):
        """A widget or annotation whose words are only in its appearance stream."""
        left, bottom, width, height = box
        used, ops, self.used, self.ops = self.used, self.ops, {}, []
        if frame:
            self.op(frame)
        self.text(changed(lines, str), "standard")
        fonts = " ".join(f"/{name} {number} 0 R" for name, number in sorted(self.used.items()))
        form = self.doc.stream(f"/Type /XObject /Subtype /Form /BBox [0 0 {width} {height}] /Resources << /Font << {fonts} "
                               ">> >>", "\n".join(self.ops).encode())
        self.used, self.ops = used, ops
        number = self.doc.add(f"<< /Type /Annot /Subtype /{subtype} /Rect [{left} {bottom} {left + width} {bottom + height}] "
                              f"/F 4 /AP << /N {form} 0 R >> {entries} >>")
        self.notes.append(number)
        if field:
            self.doc.fields.append(number)

    def close(self):
        content = self.doc.stream("", "\n".join(self.ops).encode("latin-1"))
        fonts = " ".join(f"/{name} {number} 0 R" for name, number in self.used.items())
        images = " ".join(f"/{name} {number} 0 R" for name, number in self.images.items())
        notes = f" /Annots [{' '.join(f'{n} 0 R' for n in self.notes)}]" if self.notes else ""
        turned = f" /Rotate {self.rotate}" if self.rotate else ""
        return self.doc.add(f"<< /Type /Page /Parent {self.doc.tree} 0 R /MediaBox [0 0 {self.size[0]} {self.size[1]}]{turned} "
                            f"/Resources << /Font << {fonts} >> /XObject << {images} >> /ExtGState << /Clear << /ca 0 >> >> >> "
                            f"/Contents {content} 0 R{notes} >>")


def turn(degrees, width, height):
    """The operator that turns what follows about the middle of the page, as PIL's rotate turns the image."""
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    x, y = width / 2, height / 2
    return f"{c:.6f} {s:.6f} {-s:.6f} {c:.6f} {x - c * x + s * y:.3f} {y - s * x - c * y:.3f} cm"


def pdf_string(text):
    return "<" + (b"\xfe\xff" + text.encode("utf-16-be")).hex().upper() + ">"


# ---------------------------------------------------------------------------------------------------------------------
# Scanned sheets and photographs
# ---------------------------------------------------------------------------------------------------------------------

def g4(image, threshold=128):
    """Entries and data: one bit a dot, CCITT group 4, one strip."""
    bilevel = image if image.mode == "1" else image.convert("L").point([255 * (v > threshold) for v in range(256)]).convert(
        "1", dither=Image.Dither.NONE)
    buffer = io.BytesIO()
    TiffImagePlugin.STRIP_SIZE = image.width * image.height
    bilevel.save(buffer, "TIFF", compression="group4")
    data = buffer.getvalue()
    with Image.open(io.BytesIO(data)) as tiff:
        (offset,), (length,), photometric = tiff.tag_v2[273], tiff.tag_v2[279], tiff.tag_v2[262]
    black = "true" if photometric == 1 else "false"
    return (f"/Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns {image.width} /Rows {image.height} /BlackIs1 {black} >>",
            data[offset:offset + length])


def raster(size, lines, dpi, rng, typed=False, draw=None):
    """Black ink on white: the words, and what `draw(pen, scale)` adds. `typed`: every key strikes a little off."""
    width, height = (round(side * dpi / 72) for side in size)
    sheet = Image.new("L", (width, height), 255)
    pen, scale = ImageDraw.Draw(sheet), dpi / 72
    for line in lines:
        font = pil_font(line.face, max(4, round(line.size * scale)))
        for x, word, _ in line.words:
            if not typed:
                pen.text((x * scale, height - line.y * scale), word, font=font, fill=0, anchor="ls")
                continue
            for character in word:
                pen.text((x * scale + rng.uniform(-0.3, 0.3) * scale, height - (line.y + rng.uniform(-0.35, 0.35)) * scale),
                         character, font=font, fill=rng.randint(0, 70), anchor="ls")
                x += measure(line.face, character, line.size)
    if draw:
        draw(pen, scale)
    return sheet


def clouds(width, height, seed, cells=6, octaves=4, fade=0.55):
    """A soft random map between 0 and 1."""
    rng, total, weight = np.random.default_rng(seed), np.zeros((height, width)), 1.0
    for _ in range(octaves):
        rows = max(2, round(cells * height / max(width, height)))
        cols = max(2, round(cells * width / max(width, height)))
        small = Image.fromarray((rng.random((rows, cols)) * 255).astype(np.uint8))
        total += weight * np.asarray(small.resize((width, height), Image.Resampling.BICUBIC)) / 255
        cells, weight = cells * 2, weight * fade
    total -= total.min()
    return total / total.max()


def weathered(sheet, rng, *, dpi, skew=0, blur=0.0, noise=0, shade=0, edge=0, dust=0, paper=255, ink=0, tint=None, weak=0):
    """Ink on white becomes a sheet on the glass: paper tone, uneven light, dark edge, grain, specks, a slight turn."""
    if skew:
        sheet = sheet.rotate(skew, Image.Resampling.BICUBIC, fillcolor=255)
    if blur:
        sheet = sheet.filter(ImageFilter.GaussianBlur(blur * dpi / 150))
    width, height = sheet.size
    if (paper, ink, noise, shade, edge, tint, weak) != (255, 0, 0, 0, 0, None, 0):
        seed = rng.randrange(1 << 30)
        tone = np.full((height, width), float(paper))
        if shade:
            tone -= clouds(width, height, seed, 4, 2) * shade
        cover = 1 - np.asarray(sheet) / 255
        if weak:
            cover = cover * (1 - weak * clouds(width, height, seed + 1, 8, 3))
        tone = tone * (1 - cover) + ink * cover
        if edge:
            across = np.clip(1 - np.arange(width) / (dpi * 0.35), 0, 1) ** 2
            tone -= across * edge
            tone -= (np.clip(1 - np.arange(height)[::-1] / (dpi * 0.12), 0, 1) ** 2 * edge * 0.7)[:, None]
        if noise:
            tone += np.random.default_rng(seed + 2).normal(0, noise, tone.shape)
        sheet = Image.fromarray(np.clip(tone, 0, 255).astype(np.uint8))
        if tint:
            bands = [sheet.point([min(255, round(v * t)) for v in range(256)]) for t in tint]
            sheet = Image.merge("RGB", bands)
    if dust:
        pen = ImageDraw.Draw(sheet)
        for _ in range(dust):
            x, y, r = rng.randrange(width), rng.randrange(height), rng.choice((0.4, 0.5, 0.5, 1, 1.6)) * dpi / 150
            dark = rng.randint(10, 90)
            pen.ellipse((x - r, y - r, x + r, y + r), fill=dark if sheet.mode == "L" else (dark,) * 3)
    return sheet


def photo(width, height, seed, kind):
    """Something like a photograph; there is not a letter in it."""
    yy, xx = np.mgrid[0:height, 0:width] / max(width, height)
    rng = np.random.default_rng(seed)
    if kind == "hills":
        tone = 235 - 60 * yy / yy.max()
        for n in range(6):
            ridge = yy.max() * (0.3 + 0.12 * n) + 0.06 * np.sin(xx * (5 + 3 * n) + rng.random() * 9) \
                + 0.05 * (clouds(width, height, seed + n, 8)[:1] - 0.5)
            tone = np.where(yy > ridge, 190 - 30 * n + 25 * clouds(width, height, seed + 20 + n, 30), tone)
    elif kind == "portrait":
        tone = 120 + 70 * clouds(width, height, seed, 3)
        cx, cy = xx.max() / 2, yy.max() * 0.4
        body = ((xx - cx) / 0.34) ** 2 + ((yy - yy.max() * 1.05) / 0.42) ** 2 < 1
        tone = np.where(body, 45 + 30 * clouds(width, height, seed + 1, 20), tone)
        head = ((xx - cx) / 0.15) ** 2 + ((yy - cy) / 0.2) ** 2
        tone = np.where(head < 1, 225 - 70 * head - 60 * (xx - cx), tone)
        tone = np.where((head < 1.15) & (yy < cy - 0.09), 40, tone)
        for side in (-0.055, 0.055):
            eye = ((xx - cx - side) / 0.025) ** 2 + ((yy - cy + 0.01) / 0.011) ** 2
            tone = np.where(eye < 1, 50, tone)
        tone = np.where(((xx - cx) / 0.05) ** 2 + ((yy - cy - 0.1) / 0.01) ** 2 < 1, 110, tone)
    elif kind == "water":
        tone = 130 + 60 * np.sin(60 * yy ** 1.6 + 6 * clouds(width, height, seed, 6)) * (yy / yy.max()) \
            + 40 * clouds(width, height, seed + 1, 40)
    elif kind == "crowd":
        tone = 150 + 60 * clouds(width, height, seed, 10)
        for _ in range(160):
            x, y, r = rng.random() * xx.max(), yy.max() * (0.35 + 0.65 * rng.random()), 0.012 + 0.02 * rng.random()
            shade = rng.integers(20, 235)
            tone = np.where(((xx - x) / r) ** 2 + ((yy - y) / (r * 1.3)) ** 2 < 1, shade, tone)
            tone = np.where((np.abs(xx - x) < r * 1.5) & (yy > y + r * 1.3) & (yy < y + r * 5), 255 - shade, tone)
    elif kind == "contrast":
        tone = np.where(clouds(width, height, seed, 7, 5) > 0.52, 245.0, 12.0)
    elif kind == "houses":
        tone = 225 - 50 * yy / yy.max() + 15 * clouds(width, height, seed, 9)
        x = 0.0
        while x < xx.max():
            w, top, shade = 0.06 + 0.09 * rng.random(), yy.max() * (0.3 + 0.3 * rng.random()), rng.integers(50, 170)
            tone = np.where((xx >= x) & (xx < x + w) & (yy > top), shade + 20 * clouds(width, height, seed + 2, 50), tone)
            panes = ((xx - x) % 0.028 > 0.012) & ((yy - top) % 0.045 > 0.022)
            tone = np.where((xx >= x + 0.006) & (xx < x + w - 0.01) & (yy > top + 0.02) & panes, shade * 0.45, tone)
            x += w
    else:
        tone = 40 + 190 * clouds(width, height, seed, 12, 6, 0.8)
    tone = tone + rng.normal(0, 5, tone.shape)
    return Image.fromarray(np.clip(tone, 0, 255).astype(np.uint8)).filter(ImageFilter.GaussianBlur(0.7))


# ---------------------------------------------------------------------------------------------------------------------
# What an earlier OCR makes of words
# ---------------------------------------------------------------------------------------------------------------------

SLIPS = [("rn", "m"), ("cl", "d"), ("m", "rn"), ("l", "1"), ("h", "b"), ("e", "c"), ("i", "l"), ("u", "n"), ("n", "u"),
         ("t", "f"), ("s", "5"), ("o", "0"), ("и", "н"), ("н", "п"), ("о", "с"), ("т", "г"), ("α", "ο"), ("ν", "υ"), ("ι", "ί")]
SYMBOLS = "~^|}{»«•¬§*#=<>\\_"


def slip(word, rng):
    choices = [pair for pair in SLIPS if pair[0] in word]
    if not choices:
        return word + rng.choice(".,'")
    old, new = rng.choice(choices)
    return word.replace(old, new, 1)


def damaged(word, rng, share=0.45, symbols=0.3):
    """Random letters and signs in place of a share of the word's letters, at least one."""
    spots = [n for n in range(len(word)) if rng.random() < share] or [rng.randrange(len(word))]
    letters = list(word)
    for n in spots:
        letters[n] = rng.choice(SYMBOLS) if rng.random() < symbols else rng.choice("aceijlnrstuvxzIJTVl10")
    return "".join(letters)


def read(lines, rng, rate, hurt):
    """The lines as an OCR read them: `hurt(word, rng)` for a share of the words."""
    return changed(lines, lambda word: hurt(word, rng) if rng.random() < rate else word)


def soup(rng):
    return "".join(rng.choice(SYMBOLS + ".,:;-'\"lI1iJj!/()tfr") for _ in range(rng.randint(1, 6)))


# Russian and Greek as a Latin OCR sees them, and Latin letters that look like theirs.
AS_LATIN = dict(zip("абвгдежзийклмнопрстуфхцчшщъыьэюяАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЭЮЯё",
                    "a6BrAeK3uHkAMHonpcTyqxU4wwbbIb3IORA6BrAEK3UNKJIMHOnPCTYOXUHWW3IOR"))
AS_LATIN |= dict(zip("αβγδεζηθικλμνξοπρςστυφχψωΑΔΛΠΣΘΟΚ", "aBy8eCn0iKApvEonpcotuqxww AAnEOOK"))
CYRILLIC = dict(zip("aeopcxyijsABCEHKMOPTX", "аеорсхуіјѕАВСЕНКМОРТХ"))
CYRILLIC_ALL = CYRILLIC | dict(zip("bdfghklmnqrtuvwz", "Ьԁғɡһкӏмпԛгтцѵԝʐ"))
GREEK = dict(zip("aoviuptknywxABEHIKMNOPTXYZ", "αονιυρτκηγωχΑΒΕΗΙΚΜΝΟΡΤΧΥΖ"))


def as_latin(word, rng=None):
    plain = unicodedata.normalize("NFD", word)
    return "".join(AS_LATIN.get(c, c) for c in plain if not unicodedata.combining(c)).replace(" ", "")


# ---------------------------------------------------------------------------------------------------------------------
# Right to left
# ---------------------------------------------------------------------------------------------------------------------

@lru_cache(None)
def arabic_forms():
    forms = {}
    for code in range(0xFE80, 0xFEFD):
        kind, *base = unicodedata.decomposition(chr(code)).split() or [""]
        forms[kind, "".join(chr(int(b, 16)) for b in base)] = chr(code)
    return forms


def shaped(word, forms=None):
    """An Arabic word in presentation forms, in reading order."""
    forms, out = forms or arabic_forms(), []
    letters = re.findall("\u0644[\u0622\u0623\u0625\u0627]|.", word)
    for n, letter in enumerate(letters):
        before = n > 0 and ("<initial>", letters[n - 1]) in forms
        after = n + 1 < len(letters) and ("<final>", letters[n + 1]) in forms and ("<initial>", letter) in forms
        kind = "<medial>" if before and after else "<final>" if before else "<initial>" if after else "<isolated>"
        out.append(forms.get((kind, letter)) or forms.get(("<isolated>", letter)) or letter)
    return "".join(out)


PERSIAN_FORMS = {"پ": 0xFB56, "چ": 0xFB7A, "ژ": 0xFB8A, "ک": 0xFB8E, "گ": 0xFB92, "ی": 0xFBFC}


def shaped_persian(text):
    """Words in presentation forms, in reading order, with the letters that Arabic lacks."""
    return " ".join(_shaped_persian(word) for word in text.split(" "))


def _shaped_persian(word):
    forms = dict(arabic_forms())
    for letter, code in PERSIAN_FORMS.items():
        names = ("<isolated>", "<final>") if letter == "ژ" else ("<isolated>", "<final>", "<initial>", "<medial>")
        forms |= {(name, letter): chr(code + n) for n, name in enumerate(names)}
    return shaped(word, forms)


def right_to_left(text, right, y, face, size, shape=False):
    """A line set from the right; the words' characters stand in the order in which they are drawn."""
    words, x, space = [], right, measure(face, " ", size)
    for word in text.split():
        drawn = (shaped(word) if shape else word)[::-1]
        width = measure(face, drawn, size)
        x -= width
        words.append((x, drawn, width))
        x -= space
    return Line(y, size, face, words[::-1])
