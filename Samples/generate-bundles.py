#!/usr/bin/python3
"""Makes Samples/bundles/: a small sample of every form of bundle that docsearch reads, and expected.json.

    /usr/bin/python3 Samples/generate-bundles.py            write bundles/ and bundles/expected.json
    /usr/bin/python3 Samples/generate-bundles.py --check    compare with what lies there, and with docs/bundle-formats.md

Needs what generate.py needs, and python3-cryptography for the zip that is locked with AES. Dates, zip entry times and
boundaries are fixed, so a second run writes the same bytes. Each sample has words that are in no other.
All texts, names and places are ours and invented.
"""

import base64
import gzip
import hashlib
import html
import io
import json
import re
import struct
import sys
import zipfile
import zlib
from pathlib import Path
from urllib.parse import quote
from xml.sax.saxutils import escape, quoteattr

from PIL import Image, ImageDraw, ImageFont

sys.dont_write_bytecode = True
from generate import FONTS, g4, json_bytes, pdf_string, scan_pdf, text_pdf, yiana, zip_bytes

HERE = Path(__file__).resolve().parent
BUNDLES = HERE / "bundles"
PAGE = HERE.parent / "docs/bundle-formats.md"
PASSWORD = "aldermere1931"
SECRET = "hunter2-must-not-be-kept"
DPI = 200

# ---------------------------------------------------------------------------------------------------------------------
# Pages
# ---------------------------------------------------------------------------------------------------------------------


class Card:
    """A printed card: an image, and where its words are. A word with a soft hyphen may be divided there, and then its
    first half ends a line."""

    width, height = round(110 / 25.4 * DPI), round(80 / 25.4 * DPI)

    def __init__(self, text):
        face = ImageFont.truetype(str(FONTS / "dejavu/DejaVuSerif.ttf"), round(13 / 72 * DPI))
        self.image = Image.new("L", (self.width, self.height), 255)
        pen = ImageDraw.Draw(self.image)
        margin, leading, blank = 40, 56, face.getlength(" ")
        self.lines = [[]]
        x, y = margin, margin
        for word in text.split():
            parts = word.split("\u00ad")
            whole, first = "".join(parts), None
            if x + face.getlength(whole) > self.width - margin:
                if len(parts) == 2 and x + face.getlength(parts[0] + "-") <= self.width - margin:
                    first = parts[0]
                    self._set(pen, face, x, y, first + "-", {"half": 1, "whole": whole, "part": first})
                x, y = margin, y + leading
                self.lines.append([])
            shown = parts[1] if first else whole
            self._set(pen, face, x, y, shown, {"half": 2, "whole": whole, "part": shown} if first else {})
            x += face.getlength(shown) + blank
        if "\u00ad" in text and not any("half" in word for word in self.words):
            raise SystemExit(f"the word falls on no line's end: {text}")
        if y + leading > self.height:
            raise SystemExit(f"the card overflows: {text}")

    def _set(self, pen, face, x, y, shown, more):
        pen.text((x, y), shown, font=face, fill=0)
        left, top, right, bottom = pen.textbbox((x, y), shown, font=face)
        self.lines[-1].append({"text": shown, "box": tuple(round(side) for side in (left, top, right, bottom)), **more})

    @property
    def text(self):
        """As a reader would write it down: divided words are whole."""
        return "\n".join(" ".join(word.get("whole", word["text"]) for word in line if word.get("half") != 2)
                         for line in self.lines)

    @property
    def words(self):
        return [word for line in self.lines for word in line]

    def encoded(self, form):
        buffer = io.BytesIO()
        if form == "JPEG on its side":
            # As a camera writes it that was held upright: the first row is the right side of the picture.
            exif = Image.Exif()
            exif[0x0112] = 6
            self.image.transpose(Image.Transpose.ROTATE_90).save(
                buffer, "JPEG", quality=35, optimize=True, dpi=(DPI, DPI), exif=exif.tobytes())
            return buffer.getvalue()
        if form == "JPEG":
            self.image.save(buffer, form, quality=35, optimize=True, dpi=(DPI, DPI))
        elif form == "PNG":
            bilevel(self.image).save(buffer, form, optimize=True, dpi=(DPI, DPI))
        else:
            self.image.save(buffer, form, quality_mode="rates", quality_layers=[24])
        return buffer.getvalue()


def bilevel(image):
    return image.point([255 if v > 150 else 0 for v in range(256)]).convert("1", dither=Image.Dither.NONE)


def tiff(cards):
    buffer = io.BytesIO()
    first, *rest = [bilevel(card.image) for card in cards]
    first.save(buffer, "TIFF", compression="group4", save_all=True, append_images=rest, dpi=(DPI, DPI))
    return buffer.getvalue()


def scan(cards, **info):
    """A PDF of images alone."""
    return scan_pdf([(card.image, g4(card.image)) for card in cards], DPI, info)


def sheet(pages, **info):
    """A small PDF with a text layer, in a font that every reader has."""
    objects = [b"<< /Type /Catalog /Pages 2 0 R >>", b"",
               b"<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman /Encoding /WinAnsiEncoding >>"]
    kids = []
    for text in pages:
        lines, line = [], ""
        for word in text.split():
            if len(line) + len(word) > 56:
                lines.append(line)
                line = ""
            line = f"{line} {word}" if line else word
        lines.append(line)
        shown = "".join("<" + line.encode("cp1252").hex() + "> Tj T*\n" for line in lines)
        stream = f"BT /F1 12 Tf 16 TL 48 360 Td\n{shown}ET".encode()
        objects.append(f"<< /Length {len(stream)} >>\nstream\n".encode() + stream + b"\nendstream")
        objects.append((f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 420 420] /Resources << /Font << /F1 3 0 R >> >> "
                        f"/Contents {len(objects)} 0 R >>").encode())
        kids.append(f"{len(objects)} 0 R")
    objects[1] = f"<< /Type /Pages /Count {len(kids)} /Kids [{' '.join(kids)}] >>".encode()
    entries = " ".join(f"/{key} " + (f"({value})" if key.endswith("Date") else pdf_string(value))
                       for key, value in info.items())
    objects.append(f"<< {entries} >>".encode())
    out = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
    offsets = []
    for number, body in enumerate(objects, 1):
        offsets.append(len(out))
        out += f"{number} 0 obj\n".encode() + body + b"\nendobj\n"
    start = len(out)
    out += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode()
    out += b"".join(f"{offset:010} 00000 n \n".encode() for offset in offsets)
    out += (f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R /Info {len(objects)} 0 R >>\n"
            f"startxref\n{start}\n%%EOF\n").encode()
    return bytes(out)


# ---------------------------------------------------------------------------------------------------------------------
# Texts with places
# ---------------------------------------------------------------------------------------------------------------------

XML = '<?xml version="1.0" encoding="UTF-8"?>\n'


def alto(card, number, *, unit="pixel"):
    """ALTO 3. In tenths of a millimetre the numbers say how large the page is."""
    scale = 254 / DPI if unit == "mm10" else 1

    def place(left, top, right, bottom):
        numbers = (left, top, right - left, bottom - top)
        return 'HPOS="{}" VPOS="{}" WIDTH="{}" HEIGHT="{}"'.format(*(round(number * scale) for number in numbers))

    rows = []
    for line in card.lines:
        cells = []
        for word in line:
            divided = ""
            if "half" in word:
                divided = f' SUBS_TYPE="HypPart{word["half"]}" SUBS_CONTENT={quoteattr(word["whole"])}'
            content = word["part"] if "part" in word else word["text"]
            cells.append(f'<String {place(*word["box"])} WC="0.9" CONTENT={quoteattr(content)}{divided}/>')
            if word.get("half") == 1:
                cells.append('<HYP CONTENT="-"/>')
        box = (line[0]["box"][0], min(w["box"][1] for w in line), line[-1]["box"][2], max(w["box"][3] for w in line))
        rows.append(f'     <TextLine {place(*box)}>' + '<SP/>'.join(cells).replace('<SP/><HYP', '<HYP') + "</TextLine>\n")
    return (XML + f'<alto xmlns="http://www.loc.gov/standards/alto/ns-v3#">\n'
            f' <Description><MeasurementUnit>{unit}</MeasurementUnit></Description>\n <Layout>\n'
            f'  <Page ID="P{number}" PHYSICAL_IMG_NR="{number}" WIDTH="{round(card.width * scale)}" '
            f'HEIGHT="{round(card.height * scale)}">\n   <PrintSpace>\n    <TextBlock ID="B{number}">\n' + "".join(rows)
            + "    </TextBlock>\n   </PrintSpace>\n  </Page>\n </Layout>\n</alto>\n").encode()


def hocr_page(card, number, image):
    rows = []
    for line in card.lines:
        cells = " ".join(f"<span class='ocrx_word' title='bbox {' '.join(map(str, w['box']))}; x_wconf 91'>"
                         f"{escape(w['text'])}</span>" for w in line)
        box = " ".join(map(str, (line[0]["box"][0], line[0]["box"][1], line[-1]["box"][2], line[-1]["box"][3])))
        rows.append(f"   <span class='ocr_line' title='bbox {box}'>{cells}</span>\n")
    return (f"  <div class='ocr_page' id='page_{number + 1}' title='image \"{image}\"; "
            f"bbox 0 0 {card.width} {card.height}; ppageno {number}; scan_res {DPI} {DPI}'>\n" + "".join(rows)
            + "  </div>\n")


def hocr(title, pages, more=""):
    """Pages are pairs of a card and the image's name."""
    return ("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<html xmlns=\"http://www.w3.org/1999/xhtml\">\n <head>\n"
            f"  <title>{escape(title)}</title>\n  <meta name='ocr-system' content='aldermere 1.0'/>\n"
            f"  <meta name='ocr-langs' content='eng'/>\n{more} </head>\n <body>\n"
            + "".join(hocr_page(card, number, image) for number, (card, image) in enumerate(pages))
            + " </body>\n</html>\n").encode()


def character_hocr(pages):
    """hOCR with a place for every character, as the Internet Archive and tesseract write it."""
    def spelt(word):
        left, top, right, bottom = word["box"]
        step = (right - left) / len(word["text"])
        return "".join(
            f"\n     <span class='ocrx_cinfo' title='x_bboxes {round(left + step * n)} {top} {round(left + step * (n + 1))} "
            f"{bottom}; x_conf 98'>{escape(character)}</span>" for n, character in enumerate(word["text"]))

    rows = []
    for number, (card, image) in enumerate(pages):
        rows.append(f"  <div class='ocr_page' id='page_{number:06}' title='image \"{image}\"; bbox 0 0 {card.width} "
                    f"{card.height}; ppageno {number}; scan_res {DPI} {DPI}'>\n")
        for line in card.lines:
            box = " ".join(map(str, (line[0]["box"][0], line[0]["box"][1], line[-1]["box"][2], line[-1]["box"][3])))
            rows.append(f"   <span class='ocr_line' title='bbox {box}'>" + " ".join(
                f"<span class='ocrx_word' title='bbox {' '.join(map(str, w['box']))}; x_wconf 93'>{spelt(w)}</span>"
                for w in line) + "</span>\n")
        rows.append("  </div>\n")
    return (XML + "<html xmlns=\"http://www.w3.org/1999/xhtml\">\n <head><meta name='ocr-system' content='aldermere 1.0'/>"
            "</head>\n <body>\n" + "".join(rows) + " </body>\n</html>\n").encode()


def scan_data(leaves):
    """The leaves of a book: whether each is a page, and the number printed on it."""
    return (XML + "<book><bookData/><pageData>\n" + "".join(
        f'<page leafNum="{number}"><pageType>{"Normal" if is_page else "Color Card"}</pageType>'
        f"<addToAccessFormats>{str(is_page).lower()}</addToAccessFormats>"
        + (f"<pageNumber>{printed}</pageNumber>" if printed else "") + "</page>\n"
        for number, (is_page, printed) in enumerate(leaves)) + "</pageData></book>\n").encode()


def loose_hocr(title, card, image):
    """HTML as browsers take it: open elements, bare attributes, an entity that XML does not know."""
    words = "\n".join(f"<span class=ocrx_word title='bbox {' '.join(map(str, w['box']))}; x_wconf 80'>"
                      f"{html.escape(w['text'])}</span>&nbsp;" for w in card.words)
    return (f"<!DOCTYPE html>\n<html><head><meta charset=utf-8><title>{title}</title>\n<body>\n"
            f"<div class=ocr_page title='image \"{image}\"; bbox 0 0 {card.width} {card.height}; ppageno 0'>\n"
            f"<p class=ocr_par><span class=ocr_line title='bbox 0 0 {card.width} {card.height}'>\n{words}<br>\n"
            "</span></div>\n").encode()


def djvu_xml(cards):
    pages = []
    for card in cards:
        lines = "".join("<LINE>" + "".join(
            # DjVu's order is left, bottom, right, top.
            '<WORD coords="{},{},{},{}" x-confidence="90">'.format(w["box"][0], w["box"][3], w["box"][2], w["box"][1])
            + escape(w["text"]) + "</WORD>" for w in line) + "</LINE>\n" for line in card.lines)
        pages.append(f'<OBJECT type="image/x.djvu" width="{card.width}" height="{card.height}"><PARAM name="DPI" '
                     f'value="{DPI}"/>\n<HIDDENTEXT><PAGECOLUMN><REGION><PARAGRAPH>\n{lines}</PARAGRAPH></REGION>'
                     "</PAGECOLUMN></HIDDENTEXT>\n</OBJECT>\n")
    return (XML + "<DjVuXML><BODY>\n" + "".join(pages) + "</BODY></DjVuXML>\n").encode()


def yiana_results(cards, beyond=None):
    """What Yiana's recognition leaves beside a library. Boxes go from 0 to 1, from the top left corner."""
    def block(card, line):
        box = (line[0]["box"][0], line[0]["box"][1], line[-1]["box"][2], line[-1]["box"][3])
        text = " ".join(w["text"] for w in line)
        bounds = {"x": box[0] / card.width, "y": box[1] / card.height, "width": (box[2] - box[0]) / card.width,
                  "height": (box[3] - box[1]) / card.height}
        words = [{"text": w["text"], "confidence": 0.93, "boundingBox": {
            "x": w["box"][0] / card.width, "y": w["box"][1] / card.height,
            "width": (w["box"][2] - w["box"][0]) / card.width,
            "height": (w["box"][3] - w["box"][1]) / card.height}} for w in line]
        return {"text": text, "boundingBox": bounds, "confidence": 0.93,
                "lines": [{"text": text, "boundingBox": bounds, "words": words}]}
    pages = [{"pageNumber": number, "text": card.text, "confidence": 0.93,
              "textBlocks": [block(card, line) for line in card.lines]} for number, card in enumerate(cards, 1)]
    if beyond:
        pages.append({"pageNumber": len(cards) + 5, "text": beyond, "confidence": 0.4, "textBlocks": []})
    return json_bytes({"id": "0E0C1F4E-1931-4B1D-9C11-A1DE53E3E001", "processedAt": "2025-11-02T08:15:00Z",
                       "documentId": "", "engineVersion": "1.0.0", "confidence": 0.93, "pages": pages,
                       "metadata": {"processingTime": 1.5, "pageCount": len(cards), "detectedLanguages": ["en"],
                                    "warnings": [], "options": {}}})


# ---------------------------------------------------------------------------------------------------------------------
# Metadata
# ---------------------------------------------------------------------------------------------------------------------

def dublin_core(fields, root="oai_dc:dc"):
    rows = "".join(f"  <dc:{name}>{escape(value)}</dc:{name}>\n" for name, value in fields)
    return (XML + f'<{root} xmlns:oai_dc="http://www.openarchives.org/OAI/2.0/oai_dc/" '
            f'xmlns:dc="http://purl.org/dc/elements/1.1/">\n{rows}</{root}>\n').encode()


def mods(title, *, non_sort=None, subtitle=None, author=None, date=None, identifier=None, topics=(), language=None,
         abstract=None):
    rows = ["<mods:titleInfo>" + (f"<mods:nonSort>{non_sort}</mods:nonSort>" if non_sort else "")
            + f"<mods:title>{escape(title)}</mods:title>"
            + (f"<mods:subTitle>{escape(subtitle)}</mods:subTitle>" if subtitle else "") + "</mods:titleInfo>"]
    if author:
        rows.append(f'<mods:name type="personal"><mods:namePart>{escape(author)}</mods:namePart><mods:role>'
                    '<mods:roleTerm type="code" authority="marcrelator">aut</mods:roleTerm></mods:role></mods:name>')
    if date:
        rows.append(f'<mods:originInfo><mods:dateIssued encoding="w3cdtf">{date}</mods:dateIssued></mods:originInfo>')
    if identifier:
        rows.append(f'<mods:identifier type="local">{identifier}</mods:identifier>')
    rows += [f"<mods:subject><mods:topic>{escape(topic)}</mods:topic></mods:subject>" for topic in topics]
    if language:
        rows.append('<mods:language><mods:languageTerm type="code" authority="iso639-2b">'
                    f'{language}</mods:languageTerm></mods:language>')
    if abstract:
        rows.append(f"<mods:abstract>{escape(abstract)}</mods:abstract>")
    return ('<mdWrap MDTYPE="MODS"><xmlData>\n<mods:mods xmlns:mods="http://www.loc.gov/mods/v3">\n   '
            + "\n   ".join(rows) + "\n</mods:mods>\n</xmlData></mdWrap>")


def mets(description, groups, pages, *, identifier="", label="", structure="PHYSICAL"):
    """`groups` are (use, [(id, type, path)]); `pages` are (label, [ids]) in their order."""
    files = "".join(f'  <fileGrp USE="{use}">\n' + "".join(
        f'   <file ID="{name}" MIMETYPE="{kind}"><FLocat LOCTYPE="URL" xlink:href="{quote(path)}"/></file>\n'
        for name, kind, path in members) + "  </fileGrp>\n" for use, members in groups)
    divisions = "".join(
        f'   <div TYPE="page" ORDER="{order}"' + (f' ORDERLABEL="{printed}"' if printed else "") + ">"
        + "".join(f'<fptr FILEID="{name}"/>' for name in names) + "</div>\n"
        for order, (printed, names) in enumerate(pages, 1))
    return (XML + '<mets xmlns="http://www.loc.gov/METS/" xmlns:xlink="http://www.w3.org/1999/xlink"'
            + (f' OBJID="{identifier}"' if identifier else "") + (f" LABEL={quoteattr(label)}" if label else "") + ">\n"
            ' <metsHdr CREATEDATE="2012-06-01T09:00:00Z"><agent ROLE="CREATOR"><name>Record Office</name></agent></metsHdr>\n'
            f' <dmdSec ID="D1">{description}</dmdSec>\n <fileSec>\n{files} </fileSec>\n'
            f' <structMap TYPE="{structure}">\n  <div TYPE="book" DMDID="D1">\n{divisions}  </div>\n </structMap>\n'
            "</mets>\n").encode()


def bag(payload, info, fetch=None):
    """A bag (RFC 8493): payload paths without `data/`, and the lines of bag-info.txt."""
    total = sum(len(data) for _, data in payload)
    entries = [("bagit.txt", b"BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n"),
               ("bag-info.txt", (info + f"Payload-Oxum: {total}.{len(payload)}\n").encode()),
               ("manifest-sha256.txt", "".join(
                   f"{hashlib.sha256(data).hexdigest()}  data/{path}\n" for path, data in sorted(payload)).encode())]
    entries += [("tagmanifest-sha256.txt", "".join(
        f"{hashlib.sha256(data).hexdigest()}  {path}\n" for path, data in sorted(entries)).encode())]
    return entries + [(f"data/{path}", data) for path, data in sorted(payload)]


def internet_archive(name, meta, files):
    """An item's own two files, and others by what follows the item's name."""
    rows = "".join(f"  <{key}>{escape(value)}</{key}>\n" for key, value in [("identifier", name), *meta])
    listed = "".join(
        f'  <file name="{name}{ending}" source="original"><size>{len(data)}</size>'
        f"<md5>{hashlib.md5(data).hexdigest()}</md5></file>\n" for ending, data in files)
    return [(f"{name}_meta.xml", (XML + f"<metadata>\n{rows}</metadata>\n").encode()),
            (f"{name}_files.xml", (XML + f"<files>\n{listed}</files>\n").encode())] + [
                (name + ending, data) for ending, data in files]


def squeezed(data):
    return gzip.compress(data, mtime=0)


# ---------------------------------------------------------------------------------------------------------------------
# Locks
# ---------------------------------------------------------------------------------------------------------------------

def zip_crypto(name, data, password):
    """A zip of one stored entry under the old cipher (APPNOTE 6.1), with twelve bytes that are always the same."""
    table = [0] * 256
    for number in range(256):
        value = number
        for _ in range(8):
            value = value >> 1 ^ (0xEDB88320 if value & 1 else 0)
        table[number] = value
    keys = [0x12345678, 0x23456789, 0x34567890]

    def update(byte):
        keys[0] = keys[0] >> 8 ^ table[(keys[0] ^ byte) & 255]
        keys[1] = ((keys[1] + (keys[0] & 255)) * 134775813 + 1) & 0xFFFFFFFF
        keys[2] = keys[2] >> 8 ^ table[(keys[2] ^ keys[1] >> 24) & 255]

    for byte in password.encode():
        update(byte)
    checksum = zlib.crc32(data)
    locked = bytearray()
    for byte in bytes(range(11)) + bytes([checksum >> 24]) + data:
        mask = (keys[2] | 2) & 0xFFFF
        locked.append(byte ^ (mask * (mask ^ 1) >> 8 & 255))
        update(byte)
    return one_entry(name, bytes(locked), len(data), checksum, 0, b"")


def zip_aes(name, data, password):
    """A zip of one stored entry under WinZip's AE-2 with 256 bits, with a salt that is always the same."""
    import hmac

    from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
    salt = hashlib.sha256(b"aldermere").digest()[:16]
    keys = hashlib.pbkdf2_hmac("sha1", password.encode(), salt, 1000, 66)
    block = Cipher(algorithms.AES(keys[:32]), modes.ECB()).encryptor()
    stream = block.update(b"".join(number.to_bytes(16, "little") for number in range(1, len(data) // 16 + 2)))
    locked = bytes(one ^ other for one, other in zip(data, stream))
    seal = hmac.new(keys[32:64], locked, "sha1").digest()[:10]
    extra = struct.pack("<HHHHBH", 0x9901, 7, 2, 0x4541, 3, 0)
    return one_entry(name, salt + keys[64:] + locked + seal, len(data), 0, 99, extra)


def one_entry(name, packed, size, checksum, method, extra):
    encoded = name.encode()
    # 4 May 1998, 9:30, as in the other zips.
    common = struct.pack("<HHHHHIIIHH", 51 if method else 20, 1, method, 9 << 11 | 30 << 5, 18 << 9 | 5 << 5 | 4, checksum,
                         len(packed), size, len(encoded), len(extra))
    local = b"PK\3\4" + common + encoded + extra + packed
    central = (b"PK\1\2" + struct.pack("<H", 3 << 8 | 20) + common + struct.pack("<HHHII", 0, 0, 0, 0o100644 << 16, 0)
               + encoded + extra)
    return local + central + b"PK\5\6" + struct.pack("<HHHHIIH", 0, 0, 1, 1, len(central), len(local), 0)


# ---------------------------------------------------------------------------------------------------------------------
# Mail
# ---------------------------------------------------------------------------------------------------------------------

def message(headers, body, attachments):
    """Attachments are (header lines, bytes)."""
    parts = [f"Content-Type: text/plain; charset=utf-8\r\n\r\n{body}\r\n"]
    for lines, data in attachments:
        encoded = base64.encodebytes(data).decode().replace("\n", "\r\n")
        parts.append(f"{lines}\r\nContent-Transfer-Encoding: base64\r\n\r\n{encoded}")
    boundary = "aldermere-boundary"
    return (headers + f'\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary="{boundary}"\r\n\r\n'
            + "".join(f"--{boundary}\r\n{part}\r\n" for part in parts) + f"--{boundary}--\r\n").encode()


def attached(kind, name):
    return f'Content-Type: {kind}\r\nContent-Disposition: attachment; filename="{name}"'


# ---------------------------------------------------------------------------------------------------------------------
# What is made, and what docsearch must say of it
# ---------------------------------------------------------------------------------------------------------------------

def page(contains, origin, label=None, words=None):
    """A phrase that is on the page, and words that must come with places."""
    return {"contains": contains, "origin": origin, "label": label, **({"words": words} if words else {})}


def document(entry, title, pages, query, *, on=1, authors=(), date=None, tags=(), identifier=None, language=None,
             description=None, fields=(), absent=()):
    """`fields` are rows of the tables in docs/bundle-formats.md that this document proves: heading, field in the source,
    field in docsearch, and the value, with the page's number where the field is one of a page."""
    return {"entry": entry, "title": title, "authors": list(authors), "date": date, "tags": list(tags),
            "identifier": identifier, "language": language, "description": description, "page_count": len(pages),
            "pages": [{"page": number, **each} for number, each in enumerate(pages, 1)], "query": query,
            "query_page": on if pages else None, "absent": list(absent), "fields": fields}


class Collection:
    def __init__(self):
        self.files, self.samples, self.folders, self.others, self.fields = {}, [], [], [], []

    def add(self, name, form, entries, documents, *, ending="zip", wrapped=True, unpacked="folder", images="folder",
            logical=False, ordered=False, method=zipfile.ZIP_DEFLATED):
        """A zip, the same in one top folder, and what the zip gives when it is unpacked.

        `unpacked` says what the files are in a folder on disk: still one bundle (`folder`); one for each document
        (`files`); one for each folder in it (`items`); nothing that is worth a test (None).
        `images` says how a document without an entry is called in a wrapped zip: by the `folder`, or as the `bundle`.
        """
        if not ordered:
            entries = sorted(entries)
        self.single(name, f"{name}.{ending}", form, zip_bytes(entries, method), documents)
        if wrapped:
            def inside(entry):
                if logical:
                    return entry
                return f"{name}/{entry}" if entry else name if images == "folder" else ""
            self._sample(self.samples, name, f"{name}-wrapped.{ending}", form,
                         [{**each, "entry": inside(each["entry"])} for each in documents])
            self.files[f"{name}-wrapped.{ending}"] = zip_bytes([(f"{name}/{p}", d) for p, d in entries], method)
        if unpacked == "folder":
            self._sample(self.folders, name, name, form, documents, unpack=f"{name}.{ending}")
        elif unpacked == "files":
            self._sample(self.folders, name, name, "pdf", documents, unpack=f"{name}.{ending}", separator="/")
        elif unpacked == "items":
            self._sample(self.folders, name, name, form, [
                {**each, "entry": each["entry"].replace("/", "!/", 1)} for each in documents],
                unpack=f"{name}.{ending}", separator="/")

    def single(self, name, file, form, data, documents):
        """A file that is a bundle as it is."""
        self.files[file] = data
        self._sample(self.samples, name, file, form, documents)
        for each in documents:
            path = f"{file}!/{each['entry']}" if each["entry"] else file
            for heading, source, field, value, *number in each["fields"]:
                self.fields.append({"format": heading, "source": source, "field": field, "value": value,
                                    "file": file, "path": path, "page": number[0] if number else None})

    def other(self, file, data, outcome, **more):
        """A file that gives no document."""
        self.files[file] = data
        self.others.append({"file": file, "outcome": outcome, **more})

    def _sample(self, into, group, file, form, documents, unpack=None, separator="!/"):
        into.append({"file": file, **({"unpack": unpack} if unpack else {}), "group": group, "format": form,
                     "documents": [{"entry": each["entry"],
                                    "path": f"{file}{separator}{each['entry']}" if each["entry"] else file,
                                    **{key: each[key] for key in each if key not in ("entry", "fields")}}
                                   for each in documents]})


LAYER, SIDE, OCR = "text-layer", "sidecar", "ocr"
TEXTS = []


def card(text):
    TEXTS.append(text.replace("\u00ad", ""))
    return Card(text)


def leaf(*pages, **info):
    TEXTS.extend(pages)
    return sheet(pages, **info)


def said(text):
    TEXTS.append(text)
    return text


def build():
    made = Collection()
    for part in (yiana_samples, bag_samples, mets_samples, hocr_samples, paperless_samples, dspace_samples, ocfl_samples,
                 archive_samples, comic_samples, plain_samples, image_samples, mail_samples, nested_samples, other_samples):
        part(made)
    for sample in made.samples:
        for each in sample["documents"]:
            for word in re.findall(r"\w+", each["query"].casefold()):
                pages = sum(word in re.findall(r"\w+", text.casefold()) for text in TEXTS)
                if pages > 1:
                    raise SystemExit(f"{word} is on {pages} pages and can be the word of none")
    return made


def yiana_samples(made):
    heading = "Yiana"
    metadata = yiana("Stewards of the Goose Fair", "1931-03-05T10:30:00", 2, ["fair", "stewards, market"],
                     ocrSource="embedded", pdfHash="0" * 64)
    pdf = leaf("The stewards of the goose fair met in the upper room of the Corn Exchange and agreed that every gander "
               "shall be weighed at the north gate before it is offered for sale.",
               "It was further agreed that the toll for a hurdle stays at three pence, and that nobody may pluck a bird "
               "within sight of the drinkers at the trough.")
    made.add("yiana-text", "yianazip", [("metadata.json", metadata), ("content.pdf", pdf),
                                        ("format.json", b'{"formatVersion":2}')],
             [document("content.pdf", "Stewards of the Goose Fair",
                       [page("every gander shall be weighed", LAYER), page("the toll for a hurdle", LAYER)], "hurdle", on=2,
                       date="1931-03-05T10:30:00Z", tags=["fair", "stewards, market"],
                       identifier=json.loads(metadata)["id"], fields=[
                           (heading, "`metadata.json`: `title`", "title", "Stewards of the Goose Fair"),
                           (heading, "`metadata.json`: `created`", "date", "1931-03-05T10:30:00Z"),
                           (heading, "`metadata.json`: `tags`", "tag", "stewards, market"),
                           (heading, "`metadata.json`: `id`", "identifier", json.loads(metadata)["id"]),
                           (heading, "`content.pdf`", "text", "every gander shall be weighed", 1)])],
             ending="yianazip", ordered=True, method=zipfile.ZIP_STORED)
    note = said("The turnpike keeper wishes it known that the gate at Long Hill is shut from ten at night, and that he will "
                "not rise for anybody but the midwife.")
    metadata = yiana("Notice of the Gate Keeper", "1931-06-11T06:00:00", 1, ["roads"], fullText=note)
    made.add("yiana-note", "yianazip", [("metadata.json", metadata), ("format.json", b'{"formatVersion":2}')],
             [document("content.pdf", "Notice of the Gate Keeper", [page("he will not rise for anybody", SIDE)], "turnpike",
                       date="1931-06-11T06:00:00Z", tags=["roads"], identifier=json.loads(metadata)["id"], fields=[
                           (heading, "`metadata.json`: `fullText`", "text", "he will not rise for anybody", 1)])],
             ending="yianazip", ordered=True, method=zipfile.ZIP_STORED)
    metadata = yiana("Blank Form for a Cowkeeper", "1931-07-01T12:00:00", 0, [])
    made.single("yiana-bare-title", "yiana-bare-title.yianazip", "yianazip",
                zip_bytes([("metadata.json", metadata), ("format.json", b'{"formatVersion":2}')], zipfile.ZIP_STORED),
                [document("content.pdf", "Blank Form for a Cowkeeper", [], "cowkeeper", date="1931-07-01T12:00:00Z",
                          identifier=json.loads(metadata)["id"])])
    metadata = yiana("Inventory of the Saddlery", "1931-09-30T16:45:00", 1, ["trades"])
    pdf = leaf("Two side saddles, one with the crupper missing; a barrel of neatsfoot oil, half empty; and the sign of the "
               "white horse, which wants paint.")
    made.single("yiana-first", "yiana-first.yianazip", "yianazip-1", metadata + b"\xff" * 4 + pdf,
                [document("", "Inventory of the Saddlery", [page("a barrel of neatsfoot oil", LAYER)], "crupper",
                          date="1931-09-30T16:45:00Z", tags=["trades"], identifier=json.loads(metadata)["id"])])
    note = said("Received of the Widow Thackeray four bolts of fustian for the players, to be returned clean after "
                "Twelfth Night.")
    metadata = yiana("Receipt for Cloth", "1931-12-20T09:15:00", 1, [], fullText=note)
    made.single("yiana-first-note", "yiana-first-note.yianazip", "yianazip-1", metadata + b"\xff" * 4,
                [document("", "Receipt for Cloth", [page("to be returned clean", SIDE)], "fustian",
                          date="1931-12-20T09:15:00Z", identifier=json.loads(metadata)["id"])])
    note = said("The bellows of the smithy were mended with the hide of a heifer and leak no more than they did.")
    metadata = yiana("Memorandum on the Smithy", "1932-01-08T07:00:00", 1, ["trades"], fullText=note)
    made.single("yiana-json", "yiana-json.yianazip", "yianazip-json", metadata,
                [document("", "Memorandum on the Smithy", [page("mended with the hide of a heifer", SIDE)], "bellows",
                          date="1932-01-08T07:00:00Z", tags=["trades"], identifier=json.loads(metadata)["id"])])
    # The folder of samples is a library, too: a tree of recognised text lies hidden at its root.
    cards = [card("The town well was sounded with a plumb line in the presence of the mayor and found to be sixty feet deep."),
             card("At the bottom lay a kettle and a horseshoe, and a great many farthings, which the mayor kept.")]
    metadata = yiana("The Sounding of the Well", "1932-04-02T11:00:00", 2, ["water"])
    made.files[".ocr_results/letters/Well.json"] = yiana_results(
        cards, beyond=said("This page was never part of the zephyr."))
    made.single("yiana-side-tree", "letters/Well.yianazip", "yianazip", zip_bytes(
        [("metadata.json", metadata), ("content.pdf", scan(cards)), ("format.json", b'{"formatVersion":2}')],
        zipfile.ZIP_STORED),
        [document("content.pdf", "The Sounding of the Well",
                  [page("sounded with a plumb line", SIDE, words=["plumb", "sixty"]), page("lay a kettle and a horseshoe", SIDE)],
                  "farthings", on=2, date="1932-04-02T11:00:00Z", tags=["water"], identifier=json.loads(metadata)["id"],
                  absent=["zephyr"], fields=[
                      (heading, "`.ocr_results`: `pages` / `text`", "text", "sounded with a plumb line", 1),
                      (heading, "`.ocr_results`: `pageNumber`", "page", "lay a kettle and a horseshoe", 2),
                      (heading, "`.ocr_results`: `words` / `boundingBox`", "words", "plumb", 1)])])


def bag_samples(made):
    heading = "BagIt"
    pdf = leaf("The ferry at Withy Eyot carried in this quarter two hundred foot passengers, nine carts and a dancing bear, "
               "the last at the rate for a horned beast.",
               "The chain was greased on Lady Day. The ferryman asks again for a lantern on the far bank, since he has now "
               "twice landed in the osiers.", Title="Ledger of the Withy Eyot Ferry")
    made.add("bagit-pdf", "bagit", bag(
        [("ferry-ledger.pdf", pdf)],
        "Source-Organization: Aldermere Record Office\nexternal-identifier: ARO/ferry/7\n"
        "External-Description: Takings of the ferry in the first quarter,\n  copied from the chained book.\n"
        "Bagging-Date: 1998-05-04\n"),
        [document("data/ferry-ledger.pdf", "Ledger of the Withy Eyot Ferry",
                  [page("a dancing bear", LAYER), page("a lantern on the far bank", LAYER)], "osiers", on=2,
                  identifier="ARO/ferry/7",
                  description="Takings of the ferry in the first quarter, copied from the chained book.", fields=[
                      (heading, "`bag-info.txt`: `External-Identifier`", "identifier", "ARO/ferry/7"),
                      (heading, "`bag-info.txt`: `External-Description`", "description",
                       "Takings of the ferry in the first quarter, copied from the chained book."),
                      (heading, "`bag-info.txt`: `Source-Organization`", "package", "Aldermere Record Office"),
                      (heading, "`bag-info.txt`: `Bagging-Date`", "package", "1998-05-04"),
                      (heading, "`data`, `.pdf`", "text", "a dancing bear", 1)])])
    cards = [card("Rules for the public wash house: no dye, no dogs, and the mangle is to be left as it was found.")]
    made.add("bagit-mets", "bagit", bag(
        [("alto/one.xml", alto(cards[0], 1)), ("rules.pdf", scan(cards)),
         ("mets.xml", mets(mods("Rules of the Wash House", author="Ivo Pettibone", date="1932", identifier="wash-1"),
                           [("FULLTEXT", [("T1", "text/xml", "alto/one.xml")]),
                            ("PDF", [("F1", "application/pdf", "rules.pdf")])], [("", ["T1"])]))],
        "Bagging-Date: 1998-05-05\n"),
        [document("data/rules.pdf", "Rules of the Wash House", [page("the mangle is to be left", SIDE)], "mangle",
                  authors=["Ivo Pettibone"], date="1932", identifier="wash-1", fields=[
                      (heading, "`data`, `mets.xml`", "title", "Rules of the Wash House"),
                      (heading, "`data`, `alto`", "text", "the mangle is to be left", 1)])])
    pdf = leaf("Sir, the rookery behind the vicarage has grown so loud that the curate can no longer hear his own sermon, "
               "which some count a mercy.")
    made.add("bagit-dc", "bagit", bag(
        [("dc.xml", dublin_core([("title", "Letter on the Rooks"), ("date", "1932-02-14"), ("subject", "birds"),
                                 ("subject", "church"), ("language", "en")])), ("letter.pdf", pdf)],
        "Contact-Name: Perpetua Fenwright\nBagging-Date: 1998-05-06\n"),
        [document("data/letter.pdf", "Letter on the Rooks", [page("has grown so loud", LAYER)], "rookery",
                  date="1932-02-14", tags=["birds", "church"], language="en", fields=[
                      (heading, "`bag-info.txt`: `Contact-Name`", "package", "Perpetua Fenwright"),
                      (heading, "`data`: `dc:title`", "title", "Letter on the Rooks"),
                      (heading, "`data`: `dc:date`", "date", "1932-02-14"),
                      (heading, "`data`: `dc:subject`", "tag", "church"),
                      (heading, "`data`: `dc:language`", "language", "en")])])


def mets_samples(made):
    heading = "METS with ALTO"
    cards = [card("The first car left the depot at seven in the morning with the band on its roof and the council within."),
             card("By noon the axle was hot. The driver poured a jug of beer upon it, and the whole company then went on "
                  "by the tram\u00adway to the sea."),
             card("They came home after dark and sang; the conductor was found next day asleep in a haystack.")]
    names = ["c", "a", "b"]
    description = mods("Opening of the Line", non_sort="The", author="Leopold Quillfeather", date="1932-03",
                       identifier="urn:aldermere:line:1", topics=["transport", "festivities"], language="eng",
                       abstract="How the line to the sea was opened.")
    pages = [("iii", ["Tc", "Ic"]), ("1", ["Ta", "Ia"]), ("2", ["Tb", "Ib"])]
    entries = [(f"ALTO/{name}.xml", alto(each, number)) for number, (name, each) in enumerate(zip(names, cards), 1)]
    groups = [("FULLTEXT", [(f"T{name}", "text/xml", f"ALTO/{name}.xml") for name in sorted(names)])]
    made.add("mets-images", "mets", entries + [
        (f"images/{name}.png", each.encoded("PNG")) for name, each in zip(names, cards)] + [
            ("mets.xml", mets(description, [("MASTER", [(f"I{n}", "image/png", f"images/{n}.png") for n in sorted(names)]),
                                            *groups], pages))],
        [document("images", "The Opening of the Line",
                  [page("with the band on its roof", SIDE, "iii", ["depot"]), page("went on by the tramway to the sea", SIDE, "1"),
                   page("asleep in a haystack", SIDE, "2")], "haystack", on=3,
                  authors=["Leopold Quillfeather"], date="1932-03", tags=["transport", "festivities"],
                  identifier="urn:aldermere:line:1", language="eng", description="How the line to the sea was opened.",
                  fields=[
                      (heading, "`titleInfo` / `nonSort`, `title`", "title", "The Opening of the Line"),
                      (heading, "`name` / `namePart`", "author", "Leopold Quillfeather"),
                      (heading, "`originInfo` / `dateIssued`", "date", "1932-03"),
                      (heading, "`subject` / `topic`", "tag", "festivities"),
                      (heading, "`identifier`", "identifier", "urn:aldermere:line:1"),
                      (heading, "`language` / `languageTerm`", "language", "eng"),
                      (heading, "`abstract`", "description", "How the line to the sea was opened."),
                      (heading, "`structMap`, `PHYSICAL`: `fptr`", "page", "asleep in a haystack", 3),
                      (heading, "`ORDERLABEL`", "page label", "iii", 1),
                      (heading, "`String` / `CONTENT`", "text", "with the band on its roof", 1),
                      (heading, "`SUBS_CONTENT`", "text", "went on by the tramway to the sea", 2),
                      (heading, "`HPOS`, `VPOS`, `WIDTH`, `HEIGHT`, `WC`", "words", "depot", 1)])])
    cards = [card("Price of coke at the gasworks: one shilling the sack for householders, nine pence for the deserving."),
             card("Sacks are to be brought. The foreman will not lend his own again after the affair of the pudding.")]
    made.add("mets-pdf", "mets", [
        ("alto/0002.xml", alto(cards[0], 1)), ("alto/0001.xml", alto(cards[1], 2)), ("pdf/prices.pdf", scan(cards)),
        ("prices.mets.xml", mets(mods("Prices of the Gasworks", date="1932-10-01"), [
            ("PDF", [("P", "application/pdf", "pdf/prices.pdf")]),
            ("FULLTEXT", [("T1", "text/xml", "file://./alto/0001.xml"), ("T2", "text/xml", "file://./alto/0002.xml")])],
            [("", ["T2"]), ("", ["T1"])], identifier="gas-1932", label="Prices"))],
        [document("pdf/prices.pdf", "Prices of the Gasworks",
                  [page("one shilling the sack", SIDE), page("the affair of the pudding", SIDE)], "pudding", on=2,
                  date="1932-10-01", identifier="gas-1932", fields=[
                      (heading, "`OBJID`", "identifier", "gas-1932")])])
    cards = [card("Bye-law the fourth: no person shall beat a carpet upon the esplanade between Easter and Michaelmas."),
             card("Bye-law the fifth: goats are admitted to the bandstand only in the company of a musician.")]
    placed = next(word for word in cards[0].words if word["text"] == "carpet")
    left, top, right, bottom = (round(side * 254 / DPI) for side in placed["box"])
    width, height = (round(side * 254 / DPI) for side in (placed["box"][2] - placed["box"][0],
                                                         placed["box"][3] - placed["box"][1]))
    first = page("no person shall beat a carpet", SIDE, "3", ["carpet"])
    first["box"] = {"text": "carpet", "box": [round(n * 72 / 254, 2) for n in (left, top, width, height)]}
    made.add("mets-text", "mets", [
        ("alto/y.xml", alto(cards[0], 1, unit="mm10")), ("alto/x.xml", alto(cards[1], 2, unit="mm10")),
        ("METS.xml", mets(mods("Bye-laws of the Esplanade", author="Hester Cobbold"), [
            ("FULLTEXT", [("X", "text/xml", "alto/x.xml"), ("Y", "text/xml", "alto/y.xml")])],
            [("3", ["Y"]), ("4", ["X"])]))],
        [document("METS.xml", "Bye-laws of the Esplanade",
                  [first, page("in the company of a musician", SIDE, "4")], "goats musician", on=2,
                  authors=["Hester Cobbold"])])
    pdf = leaf("The cinema in Paradise Street will show nothing on Sundays. The pianist may practise if she keeps the loud "
               "pedal up and the windows down.")
    fields = [("title", "Licence of the Cinema"), ("creator", "Barnaby Oxlip"), ("date", "1932-05-09"), ("subject", "amusements"),
              ("identifier", "licence-44"), ("language", "en"), ("description", "Granted for one year.")]
    record = dublin_core(fields).decode().split("\n", 1)[1]
    made.add("mets-dc", "mets", [
        ("licence.pdf", pdf), ("mets.xml", mets(
            f'<mdWrap MDTYPE="DC"><xmlData>\n{record}</xmlData></mdWrap>',
            [("PDF", [("P", "application/pdf", "licence.pdf")])], [("", ["P"])]))],
        [document("licence.pdf", "Licence of the Cinema", [page("keeps the loud pedal up", LAYER)], "pianist",
                  authors=["Barnaby Oxlip"], date="1932-05-09", tags=["amusements"], identifier="licence-44", language="en",
                  description="Granted for one year.", fields=[
                      (heading, "`dc:title`", "title", "Licence of the Cinema"),
                      (heading, "`dc:creator`", "author", "Barnaby Oxlip"),
                      (heading, "`dc:date`", "date", "1932-05-09"), (heading, "`dc:subject`", "tag", "amusements"),
                      (heading, "`dc:identifier`", "identifier", "licence-44"),
                      (heading, "`dc:language`", "language", "en"),
                      (heading, "`dc:description`", "description", "Granted for one year.")])])


    # A METS document for each issue, as newspapers have them.
    issues = [("1932-06-04", card("The brass band played in the rain and the trombone had to be emptied twice.")),
              ("1932-06-11", card("The mayor opened the paddling pool by falling into it, to general applause."))]
    made.add("mets-issues", "mets", [
        (f"{day}/{path}", data) for day, each in issues for path, data in (
            (f"{day}_mets.xml", mets(mods(f"The Aldermere Mercury of {day}", date=day, identifier=f"mercury-{day}"), [
                ("FULLTEXT", [("T", "text/xml", "alto/1.xml")]), ("MASTER", [("I", "image/png", "images/1.png")])],
                [("1", ["I", "T"])])),
            ("alto/1.xml", alto(each, 1)), ("images/1.png", each.encoded("PNG")))],
        [document(f"{day}/images", f"The Aldermere Mercury of {day}", [page(phrase, SIDE, "1", [word])], word, date=day,
                  identifier=f"mercury-{day}")
         for (day, _), phrase, word in zip(issues, ("had to be emptied twice", "opened the paddling pool"),
                                           ("trombone", "paddling"))], unpacked="items")


def hocr_samples(made):
    heading = "hOCR"
    cards = [card("The town crier has lost his voice and is to be given honey at the public expense until Candlemas."),
             card("In the meantime the fire brigade will beat a drum, once for markets, twice for the lost and strayed.")]
    made.add("hocr-one", "hocr", [
        ("print-b.png", cards[0].encoded("PNG")), ("print-a.png", cards[1].encoded("PNG")),
        ("crier.hocr", hocr("Order about the Crier", [(cards[0], "print-b.png"), (cards[1], "print-a.png")],
                            '  <meta name="DC.creator" content="Absalom Tewkes"/>\n'
                            '  <meta name="DC.date" content="1933-01"/>\n'))],
        [document("", "Order about the Crier", [page("to be given honey", SIDE, words=["honey"]),
                                                page("will beat a drum", SIDE)], "brigade", on=2,
                  authors=["Absalom Tewkes"], date="1933-01", language="eng", fields=[
                      (heading, "`title`", "title", "Order about the Crier"),
                      (heading, "`DC.creator`", "author", "Absalom Tewkes"), (heading, "`DC.date`", "date", "1933-01"),
                      (heading, "`ocr-langs`", "language", "eng"),
                      (heading, "`ocr_page`: `ppageno`, `image`", "page", "will beat a drum", 2),
                      (heading, "`ocr_line` / `ocrx_word`", "text", "to be given honey", 1),
                      (heading, "`bbox`, `x_wconf`", "words", "honey", 1)])])
    cards = [card("Skating on the millpond is forbidden where the ice is green, and unwise where it is white."),
             card("The beadle will test it each morning with his own weight, holding on to a ladder.")]
    made.add("hocr-each", "hocr", [
        (f"{number}.{ending}", data) for number, each in enumerate(cards, 1) for ending, data in (
            ("png", each.encoded("PNG")), ("hocr", hocr("", [(each, f"{number}.png")])))],
        [document("", "hocr-each", [page("where the ice is green", SIDE), page("holding on to a ladder", SIDE)], "beadle", on=2)])
    cards = [card("Fish & chips are to be wrapped in the Mercury only, and never in the Vestry Gazette, whose ink runs.")]
    made.add("hocr-loose", "hocr", [
        ("page.jpg", cards[0].encoded("JPEG")), ("page.html", loose_hocr("Ruling on Fish", cards[0], "page.jpg"))],
        [document("", "Ruling on Fish", [page("Fish & chips are to be wrapped", SIDE)], "vestry")],
             unpacked=None)
    cards = [card("The lockkeeper counts the barges and their mules, and writes both down before he opens the sluice."),
             card("A mule that will not be counted is to be led over the bridge at the cost of the bargee.")]
    made.add("hocr-html", "hocr", [
        (name, data) for number, each in enumerate(cards, 1) for name, data in (
            (f"{number}.png", each.encoded("PNG")), (f"{number}_hocr.html", hocr("", [(each, f"{number}.png")])))],
        [document("", "hocr-html", [page("before he opens the sluice", SIDE), page("at the cost of the bargee", SIDE)],
                  "lockkeeper", on=1)], wrapped=False)


def paperless_samples(made):
    heading = "Paperless-ngx"

    def record(model, number, **fields):
        return {"model": model, "pk": number, "fields": fields}

    people = [record("documents.correspondent", 4, name="Water Board"), record("documents.correspondent", 5, name="Gas Board"),
              record("documents.tag", 1, name="estimates"), record("documents.tag", 2, name="pumps"),
              record("documents.documenttype", 1, name="Letter")]
    account = record("paperless_mail.mailaccount", 1, name="Office", imap_server="mail.aldermere.invalid",
                     username="clerk", password=SECRET)
    first = [card("We offer a steam pump of the latest pattern, carriage paid, with a brass plate for the name of the donor.")]
    text = TEXTS[-1]
    # The archived copy has the layer that the scan lacks.
    archive = leaf("We offer a steam pump of the latest pattern, carriage paid, with a brass plate for the name of the donor.",
                   Title="scan0001", CreationDate="D:20240102030405Z")
    TEXTS.pop()
    second = leaf("The retort house needs a new roof before the autumn gales, since the stokers now work in oilskins and "
                  "complain of the drip.")

    def one(number, base, **more):
        return {**record("documents.document", number, **more), "__exported_file_name__": base}

    def estimate(base, archived):
        return {**one(7, base, title="Estimate for a Pump", content=text, created="1933-03-05", added="2024-01-02T03:04:05Z",
                      modified="2024-01-02T03:04:05Z", correspondent=4, document_type=1, tags=[1, 2],
                      archive_serial_number=1933, mime_type="application/pdf", original_filename="scan0001.pdf",
                      checksum=hashlib.md5(scan(first)).hexdigest(), owner=None, deleted_at=None),
                "__exported_archive_name__": archived}

    def roof(base):
        return one(8, base, title="State of the Roof", content="", created="1933-04-02T08:00:00+00:00",
                   added="2024-01-02T03:04:05Z", modified="2024-01-02T03:04:05Z", correspondent=5, document_type=None, tags=[],
                   archive_serial_number=None, mime_type="application/pdf", original_filename="roof.pdf",
                   checksum=hashlib.md5(second).hexdigest(), owner=None, deleted_at=None)

    note = record("documents.note", 1, note="Too dear, says the treasurer.", document=7, created="2024-01-03T00:00:00Z", user=1)
    pump, house = "1933-03-05 Water Board Estimate for a Pump.pdf", "1933-04-02 Gas Board State of the Roof.pdf"
    thumbnail = b"RIFF\0\0\0\0WEBP"
    version = ("metadata.json", b'{"version": "2.13.5"}\n')

    def expected(archived, original, fields=()):
        return [document(archived, "Estimate for a Pump", [page("a steam pump of the latest pattern", LAYER)], "donor",
                         authors=["Water Board"], date="1933-03-05", tags=["estimates", "pumps", "Letter"], identifier="1933",
                         description="Too dear, says the treasurer.", fields=fields),
                document(original, "State of the Roof", [page("the stokers now work in oilskins", LAYER)], "oilskins",
                         authors=["Gas Board"], date="1933-04-02T08:00:00Z")]

    rows = [("`documents.document` / `title`", "title", "Estimate for a Pump"),
            ("`documents.correspondent` / `name`", "author", "Water Board"), ("`created`", "date", "1933-03-05"),
            ("`documents.tag` / `name`", "tag", "pumps"),
            ("`documents.documenttype` / `name`", "tag", "Letter"), ("`archive_serial_number`", "identifier", "1933"),
            ("`documents.note` / `note`", "description", "Too dear, says the treasurer."),
            ("`__exported_archive_name__`", "text", "a steam pump of the latest pattern", 1)]
    made.add("paperless-whole", "paperless", [
        ("manifest.json", json_bytes([*people, note, account, estimate(pump, f"{pump}-archive.pdf"), roof(house)])), version,
        (pump, scan(first)), (f"{pump}-archive.pdf", archive), (f"{pump}-thumbnail.webp", thumbnail),
        (house, second), (f"{house}-thumbnail.webp", thumbnail)],
        expected(f"{pump}-archive.pdf", house, [(heading, *row) for row in rows]))
    # The same archive in the two other ways of writing it; other words, as it would be the same documents otherwise.
    other = leaf("The sluice at Otter Bridge was opened by boys on the night of the regatta and two punts were carried into "
                 "the bishop's rhubarb.")
    base = "1933-08-20 Water Board The Otter Bridge.pdf"

    def bridge(name):
        return one(9, name, title="The Otter Bridge", content="", created="1933-08-20", correspondent=4, document_type=1,
                   tags=[2], archive_serial_number=None, mime_type="application/pdf", original_filename="bridge.pdf",
                   checksum=hashlib.sha256(other).hexdigest(), owner=None, deleted_at=None)
    made.add("paperless-split", "paperless", [
        ("manifest.json", json_bytes([*people, account])), version, (base, other),
        (f"{base}-manifest.json", json_bytes([
            bridge(base), record("documents.note", 2, note="The boys are known.", document=9,
                                 created="2024-01-03T00:00:00Z", user=1)]))],
        [document(base, "The Otter Bridge", [page("two punts were carried", LAYER)], "rhubarb", authors=["Water Board"],
                  date="1933-08-20", tags=["pumps", "Letter"], description="The boys are known.", fields=[
                      (heading, "`-manifest.json`: `title`", "title", "The Otter Bridge")])])
    scanned = [card("The meter reader was bitten in Quince Lane by a parrot, and asks for a second pair of gloves.")]
    text = TEXTS[-1]
    made.add("paperless-folders", "paperless", [
        ("manifest.json", json_bytes([*people, account])), version, ("originals/1933-09-01 Gas Board Bite.pdf", scan(scanned)),
        ("archive/1933-09-01 Gas Board Bite.pdf", sheet([text])),
        ("thumbnails/1933-09-01 Gas Board Bite.webp", thumbnail),
        ("json/1933-09-01 Gas Board Bite-manifest.json", json_bytes([{
            **one(10, "originals/1933-09-01 Gas Board Bite.pdf", title="Bite of a Parrot", content=text, created="1933-09-01",
                  correspondent=5, document_type=None, tags=[], archive_serial_number=None, mime_type="application/pdf",
                  original_filename="bite.pdf", checksum=hashlib.md5(scan(scanned)).hexdigest(), owner=None,
                  deleted_at=None),
            "__exported_archive_name__": "archive/1933-09-01 Gas Board Bite.pdf"}]))],
        [document("archive/1933-09-01 Gas Board Bite.pdf", "Bite of a Parrot", [page("a second pair of gloves", LAYER)], "parrot",
                  authors=["Gas Board"], date="1933-09-01")])


def dspace_samples(made):
    heading = "DSpace"

    def core(fields):
        return (XML + "<dublin_core schema=\"dc\">\n" + "".join(
            f'  <dcvalue element="{element}" qualifier="{qualifier}">{escape(value)}</dcvalue>\n'
            for element, qualifier, value in fields) + "</dublin_core>\n").encode()

    scanned = [card("On the night of the flood the organ of Saint Odo floated out by the west door, playing softly."),
               card("It was recovered at the weir with a family of moorhens in the swell box and has been tuned around them.")]
    texts = TEXTS[-2:]
    second = leaf("Sandbags were lent by the cricket club and have been returned full of bulbs, which nobody can explain.")
    made.add("dspace-items", "dspace-saf", [
        ("item_000/dublin_core.xml", core([
            ("title", "none", "The Organ in the Flood"), ("contributor", "author", "Mildred Ashby"),
            ("contributor", "author", "Cuthbert Rowe"), ("date", "issued", "1934-05"), ("subject", "none", "flood"),
            ("subject", "none", "music"), ("description", "abstract", "An account of the night."), ("language", "iso", "en")])),
        ("item_000/contents", b"organ.pdf\tbundle:ORIGINAL\tprimary:true\norgan.pdf.txt\tbundle:TEXT\n"
                              b"license.txt\tbundle:LICENSE\norgan.pdf.jpg\tbundle:THUMBNAIL\n"),
        ("item_000/handle", b"20500/12\n"), ("item_000/organ.pdf", scan(scanned)),
        ("item_000/organ.pdf.txt", ("\f".join(texts) + "\f").encode()),
        ("item_000/license.txt", said("You may store this item for ever, quoth the archivist.").encode()),
        ("item_000/organ.pdf.jpg", Card("Thumb").encoded("JPEG")),
        ("item_001/dublin_core.xml", core([
            ("title", "none", "Return of the Sandbags"), ("date", "issued", "1934"),
            ("identifier", "uri", "https://records.aldermere.invalid/13")])),
        ("item_001/contents", b"sandbags.pdf\tbundle:ORIGINAL\n"), ("item_001/sandbags.pdf", second)],
        [document("item_000/organ.pdf", "The Organ in the Flood",
                  [page("floated out by the west door", SIDE), page("recovered at the weir", SIDE)], "moorhens", on=2,
                  authors=["Mildred Ashby", "Cuthbert Rowe"], date="1934-05", tags=["flood", "music"], identifier="20500/12",
                  language="en", description="An account of the night.", absent=["quoth"], fields=[
                      (heading, "`dublin_core.xml`: `title`", "title", "The Organ in the Flood"),
                      (heading, "`dublin_core.xml`: `contributor`, `author`", "author", "Cuthbert Rowe"),
                      (heading, "`dublin_core.xml`: `date`, `issued`", "date", "1934-05"),
                      (heading, "`dublin_core.xml`: `subject`", "tag", "music"), (heading, "`handle`", "identifier", "20500/12"),
                      (heading, "`dublin_core.xml`: `language`, `iso`", "language", "en"),
                      (heading, "`dublin_core.xml`: `description`, `abstract`", "description", "An account of the night."),
                      (heading, "`contents`: `bundle:TEXT`", "text", "recovered at the weir", 2)]),
         document("item_001/sandbags.pdf", "Return of the Sandbags", [page("returned full of bulbs", LAYER)], "sandbags",
                  date="1934", identifier="https://records.aldermere.invalid/13", fields=[
                      (heading, "`dublin_core.xml`: `identifier`", "identifier", "https://records.aldermere.invalid/13")])], unpacked="items")
    pdf = leaf("Rainfall at the observatory: none in June, none in July, and in August all of it between tea and supper.")
    made.add("dspace-aip", "mets", [
        ("mets.xml", mets(mods("Table of Rainfall", author="Ptolemy Gage", date="1934-09", identifier="hdl:20500/14"),
                          [("ORIGINAL", [("bitstream_101", "application/pdf", "bitstream_101.pdf")]),
                           ("LICENSE", [("bitstream_102", "text/plain", "bitstream_102.txt")])],
                          [("", ["bitstream_101"])], identifier="hdl:20500/14", structure="LOGICAL")),
        ("bitstream_101.pdf", pdf), ("bitstream_102.txt", b"You may store this item for ever.\n")],
        [document("bitstream_101.pdf", "Table of Rainfall", [page("all of it between tea and supper", LAYER)], "rainfall observatory",
                  authors=["Ptolemy Gage"], date="1934-09", identifier="hdl:20500/14")])


def ocfl_samples(made):
    heading = "OCFL"
    old = leaf("Notice: the swing bridge opens at noon for barges and at no other time whatsoever, by order of Obadiah.")
    new = leaf("Notice: the swing bridge opens for barges whenever the bridgeman has finished his luncheon.")
    digests = [hashlib.sha512(data).hexdigest() for data in (old, new)]

    def version(created, message, digest, user):
        return {"created": created, "message": message, "state": {digest: ["papers/notice.pdf"]},
                "user": {"name": user, "address": "mailto:office@aldermere.invalid"}}

    inventory = json_bytes({
        "id": "urn:aldermere:bridge", "type": "https://ocfl.io/1.1/spec/#inventory", "digestAlgorithm": "sha512", "head": "v2",
        "contentDirectory": "content",
        "manifest": {digests[0]: ["v1/content/papers/notice.pdf"], digests[1]: ["v2/content/papers/notice.pdf"]},
        "versions": {"v1": version("2019-03-01T08:00:00Z", "first", digests[0], "Selina Marsh"),
                     "v2": version("2020-04-02T10:30:00+01:00", "bridgeman consulted", digests[1], "Rupert Thorne")}})
    mark = f"{hashlib.sha512(inventory).hexdigest()} inventory.json\n".encode()
    made.add("ocfl-notice", "ocfl", [
        ("0=ocfl_object_1.1", b"ocfl_object_1.1\n"), ("inventory.json", inventory), ("inventory.json.sha512", mark),
        ("v1/content/papers/notice.pdf", old), ("v2/content/papers/notice.pdf", new),
        ("v2/inventory.json", inventory), ("v2/inventory.json.sha512", mark)],
        [document("papers/notice.pdf", "notice", [page("has finished his luncheon", LAYER)], "luncheon",
                  identifier="urn:aldermere:bridge", absent=["obadiah"], fields=[
                      (heading, "`inventory.json`: `id`", "identifier", "urn:aldermere:bridge"),
                      (heading, "`head` / `created`", "package", "2020-04-02T10:30:00+01:00"),
                      (heading, "`head` / `user` / `name`", "package", "Rupert Thorne"),
                      (heading, "`head` / `message`", "package", "bridgeman consulted"),
                      (heading, "`head`, `state`, `manifest`", "text", "has finished his luncheon", 1)])], logical=True)


def archive_samples(made):
    heading = "Internet Archive"
    cards = [card("A peal for the café in Bell Yard was rung on a Tuesday by five men and one who held the jug."),
             card("The tenor is cracked and says Oh. The ringers have grown fond of it and will not have it recast.")]
    texts = [each.text + "\n" for each in cards]
    spans, position = [], 0
    for text in texts:
        # Offsets count characters, not bytes; the two others point into the hOCR.
        spans.append([position, position + len(text), 0, 0])
        position += len(text)
    name = "aldermere-bells"
    made.add("archive-hocr", "internet-archive", internet_archive(name, [
        ("title", "The Ringers' Book"), ("creator", "Gervase Tolliver"), ("creator", "Ann Tolliver"), ("date", "1935-03"),
        ("subject", "bells;ringers"), ("description", "<p>Kept in the <b>tower</b> from 1935.</p>"), ("language", "eng"),
        ("collection", "aldermere"), ("publicdate", "2012-06-01 09:00:00"), ("imagecount", "2")], [
            (".pdf", scan(cards)), ("_hocr_searchtext.txt.gz", squeezed("".join(texts).encode())),
            ("_hocr_pageindex.json.gz", squeezed(json.dumps(spans).encode())),
            ("_page_numbers.json", json_bytes({"identifier": name, "confidence": 90, "pages": [
                {"leafNum": 0, "confidence": 80, "pageNumber": "vi"}, {"leafNum": 1, "confidence": 90, "pageNumber": "7"}]})),
            ("_scandata.xml", (XML + "<book><pageData>" + "".join(
                f'<page leafNum="{number}"><pageType>Normal</pageType><addToAccessFormats>true</addToAccessFormats>'
                f"<origWidth>{Card.width}</origWidth><origHeight>{Card.height}</origHeight></page>" for number in (0, 1))
                + "</pageData></book>\n").encode())]),
        [document(f"{name}.pdf", "The Ringers' Book",
                  [page("A peal for the café in Bell Yard", SIDE, "vi"), page("The tenor is cracked", SIDE, "7")], "recast", on=2,
                  authors=["Gervase Tolliver", "Ann Tolliver"], date="1935-03", tags=["bells", "ringers"], identifier=name,
                  language="eng", description="Kept in the tower from 1935.", fields=[
                      (heading, "`_meta.xml`: `title`", "title", "The Ringers' Book"),
                      (heading, "`_meta.xml`: `creator`", "author", "Ann Tolliver"),
                      (heading, "`_meta.xml`: `date`", "date", "1935-03"), (heading, "`_meta.xml`: `subject`", "tag", "ringers"),
                      (heading, "`_meta.xml`: `identifier`", "identifier", name),
                      (heading, "`_meta.xml`: `language`", "language", "eng"),
                      (heading, "`_meta.xml`: `description`", "description", "Kept in the tower from 1935."),
                      (heading, "`_hocr_searchtext.txt.gz`", "text", "A peal for the café in Bell Yard", 1),
                      (heading, "`_hocr_pageindex.json.gz`", "page", "The tenor is cracked", 2),
                      (heading, "`_page_numbers.json`: `pageNumber`", "page label", "vi", 1)])])
    cards = [card("The almanac foretells a comet for the eve of the cattle show and advises against large hats."),
             card("For the month of May it promises a sermon of uncommon length and a plague of earwigs.")]
    name = "aldermere-almanac"
    made.add("archive-djvu", "internet-archive", internet_archive(name, [
        ("title", "Almanac for the Vale"), ("creator", "Ezekiel Frost"), ("date", "1935"), ("subject", "comets"),
        ("subject", "weather"), ("language", "eng")], [(".pdf", scan(cards)), ("_djvu.xml", djvu_xml(cards))]),
        [document(f"{name}.pdf", "Almanac for the Vale",
                  [page("foretells a comet", SIDE, words=["comet"]), page("a plague of earwigs", SIDE)], "earwigs", on=2,
                  authors=["Ezekiel Frost"], date="1935", tags=["comets", "weather"], identifier=name, language="eng", fields=[
                      (heading, "`_djvu.xml`: `WORD`", "text", "foretells a comet", 1),
                      (heading, "`_djvu.xml`: `coords`", "words", "comet", 1)])])
    cards = [card("To bake the Aldermere lardy cake take six pounds of flour and the good will of your neighbours."),
             card("Turn it out upon a slate. What the sexton leaves may be given to the poor or used as a doorstop.")]
    texts = [each.text for each in cards]
    name = "aldermere-recipes"
    made.add("archive-text", "internet-archive", internet_archive(name, [
        ("title", "Receipts of the Vale"), ("creator", "Dorcas Applegarth"), ("date", "1935-07-21"), ("language", "eng")],
        [(".pdf", scan(cards)), ("_djvu.txt", ("\f".join(texts) + "\f").encode())]),
        [document(f"{name}.pdf", "Receipts of the Vale",
                  [page("the Aldermere lardy cake", SIDE), page("used as a doorstop", SIDE)], "sexton", on=2,
                  authors=["Dorcas Applegarth"], date="1935-07-21", identifier=name, language="eng", fields=[
                      (heading, "`_djvu.txt`", "text", "the Aldermere lardy cake", 1)])])
    cards = [card("Of the five mirrors in the assembly room three are cracked and one shows nobody on a Friday night."),
             card("The chandelier was lowered for washing and found to hold a nest with eleven teaspoons in it.")]
    name = "aldermere-assembly"
    # Without its name, and packed, as in the first years.
    leaves = zip_bytes([("scandata.xml", scan_data([(False, ""), (True, "11"), (True, "12")]))], zipfile.ZIP_STORED)
    made.add("archive-characters", "internet-archive", internet_archive(name, [
        ("title", "Book of the Assembly Room"), ("creator", "Philippa Sconce"), ("date", "1935-09"), ("language", "eng")],
        [(".pdf", scan(cards)),
         ("_chocr.html.gz", squeezed(character_hocr([(each, f"leaf{n}.jp2") for n, each in enumerate(cards, 1)])))])
        + [("scandata.zip", leaves)],
        [document(f"{name}.pdf", "Book of the Assembly Room",
                  [page("one shows nobody on a Friday", SIDE, "11", ["mirrors", "Friday"]),
                   page("found to hold a nest", SIDE, "12", ["teaspoons"])], "chandelier", on=2,
                  authors=["Philippa Sconce"], date="1935-09", identifier=name, language="eng", fields=[
                      (heading, "`_chocr.html.gz`", "text", "one shows nobody on a Friday", 1),
                      (heading, "`_chocr.html.gz`", "words", "mirrors", 1),
                      (heading, "`scandata.zip`: `pageNumber`", "page label", "12", 2)])])
    cards = [card("The weather cock of the corn exchange was taken down, gilded, and put up again facing the wrong way."),
             card("Farmers now plough by it. Nobody has had the heart to tell them, and the turnips are excellent.")]
    name = "aldermere-exchange"
    made.add("archive-words", "internet-archive", internet_archive(name, [
        ("title", "Minutes of the Corn Exchange"), ("creator", "Lemuel Haywain"), ("date", "1935-10"), ("language", "eng")],
        [(".pdf", scan(cards)), ("_hocr.html", hocr("", [(each, f"leaf{n}.jp2") for n, each in enumerate(cards)]))])
        + [("scandata.xml", scan_data([(True, "xi"), (True, "xii")]))],
        [document(f"{name}.pdf", "Minutes of the Corn Exchange",
                  [page("gilded, and put up again", SIDE, "xi", ["weather"]), page("Farmers now plough by it", SIDE, "xii")],
                  "turnips", on=2, authors=["Lemuel Haywain"], date="1935-10", identifier=name, language="eng", fields=[
                      (heading, "`_hocr.html`: `ocrx_word`", "text", "gilded, and put up again", 1),
                      (heading, "`_hocr.html`: `bbox`", "words", "weather", 1),
                      (heading, "`scandata.xml`: `pageNumber`", "page label", "xii", 2)])])
    cards = [Card("This card with colours is no page."),
             card("The vaulting horse of the gymnasium has been lent to the hussars, who believe it to be a mare."),
             card("Dumb bells are to be returned in pairs. A single one was seen at the christening as a rattle.")]
    name = "aldermere-gymnasium"
    made.add("archive-images", "internet-archive", internet_archive(name, [
        ("title", "Rules of the Gymnasium"), ("creator", "Hercules Plumley"), ("date", "1935-11"), ("language", "eng")],
        [("_jp2.zip", zip_bytes([(f"{name}_jp2/{name}_{n:04}.jp2", each.encoded("JPEG2000")) for n, each in enumerate(cards)],
                                zipfile.ZIP_STORED)),
         ("_scandata.xml", scan_data([(False, ""), (True, ""), (True, "")]))]),
        [document(f"{name}_jp2.zip", "Rules of the Gymnasium",
                  [page("lent to the hussars", OCR), page("returned in pairs", OCR)], "christening", on=2,
                  authors=["Hercules Plumley"], date="1935-11", identifier=name, language="eng", fields=[
                      (heading, "`_jp2.zip`", "text", "lent to the hussars", 1),
                      (heading, "`_scandata.xml`: `leafNum`, `addToAccessFormats`", "page", "returned in pairs", 2)])])


def comic_samples(made):
    heading = "CBZ"

    def info(**fields):
        rows = "".join(f"  <{key}>{escape(value)}</{key}>\n" for key, value in fields.items())
        return (XML + f"<ComicInfo>\n{rows}</ComicInfo>\n").encode()

    cards = [card("One evening the badger of Beacon Hill put on the vicar's gaiters and walked into the town."),
             card("He asked at the post office for a stamp. The postmistress gave him two and said nothing."),
             card("And that is why there is to this day a pillar box at the entrance of every sett in the county.")]
    one, two, ten = (each.encoded("PNG") for each in cards)
    made.add("comic-badger", "cbz", [
        ("page 2.png", two), ("page 10.png", ten), ("page 1.png", one),
        ("ComicInfo.xml", info(
            Title="The Badger's Letter", Series="Tales of Beacon Hill", Number="3", Writer="Nan Hollis, Wilf Hollis",
            Penciller="Gus Ember", Year="1936", Month="3", Day="5", Summary="A badger posts a letter.",
            Tags="badgers, post", Genre="Fable", LanguageISO="en", GTIN="9780000019363", PageCount="3"))],
        [document("", "The Badger's Letter",
                  [page("put on the vicar's gaiters", OCR), page("The postmistress gave him two", OCR),
                   page("at the entrance of every sett", OCR)], "sett", on=3,
                  authors=["Nan Hollis", "Wilf Hollis", "Gus Ember"], date="1936-03-05", tags=["badgers", "post", "Fable"],
                  identifier="9780000019363", language="en", description="A badger posts a letter.", fields=[
                      (heading, "`ComicInfo.xml`: `Title`", "title", "The Badger's Letter"),
                      (heading, "`ComicInfo.xml`: `Writer`", "author", "Wilf Hollis"),
                      (heading, "`ComicInfo.xml`: `Penciller`", "author", "Gus Ember"),
                      (heading, "`ComicInfo.xml`: `Year`, `Month`, `Day`", "date", "1936-03-05"),
                      (heading, "`ComicInfo.xml`: `Tags`", "tag", "post"), (heading, "`ComicInfo.xml`: `Genre`", "tag", "Fable"),
                      (heading, "`ComicInfo.xml`: `GTIN`", "identifier", "9780000019363"),
                      (heading, "`ComicInfo.xml`: `LanguageISO`", "language", "en"),
                      (heading, "`ComicInfo.xml`: `Summary`", "description", "A badger posts a letter."),
                      (heading, "`page 1.png`, `page 2.png`, `page 10.png`", "page", "at the entrance of every sett", 3)])],
        ending="cbz", ordered=True, images="bundle")
    cards = [card("The mole of Market Place dug up the sundial and set it again by guesswork, facing the brewery.")]
    made.add("comic-mole", "cbz", [
        ("ComicInfo.xml", info(Series="Tales of Beacon Hill", Number="4", Year="1936", Month="11")),
        ("1.jpg", cards[0].encoded("JPEG"))],
        [document("", "Tales of Beacon Hill #4", [page("set it again by guesswork", OCR)], "sundial", date="1936-11", fields=[
            (heading, "`ComicInfo.xml`: `Series`, `Number`", "title", "Tales of Beacon Hill #4")])],
        ending="cbz", images="bundle")


def plain_samples(made):
    heading = "Zip of PDFs"
    scanned = [card("Plot nine is let to the widow Garland, who grows nothing but sweet peas and means to go on so."),
               card("Plot ten is let to nobody, on account of the asparagus, which is older than the committee.")]
    texts = TEXTS[-2:]
    other = [card("The waiting list has eleven names on it, of whom two are dead and one is the chairman's lurcher.")]
    with_info = leaf("The hedge along the railway is to be laid in February by whoever owns a billhook.",
                     Title="Hedge of the Allotments", Author="Jonah Spindle", Subject="Work for the winter",
                     Keywords="hedges; tools", CreationDate="D:19370211090000Z")
    by_name = leaf("Manure is delivered on the first Monday, and the wind is to be consulted beforehand.", Title="scan0001")
    by_xml = leaf("The prize for the longest marrow is withheld, one of the entries having been joined with a dowel.")
    noted = leaf("Water from the dipping pond is free to all tenants who bring a pail.")
    made.add("zip-sidecars", "zip", [
        ("garland.pdf", scan(scanned)), ("garland.txt", ("\f".join(texts) + "\f").encode()),
        ("garland.json", json_bytes({"title": "Lettings of the Plots", "authors": ["Tabitha Root"], "date": "1937-01-04",
                                     "tags": ["plots", "rent"], "identifier": "plots-9", "language": "en",
                                     "description": "Plots nine and ten."})),
        ("waiting.pdf", scan(other)), ("waiting.hocr", hocr("Waiting List", [(other[0], "waiting.pdf")])),
        ("hedge.pdf", with_info), ("manure delivery.pdf", by_name), ("marrow.pdf", by_xml),
        ("marrow.xml", dublin_core([("title", "Judging of the Marrows"), ("creator", "Silas Gourd"), ("date", "1937-08"),
                                    ("subject", "shows"), ("identifier", "marrow-1"), ("language", "en"),
                                    ("description", "With a dispute.")])),
        ("pond.pdf", noted), ("pond.md", said("# The pail\n\nA later hand: the pail was stolen at Whitsuntide.\n").encode())],
        [document("garland.pdf", "Lettings of the Plots", [page("grows nothing but sweet peas", SIDE),
                                                           page("older than the committee", SIDE)], "asparagus", on=2,
                  authors=["Tabitha Root"], date="1937-01-04", tags=["plots", "rent"], identifier="plots-9", language="en",
                  description="Plots nine and ten.", fields=[
                      (heading, "`.json`: `title`", "title", "Lettings of the Plots"),
                      (heading, "`.json`: `authors`", "author", "Tabitha Root"), (heading, "`.json`: `date`", "date", "1937-01-04"),
                      (heading, "`.json`: `tags`", "tag", "rent"), (heading, "`.json`: `identifier`", "identifier", "plots-9"),
                      (heading, "`.json`: `language`", "language", "en"),
                      (heading, "`.json`: `description`", "description", "Plots nine and ten."),
                      (heading, "`.txt`", "text", "older than the committee", 2)]),
         document("hedge.pdf", "Hedge of the Allotments", [page("to be laid in February", LAYER)], "billhook",
                  authors=["Jonah Spindle"], date="1937-02-11T09:00:00Z", tags=["hedges", "tools"],
                  description="Work for the winter", fields=[
                      (heading, "`.pdf`: `/Title`", "title", "Hedge of the Allotments"),
                      (heading, "`.pdf`: `/Author`", "author", "Jonah Spindle"),
                      (heading, "`.pdf`: `/CreationDate`", "date", "1937-02-11T09:00:00Z"),
                      (heading, "`.pdf`: `/Keywords`", "tag", "tools"),
                      (heading, "`.pdf`: `/Subject`", "description", "Work for the winter")]),
         document("manure delivery.pdf", "manure delivery", [page("delivered on the first Monday", LAYER)], "beforehand", fields=[
             (heading, "`manure delivery.pdf`", "title", "manure delivery")]),
         document("marrow.pdf", "Judging of the Marrows", [page("joined with a dowel", LAYER)], "dowel",
                  authors=["Silas Gourd"], date="1937-08", tags=["shows"], identifier="marrow-1", language="en",
                  description="With a dispute.", fields=[
                      (heading, "`.xml`: `dc:title`", "title", "Judging of the Marrows"),
                      (heading, "`.xml`: `dc:creator`", "author", "Silas Gourd"), (heading, "`.xml`: `dc:date`", "date", "1937-08"),
                      (heading, "`.xml`: `dc:subject`", "tag", "shows"),
                      (heading, "`.xml`: `dc:identifier`", "identifier", "marrow-1"),
                      (heading, "`.xml`: `dc:language`", "language", "en"),
                      (heading, "`.xml`: `dc:description`", "description", "With a dispute.")]),
         document("pond.pdf", "pond", [page("free to all tenants", LAYER)], "tenants"),
         document("waiting.pdf", "waiting", [page("two are dead and one is the", SIDE, words=["eleven"])], "lurcher", fields=[
                      (heading, "`.hocr`: `ocrx_word`", "text", "two are dead and one is the", 1),
                      (heading, "`.hocr`: `bbox`", "words", "eleven", 1)])],
        unpacked="files")


def image_samples(made):
    heading = "Images"
    cards = [card("The map of the common shows the gallows, three ponds, and the place where Aunt Lettice saw the owl."),
             card("Beyond the third pond nothing is shown, the surveyor having by then finished his cordial.")]
    data = tiff(cards)
    pages = [page("The map of the common shows", OCR), page("nothing is shown", OCR)]
    made.single("images-tiff", "images-tiff.tiff", "images", data, [
        document("", "images-tiff", pages, "cordial", on=2, fields=[
            (heading, "`.tiff`", "page", "nothing is shown", 2)])])
    other = [card("The list of the drowned in the year of the great tide has been copied fair for the almshouse wall."),
             card("The list of the saved is longer by one pig, which swam, and was afterwards kept at the town hall.")]
    made.add("images-tiff-zip", "images", [("tide.tif", tiff(other))], [
        document("", "images-tiff-zip", [page("copied fair for the almshouse wall", OCR), page("which swam", OCR)], "almshouse")], unpacked=None)
    cards = [card("Weights and measures were tried on the Monday, and the baker's pound was found to be a good deal lighter."),
             card("The chandler's was heavy. He has been asked to explain himself and has so far declined to."),
             card("The apothecary has no weights. He judges by the eye, he says, and has buried few.")]
    made.add("images-pages", "images", [
        ("sheet 1.jpg", cards[0].encoded("JPEG")), ("sheet 2.png", cards[1].encoded("PNG")),
        ("sheet 10.jp2", cards[2].encoded("JPEG2000"))],
        [document("", "images-pages", [page("the baker's pound was found", OCR), page("asked to explain himself", OCR),
                                       page("He judges by the eye", OCR)], "apothecary", on=3, fields=[
            (heading, "`sheet 2.png`, `sheet 10.jp2`", "page", "He judges by the eye", 3),
            (heading, "`.jpg`, `.png`, `.jp2`", "text", "asked to explain himself", 2)])], unpacked=None)
    # In a folder on disk nothing says that images belong together: each is a document.
    made._sample(made.folders, "images-pages", "images-pages", "images", [
        document("sheet 1.jpg", "sheet 1", [page("the baker's pound was found", OCR)], "lighter"),
        document("sheet 2.png", "sheet 2", [page("asked to explain himself", OCR)], "chandler"),
        document("sheet 10.jp2", "sheet 10", [page("He judges by the eye", OCR)], "apothecary")],
        unpack="images-pages.zip", separator="/")
    turned = card("The stuffed pike of the angling club was weighed by candlelight and had lost two pounds since Easter.")
    placed = next(word for word in turned.words if word["text"] == "candlelight")
    left, top, right, bottom = placed["box"]
    shown = page("weighed by candlelight", SIDE, words=["candlelight"])
    shown["box"] = {"text": "candlelight",
                    "box": [round(n * 72 / DPI, 2) for n in (left, top, right - left, bottom - top)]}
    made.add("images-turned", "images", [("pike.jpg", turned.encoded("JPEG on its side")), ("pike.xml", alto(turned, 1))],
             [document("", "images-turned", [shown], "pike candlelight", fields=[
                 (heading, "`.jpg`: `Exif`", "words", "candlelight", 1)])], unpacked=None)
    made.single("image-alone", "image-alone.png", "images", card(
        "Found in the lining of a pew: one glove, one sonnet, and a receipt for eels.").encoded("PNG"),
        [document("", "image-alone", [page("a receipt for eels", OCR)], "sonnet")])


def mail_samples(made):
    heading = "Mail"
    plan = leaf("The orchard is to be planted in the old manner with medlars along the wall and a quince at each corner.")
    long_name = ("Content-Type: application/pdf\r\nContent-Disposition: attachment;\r\n"
                 " filename*0*=utf-8''Plan%20of%20the%20M%C3%BCller;\r\n filename*1*=%20orchard.pdf")
    made.single("mail-one", "mail-one.eml", "mail", message(
        "From: =?utf-8?q?J=C3=B8rgen_Holm?= <holm@aldermere.invalid>\r\nTo: office@aldermere.invalid\r\n"
        "Subject: =?utf-8?q?Planting_of_the_M=C3=BCller_orchard?=\r\nDate: Mon, 05 Mar 2001 10:30:00 +0100\r\n"
        "Message-ID: <orchard-1@aldermere.invalid>", "The plan is attached.", [(long_name, plan)]),
        [document("", "Planting of the Müller orchard", [page("The plan is attached", SIDE)], '"plan is attached"',
                  authors=["Jørgen Holm"], date="2001-03-05T10:30:00+01:00", identifier="orchard-1@aldermere.invalid", fields=[
                      (heading, "`Subject`", "title", "Planting of the Müller orchard"),
                      (heading, "`To`", "person", "office@aldermere.invalid"),
                      (heading, "`text/plain`", "text", "The plan is attached", 1)]),
         document("Plan of the Müller orchard.pdf", "Plan of the Müller orchard",
                  [page("medlars along the wall", LAYER)], "medlars", authors=["Jørgen Holm"], date="2001-03-05T10:30:00+01:00",
                  identifier="orchard-1@aldermere.invalid", fields=[
                      (heading, "`From`", "author", "Jørgen Holm"), (heading, "`Date`", "date", "2001-03-05T10:30:00+01:00"),
                      (heading, "`Message-ID`", "identifier", "orchard-1@aldermere.invalid"),
                      (heading, "`attachment`", "text", "medlars along the wall", 1)])])
    reports = [leaf("The drains of Cinder Row were rodded and gave up a concertina."),
               leaf("The drains of Pound Lane were rodded and gave up nothing but a smell of violets.")]
    box = b"".join(
        f"From drains@aldermere.invalid Mon Mar  5 10:30:00 2001\n".encode() + message(
            f"From: Drains Committee <drains@aldermere.invalid>\r\nSubject: Drains, week {week}\r\n"
            f"Date: Mon, {day:02} Mar 2001 10:30:00 +0000\r\nMessage-ID: <drains-{week}@aldermere.invalid>",
            "As every week.\r\n>From now on it will be shorter.", [(attached("application/pdf", "report.pdf"), data)]
        ).replace(b"\r\n", b"\n") + b"\n" for week, (day, data) in enumerate(zip((5, 12), reports), 1))
    made.single("mail-box", "mail-box.mbox", "mbox", box, [
        document(f"message-{week}{name}", f"Drains, week {week}", [page(phrase, origin)], word, authors=["Drains Committee"],
                 date=f"2001-03-{day:02}T10:30:00Z", identifier=f"drains-{week}@aldermere.invalid")
        for week, day, *attached_page in ((1, 5, "gave up a concertina", "concertina"), (2, 12, "a smell of violets", "violets"))
        for name, phrase, word, origin in (("", "on it will be shorter", "shorter", SIDE),
                                           ("/report.pdf", *attached_page, LAYER))])
    plan = leaf("The hedge maze is closed until the Sunday school that went in at Whitsun has been counted out again.")
    text = message(
        "From: Park Keeper <park@aldermere.invalid>\r\nSubject: The maze\r\nDate: Wed, 07 Mar 2001 16:00:00 +0000\r\n"
        "Message-ID: <maze@aldermere.invalid>", "The notice is attached.",
        [(attached("application/pdf", "notice.pdf"), plan)]).replace(b"\r\n", b"\n")
    listed = (XML + '<plist version="1.0">\n<dict>\n\t<key>flags</key>\n\t<integer>8590195713</integer>\n</dict>\n'
              "</plist>\n").encode()
    made.single("mail-apple", "mail-apple.emlx", "mail", f"{len(text):<10}\n".encode() + text + listed, [
        document("", "The maze", [page("The notice is attached", SIDE)], '"notice is attached"', authors=["Park Keeper"],
                 date="2001-03-07T16:00:00Z", identifier="maze@aldermere.invalid"),
        document("notice.pdf", "notice", [page("the Sunday school that went in", LAYER)], "school", authors=["Park Keeper"],
                 date="2001-03-07T16:00:00Z", identifier="maze@aldermere.invalid", fields=[
                     (heading, "`.emlx`", "text", "the Sunday school that went in", 1)])])
    pdf = leaf("The lamps of the promenade are to be lit by the harbour master whenever he can see that it is dark.")
    made.single("mail-zip", "mail-zip.eml", "mail", message(
        "From: harbour@aldermere.invalid\r\nSubject: Lamps\r\nDate: Tue, 06 Mar 2001 08:00:00 +0000\r\n"
        "Message-ID: <lamps@aldermere.invalid>", "See the zip.",
        [(attached("application/zip", "lamps.zip"), zip_bytes([("lamps.pdf", pdf)]))]),
        [document("", "Lamps", [page("See the zip", SIDE)], '"see the zip"', authors=["harbour@aldermere.invalid"],
                  date="2001-03-06T08:00:00Z", identifier="lamps@aldermere.invalid"),
         document("lamps.zip!/lamps.pdf", "lamps", [page("whenever he can see that it is dark", LAYER)], "promenade",
                  authors=["harbour@aldermere.invalid"], date="2001-03-06T08:00:00Z", identifier="lamps@aldermere.invalid")])


def nested_samples(made):
    letter = leaf("Three boxes deep lay the key of the muniment room, wrapped in a page of the hymnal.", Title="Letter about the Key")
    made.single("nested-two", "nested-two.zip", "zip", zip_bytes([("inner.zip", zip_bytes([("letter.pdf", letter)]))]),
                [document("inner.zip!/letter.pdf", "Letter about the Key", [page("the key of the muniment room", LAYER)],
                          "muniment")])
    box = b"".join(
        b"From bells@aldermere.invalid Mon Mar  5 10:30:00 2001\n" + message(
            f"From: Bell Ringers <bells@aldermere.invalid>\r\nSubject: Practice {number}\r\n"
            f"Date: Mon, {number + 4:02} Mar 2001 10:30:00 +0000\r\nMessage-ID: <practice-{number}@aldermere.invalid>",
            "As agreed.", [(attached("application/pdf", "practice.pdf"), data)]).replace(b"\r\n", b"\n") + b"\n"
        for number, data in enumerate((
            leaf("Practice was held with muffles after the complaint of the apiarist."),
            leaf("Practice was held without muffles after the reply of the campanologist.")), 1))
    made.single("nested-box", "nested-box.zip", "zip", zip_bytes([("bells.mbox", box)]), [
        document(f"bells.mbox!/message-{number}{name}", "practice" if name else f"Practice {number}",
                 [page(phrase, origin)], word,
                 authors=["Bell Ringers"], date=f"2001-03-{number + 4:02}T10:30:00Z",
                 identifier=f"practice-{number}@aldermere.invalid")
        for number, *attached_page in ((1, "with muffles after the complaint", "apiarist"),
                                       (2, "without muffles after the reply", "campanologist"))
        for name, phrase, word, origin in (("", "As agreed", '"as agreed"', SIDE),
                                           ("/practice.pdf", *attached_page, LAYER))])
    data = zip_bytes([("letter.pdf", leaf("Nobody will ever read of the ptarmigan.", Title="Too deep"))])
    for depth in range(5, 1, -1):
        data = zip_bytes([(f"box{depth}.zip", data)])
    made.other("nested-five.zip", data, "failed", code="limit", names="box", absent="ptarmigan")


def other_samples(made):
    made.other("skipped-table.zip", zip_bytes([("rates.csv", b"year,rate\n1931,4\n1932,5\n")]), "skipped")
    stored = zipfile.ZIP_STORED
    made.other("skipped-text.odt.zip", zip_bytes([
        ("mimetype", b"application/vnd.oasis.opendocument.text"),
        ("content.xml", (XML + "<office:document-content xmlns:office=\"urn:oasis:names:tc:opendocument:xmlns:office:1.0\"/>\n"
                         ).encode()),
        ("META-INF/manifest.xml", (XML + "<manifest/>\n").encode()), ("Thumbnails/thumbnail.pdf", leaf("A thumbnail."))],
        stored), "skipped")
    made.other("skipped-book.epub.zip", zip_bytes([
        ("mimetype", b"application/epub+zip"), ("META-INF/container.xml", (XML + "<container/>\n").encode()),
        ("OEBPS/cover.jpg", Card("Cover").encoded("JPEG")), ("OEBPS/one.xhtml", b"<html><body>One.</body></html>\n")],
        stored), "skipped")
    text = said("The sealed bid of the ironmonger was lowest, though he had spelt it wrongly.")
    pdf = text_pdf([[text]], title="Sealed Bid", author="Town Clerk", date="1938-06-20", password=PASSWORD)
    locked = document("bid.pdf", "Sealed Bid", [page("The sealed bid of the ironmonger", LAYER)], "ironmonger",
                      authors=["Town Clerk"], date="1938-06-20T00:00:00Z")
    made.other("locked-pdf.zip", zip_bytes([("bid.pdf", pdf)]), "locked", code="locked", document=locked)
    old = leaf("The casting vote was given with the eyes shut, by the beekeeper.", Title="Casting Vote")
    made.other("locked-zip.zip", zip_crypto("vote.pdf", old, PASSWORD), "locked", code="locked", document=document(
        "vote.pdf", "Casting Vote", [page("given with the eyes shut", LAYER)], "beekeeper"))
    new = leaf("The minute was struck out and the ink drunk by the cartographer.", Title="Struck Out")
    made.other("locked-zip-aes.zip", zip_aes("minute.pdf", new, PASSWORD), "locked", code="locked", document=document(
        "minute.pdf", "Struck Out", [page("the ink drunk by the", LAYER)], "cartographer"))


def expected(made):
    for each in made.others:
        if "document" in each:
            one = each["document"]
            each["document"] = {"entry": one["entry"], "path": f"{each['file']}!/{one['entry']}",
                                **{key: one[key] for key in one if key not in ("entry", "fields")}}
    return json_bytes({
        "about": "Written by generate-bundles.py. samples: files that are bundles. folders: the same when the file named by "
                 "unpack is unpacked into a folder of that name. others: files that give no document, and the one they give "
                 "with the password. fields: a row of docs/bundle-formats.md, and what it gives.",
        "password": PASSWORD, "secret": SECRET, "samples": made.samples, "folders": made.folders, "others": made.others,
        "fields": made.fields})


# ---------------------------------------------------------------------------------------------------------------------
# Writing and checking
# ---------------------------------------------------------------------------------------------------------------------

def rows_of_page():
    """The rows of the tables of docs/bundle-formats.md: heading, field in the source, field in docsearch."""
    heading, is_table, rows = "", False, []
    for line in PAGE.read_text().splitlines():
        if line.startswith("## "):
            heading = line[3:]
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if not line.startswith("|"):
            is_table = False
        elif cells == ["field in the source", "field in docsearch"]:
            is_table = True
        elif is_table and not cells[0].startswith("---"):
            rows.append((heading, *cells))
    return rows


def check(made):
    bad = []
    for name, data in {**made.files, "expected.json": expected(made)}.items():
        if not (BUNDLES / name).exists() or (BUNDLES / name).read_bytes() != data:
            bad.append(f"not as generated: {name}")
    rows = rows_of_page()
    proved = {(each["format"], each["source"], each["field"]) for each in made.fields}
    bad += [f"in the page twice: {row}" for row in rows if rows.count(row) > 1]
    bad += [f"in the page, but no sample proves it: {row}" for row in rows if row not in proved]
    bad += [f"a sample, but not in the page: {row}" for row in sorted(proved) if row not in rows]
    print("\n".join(bad) or "all well")
    return 1 if bad else 0


def write(made):
    for path in sorted(BUNDLES.rglob("*"), reverse=True) if BUNDLES.exists() else []:
        path.rmdir() if path.is_dir() else path.unlink()
    for name, data in {**made.files, "expected.json": expected(made)}.items():
        (BUNDLES / name).parent.mkdir(parents=True, exist_ok=True)
        (BUNDLES / name).write_bytes(data)
    print(f"{len(made.files)} files, {sum(map(len, made.files.values())):,} bytes, {len(made.fields)} fields")


if __name__ == "__main__":
    result = build()
    if sys.argv[1:] == ["--check"]:
        sys.exit(check(result))
    write(result)
