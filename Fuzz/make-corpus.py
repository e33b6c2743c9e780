#!/usr/bin/python3
"""Makes the seeds in Fuzz/Corpus from the samples: /usr/bin/python3 Fuzz/make-corpus.py

A second run writes the same bytes (those of images depend on the versions of Pillow and its libraries). What a bundle is
made of is kept, but PDFs and images in it are cut to a line, as nothing that is fuzzed here looks into them; image files
have seeds of their own. Names of seeds say where they come from. Needs python3-pil.
"""

import gzip
import io
import json
import struct
import tarfile
import zipfile
import zlib
from pathlib import Path

from PIL import Image

HERE = Path(__file__).resolve().parent
SAMPLES = HERE.parent / "Samples"
BUNDLES, PROTOCOL = HERE / "Corpus/bundles", HERE / "Corpus/protocol"
ARCHIVES = HERE / "Corpus/archives"

PDF = b"%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n"
PICTURES = {".png": b"\x89PNG\r\n\x1a\n", ".jpg": b"\xff\xd8\xff\xe0", ".tif": b"II*\0\x08\0\0\0\0\0\0\0\0\0",
            ".tiff": b"MM\0*\0\0\0\x08\0\0\0\0\0\0", ".jp2": b"\0\0\0\x0cjP  \r\n\x87\n", ".webp": b"RIFF"}


def stub(name, content):
    kind = Path(name).suffix.lower()
    if kind == ".pdf":
        return PDF
    return PICTURES.get(kind, content)


def records(files):
    """The form of Fuzz/BundleFuzzer/Record.swift."""
    return b"".join(b"\x1e\x1e" + name.encode() + b"\x1f" + content for name, content in files)


def folder(*files):
    return b"1" + records(files)


def companions(*files):
    """The first is the bundle."""
    return b"2" + records(files)


def zipped(files, method=zipfile.ZIP_DEFLATED):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as archive:
        for name, content in files:
            archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), content, method)
    return buffer.getvalue()


def sample_seeds():
    """Every sample as it is, where it is small; its files as a folder; and as a zip of stubs."""
    for path in sorted((SAMPLES / "bundles").iterdir()):
        if path.is_dir() or path.name == "expected.json" or "-wrapped" in path.name:
            continue
        whole = path.read_bytes()
        if len(whole) <= 4200:
            yield f"file-{path.name}", b"0" + whole
        if not zipfile.is_zipfile(path) or path.name.startswith("locked-zip"):
            continue
        with zipfile.ZipFile(path) as archive:
            files = [(name, stub(name, archive.read(name))) for name in archive.namelist()]
        yield f"folder-{path.stem}", folder(*files)
        if len(whole) > 4200:
            yield f"zip-{path.stem}", b"0" + zipped([("top/" + name, content[:900]) for name, content in files[:6]])


def text_seeds():
    def within(archive, end):
        with zipfile.ZipFile(SAMPLES / "bundles" / archive) as opened:
            return next(opened.read(name) for name in opened.namelist() if name.endswith(end))

    alto = within("mets-text.zip", "x.xml")
    hocr = within("hocr-each.zip", "1.hocr")
    djvu = within("archive-djvu.zip", "_djvu.xml")
    dates = ["1931", "5 March 1931", "March 1931", "1931-03-05T10:30:00+01:00", "05.03.1931", "[ca. 1931?]", "1931/32"]

    yield "text-alto", folder(("1.png", PICTURES[".png"]), ("1.xml", alto))
    yield "text-alto-latin1", folder(
        ("1.png", PICTURES[".png"]),
        ("1.xml", b'<?xml version="1.0" encoding="ISO-8859-1"?>\n<!DOCTYPE alto [<!ENTITY a "b">]>\n<alto><Layout><Page '
                  b'ID="p" WIDTH="100" HEIGHT="200"><PrintSpace><TextBlock><TextLine><String CONTENT="M\xfchle&a;" '
                  b'HPOS="1" VPOS="2" WIDTH="3" HEIGHT="4" WC="0.5"/><HYP CONTENT="-"/></TextLine></TextBlock>'
                  b'</PrintSpace></Page></Layout></alto>'))
    yield "text-alto-utf16", folder(
        ("1.png", PICTURES[".png"]),
        ("1.xml", '<?xml version="1.0" encoding="UTF-16"?><alto><Layout><Page><String CONTENT="a&#x41;"/></Page></Layout>'
                  "</alto>".encode("utf-16")))
    yield "text-hocr", folder(("1.png", PICTURES[".png"]), ("1.hocr", hocr))
    yield "text-hocr-loose", folder(
        ("1.png", PICTURES[".png"]),
        ("1.html", b"<html><meta name=ocr-system content=x><body><div class='ocr_page' title='image \"a b.png\"; bbox 0 0 "
                   b"100 200; ppageno 3; scan_res 300 300'><p class=ocr_par><span class=ocr_line title='bbox 1 2 3 4'>"
                   b"<span class=ocrx_word title='bbox 1 2 3 4; x_wconf 93'>M&uuml;h&shy;le<br>x</div>"))
    yield "text-djvu", folder(("book.pdf", PDF), ("book_djvu.xml", djvu), ("book_meta.xml", b"<metadata/>"))
    yield "text-search", folder(
        ("book.pdf", PDF), ("book_meta.xml", b"<metadata><identifier>book</identifier></metadata>"),
        ("book_hocr_searchtext.txt.gz", gzip.compress(b"one\n\ntwo\n", mtime=0)),
        ("book_hocr_pageindex.json.gz", gzip.compress(b"[[0, 3, 0, 100], [5, 8, 100, 200]]", mtime=0)))
    yield "text-search-plain", folder(
        ("book.pdf", PDF), ("book_meta.xml", b"<metadata/>"), ("book_hocr_searchtext.txt", b"one\n\ntwo\n"),
        ("book_hocr_pageindex.json", b"[[0, 3, 0, 100], [5, 8, 100, 200]]"))
    yield "text-feeds", folder(("a.pdf", PDF), ("a.txt", b"one\x0ctwo\x0c"))
    yield "metadata-json", folder(
        ("a.pdf", PDF), ("a.json", json.dumps({
            "id": 7, "title": "A", "author": ["B", "C"], "date": dates[1], "tags": "x, y", "language": "de",
            "description": None, "pageCount": "3"}).encode()))
    for number, date in enumerate(dates):
        yield f"metadata-date-{number}", folder(
            ("a.pdf", PDF), ("a.xml", f'<dc xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>A</dc:title><dc:date>{date}'
                                      "</dc:date><dc:creator>B, C</dc:creator></dc>".encode()))
    yield "companions-json", companions(
        ("a.pdf", PDF), ("a.json", b'{"title":"A","date":1931}'), ("a.txt", b"one\x0ctwo"))
    yield "companions-hocr", companions(("a.png", PICTURES[".png"]), ("a.hocr", hocr))
    results = json.loads((SAMPLES / "bundles/.ocr_results/letters/Well.json").read_bytes())
    yield "companions-yiana", companions(
        ("Well.yianazip", zipped([("metadata.json", b"{}"), ("content.pdf", PDF)])),
        (".ocr_results/Well.json", json.dumps(cut(results)).encode()))


def cut(value):
    """The first two of every list."""
    if isinstance(value, list):
        return [cut(member) for member in value[:2]]
    return {key: cut(member) for key, member in value.items()} if isinstance(value, dict) else value


def zip_seeds():
    yield "zip-stored", b"0" + zipped([("a.pdf", PDF), ("a.txt", b"one\x0ctwo")], zipfile.ZIP_STORED)
    yield "zip-bzip2", b"0" + zipped([("a.pdf", PDF)], zipfile.ZIP_BZIP2)
    yield "zip-lzma", b"0" + zipped([("a.pdf", PDF)], zipfile.ZIP_LZMA)
    yield "zip-prefixed", b"0#!/bin/sh\n" + zipped([("a.pdf", PDF)])
    yield "zip-twice", b"0" + zipped([("a.pdf", PDF), ("b.pdf", PDF)]).replace(b"b.pdf", b"a.pdf")
    yield "zip-bomb", b"0" + zipped([("a.pdf", PDF + bytes(3 << 18))])
    yield "zip-in-zip", b"0" + zipped([("b.zip", zipped([("c/a.pdf", PDF), ("c/a.json", b'{"title":"A"}')]))])
    yield "zip-empty", b"0" + zipped([])
    # A data descriptor, and sizes of Zip64.
    buffer = io.BytesIO()

    class Pipe(io.RawIOBase):
        def writable(self):
            return True

        def write(self, data):
            return buffer.write(data)

    with zipfile.ZipFile(Pipe(), "w", zipfile.ZIP_DEFLATED) as archive:
        with archive.open(zipfile.ZipInfo("a.pdf"), "w", force_zip64=True) as file:
            file.write(PDF)
    yield "zip-64", b"0" + buffer.getvalue()
    link = zipfile.ZipInfo("a.pdf", (1980, 1, 1, 0, 0, 0))
    link.create_system, link.external_attr = 3, 0o120777 << 16
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr(link, b"/etc/passwd")
    yield "zip-link", b"0" + buffer.getvalue()


def tarred(files, mode="w", kind=tarfile.PAX_FORMAT):
    buffer = io.BytesIO()
    options = {"mtime": 0} if mode == "w:gz" else {}
    if mode == "w:gz":
        return gzip.compress(tarred(files, kind=kind), mtime=0)
    with tarfile.open(fileobj=buffer, mode=mode, format=kind, **options) as archive:
        for name, content in files:
            entry = tarfile.TarInfo(name)
            if isinstance(content, tuple):
                entry.type, entry.linkname = content
                archive.addfile(entry)
            else:
                entry.size = len(content)
                archive.addfile(entry, io.BytesIO(content))
    return buffer.getvalue()


def number(value):
    """As 7zFormat.txt writes numbers."""
    return bytes([value]) if value < 0x80 else bytes([0x80 | value >> 8, value & 0xFF])


def seven_zip(files):
    """What is packed by copying (7zFormat.txt)."""
    data = b"".join(content for _, content in files)
    names = b"".join(name.encode("utf-16-le") + b"\0\0" for name, _ in files)
    sizes = b"".join(number(len(content)) for _, content in files[:-1])
    sums = b"".join(struct.pack("<I", zlib.crc32(content)) for _, content in files)
    streams = (b"\x06\0\x01\x09" + number(len(data)) + b"\0" + b"\x07\x0b\x01\0\x01\x01\0\x0c" + number(len(data)) + b"\0"
               + b"\x08\x0d" + number(len(files)) + (b"\x09" + sizes if sizes else b"") + b"\x0a\x01" + sums + b"\0")
    listing = b"\x05" + number(len(files)) + b"\x11" + number(len(names) + 1) + b"\0" + names + b"\0"
    header = b"\x01\x04" + streams + b"\0" + listing + b"\0"
    start = struct.pack("<QQI", len(data), len(header), zlib.crc32(header))
    return b"7z\xbc\xaf\x27\x1c\0\x04" + struct.pack("<I", zlib.crc32(start)) + start + data + header


def archive_seeds():
    """The first digit is the mode of Fuzz/ArchiveFuzzer."""
    files = [("bagit.txt", b"BagIt-Version: 1.0\n"), ("manifest-md5.txt", b"00  data/a.pdf\n"), ("data/a.pdf", PDF)]
    odd = files + [("b.pdf", (tarfile.SYMTYPE, "/etc/passwd")), ("c.pdf", (tarfile.LNKTYPE, "data/a.pdf")),
                   ("d.pdf", (tarfile.FIFOTYPE, "")), ("x" * 150 + ".pdf", PDF)]
    yield "tar-pax", b"1" + tarred(odd)
    yield "tar-gnu", b"1" + tarred(odd, kind=tarfile.GNU_FORMAT)
    yield "tar-ustar", b"1" + tarred(files, kind=tarfile.USTAR_FORMAT)
    yield "tar-gzip", b"0" + tarred(odd, "w:gz")
    yield "tar-bzip2", b"0" + tarred(files, "w:bz2")
    yield "tar-xz", b"0" + tarred(files, "w:xz")
    yield "7z-copied", b"2" + seven_zip(files)
    yield "7z-one", b"2" + seven_zip(files[2:])


def picture_seeds():
    grey = Image.new("L", (24, 32), 255)
    for x in range(20):
        grey.putpixel((x, x), 5 * x)
    colors, lines = grey.convert("RGB"), grey.convert("1", dither=Image.Dither.NONE)

    def saved(image, form, **options):
        buffer = io.BytesIO()
        image.save(buffer, form, **options)
        return b"3" + buffer.getvalue()

    yield "picture-grey.jpg", saved(grey, "JPEG", dpi=(200, 200))
    yield "picture-color.jpg", saved(colors, "JPEG", progressive=True)
    yield "picture-print.jpg", saved(colors.convert("CMYK"), "JPEG")
    yield "picture-grey.jp2", saved(grey, "JPEG2000")
    yield "picture-color.j2k", saved(colors, "JPEG2000", no_jp2=True)
    yield "picture-lines.png", saved(lines, "PNG", dpi=(300, 300))
    yield "picture-alpha.png", saved(colors.convert("RGBA"), "PNG")
    yield "picture-palette.png", saved(colors.quantize(4), "PNG", transparency=b"\x03\xc8")
    for compression in ["group3", "group4", "tiff_lzw", "tiff_adobe_deflate", "packbits", "raw"]:
        yield f"picture-{compression}.tif", saved(lines, "TIFF", compression=compression, dpi=(300, 300))
    yield "picture-jpeg.tif", saved(colors, "TIFF", compression="jpeg")
    yield "picture-pages.tif", saved(lines, "TIFF", compression="group4", save_all=True, append_images=[lines.transpose(Image.Transpose.ROTATE_90)])
    yield "picture-big-endian.tif", b"3MM\0*\0\0\0\x08\0\x04" + b"".join(
        struct.pack(">HHIHH", tag, 3, 1, value, 0) for tag, value in [(256, 8), (257, 1), (273, 62), (279, 1)]) + bytes(5)


# ---------------------------------------------------------------------------------------------------------------------
# What the two programs say to each other (Sources/ExtractionProtocol)
# ---------------------------------------------------------------------------------------------------------------------

VERSION = 4
ADDRESS = {"entry": "a/\u00e4.pdf", "page": 7}
LIMITS = {"entries": 9, "entryBytes": 1, "bundleBytes": 2 ** 63 - 1, "compressionRatio": 200, "metadataBytes": 1,
          "markupBytes": 1, "markupDepth": 256, "nesting": 3, "nameBytes": 4096, "pages": 0, "pageTextBytes": 1,
          "memoryBytes": 0, "addressSpaceBytes": 2 ** 64 - 1, "processorSeconds": 300, "pagePixels": 1, "imageBytes": 1}
METADATA = {"identifier": "6F", "title": "T", "titleSource": "document-information", "authors": ["A"], "date": "1931-03",
            "tags": ["x"], "language": "en", "description": "d", "claimedPageCount": 3}
ACCESS = {"isFolder": True, "files": [{"path": "a", "byteCount": 3}], "passwords": ["p"]}
FRAMES = {
    "greeting": (2, {"extractorVersion": 3, "recognitionEngine": "t", "pdfEngine": "p", "languages": ["deu"],
                     "confinement": {"active": ["landlock"], "landlockVersion": 6,
                                     "missing": [{"measure": "seccomp", "reason": "none"}]}}),
    "bundle": (3, {"format": "internet-archive", "contentHash": "0f"}),
    "starting": (4, {"stage": "text-layer", "address": ADDRESS}),
    "document": (5, {"entry": "a", "contentHash": "0f", "byteCount": 9, "metadata": METADATA, "pageCount": 2,
                     "rawMetadata": "{}", "unpagedText": "w", "asksForPages": True}),
    "page": (6, {"entry": "a", "page": 12, "label": "iv", "width": 595.3, "height": 841.9, "text": "w\n\u6f22",
                 "origin": "ocr", "verdict": "missing", "layer": "earlier-ocr", "reasons": ["r: 1"], "confidence": 0.91,
                 "words": [{"t": "w", "b": [1.5, 2, 30, 12.25], "c": 0.5, "x": True}, {"t": "", "b": [], "c": 1e-9}],
                 "imageHash": "0f", "isTruncated": True}),
    "problem": (7, {"address": ADDRESS, "stage": "render", "code": "environment", "reason": "r"}),
    "finished": (8, {"outcome": "skipped", "reason": "r"}),
    "image": (9, {"address": ADDRESS, "imageHash": "0f"}),
    "file": (10, {"index": 3}),
    "fixity": (11, {"entry": "a", "problem": {"address": ADDRESS, "stage": "fixity", "code": "damaged", "reason": "r"}}),
}
REQUESTS = {
    "read": {"readBundle": {"_0": {
        "path": "a.zip", "knownContentHash": "0f", "languages": ["eng"], "examination": "words", "extent": "pages",
        "access": ACCESS, "limits": LIMITS, "resume": ADDRESS, "skippedPages": [ADDRESS]}}},
    "recognize": {"recognizePages": {"_0": {
        "path": "a.zip", "entry": "b", "contentHash": "0f", "pages": [3, 1], "languages": ["eng"], "access": ACCESS,
        "limits": LIMITS}}},
    "copy": {"copyDocument": {"_0": {"path": "a.zip", "entry": "b", "page": 1, "access": ACCESS, "limits": LIMITS}}},
}


def frame(kind, value, request=1):
    payload = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
    return b"DS" + bytes([VERSION, kind]) + struct.pack(">II", request, len(payload)) + payload


def protocol_seeds():
    everything = [(name, kind, value) for name, (kind, value) in FRAMES.items()]
    everything += [(f"request-{name}", 1, value) for name, value in REQUESTS.items()]
    for name, kind, value in everything:
        yield f"payload-{name}", b"1" + bytes([kind]) + frame(kind, value)[12:]
    yield "stream-frames", b"0" + b"".join(frame(kind, value) for _, kind, value in everything[:4])
    yield "stream-requests", b"0" + frame(1, REQUESTS["copy"], 2 ** 32 - 1) + frame(8, {"outcome": "complete"}, 0)
    yield "stream-cut", b"0" + frame(10, {"index": 3}) + b"DS\4\6\0\0\0\1\xff\xff\xff\xff{"


def write(place, seeds):
    place.mkdir(parents=True, exist_ok=True)
    for old in place.iterdir():
        # What a fuzzer found has names of its own.
        if not old.name.startswith("found-"):
            old.unlink()
    seeds = list(seeds)
    for name, content in seeds:
        (place / name).write_bytes(content)
    print(f"{place.relative_to(HERE.parent)}: {len(seeds)} seeds, {sum(len(content) for _, content in seeds)} bytes")


write(BUNDLES, [*sample_seeds(), *text_seeds(), *zip_seeds(), *picture_seeds()])
write(ARCHIVES, archive_seeds())
write(PROTOCOL, protocol_seeds())
