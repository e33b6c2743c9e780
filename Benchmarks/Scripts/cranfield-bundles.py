#!/usr/bin/python3
"""Makes an archive of the Cranfield collection: a zip bundle a document, queries, and judgements.

    cranfield-bundles.py CRANFIELD OUT             all documents
    cranfield-bundles.py CRANFIELD OUT --scans N   N documents, as text and as noisy scans

CRANFIELD is a folder with docs.jsonl, queries.tsv and qrels.tsv. OUT gets

    text/ID.zip     ID.pdf, the document's text on A4 pages, and ID.json, its metadata
    scans/ID.zip    the same with images for pages, only with --scans
    queries.tsv     id, TAB, query: docsearch find --queries
    qrels.txt       judgements in TREC form: query 0 document relevance

The identifier in the metadata is the collection's number of the document, so that docsearch find --trec prints it.
With --scans the documents are those that are relevant to most queries, and queries without a relevant document among
them are left out, as are the judgements on other documents. A document's text begins with its title. Documents without
any text get a blank page. The same call writes the same bytes, as long as reportlab, poppler and Pillow are the same.

Needs python3-reportlab; for --scans also python3-pil, python3-numpy and pdftoppm.
"""
import argparse
import collections
import concurrent.futures
import functools
import io
import json
import pathlib
import random
import re
import subprocess
import tempfile
import zipfile
from xml.sax.saxutils import escape

from reportlab import rl_config
from reportlab.lib.enums import TA_JUSTIFY
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Paragraph, SimpleDocTemplate, Spacer

TITLE = ParagraphStyle("title", fontName="Times-Bold", fontSize=14, leading=18, spaceAfter=10)
BODY = ParagraphStyle("body", fontName="Times-Roman", fontSize=11.5, leading=15, alignment=TA_JUSTIFY)

# Else the PDF says "untitled", "anonymous" and "unspecified", and these words would be found.
NOTHING = dict.fromkeys(["title", "author", "subject", "creator", "producer"], "")


def text_pdf(document):
    """The title as a heading, the rest of the text below it. No author and no source: the text is what is judged."""
    title, text = document["title"], document["text"]
    rest = text[len(title):] if text.startswith(title) else text
    story = [Paragraph(escape(part.strip()), style) for part, style in [(title, TITLE), (rest, BODY)] if part.strip()]
    target = io.BytesIO()
    SimpleDocTemplate(target, pagesize=A4, leftMargin=30 * mm, rightMargin=28 * mm, topMargin=28 * mm,
                      bottomMargin=30 * mm, invariant=1, **NOTHING).build(story or [Spacer(1, 1)])
    return undated(target.getvalue())


def undated(pdf):
    """Without dates: reportlab's fixed one would become the date of documents that have none."""
    return pdf.replace(b"/CreationDate", b"/NoCreateDate").replace(b"/ModDate", b"/NoModDt")


def image_pdf(pages):
    """`pages` are JPEG images of A4 pages."""
    target = io.BytesIO()
    canvas = Canvas(target, pagesize=A4, invariant=1)
    for field, value in NOTHING.items():
        getattr(canvas, f"set{field.capitalize()}")(value)
    for page in pages:
        canvas.drawImage(ImageReader(io.BytesIO(page)), 0, 0, *A4)
        canvas.showPage()
    canvas.save()
    return undated(target.getvalue())


def metadata(document, only_identifier):
    fields = {"identifier": document["id"]}
    if only_identifier:
        return json.dumps(fields)
    if document["title"]:
        fields["title"] = document["title"].removesuffix(".").strip()
    authors = [name.strip() for name in re.split(r"\band\b", document["author"]) if name.strip()]
    if authors:
        fields["authors"] = authors
    if year := re.search(r"\b1[89]\d\d\b", document["bib"]):
        fields["date"] = year[0]
    if document["bib"]:
        fields["bibliography"] = document["bib"]  # docsearch keeps it with the rest and does not index it
    return json.dumps(fields, ensure_ascii=False, indent=1)


def write_bundle(folder, document, pdf, only_identifier):
    name = document["id"].zfill(4)
    with zipfile.ZipFile(folder / f"{name}.zip", "w") as bundle:
        for entry, content in [(f"{name}.json", metadata(document, only_identifier).encode()), (f"{name}.pdf", pdf)]:
            info = zipfile.ZipInfo(entry, (1980, 1, 1, 0, 0, 0))
            info.external_attr = 0o644 << 16
            bundle.writestr(info, content, zipfile.ZIP_DEFLATED)


def scanned(pdf, number, seed):
    """JPEG images of the pages of `pdf`, as from a careless scanner and a worn original."""
    import numpy
    from PIL import Image

    chance = numpy.random.default_rng([seed, number])
    dpi = int(chance.choice([300, 300, 200]))
    # What is so for all pages of one document: the printer's ink, the paper, the scanner's lens and the operator.
    ink, tone = chance.uniform(40, 110), chance.uniform(205, 245)
    blur, grain = chance.uniform(0.8, 2.1) * dpi / 300, chance.uniform(2.5, 7)
    wear, dust = chance.uniform(0.2, 0.65), chance.uniform(15, 110)
    result = []
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["pdftoppm", "-gray", "-r", str(dpi), "-", f"{folder}/page"], input=pdf, check=True)
        for path in sorted(pathlib.Path(folder).iterdir()):
            result.append(spoilt(Image.open(path), dpi, ink, tone, blur, grain, wear, dust, chance))
    return result


def clouds(chance, size, cells):
    """Slow changes over a page between about -1 and 1, `cells` of them on its short side."""
    import numpy
    from PIL import Image

    coarse = chance.normal(0, 0.5, (cells * 3 // 2 + 2, cells + 2)).astype(numpy.float32)
    return numpy.asarray(Image.fromarray(coarse).resize(size, Image.BICUBIC))


def spoilt(image, dpi, ink, tone, blur, grain, wear, dust, chance):
    import numpy
    from PIL import Image, ImageDraw, ImageFilter

    image = image.rotate(chance.uniform(-0.7, 0.7), Image.BICUBIC, fillcolor=255)
    size = image.size
    print_ = 1 - numpy.asarray(image, dtype=numpy.float32) / 255
    # Worn type: print is fainter in places, and has tiny gaps where the paper's fibres took no ink.
    fibres = chance.integers(0, 256, (size[1], size[0]), dtype=numpy.uint8)
    fibres = numpy.asarray(Image.fromarray(fibres).filter(ImageFilter.GaussianBlur(1.4 * dpi / 300)), numpy.float32)
    fibres = numpy.abs(fibres - fibres.mean()) / fibres.std()
    print_ *= numpy.clip(1 - wear * (0.2 + 0.4 * clouds(chance, size, 4) + 0.65 * fibres), 0.12, 1)
    # The other side of the leaf shines through.
    print_ = numpy.maximum(print_, print_[:, ::-1] * chance.uniform(0, 0.08))
    # Dust and holes: specks of print and of paper, some of a few dots, a few hairs.
    specks = Image.new("L", size)
    pen = ImageDraw.Draw(specks)
    for _ in range(chance.poisson(dust)):
        x, y, r = chance.uniform(0, size[0]), chance.uniform(0, size[1]), chance.exponential(1.3) * dpi / 300 + 0.4
        pen.ellipse([x - r, y - r * chance.uniform(0.5, 1), x + r, y + r], fill=int(chance.uniform(90, 255)))
    for _ in range(chance.poisson(0.7)):
        x, y = chance.uniform(0, size[0]), chance.uniform(0, size[1])
        steps = chance.normal(0, dpi / 12, (4, 2)).cumsum(axis=0) + [x, y]
        pen.line([tuple(step) for step in steps], fill=int(chance.uniform(70, 160)), width=max(1, dpi // 150))
    print_ = numpy.maximum(print_, numpy.asarray(specks, dtype=numpy.float32) / 255)
    # Paper: stains, and the shadow of the spine at one side.
    paper = tone + 9 * clouds(chance, size, 3) + 3 * clouds(chance, size, 14)
    across = numpy.linspace(0, 1, size[0], dtype=numpy.float32)
    if chance.random() < 0.5:
        across = across[::-1]
    paper -= chance.uniform(10, 60) * numpy.exp(-across / chance.uniform(0.02, 0.06))
    page = paper * (1 - print_) + numpy.minimum(ink, paper) * print_
    page = Image.fromarray(page.clip(0, 255).astype(numpy.uint8)).filter(ImageFilter.GaussianBlur(blur))
    page = numpy.asarray(page, numpy.float32) + chance.standard_normal((size[1], size[0]), numpy.float32) * grain
    target = io.BytesIO()
    Image.fromarray(page.clip(0, 255).astype(numpy.uint8)).save(
        target, "JPEG", quality=int(chance.integers(45, 75)), dpi=(dpi, dpi))
    return target.getvalue()


def write_document(options, document):
    rl_config.useA85 = 0
    pdf = text_pdf(document)
    write_bundle(options.out / "text", document, pdf, options.only_identifier)
    if options.scans is not None:
        images = image_pdf(scanned(pdf, int(document["id"]), options.seed))
        write_bundle(options.out / "scans", document, images, options.only_identifier)


def table(path):
    """The rows of a file of tab-separated values, without its heading."""
    return [line.split("\t") for line in path.read_text().splitlines()[1:] if line]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("cranfield", type=pathlib.Path, help="folder with docs.jsonl, queries.tsv and qrels.tsv")
    parser.add_argument("out", type=pathlib.Path, help="folder to write to; files of the same names are replaced")
    parser.add_argument("--scans", type=int, metavar="N", help="only N documents, as text and as scans")
    parser.add_argument("--only-identifier", action="store_true",
                        help="metadata without title, authors and date, so that only what is on the pages is found")
    parser.add_argument("--seed", type=int, default=1, help="of choice and noise; 1 when not given")
    parser.add_argument("--jobs", type=int, default=2, help="processes; 2 when not given")
    options = parser.parse_args()

    documents = [json.loads(line) for line in (options.cranfield / "docs.jsonl").read_text().splitlines()]
    queries, judgements = table(options.cranfield / "queries.tsv"), table(options.cranfield / "qrels.tsv")
    if options.scans is not None:
        relevance = collections.Counter(document for _, document, grade in judgements if int(grade) > 0)
        random.Random(options.seed).shuffle(documents)
        documents = sorted((one for one in documents if one["text"]), key=lambda one: -relevance[one["id"]])
        documents = sorted(documents[:options.scans], key=lambda document: int(document["id"]))
        chosen = {document["id"] for document in documents}
        answered = {query for query, document, grade in judgements if int(grade) > 0 and document in chosen}
        queries = [row for row in queries if row[0] in answered]
        judgements = [row for row in judgements if row[0] in answered and row[1] in chosen]

    (options.out / "text").mkdir(parents=True, exist_ok=True)
    if options.scans is not None:
        (options.out / "scans").mkdir(exist_ok=True)
    with concurrent.futures.ProcessPoolExecutor(options.jobs) as processes:
        for _ in processes.map(functools.partial(write_document, options), documents):
            pass
    (options.out / "queries.tsv").write_text("".join(f"{query}\t{text}\n" for query, text in queries))
    (options.out / "qrels.txt").write_text("".join(f"{query} 0 {doc} {grade}\n" for query, doc, grade in judgements))
    print(f"{len(documents)} documents, {len(queries)} queries, {len(judgements)} judgements")


main()
