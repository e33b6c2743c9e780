#!/usr/bin/python3
"""Makes Samples/archive/, hard/, typed/ and expected.json: the papers of Aldermere, a town that never was.

    /usr/bin/python3 Samples/generate.py            write them beside this file
    /usr/bin/python3 Samples/generate.py --check    read the archive back with poppler, qpdf and tesseract

Needs python3-pil, python3-reportlab, fonts-liberation and fonts-dejavu-core (Debian); --check also needs
poppler-utils, qpdf, tesseract-ocr, tesseract-ocr-eng and tesseract-ocr-deu. Encryption is reportlab's own.

Seeds, dates, zip entry times and PDF identifiers are fixed, so a second run writes the same bytes. Another version
of Pillow, reportlab, libjpeg, zlib or the fonts may write other bytes for the same pages; expected.json stays true.
All texts, names and places are ours and invented.
"""

import io
import json
import math
import random
import re
import subprocess
import sys
import tempfile
import textwrap
import unicodedata
import uuid
import zipfile
import zlib
from datetime import datetime, timezone
from pathlib import Path

from PIL import Image, ImageDraw, ImageFilter, ImageFont, TiffImagePlugin

HERE = Path(__file__).resolve().parent
ARCHIVE = HERE / "archive"
FONTS = Path("/usr/share/fonts/truetype")
TYPEWRITER = FONTS / "liberation/LiberationMono-Regular.ttf"
TYPEWRITER_WIDE = FONTS / "dejavu/DejaVuSansMono.ttf"
SERIF = FONTS / "liberation/LiberationSerif-Regular.ttf"
SERIF_BOLD = FONTS / "liberation/LiberationSerif-Bold.ttf"
SANS = FONTS / "dejavu/DejaVuSans.ttf"
SANS_BOLD = FONTS / "dejavu/DejaVuSans-Bold.ttf"

# ---------------------------------------------------------------------------------------------------------------------
# Scanned pages
# ---------------------------------------------------------------------------------------------------------------------

A4 = (210, 297)
A5 = (148, 210)


def wrapped(paragraphs, width):
    """Paragraphs to lines. A paragraph that starts with '|' keeps its own line breaks and indents."""
    lines = []
    for paragraph in paragraphs:
        if paragraph.startswith("|"):
            lines += paragraph[1:].split("\n")
        else:
            lines += textwrap.wrap(paragraph, width, break_on_hyphens=False)
        lines.append("")
    return lines


def sheets(pages):
    """The text of typed pages, with a form feed between them."""
    return "\f".join("\n".join(wrapped(text, 62)).strip() + "\n" for text in pages).encode()


def typed_page(paragraphs, *, seed, dpi, paper=A4, head=(), skew=0.8, font=TYPEWRITER, signature=False, columns=62,
               noise=10, shade=12):
    """A typewritten sheet as a scanner sees it: an 8-bit grey image."""
    rng = random.Random(seed)
    width, height = (round(side / 25.4 * dpi) for side in paper)
    advance, leading = dpi / 10, dpi / 6
    face = ImageFont.truetype(str(font), round(advance / 0.602))
    ink = Image.new("L", (width, height), 0)
    pen = ImageDraw.Draw(ink)
    left = (width - columns * advance) / 2
    y = dpi * 0.75
    for size, text in head:
        title = ImageFont.truetype(str(SERIF_BOLD if size > 11 else SERIF), round(size / 72 * dpi))
        pen.text(((width - title.getlength(text)) / 2, y), text, font=title, fill=245)
        y += size / 72 * dpi * 1.35
    if head:
        pen.line((left, y + 4, width - left, y + 4), fill=200, width=max(1, round(dpi / 100)))
        y += leading * 1.5
    lines = wrapped(paragraphs, columns)
    while lines and not lines[-1]:
        lines.pop()
    for line in lines:
        x = left
        for character in line:
            if character != " ":
                # Each key strikes at its own height and weight.
                drift_x, drift_y = rng.uniform(-0.004, 0.004) * dpi, rng.uniform(-0.004, 0.004) * dpi
                pen.text((x + drift_x, y + drift_y), character, font=face, fill=rng.randint(205, 255))
            x += advance
        y += leading
    if y > height - dpi * 0.4:
        raise SystemExit(f"the page of seed {seed} overflows: {y:.0f} of {height}")
    if signature:
        # A pen stroke under the typed name, clear of the text.
        x0, y0 = left + columns * advance * 0.45, y + dpi * 0.25
        points = []
        for step in range(120):
            t = step / 119
            points.append((x0 + t * dpi * 1.5 + math.sin(t * 23 + seed) * dpi * 0.06,
                           y0 + math.sin(t * 31 + seed * 2) * dpi * 0.11 * (1.1 - t)))
        pen.line(points, fill=225, width=max(2, round(dpi / 90)), joint="curve")
    ink = ink.filter(ImageFilter.GaussianBlur(dpi / 430))
    # A ribbon that prints unevenly: a coarse random map, enlarged, weakens the ink by place.
    patches = Image.frombytes("L", (9, 13), bytes(rng.randint(150, 255) for _ in range(9 * 13)))
    weak = patches.resize((width, height), Image.Resampling.BICUBIC)
    ink = Image.composite(ink, Image.new("L", ink.size, 0), weak)
    ink = ink.rotate(skew, Image.Resampling.BICUBIC, fillcolor=0)
    # Paper: a slow shade over the sheet, a dark inner edge, a fold, grain.
    tones = Image.frombytes("L", (6, 8), bytes(rng.randint(244 - shade, 250) for _ in range(48)))
    sheet = tones.resize((width, height), Image.Resampling.BICUBIC)
    edge = ImageDraw.Draw(sheet)
    for column in range(round(dpi * 0.07)):
        edge.line((column, 0, column, height), fill=120 + round(110 * column / (dpi * 0.07)))
    fold = round(height * 0.49)
    edge.line((0, fold, width, fold + round(dpi * 0.02)), fill=222, width=1)
    page = Image.composite(Image.new("L", ink.size, 38), sheet, ink)
    if noise:
        small = (width // 2, height // 2)
        grain = Image.frombytes("L", small, rng.randbytes(small[0] * small[1])).resize((width, height))
        page = Image.blend(page, grain, noise / 255)
        page = page.point([min(255, round(v * 1.03)) for v in range(256)])
    dust = ImageDraw.Draw(page)
    for _ in range(60):
        x, y, r = rng.randrange(width), rng.randrange(height), rng.choice((0.5, 0.5, 1, 1.5)) * dpi / 300
        dust.ellipse((x - r, y - r, x + r, y + r), fill=rng.randint(40, 150))
    return page


def g4(page, threshold=150):
    """(filter, bits, decode parameters, data): one bit a dot, CCITT group 4, one strip."""
    bilevel = page.point([255 if v > threshold else 0 for v in range(256)]).convert("1", dither=Image.Dither.NONE)
    buffer = io.BytesIO()
    TiffImagePlugin.STRIP_SIZE = page.width * page.height
    bilevel.save(buffer, "TIFF", compression="group4")
    with Image.open(io.BytesIO(buffer.getvalue())) as tiff:
        (offset,), (length,), photometric = tiff.tag_v2[273], tiff.tag_v2[279], tiff.tag_v2[262]
    data = buffer.getvalue()[offset:offset + length]
    black_is_1 = "true" if photometric == 1 else "false"
    parameters = f"<< /K -1 /Columns {page.width} /Rows {page.height} /BlackIs1 {black_is_1} >>"
    return "CCITTFaxDecode", 1, parameters, data


def jpeg(page, quality=42):
    buffer = io.BytesIO()
    page.save(buffer, "JPEG", quality=quality, optimize=True)
    return "DCTDecode", 8, None, buffer.getvalue()


def flate16(page):
    """Sixteen greys, deflated: what a careful scanner program writes."""
    levels = page.point([min(15, round(v / 15.6)) for v in range(256)]).tobytes()
    rows = bytearray()
    for start in range(0, len(levels), page.width):
        row = levels[start:start + page.width] + (b"\x0f" if page.width % 2 else b"")
        rows += bytes(high << 4 | low for high, low in zip(row[::2], row[1::2]))
    return "FlateDecode", 4, None, zlib.compress(bytes(rows), 9)


def pdf_string(text):
    return "<" + (b"\xfe\xff" + text.encode("utf-16-be")).hex().upper() + ">"


def scan_pdf(pages, dpi, info):
    """A PDF of page images and nothing else. `pages` holds (image, encoded)."""
    objects = [b"", b""]
    kids = []
    for number, (image, (name, bits, parameters, data)) in enumerate(pages):
        base = 3 + number * 3
        width, height = image.width * 72 / dpi, image.height * 72 / dpi
        decode = f" /DecodeParms {parameters}" if parameters else ""
        objects.append((f"<< /Type /XObject /Subtype /Image /Width {image.width} /Height {image.height} "
                        f"/ColorSpace /DeviceGray /BitsPerComponent {bits} /Filter /{name}{decode} "
                        f"/Length {len(data)} >>\nstream\n").encode() + data + b"\nendstream")
        draw = f"q {width:.2f} 0 0 {height:.2f} 0 0 cm /Im0 Do Q".encode()
        objects.append(f"<< /Length {len(draw)} >>\nstream\n".encode() + draw + b"\nendstream")
        objects.append((f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {width:.2f} {height:.2f}] "
                        f"/Resources << /XObject << /Im0 {base} 0 R >> >> /Contents {base + 1} 0 R >>").encode())
        kids.append(f"{base + 2} 0 R")
    objects[0] = b"<< /Type /Catalog /Pages 2 0 R >>"
    objects[1] = f"<< /Type /Pages /Count {len(kids)} /Kids [{' '.join(kids)}] >>".encode()
    entries = " ".join(f"/{key} " + (f"({value})" if key.endswith("Date") else pdf_string(value))
                       for key, value in info.items())
    objects.append(f"<< {entries} >>".encode())
    out = bytearray(b"%PDF-1.5\n%\xe2\xe3\xcf\xd3\n")
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
# Pages with a text layer
# ---------------------------------------------------------------------------------------------------------------------

HYPHENATED = {word.replace("-", ""): word for word in (
    "com-mittee exten-sion reser-voir sub-scrip-tion main-te-nance engi-neer sur-veyor con-sid-er-a-tion "
    "Coun-cil rec-om-men-da-tion ex-pen-di-ture pur-chase pas-sen-gers es-ti-mates al-low-ance cor-re-spon-dence "
    "re-solved in-spec-tion em-bank-ment tempo-rary neigh-bour-hood pro-posed min-utes Engi-neer offer-ed ac-cept-ed "
    "meet-ing Trea-surer bal-ance Thurs-day ex-pected chil-dren found-ing sum-mer lamp-lighter influ-enza trad-ers "
    "rate-payers Com-pany con-firmed mar-ket in-ten-tion con-duct-or Rec-om-mend read-ing win-ter evenings").split()}


def set_lines(text, measure, width):
    """Breaks a paragraph as a compositor does, with hyphens at line ends."""
    lines, line = [], ""
    for word in text.split(" "):
        candidate = f"{line} {word}" if line else word
        if measure(candidate) <= width:
            line = candidate
            continue
        core = word.rstrip(".,;:")
        parts = HYPHENATED.get(core, core).split("-") if core in HYPHENATED else []
        for cut in range(len(parts) - 1, 0, -1):
            first = "".join(parts[:cut]) + "-"
            if measure(f"{line} {first}") <= width:
                lines.append(f"{line} {first}")
                line = "".join(parts[cut:]) + word[len(core):]
                break
        else:
            lines.append(line)
            line = word
    return lines + [line]


def arabic_shapes():
    """The forms that a letter, or lam with alef, has in a word, by the decompositions of Unicode's presentation forms."""
    shapes = {}
    for code in range(0xFE80, 0xFEFD):
        form, *letters = unicodedata.decomposition(chr(code)).split()
        shapes.setdefault("".join(chr(int(letter, 16)) for letter in letters), {})[form] = chr(code)
    return shapes


def as_arabic_programs_set_it(line):
    """One line as many programs put Arabic into a PDF: each letter in the form it has in its word, from left to right."""
    shapes, units = arabic_shapes(), re.findall("\u0644[\u0622\u0623\u0625\u0627]|.", line)
    shown = []
    for place, unit in enumerate(units):
        forms = shapes.get(unit)
        before = shapes.get(units[place - 1], {}) if place else {}
        after = shapes.get(units[place + 1], {}) if place + 1 < len(units) else {}
        joins_before = forms is not None and "<initial>" in before and "<final>" in forms
        joins_after = forms is not None and "<initial>" in forms and "<final>" in after
        form = {(True, True): "<medial>", (True, False): "<final>", (False, True): "<initial>"}.get(
            (joins_before, joins_after), "<isolated>")
        shown.append(forms[form] if forms else unit)
    return re.sub(r"\d+", lambda digits: digits[0][::-1], "".join(reversed(shown)))


def text_pdf(pages, *, title=None, author=None, subject=None, date=None, labels=(), ligatures=False, password=None,
             fonts=(SERIF, SERIF_BOLD), right_to_left=False):
    """A born-digital PDF. A page is a list of paragraphs ('# ' marks a heading, '|' keeps line breaks) or
    ('scan', jpeg bytes, invisible lines or None, dpi) with, as a fifth, visible lines over the scan. An empty list is an
    empty page."""
    from reportlab import rl_config
    rl_config.invariant = 1
    rl_config.useA85 = 0
    from reportlab.lib.pdfencrypt import StandardEncryption
    from reportlab.lib.utils import ImageReader
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont
    from reportlab.pdfgen.canvas import Canvas

    # The font objects count subsets per document; fresh ones keep the bytes independent of the order of work.
    pdfmetrics.registerFont(TTFont("Body", str(fonts[0])))
    pdfmetrics.registerFont(TTFont("Head", str(fonts[1])))
    paper = (595.28, 841.89)
    buffer = io.BytesIO()
    lock = StandardEncryption(password, ownerPassword="archivist", canPrint=1, canCopy=0, strength=128) if password else None
    canvas = Canvas(buffer, pagesize=paper, pageCompression=1, invariant=1, encrypt=lock)
    canvas.setTitle(title or "")
    canvas.setAuthor(author or "")
    canvas.setSubject(subject or "")
    canvas.setCreator("Aldermere Record Office")
    if date:
        stamp = "D:" + re.sub("[^0-9]", "", date)
        # Poppler takes a year before 1930 with a time after it for a fault of old programs.
        if int(date[:4]) >= 1930:
            stamp = stamp.ljust(16, "0") + "+00'00'"
        canvas.setDateFormatter(lambda *_: stamp)
    for first, style in labels:
        canvas.addPageLabel(first, style=style, start=1)

    def shown(text):
        return text.replace("fi", "\ufb01").replace("fl", "\ufb02") if ligatures else text

    def draw(y, line):
        if right_to_left:
            canvas.drawRightString(paper[0] - 72, y, as_arabic_programs_set_it(line))
        else:
            canvas.drawString(72, y, line)

    for page in pages:
        if page and page[0] == "scan":
            _, data, lines, dpi, *stamps = page
            canvas.drawImage(ImageReader(io.BytesIO(data)), 0, 0, *paper)
            for x, y, line in lines or ():
                layer = canvas.beginText(x, y)
                layer.setFont("Body", 10.5)
                layer.setTextRenderMode(3)
                # As wide as the typed line, which has ten letters to the inch.
                layer.setHorizScale(100 * 7.2 * len(line) / max(1, canvas.stringWidth(line, "Body", 10.5)))
                layer.textLine(line)
                canvas.drawText(layer)
            canvas.setFont("Head", 9)
            for x, y, line in stamps[0] if stamps else ():
                canvas.drawString(x, y, line)
            canvas.showPage()
            continue
        y = paper[1] - 80
        for paragraph in page:
            if paragraph.startswith("# "):
                y -= 6
                canvas.setFont("Head", 15)
                draw(y, shown(paragraph[2:]))
                y -= 24
                continue
            canvas.setFont("Body", 11.5)
            if paragraph.startswith("|"):
                lines = [shown(line) for line in paragraph[1:].split("\n")]
            else:
                lines = set_lines(shown(paragraph), lambda t: pdfmetrics.stringWidth(t, "Body", 11.5), 360)
            for line in lines:
                draw(y, line)
                y -= 15.5
            y -= 8
        if y < 50:
            raise SystemExit(f"a page of {title!r} overflows")
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


# ---------------------------------------------------------------------------------------------------------------------
# Bundles
# ---------------------------------------------------------------------------------------------------------------------

def zip_bytes(entries, method=zipfile.ZIP_DEFLATED, when=(1998, 5, 4, 9, 30, 0)):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as bundle:
        for name, data in entries:
            entry = zipfile.ZipInfo(name, when)
            entry.compress_type = method
            entry.external_attr = 0o100644 << 16
            entry.create_system = 3
            bundle.writestr(entry, data, compresslevel=9 if method == zipfile.ZIP_DEFLATED else None)
    return buffer.getvalue()


def json_bytes(value):
    return (json.dumps(value, ensure_ascii=False, indent=2) + "\n").encode()


def since_2001(iso):
    """Yiana's dates: seconds since 2001-01-01T00:00:00Z."""
    return datetime.fromisoformat(iso).replace(tzinfo=timezone.utc).timestamp() - 978307200


def yiana(title, created, page_count, tags, **more):
    record = {"id": str(uuid.uuid5(uuid.NAMESPACE_URL, f"aldermere:{title}")).upper(), "title": title,
              "created": since_2001(created), "modified": since_2001(created) + 86400, "pageCount": page_count,
              "tags": tags, "ocrCompleted": "fullText" in more, **more}
    return json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode()


# ---------------------------------------------------------------------------------------------------------------------
# The papers of Aldermere
# ---------------------------------------------------------------------------------------------------------------------

COUNCIL_HEAD = [(20, "ALDERMERE TOWN COUNCIL"), (10, "Town Hall, Corn Street, Aldermere")]
WATER_HEAD = [(20, "ALDERMERE AND DISTRICT WATER BOARD"), (10, "Pump House Lane, Aldermere")]
TRAM_HEAD = [(20, "THE VALE TRAMWAY COMPANY"), (10, "Carriage Works, Station Road, Aldermere")]

MINUTES_1931 = [
    ["# Aldermere Town Council", "# Minutes of the Year 1931", "Set from the minute book in the keeping of the Town Clerk, "
     "Mrs. Edith Marrowby, and printed for the use of the members.",
     "|Office of the Town Clerk\nTown Hall, Corn Street"],
    ["# Contents", "|Meeting of 12 March: water supply, street lamps\nMeeting of 9 April: the tramway, the allotments\n"
     "Meeting of 14 May: finance, the library",
     "Members present at one meeting or more: Councillors Pyke, Quennell, Harnwick, Sallowtree and Orme, with "
     "Mrs. Marrowby, Town Clerk, and Mr. Dunnock, Borough Engineer."],
    ["# Meeting of 12 March 1931", "The Mayor, Councillor Cornelius Pyke, took the chair at seven in the evening. The minutes of "
     "the last meeting were read, confirmed and signed.",
     "12. Water supply. A letter from the Water Board was read, in which the Board offered to carry the main as far as "
     "Tanner's Row if the Council would find one third of the cost. The Borough Engineer said that the reservoir at "
     "Hollin Clough was five feet below its mark and that the supply could not be called sufficient for a dry summer.",
     "It was resolved that the offer of the Water Board be accepted in principle, and that the Engineer bring estimates "
     "to the first meeting in April. Councillor Harnwick asked that her doubts about the expenditure be recorded.",
     "13. Street lamps. The committee reported that eleven lamps in the lower town had been found unlit on the night of "
     "3 March. The lamplighter had been ill with influenza. It was resolved that a temporary man be found, at an "
     "allowance not above four shillings a night."],
    ["# Meeting of 9 April 1931", "21. The tramway. Councillor Quennell moved that the Council look with favour upon the "
     "proposed line to the cattle market. He held that the traders of Corn Street would profit first and the "
     "ratepayers after. The motion was lost by five votes to four, and the matter was left to lie until the Company "
     "had put its figures on paper.",
     "22. Allotments. The inspection of the plots beside the canal had taken place on Easter Saturday. Nine plots were "
     "well kept, two were under water, and one was found to hold a goat. The tenant is to be written to, with all due "
     "consideration, and asked to keep the animal elsewhere.",
     "23. Estimates for the main. The Borough Engineer laid on the table his estimates for the pipe to Tanner's Row: "
     "six hundred and forty pounds for iron pipe, two hundred and ten for labour and thirty for making good the road."],
    ["# Meeting of 14 May 1931", "30. Finance. The Borough Treasurer, Mr. Bartholomew Lyde, reported a balance in hand of four "
     "hundred and twelve pounds. The rate for the half year was fixed at three shillings and fourpence in the pound.",
     "31. Library. It was agreed that the reading room stay open until nine on winter evenings, and that the purchase of "
     "a second stove be put off for a year. The flagstones of the entry are to be relaid.",
     "32. Correspondence. The Town Clerk read a letter of thanks from the Ladies' Rowing Club for the new landing stage."],
]

SUNDRY_PAPERS = "minutes/1924-sundry-papers.pdf"

# A page for each question of IN_OTHER_WORDS, in other words than those of the question.
PAPERS_1924 = [
    ["# The viaduct over the Alder",
     "The repairs to the crossing were financed by the mill owners, who settled the mason's account of two hundred and twelve "
     "pounds."],
    ["# The brig in quarantine",
     "The harbour master called the physician to the crew of the brig, of whom seven lay in bed with fever."],
    ["# Mill Lane",
     "Residents of Mill Lane object to the noise of the dance hall by the canal bridge, where a band plays until three in the "
     "morning."],
    ["# Attendance",
     "The inspector names fourteen pupils absent without excuse. Most of them are kept at home to mind younger siblings or to "
     "help with the mending."],
    ["# Hay Street",
     "The blaze broke out when a lamp was knocked over in the hayloft, and the whole barn burned to the ground."],
    ["# Pump Court", "Typhoid in Pump Court is traced to the foul well there: all who drew from it took the fever."],
    ["# The looms", "The weavers have gone on strike and ask for another penny on each piece of cloth."],
    ["# A bequest",
     "Miss Orme leaves two hundred pounds in her will, the interest of it for boys and girls without parents."],
    ["# Hollow Field",
     "The parish has paid ninety pounds for three acres at Hollow Field and will make a cemetery of it, the churchyard being "
     "full."],
    ["# The vicar's coop",
     "The constable arrested one Amos Pike with four hens under his coat, taken from the vicar's coop."],
]

IN_OTHER_WORDS = [
    "who paid for mending the bridge", "was a doctor sent to the sick sailors", "complaints about loud music at night",
    "truancy among schoolchildren", "how did the fire start", "disease spread by drinking",
    "industrial action in the textile trade", "legacy for the care of orphans", "buying land to bury the dead",
    "a thief was caught stealing poultry",
]

WATER_BOARD_LETTER = [
    ["|                                        22nd April, 1931", "|The Town Clerk,\nTown Hall,\nAldermere.", "Dear Madam,",
     "Your letter of the 13th was put before my members on Monday last, and I am asked to thank the Council for it. The "
     "members were glad to learn that the offer made in February has met with a fair hearing.",
     "You ask three things of us: when the work could begin, how long the road at Tanner's Row would be closed to carts, "
     "and whether the houses above the chapel can be served without a second pump. I shall take them in that order.",
     "The pipe is in stock at the foundry. If the order is given before the end of May the trench can be opened in the "
     "second week of June, when the evenings are long and the ground is dry. We have a gang of fourteen men who know "
     "this kind of rock and who finished the work at Sallow Bridge eight days before time.",
     "The road would be closed from the smithy to the chapel for nineteen working days. A plank way for people on foot "
     "will be kept open all the while, with a watchman and two red lamps after dark."],
    ["As to the houses above the chapel, our surveyor has taken the levels twice. He finds that the upper nine houses "
     "stand eleven feet higher than the old plan shows. In a dry month the pressure would not lift water to an upper "
     "floor, and it would be wrong of us to promise otherwise.",
     "The Water Board has therefore resolved to build a small tank on the common, at its own charge, and to fill it by "
     "night when the mill is not drawing. The tank would hold nine thousand gallons, which is two days of use for every "
     "house in the row.",
     "Two conditions must be named. First, the ground for the tank is to be let to the Board for sixty years at a rent "
     "of one shilling. Second, no well within two hundred yards of the reservoir is to be deepened without our leave, "
     "since the spring at Hollin Clough has fallen each summer since the quarry was opened.",
     "The chemist's report upon the spring is enclosed. You will see that the water is hard but sound, and that nothing "
     "was found in it which need trouble a mother or a brewer."],
    ["The cost to the Council remains as stated: one third of the whole, to be paid in three yearly parts, the first on "
     "the day when water runs at Tanner's Row and not before.",
     "I should add that the members do not wish to press the Council. But the foundry will hold its price only until "
     "midsummer, and iron is not likely to be cheaper in the autumn.",
     "Mr. Dunnock may call at the pump house on any weekday before noon to see the drawings. He should ask for the "
     "foreman, as I am deaf in one ear and do not always hear the bell.",
     "|I am, Madam,\nYour obedient servant,", "|\n\nJosiah Thackwell-Orme,\nSecretary to the Board."],
]

TRAM_LETTER = [
    ["|                                     6th November, 1936", "|Councillor B. Quennell,\nChairman, Roads Committee,\nAldermere.",
     "Dear Sir,",
     "When your Committee last spoke of our line, in the spring of 1931, it was said that the Company had never put its "
     "figures on paper. I now have the honour to do so.",
     "In the year just ended our eleven cars carried one million two hundred thousand passengers between the railway "
     "station and the Town Hall. On market days there was standing room only from eight until two, and on forty "
     "occasions people were left behind at the stops in Corn Street.",
     "The farmers who come in by train must now walk from the Town Hall to the cattle market, which is close on a mile, "
     "and they do it in all weathers and often with a calf on a rope. I have watched them from my window and have "
     "counted three hundred in a morning.",
     "Motor omnibuses have been tried. They are quick when the road is clear, but it is seldom clear, and the hill at "
     "Maltings Brow has been the end of two gear boxes since August."],
    ["We therefore ask the Committee to look again at the tramway extension from the Town Hall to the cattle market, by "
     "way of Maltings Brow and the canal bridge. It would be a single track of one mile and ninety yards, with a "
     "passing loop at the brewery.",
     "|Rails and sleepers ............ 4,100 pounds\nOverhead wire and poles ....... 1,350 pounds\n"
     "Strengthening of the bridge ...   900 pounds\nTwo new cars .................. 2,800 pounds",
     "The Company would bear the whole of this outlay. Of the Council we ask leave to open the road, a lease of thirty "
     "years, and a fare of one penny and a half for the full journey.",
     "Should the bridge be thought too weak, our engineer proposes a wooden trestle beside it. He has built one such in "
     "a colder country than ours, and it has stood since the year of the great snow.",
     "|Yours faithfully,", "|\n\nWinifred Sallowtree,\nGeneral Manager."],
]

LIBRARY_LETTER = [
    ["|                   3rd February, 1949", "Dear Miss Harnwick,",
     "Thank you for the parcel of forty books, which came on Thursday by the carrier. They are now entered in the "
     "register of gifts.",
     "Your late aunt's herbal is the finest thing that the library has been given in my time. I have put it in the "
     "glass case near the stove, where the damp will not reach it, and the children may look at one leaf each week.",
     "Three volumes of sermons have been spoiled by mice. May I send them for pulp?",
     "The mobile library van will stop at your gate on the first Friday of each month from April.",
     "|Yours sincerely,", "|\n\nRosalind Tidewell,\nBorough Librarian."],
]

ANNUAL_REPORT_1938 = [
    ["# Report of the Borough Engineer", "# For the year ended 31 March 1938",
     "To the Mayor and members of the Council. I have the honour to lay before you my report upon the roads, bridges and "
     "drains of the borough for the year now closed.",
     "Roads. Four miles and a half of carriageway were dressed with tar and chippings. The steam roller was out of use for "
     "six weeks with a cracked boiler plate, and a machine was hired from the county at two pounds a day.",
     "Drains. The main sewer under Maltings Brow was opened at three places and found sound. The outfall below the canal "
     "is choked with silt and must be dredged before the winter of 1939."],
    ["# Refuse and lighting", "Refuse. The horse carts have been given up, and two motor lorries do the work of five teams. The "
     "last of the horses, a grey called Captain, has been let to a farmer at Sallow Bridge.",
     "Lighting. Of the three hundred and six lamps in the borough, two hundred and eighty are now electric. Complaints fell "
     "from ninety-one to seventeen.",
     "The foreman's own note upon the canal bridge follows as he wrote it."],
    ["|                                       19th January, 1938", "|To the Borough Engineer.", "Sir,",
     "I went over the canal bridge on Tuesday with two men and a ladder. The arch is good. The parapet on the upstream "
     "side leans outward by three inches at the crown and a cart wheel would have it down.",
     "There are fourteen loose stones in the cutwater. The mortar has gone to sand as far in as my arm can reach. I took "
     "out a bird's nest and a policeman's helmet, which I have returned to its owner.",
     "I would not let a steam wagon over the bridge until the parapet is taken down and built again on a proper bed. Ten "
     "days would do it, with four masons, and the barges need not be stopped.",
     "|Your servant,", "|\n\nAmos Greatorex-Bell,\nForeman of Works."],
    ["# Estimates for the coming year", "|Rebuilding of the bridge parapet: 145 pounds\nDredging of the outfall: 310 pounds\n"
     "Tar and chippings: 1,240 pounds\nTwo electric pumps for the bathing place: 96 pounds",
     "I recommend that the parapet be taken in hand before Whitsun. The pumps may wait, although the bathing place was closed "
     "on eleven days last July for want of clean water.",
     "|Hubert Dunnock, Borough Engineer"],
]

FINANCE_1934 = [
    ["# Finance Committee", "# Meeting of 5 March 1934",
     "Present: Councillor Ottilie Harnwick in the chair, Councillors Orme and Pyke, Mr. Lyde, Borough Treasurer.",
     "1. Precept. The precept of the county for the coming year is eleven hundred pounds more than the last. The Treasurer "
     "was asked to write and to say that a town of nine thousand souls cannot be asked to pay for a road it never uses.",
     "2. Market tolls. The tolls brought in three hundred and eighty pounds, the best since 1922. It was resolved to "
     "whitewash the weigh house out of the surplus."],
    ["# Accounts passed for payment", "|Foundry, iron railings for the park: 64 pounds 10 shillings\nCoal for the Town Hall: 31 pounds\n"
     "Clock winder, one year: 5 pounds 4 shillings\nBrass band, Jubilee concert: 12 guineas",
     "3. Swimming bath fund. The subscription list stands at nine hundred pounds. No contract is to be let until it has "
     "reached two thousand."],
]

LAMP_COMMITTEE_1934 = [
    ["|ALDERMERE LIGHTING COMMITTEE\nNotes of a visit, 17th March, 1934",
     "The Committee met at the gas works at dusk and walked the lower town as far as the lock. Councillor Orme carried "
     "the list of lamps and a pencil.",
     "Of forty lamps visited, thirty-one burned well. Four were smoky and want new mantles. Five were dark. At the "
     "corner of Weaver's Steps the post itself is rotten and can be moved with one hand.",
     "It was agreed that electric lamps be tried in Weaver's Steps for one winter, the current to be taken from the "
     "laundry, whose owner has made a handsome offer."],
    ["The Committee also saw the lamplighter's hut. It has no window. A pane of glass and a proper stool are to be "
     "supplied before the autumn.",
     "Mr. Peverell Stott, who has lit the lamps of the lower town for thirty-four years, will lay down his pole at "
     "Michaelmas. The Committee asks that a silver watch be bought by subscription, and puts down its own names for "
     "two pounds.",
     "|(Signed)  L. Orme, Convener."],
]

FLOOD_1947 = [
    ["# The Flood of March 1947", "# Report of the Relief Committee",
     "The thaw came on the night of 16 March, upon ground that had been frozen for seven weeks. By four in the morning the "
     "river stood at fourteen feet on the gauge at Sallow Bridge, two feet above any mark made before.",
     "The embankment at the gas works gave way shortly before five. One hundred and twelve houses in the lower town were "
     "flooded to the height of a table, and thirty to the height of the ceiling. No life was lost."],
    ["# Relief", "The school at Corn Street was opened as a shelter, and three hundred and forty people slept there for nine "
     "nights. Soup was made in the coppers of the laundry. The Ladies' Rowing Club brought forty-six persons from upper windows "
     "in racing boats, and was not thanked enough at the time.",
     "The relief fund has paid out two thousand six hundred pounds for bedding, coal and stoves. A sum of ninety pounds is held "
     "back for the three families whose claims are still in dispute."],
    ["# Recommendations", "That the embankment be raised by three feet from the gas works to the lock. That a flood warden be named "
     "in every street below the church. That the gauge at Sallow Bridge be read hourly whenever it stands above nine feet."],
]

TRAM_ENQUIRY_1958 = [
    ["# Enquiry into the Closing of the Tramway", "# First day, 4 September 1958",
     "The Inspector sat in the Assembly Room at ten o'clock. He said that he had read one hundred and sixty letters and that "
     "all but eleven were against the closing.",
     "For the Company it was said that the cars were thirty years old, that the extension to the cattle market had never "
     "paid since the market moved, and that new rails alone would cost forty thousand pounds."],
    ["# Second day, 5 September 1958", "Miss Philippa Wray, conductor, said that she had worked on car number seven for nineteen years "
     "and had known it late only in snow. She asked who would carry the prams up Maltings Brow when the cars had gone.",
     "The Inspector closed the enquiry at noon and walked to the station. He was seen to take the tram."],
]

LAMPLIGHTER_1952 = [
    ["|                                       11th October, 1952", "To whom it may concern.",
     "Thomas Peverell Stott has served this department as lamplighter, and afterwards as electrician's mate, from the "
     "first of June 1934 until the present date. In eighteen years he has missed four days, three of them in the flood.",
     "He followed his father in the post. When the gas was given up he taught himself the new work from a library book, "
     "and was the first man in the borough to be trusted alone with the sub-station in Tanner's Row.",
     "He leaves us of his own wish, to keep bees. I can recommend him to any employer who wants a sober and punctual "
     "man, and to any bee.",
     "|\n\nLeopold Orme,\nLighting Superintendent."],
]

BANDSTAND_1962 = (
    "Parks Committee, note for the file, 8 May 1962. The bandstand in the Jubilee Gardens was struck by lightning on the "
    "evening of the brass band contest. The copper dome is holed and the weather vane, in the form of a pike, has been "
    "found in the boating lake.\n\nThe insurers will pay for the dome but not for the pike. Councillor Ambrose Wray offers "
    "to have a new one beaten by the apprentices of the carriage works, at the cost of the copper.")

GERMAN_1936 = [
    ["|Gemeinderat Niederfelsingen\n                                       den 14. Mai 1936",
     "|An den Rat der Stadt Aldermere", "Sehr geehrte Damen und Herren,",
     "für Ihren Brief über die Straßenbahn danken wir herzlich. Unsere Straßenbahn fährt seit 1908 vom Bahnhof bis zum "
     "Wasserwerk, und die Bürger möchten sie nicht mehr missen.",
     "Der Gemeinderat hat in der Sitzung vom 2. Mai beschlossen, Ihnen die Pläne der Weichen und der großen Brücke zu "
     "schicken. Die Maße sind in Metern angegeben.",
     "Die jährliche Überprüfung der Gleise dauert bei uns vier Tage. In dieser Zeit fahren die Schüler mit dem Boot "
     "über den Fluss, was ihnen besser gefällt als uns."],
    ["|Seite 2",
     "Im Wasserwerk steht seit dem Winter eine neue Pumpe. Die Prüfung hat ergeben, dass sie in einer Stunde vierzig "
     "Kubikmeter hebt. Der alte Kessel wird im Herbst verkauft.",
     "Wenn Ihr Ingenieur uns im August besuchen will, so ist ein Zimmer im Gasthaus zum Goldenen Karpfen bestellt. Der "
     "Wirt spricht etwas Englisch und kocht sehr gut.",
     "|Mit freundlichem Gruss", "|\n\nOttokar Lindenspecht\nSchreiber im Gemeinderat"],
]

CLOSED_1961 = [
    ["# Closed Session of 20 June 1961", "Not to be opened before 2021. The Council considered the conduct of the Weights and Measures "
     "Officer in the matter of the Christmas geese."],
]

SURVEY_1957 = [
    ["# Survey of the Quarry Lane Cottages, 1957",
     "The Council asked for a survey of the nine cottages in Quarry Lane before it decides whether to buy them. The "
     "surveyor went through each of them in the first week of October, with the tenants' leave, and sets down here what he "
     "found and what it would cost to put right.",
     "Five of the nine have sound roofs. The others let the rain in at the chimney, and at number seven a bucket is kept on "
     "the stairs. The walls are of good stone and will stand for another hundred years if the pointing is seen to.",
     "The drains are the worst of it. They run to a pit behind number four, which the tenants empty by turns, and there "
     "is some dispute about whose turn it is."],
    ["Number three. Tenant: Mrs Tabitha Crake, widow.",
     "Two rooms below and two above. The kitchen range is cracked and smokes when the wind is in the east. The floor of "
     "the back bedroom slopes so far that the bed is stood upon two hymn books.",
     "The tenant asks for a window that opens. She has asked for it since 1938 and was told each time that the matter "
     "would be looked into. The surveyor has looked into it and finds that the window has been painted shut."],
    ["Number five. Tenant: Jethro Pumfrey, carter.",
     "The stable at the side is in better repair than the house. The horse has a brick floor and the family has earth. "
     "It is proposed that the two be exchanged, which the tenant takes for a joke.",
     "Estimate for a new floor, forty pounds. Estimate for the roof over the stair, eleven pounds and ten shillings."],
    ["Number eight. Tenant: none since Lady Day.",
     "The house stands empty and the garden has been taken over by bees. Two hives were found in the chimney and a third "
     "behind the wainscot of the parlour. A man from the Beekeepers' Society will take them for the honey.",
     "Otherwise the house is dry, and could be let before Christmas if the grates were blacked and the well was cleaned."],
]


# Letters from abroad: path, title, author, date, language, page, and a phrase that is on it.
ABROAD = [
    ("letters/abroad/1933-saint-ambreuil.pdf", "Lettre de la ville de Saint-Ambreuil", "Aurélie Vautrin", "1933-07-03", "fra", [
        "# Lettre de la ville de Saint-Ambreuil",
        "Saint-Ambreuil, le 3 juillet 1933",
        "Monsieur le Maire, nous avons bien reçu votre lettre et nous vous en remercions. Les deux chevaux qui tiraient la "
        "voiture de la fanfare sont arrivés en bonne santé, et l’eau de notre fontaine leur a plu.",
        "Pendant la fête, les musiciens d’Aldermere ont joué sur le vieux pont. Les habitants en parlent encore. Un tambour "
        "est resté chez le boulanger, qui le garde dans sa cave jusqu’à votre prochaine visite.",
        "Nous serions heureux d’accueillir vos écoliers au printemps. Veuillez agréer, Monsieur le Maire, l’expression de "
        "nos sentiments les plus cordiaux.",
        "|Aurélie Vautrin\nsecrétaire de la mairie"], "resté chez le boulanger"),
    ("letters/abroad/1935-puerto-almendro.pdf", "Carta de los exportadores de naranjas", "Hilario Montenegro", "1935-02-12", "spa", [
        "# Carta de los exportadores de naranjas",
        "Puerto Almendro, 12 de febrero de 1935",
        "Muy señores nuestros: Hemos cargado hoy en el vapor Golondrina cuarenta cajas de naranjas para el mercado de "
        "Aldermere. Las lluvias han dañado dos puentes del camino y los carros llegaron con tres días de retraso.",
        "Rogamos que las cajas se abran a la sombra. El señor que las recibió el año pasado las dejó al sol, y los niños del "
        "barrio jugaron a la pelota con las frutas.",
        "Esperamos su respuesta y les saludamos atentamente.",
        "|Hilario Montenegro\nagente del puerto"], "cuarenta cajas de naranjas"),
    ("letters/abroad/1937-zuiderwaard.pdf", "Advies van de waterbouwkundige", "Cornelis Terwiel", "1937-10-21", "nld", [
        "# Advies van de waterbouwkundige",
        "Zuiderwaard, 21 oktober 1937",
        "Geachte heer burgemeester, op uw verzoek heb ik de kade langs de rivier bekeken. De oude waterleiding ligt te dicht "
        "bij de boomwortels, en bij elke vloed komt er zand in de buizen.",
        "Ik raad u aan de kade met basaltblokken te versterken en de twee kleine bruggen een halve meter hoger te leggen. De "
        "kosten zijn niet gering, maar een overstroming is duurder.",
        "De schipper die mij rondvoer, vertelde dat er eens een hele kaaswagen in de haven is gevallen. Men at er die winter "
        "vis met een bijsmaak.",
        "|Cornelis Terwiel\ningenieur"], "hele kaaswagen in de haven"),
    ("letters/abroad/1957-belorechye.pdf", "Письмо учительницы музыки", "Варвара Снегирёва", "1957-11-09", "rus", [
        "# Письмо учительницы музыки",
        "Белоречье, 9 ноября 1957 года",
        "Дорогие друзья из Олдермира! Наш хор получил ваши ноты, и дети уже поют две английские песни. Слова мы перевели "
        "сами, поэтому овцы в них стали козами.",
        "Летом мы строили мост через речку за школой. Инженер сказал, что мосту нужны каменные опоры. Старый колокольчик с "
        "пожарной башни мы повесили над водой, чтобы лодочники слышали его в тумане.",
        "Пришлите, пожалуйста, фотографию вашего оркестра. Мы повесим её в зале рядом с пианино.",
        "|Варвара Снегирёва"], "овцы в них стали козами"),
    ("letters/abroad/1959-marfa-al-zaytun.pdf", "رسالة من مدرسة الميناء", "سلمى النجار", "1959-05-05", "ara", [
        "# رسالة من مدرسة الميناء",
        "مرفأ الزيتون، ٥ أيار ١٩٥٩",
        "السادة الكرام في بلدية ألدرمير، وصلت إلينا الكتب التي أرسلتموها، وقد وضعناها في مكتبة المدرسة قرب النافذة. قرأ "
        "الطلاب قصة الحصان الذي عبر الجسر وحده، ثم رسموا القوارب على الجدار.",
        "نرسل إليكم مع هذه الرسالة صندوقا من الصابون وخريطة قديمة للمدينة، ونرجو أن تزورونا في الربيع.",
        "|سلمى النجار"], "صندوقا من الصابون"),
]


def mistaken(text, rng):
    """A typed line as a poor recognition program of former years would read it."""
    signs = {"e": "c~", "a": "8@", "o": "0", "i": "!|", "l": "1|", "s": "5$", "n": "ri", "h": "li", "t": "f+", "m": "rn"}
    return "".join(rng.choice(signs[c]) if c in signs and rng.random() < 0.55 else c for c in text)


BURIED_1955 = [
    ["# Burial Ground Register 1955", "Plot 14, Row C: let to the family Dunnock for ninety-nine years. Plot 15, Row C: vacant, beside the yew."],
    ["# Burial Ground Register 1955, continued", "Plot 3, Row D: the railing is to be painted each spring at the cost of the trust."],
]


class Archive:
    def __init__(self):
        self.files, self.documents, self.failures, self.typed = {}, [], [], {}

    def add(self, path, data):
        self.files[path] = data

    def expect(self, path, title, *, title_source, authors=(), date=None, date_source=None, tags=(), pages=1, scanned=(),
               ocr=None, language="eng", format, phrases, typed=None, **more):
        """`scanned` lists pages that are page images, `ocr` those of them for which nothing but OCR gives text."""
        self.documents.append({
            "path": path, "format": format, "title": title, "title_source": title_source, "authors": list(authors),
            "date": date, "date_source": date_source, "tags": list(tags), "page_count": pages, "language": language,
            "scanned_pages": list(scanned), "ocr_pages": list(scanned if ocr is None else ocr),
            "phrases": [dict(zip(("page", "text", "note"), phrase)) for phrase in phrases], **more})
        if typed:
            self.typed[path] = typed


def scanner(title=None, date=None):
    info = {"Producer": "Aldermere Record Office scanner"}
    if title:
        info["Title"] = title
    if date:
        info["CreationDate"] = "D:" + date
    return info


def build():
    archive = Archive()

    # 1 Born-digital minutes on disk.
    archive.add("minutes/1931-council-minutes.pdf", text_pdf(
        MINUTES_1931, title="Minutes of the Aldermere Town Council, 1931", author="Edith Marrowby",
        subject="Council minutes", date="1931-05-20", labels=((0, "ROMAN_LOWER"), (2, "ARABIC")), ligatures=True))
    archive.expect("minutes/1931-council-minutes.pdf", "Minutes of the Aldermere Town Council, 1931", title_source="info",
                   authors=["Edith Marrowby"], date="1931-05-20", date_source="info", pages=5, format="pdf",
                   page_labels=["i", "ii", "1", "2", "3"], phrases=[
                       (3, "letter from the Water Board"), (3, "could not be called sufficient", "ligature in the layer"),
                       (3, "at an allowance not above four", "hyphen at a line's end in the layer"),
                       (4, "found to hold a goat"),
                       (4, "with all due consideration, and asked", "hyphen at a line's end in the layer"), (5, "rate for the half year was fixed", "ligature in the layer")])

    # 2 A letter of three pages: 300 dpi, one bit, in a zip of its own.
    pages = [typed_page(text, seed=21 + n, dpi=300, head=WATER_HEAD if n == 0 else (), skew=(0.7, -0.9, 1.1)[n],
                        signature=n == 2) for n, text in enumerate(WATER_BOARD_LETTER)]
    pdf = scan_pdf([(page, g4(page)) for page in pages], 300, scanner("scan0001"))
    archive.add("letters/1931-water-board.zip", zip_bytes([("1931-04-22 Letter of the Water Board.pdf", pdf)]))
    archive.expect("letters/1931-water-board.zip!/1931-04-22 Letter of the Water Board.pdf",
                   "1931-04-22 Letter of the Water Board", title_source="file-name", date="1931-04-22", date_source="file-name",
                   pages=3, scanned=[1, 2, 3], format="zip",
                   info_title="scan0001", typed=WATER_BOARD_LETTER, phrases=[
                       (1, "a gang of fourteen men"), (2, "The Water Board has therefore resolved"),
                       (2, "nine thousand gallons"), (3, "deaf in one ear")])

    # 3 A letter of two pages: 200 dpi grey JPEG, on disk.
    pages = [typed_page(text, seed=31 + n, dpi=200, head=TRAM_HEAD if n == 0 else (), skew=(-0.6, 1.3)[n],
                        signature=n == 1, noise=8, font=TYPEWRITER_WIDE) for n, text in enumerate(TRAM_LETTER)]
    archive.add("letters/1936-tramway-company.pdf", scan_pdf(
        [(page, jpeg(page, 30)) for page in pages], 200, scanner("Letter of the Vale Tramway Company", "19361106000000Z")))
    archive.expect("letters/1936-tramway-company.pdf", "Letter of the Vale Tramway Company", title_source="info",
                   date="1936-11-06", date_source="info", pages=2, scanned=[1, 2], format="pdf", typed=TRAM_LETTER, phrases=[
                       (1, "often with a calf on a rope"), (2, "tramway extension"), (2, "wooden trestle")])

    # 4 A small letter: 300 dpi, sixteen greys, on disk.
    page = typed_page(LIBRARY_LETTER[0], seed=41, dpi=300, paper=A5, columns=44, skew=-1.2, signature=True, noise=0, shade=4,
                      head=[(15, "ALDERMERE PUBLIC LIBRARY"), (9, "Corn Street")])
    archive.add("letters/1949-library-gift.pdf", scan_pdf([(page, flate16(page))], 300, scanner()))
    archive.expect("letters/1949-library-gift.pdf", "1949-library-gift", title_source="file-name", date="1949",
                   date_source="file-name", pages=1, scanned=[1], format="pdf", typed=LIBRARY_LETTER, phrases=[(1, "register of gifts"), (1, "spoiled by mice")])

    # 5 A report with one scanned page in the middle.
    page = typed_page(ANNUAL_REPORT_1938[2], seed=51, dpi=200, skew=0.9, signature=True, noise=8)
    leaves = list(ANNUAL_REPORT_1938)
    leaves[2] = ("scan", jpeg(page, 30)[3], None, 200)
    archive.add("reports/1938-borough-engineer.pdf", text_pdf(
        leaves, title="Report of the Borough Engineer, 1938", author="Hubert Dunnock", date="1938-04-30"))
    archive.expect("reports/1938-borough-engineer.pdf", "Report of the Borough Engineer, 1938", title_source="info",
                   authors=["Hubert Dunnock"], date="1938-04-30", date_source="info", pages=4, scanned=[3], format="pdf",
                   typed=[None, None, ANNUAL_REPORT_1938[2], None], phrases=[
                       (1, "dressed with tar and chippings"), (3, "fourteen loose stones in the cutwater"),
                       (4, "parapet be taken in hand before Whitsun")])

    # 6 A plain zip: two PDFs, each with its sidecars.
    pages = [typed_page(text, seed=61 + n, dpi=300, skew=(1.0, -0.5)[n], font=TYPEWRITER_WIDE)
             for n, text in enumerate(LAMP_COMMITTEE_1934)]
    archive.add("minutes/1934-committees.zip", zip_bytes([
        ("finance-march.pdf", text_pdf(FINANCE_1934)),
        ("finance-march.json", json_bytes({"title": "Finance Committee, March 1934", "author": "Ottilie Harnwick",
                                           "date": "1934-03", "tags": ["finance", "committee"]})),
        ("lighting-visit.pdf", scan_pdf([(page, g4(page)) for page in pages], 300, scanner())),
        ("lighting-visit.txt", sheets(LAMP_COMMITTEE_1934)),
        ("lighting-visit.json", json_bytes({"title": "Lighting Committee: notes of a visit",
                                            "author": ["Leopold Orme", "Peverell Stott"], "date": "1934-03-17",
                                            "tags": ["street lamps", "committee"]}))]))
    archive.expect("minutes/1934-committees.zip!/finance-march.pdf", "Finance Committee, March 1934", title_source="sidecar",
                   authors=["Ottilie Harnwick"], date="1934-03", date_source="sidecar", tags=["finance", "committee"], pages=2,
                   format="zip", phrases=[(1, "whitewash the weigh house"), (2, "Swimming bath fund")])
    archive.expect("minutes/1934-committees.zip!/lighting-visit.pdf", "Lighting Committee: notes of a visit",
                   title_source="sidecar", authors=["Leopold Orme", "Peverell Stott"], date="1934-03-17", date_source="sidecar",
                   tags=["street lamps", "committee"], pages=2, scanned=[1, 2], ocr=[], format="zip", typed=LAMP_COMMITTEE_1934,
                   text_sidecar="lighting-visit.txt",
                   phrases=[(1, "corner of Weaver's Steps"), (2, "lay down his pole at Michaelmas")])

    # 7 One PDF and the metadata of the bundle.
    archive.add("reports/1947-flood.zip", zip_bytes([
        ("metadata.json", json_bytes({"identifier": "ALD/REL/1947/3", "title": "The Flood of March 1947",
                                      "author": ["Relief Committee", "Philippa Wray"], "date": "1947-06-02",
                                      "tags": ["flood", "relief fund"], "language": "en",
                                      "description": "Report of the Relief Committee to the Council."})),
        ("flood-report.pdf", text_pdf(FLOOD_1947))]))
    archive.expect("reports/1947-flood.zip!/flood-report.pdf", "The Flood of March 1947", title_source="bundle",
                   authors=["Relief Committee", "Philippa Wray"], date="1947-06-02", date_source="bundle",
                   tags=["flood", "relief fund"], pages=3, format="zip", identifier="ALD/REL/1947/3", phrases=[
                       (1, "fourteen feet on the gauge"), (2, "in racing boats"), (3, "flood warden")])

    # 8 Yiana, version 2: a stored zip.
    record = yiana("Tramway Enquiry 1958", "1958-09-05T12:00:00", 2, ["tramway", "public enquiry"])
    archive.add("minutes/1958-tramway-enquiry.yianazip", zip_bytes([
        ("metadata.json", record), ("content.pdf", text_pdf(TRAM_ENQUIRY_1958)),
        ("format.json", b'{"formatVersion":2}')], method=zipfile.ZIP_STORED))
    archive.expect("minutes/1958-tramway-enquiry.yianazip!/content.pdf", "Tramway Enquiry 1958", title_source="bundle",
                   date="1958-09-05", date_source="bundle", tags=["tramway", "public enquiry"], pages=2, format="yianazip-2",
                   identifier=json.loads(record)["id"], phrases=[
                       (1, "the extension to the cattle market"), (2, "conductor"), (2, "carry the prams up Maltings Brow")])

    # 9 Yiana, version 1: JSON, four bytes FF, PDF.
    page = typed_page(LAMPLIGHTER_1952[0], seed=91, dpi=300, head=COUNCIL_HEAD, skew=0.5, signature=True)
    record = yiana("Reference for a Lamplighter", "2019-05-17T08:15:00", 1, ["street lamps", "staff"])
    archive.add("letters/1952-lamplighter.yianazip",
                record + b"\xff\xff\xff\xff" + scan_pdf([(page, g4(page))], 300, scanner()))
    archive.expect("letters/1952-lamplighter.yianazip", "Reference for a Lamplighter", title_source="bundle", date="2019-05-17",
                   date_source="bundle", tags=["street lamps", "staff"], pages=1, scanned=[1], format="yianazip-1",
                   identifier=json.loads(record)["id"], typed=LAMPLIGHTER_1952,
                   phrases=[(1, "to keep bees"), (1, "sober and punctual man")])

    # 10 Yiana: nothing but the metadata, with the text in it.
    record = yiana("Bandstand struck by lightning", "2021-11-02T16:40:00", 1, ["parks"], fullText=BANDSTAND_1962,
                   ocrProcessedAt=since_2001("2021-11-02T16:41:00"), ocrConfidence=0.93, ocrSource="service")
    archive.add("letters/1962-bandstand.yianazip", record)
    archive.expect("letters/1962-bandstand.yianazip", "Bandstand struck by lightning", title_source="bundle", date="2021-11-02",
                   date_source="bundle", tags=["parks"], pages=1, format="yianazip-json", identifier=json.loads(record)["id"],
                   phrases=[(1, "in the form of a pike"), (1, "apprentices of the carriage works")])

    # 11 German: page 1 a scan with an earlier OCR layer, page 2 a scan without.
    leaves = []
    for n, text in enumerate(GERMAN_1936):
        skew = (0.5, -0.8)[n]
        page = typed_page(text, seed=111 + n, dpi=200, skew=skew, noise=8, signature=n == 1)
        layer = None
        if n == 0:
            left, top = (page.width - 62 * 20) / 2, 150
            layer = [((left + (len(line) - len(line.lstrip())) * 20) * 0.36, 841.89 - (top + row * 200 / 6 + 24) * 0.36,
                      line.strip()) for row, line in enumerate(wrapped(text, 62)) if line.strip()]
        leaves.append(("scan", jpeg(page, 30)[3], layer, 200))
    archive.add("letters/Partnerstadt 1936.zip", zip_bytes([
        ("metadata.json", json_bytes({"title": "Brief über die Straßenbahn", "author": "Ottokar Lindenspecht",
                                      "date": "1936-05-14", "tags": ["Partnerstadt", "Straßenbahn"], "language": "de"})),
        ("Straßenbahn und Wasserwerk.pdf", text_pdf(leaves))]))
    archive.expect("letters/Partnerstadt 1936.zip!/Straßenbahn und Wasserwerk.pdf", "Brief über die Straßenbahn",
                   title_source="bundle", authors=["Ottokar Lindenspecht"], date="1936-05-14", date_source="bundle",
                   tags=["Partnerstadt", "Straßenbahn"], pages=2, scanned=[1, 2], ocr=[2], language="deu", format="zip",
                   typed=GERMAN_1936, phrases=[
                       (1, "jährliche Überprüfung der Gleise"), (1, "Unsere Straßenbahn fährt"),
                       (2, "eine neue Pumpe"), (2, "Zimmer im Gasthaus")])

    # A report in which every page came about in another way: printed, scanned, scanned and stamped by a program, scanned
    # with the mistakes of an earlier recognition behind it, and a sheet that is empty.
    def scanned(text, seed):
        return jpeg(typed_page(text, seed=seed, dpi=200, skew=0.0, noise=6), 30)[3]
    rng = random.Random(8)
    junk = [(72, 700 - 12 * n, mistaken(line, rng)) for n, line in enumerate(wrapped(SURVEY_1957[3], 62)) if line]
    archive.add("reports/1957-cottage-survey.zip", zip_bytes([("survey.pdf", text_pdf(
        [SURVEY_1957[0], ("scan", scanned(SURVEY_1957[1], 91), None, 200),
         ("scan", scanned(SURVEY_1957[2], 92), None, 200, [(72, 812, "ALDERMERE RECORD OFFICE   Box 12, folder 4   sheet 3")]),
         ("scan", scanned(SURVEY_1957[3], 93), junk, 200), []],
        title="Survey of the Quarry Lane Cottages", author="Hubert Dunnock", date="1957-10-12"))]))
    archive.expect("reports/1957-cottage-survey.zip!/survey.pdf", "Survey of the Quarry Lane Cottages", title_source="info",
                   authors=["Hubert Dunnock"], date="1957-10-12", date_source="info", pages=5, scanned=[2, 3, 4],
                   format="zip", typed=[None, *SURVEY_1957[1:], None], empty_pages=[2, 5],
                   verdicts=["good", "missing", "partial", "garbled", "blank"], phrases=[
                       (1, "a bucket is kept on the stairs"), (2, "stood upon two hymn books"),
                       (3, "horse has a brick floor"), (4, "taken over by bees")])

    # 12 A zip cut off in the middle.
    whole = zip_bytes([("register-1955-a.pdf", text_pdf(BURIED_1955[:1])), ("register-1955-b.pdf", text_pdf(BURIED_1955[1:]))])
    archive.add("reports/1955-burial-register.zip", whole[:len(whole) * 3 // 5])
    archive.failures.append({"path": "reports/1955-burial-register.zip", "kind": "damaged-zip",
                             "why": "cut off after three fifths; no central directory"})

    # 13 A PDF that wants a password ("goose").
    archive.add("reports/1961-closed-session.pdf", text_pdf(
        CLOSED_1961, title="Closed Session 1961", author="Town Clerk", date="1961-06-20", password="goose"))
    archive.failures.append({"path": "reports/1961-closed-session.pdf", "kind": "encrypted-pdf",
                             "why": "a user password is needed (it is 'goose')"})

    # 15 Short papers that answer questions in other words.
    archive.add(SUNDRY_PAPERS, text_pdf(
        PAPERS_1924, title="Sundry Papers of 1924", author="Edith Marrowby", date="1924-11-28"))
    archive.expect(SUNDRY_PAPERS, "Sundry Papers of 1924", title_source="info", authors=["Edith Marrowby"],
                   date="1924-11-28", date_source="info", pages=10, format="pdf", phrases=[(1, "settled the mason's account"), (10, "four hens under his coat")])

    letters_from_abroad(archive)
    return archive


def letters_from_abroad(archive):
    """Four languages and one script that is written from right to left; found in other forms of their words."""
    for path, title, author, date, language, page, phrase in ABROAD:
        archive.add(path, text_pdf([page], title=title, author=author, date=date, fonts=(SANS, SANS_BOLD),
                                   right_to_left=language == "ara"))
        archive.expect(path, title, title_source="info", authors=[author], date=date, date_source="info", language=language,
                       format="pdf", phrases=[(1, phrase)])


FINDS = [
    {"query": "water board", "hits": [
        {"path": "letters/1931-water-board.zip!/1931-04-22 Letter of the Water Board.pdf", "page": 2},
        {"path": "minutes/1931-council-minutes.pdf", "page": 3}]},
    {"query": "\"tramway extension\"", "hits": [{"path": "letters/1936-tramway-company.pdf", "page": 2}]},
    {"query": "Straßenbahn", "hits": [{"path": "letters/Partnerstadt 1936.zip!/Straßenbahn und Wasserwerk.pdf", "page": 1}]},
    {"query": "lamplighter", "hits": [
        {"path": "minutes/1934-committees.zip!/lighting-visit.pdf", "page": 2},
        {"path": "letters/1952-lamplighter.yianazip", "page": 1},
        {"path": "minutes/1931-council-minutes.pdf", "page": 3}]},
    {"query": "cheval", "hits": [{"path": "letters/abroad/1933-saint-ambreuil.pdf", "page": 1}]},
    {"query": "naranja", "hits": [{"path": "letters/abroad/1935-puerto-almendro.pdf", "page": 1}]},
    {"query": "overstromingen", "hits": [{"path": "letters/abroad/1937-zuiderwaard.pdf", "page": 1}]},
    {"query": "колокольчики", "hits": [{"path": "letters/abroad/1957-belorechye.pdf", "page": 1}]},
    {"query": "جسر", "hits": [{"path": "letters/abroad/1959-marfa-al-zaytun.pdf", "page": 1}]},
    {"query": "author:harnwick", "hits": [{"path": "minutes/1934-committees.zip!/finance-march.pdf", "page": None}]},
]


# ---------------------------------------------------------------------------------------------------------------------
# A form that is hard to read
# ---------------------------------------------------------------------------------------------------------------------

METER_CARD = (
    (("Surname", "Hawthorne", 44), ("Given name", "Margaret", 46), ("Born", "12.4.1887", 36)),
    (("Street", "Tannery Row", 52), ("House", "14a", 28), ("Meter", "K 20714", 46)),
)
METER_READINGS = (
    ("Quarter", "Reading", "Charge", "Paid"), ("Lady Day", "20714", "5.90", "5.00"),
    ("Midsummer", "20851", "6.21", "5.25"), ("Michaelmas", "20996", "6.52", "5.50"), ("Christmas", "21125", "6.83", "5.75"),
)


def meter_card(dpi=130):
    """A printed card as a scanner sees it, and its words line by line: small labels in boxes, and columns with a dotted ground."""
    rng = random.Random(7)
    dots = dpi / 25.4
    width, height = round(136 * dots), round(72 * dots)
    page = Image.new("L", (width, height), 248)
    pen, lines = ImageDraw.Draw(page), []

    def text(x, y, words, size, fill=30, font=SANS):
        pen.text((x * dots, y * dots), words, font=ImageFont.truetype(str(font), round(size / 72 * dpi)), fill=fill)
        return words

    def box(x, y, wide, high):
        pen.rectangle((x * dots, y * dots, (x + wide) * dots, (y + high) * dots), outline=60, width=round(dots / 4))

    pen.rectangle((5 * dots, 5 * dots, 131 * dots, 12 * dots), fill=45)
    lines.append(text(7, 6.2, "WATERWORKS DEPARTMENT", 10, 245, SANS_BOLD) + " " + text(112, 6.4, "Form 27 B", 8, 245))
    y = 14
    for row in METER_CARD:
        x = 5
        for label, value, wide in row:
            box(x, y, wide, 9)
            text(x + 0.6, y + 0.3, label, 5)
            text(x + 1.6, y + 4.6, value, 9)
            x += wide
        lines += [" ".join(cell[0] for cell in row), " ".join(cell[1] for cell in row)]
        y += 9
    y += 4
    for row in METER_READINGS:
        for number, down in enumerate(range(round(y * dots), round((y + 5) * dots), 3)):
            for across in range(round(43 * dots) + number % 2, round(131 * dots), 3):
                pen.point((across, down), fill=30)
        x = 5
        for wide, cell in zip((38, 28, 30, 30), row):
            box(x, y, wide, 5)
            x += wide
        x = 5
        for wide, cell in zip((38, 28, 30, 30), row):
            text(x + 0.8, y + 0.6, cell, 8)
            x += wide
        lines.append(" ".join(row))
        y += 5
    lines.append(text(5, y + 3, "The figures were read in my presence and are true.", 7))
    page = page.filter(ImageFilter.GaussianBlur(dpi / 400)).rotate(0.4, Image.Resampling.BICUBIC, fillcolor=248)
    small = (width // 2, height // 2)
    grain = Image.frombytes("L", small, rng.randbytes(small[0] * small[1])).resize((width, height))
    return Image.blend(page, grain, 20 / 255), lines


def write_hard_page(folder):
    folder.mkdir(exist_ok=True)
    page, lines = meter_card()
    (folder / "meter-card.pdf").write_bytes(scan_pdf([(page, flate16(page))], 130, scanner()))
    (folder / "meter-card.txt").write_text("\n".join(lines) + "\n")


# Scans whose whole text is kept in typed/, for Tools/check-recognition.sh to compare.
TYPED = {"1931-water-board": WATER_BOARD_LETTER, "1936-tramway-company": TRAM_LETTER}


def write(archive):
    old = [path for path in sorted(ARCHIVE.rglob("*"), reverse=True)] if ARCHIVE.exists() else []
    for path in old:
        path.rmdir() if path.is_dir() else path.unlink()
    for name, data in archive.files.items():
        (ARCHIVE / name).parent.mkdir(parents=True, exist_ok=True)
        (ARCHIVE / name).write_bytes(data)
    (HERE / "expected.json").write_bytes(json_bytes({
        "about": "Written by generate.py. Pages count from 1. scanned_pages are page images; ocr_pages are those of them "
                 "whose text only OCR gives. Phrases are as a reader sees them: no ligatures, no line-end hyphens.",
        "documents": sorted(archive.documents, key=lambda d: d["path"]), "failures": archive.failures, "finds": FINDS,
        "other_words": [{"question": question, "path": SUNDRY_PAPERS, "page": number}
                        for number, question in enumerate(IN_OTHER_WORDS, start=1)]}))
    (HERE / "typed").mkdir(exist_ok=True)
    for name, pages in TYPED.items():
        (HERE / "typed" / f"{name}.txt").write_bytes(sheets(pages))
    write_hard_page(HERE / "hard")
    total = sum(map(len, archive.files.values()))
    print(f"{len(archive.files)} files, {len(archive.documents)} documents, {total:,} bytes")
    for name, data in sorted(archive.files.items()):
        print(f"{len(data):>9,}  {name}")


# ---------------------------------------------------------------------------------------------------------------------
# Reading it back
# ---------------------------------------------------------------------------------------------------------------------

def words(text):
    return re.findall(r"\w+", text.casefold())


def joined(text):
    text = text.replace("\ufb01", "fi").replace("\ufb02", "fl")
    return " ".join(words(re.sub(r"(\w)-\n(\w)", r"\1\2", text)))


def pdf_of(data, path):
    if "!/" in path:
        return zipfile.ZipFile(io.BytesIO(data)).read(path.split("!/")[1])
    return data[data.index(b"%PDF"):] if b"%PDF" in data else None


def check(archive, keep=None):
    bad = 0

    def run(*command):
        return subprocess.run(command, capture_output=True, text=True)

    for name, data in archive.files.items():
        if not (ARCHIVE / name).exists() or (ARCHIVE / name).read_bytes() != data:
            bad += 1
            print("not as generated:", name)
    with tempfile.TemporaryDirectory() as work:
        work = Path(keep or work)
        for number, document in enumerate(archive.documents):
            path, count = document["path"], document["page_count"]
            pdf = pdf_of(archive.files[path.split("!/")[0]], path)
            if pdf is None:
                texts = [json.loads(archive.files[path])["fullText"]]
            else:
                file = work / f"{number}.pdf"
                file.write_bytes(pdf)
                result = run("qpdf", "--check", str(file))
                if result.returncode:
                    bad += 1
                    print("qpdf:", path, result.stdout, result.stderr)
                texts = run("pdftotext", str(file), "-").stdout.split("\f")[:-1]
                if len(texts) != count:
                    bad += 1
                    print("pages:", path, len(texts), "instead of", count)
                if [n + 1 for n, text in enumerate(texts) if not text.strip()] != \
                        document.get("empty_pages", [p for p in document["scanned_pages"]
                                                     if p in document["ocr_pages"] or "text_sidecar" in document]):
                    bad += 1
                    print("pages without text:", path)
                for page in document["scanned_pages"]:
                    run("pdftoppm", "-r", "300", "-png", "-gray", "-f", str(page), "-l", str(page), "-singlefile", str(file),
                        str(work / f"{number}-{page}"))
                    for language in {"eng", document["language"]}:
                        read = run("tesseract", str(work / f"{number}-{page}.png"), "-", "-l", language).stdout
                        wanted, left = words(" ".join(archive.typed[path][page - 1]).replace("|", " ")), words(read)
                        hit = 0
                        for word in wanted:
                            if word in left:
                                left.remove(word)
                                hit += 1
                        recall = hit / len(wanted)
                        print(f"{recall:.3f} of {len(wanted):3} words, {len(left):2} extra  {language}  {path} page {page}")
                        if language == document["language"]:
                            bad += recall < 0.95
                            if not texts[page - 1].strip():
                                texts[page - 1] = read
            for phrase in document["phrases"]:
                pages = [n + 1 for n, text in enumerate(texts) if joined(phrase["text"]) in joined(text)]
                if pages != [phrase["page"]]:
                    bad += 1
                    print("phrase:", path, phrase, "found on", pages)
        locked = work / "locked.pdf"
        locked.write_bytes(archive.files["reports/1961-closed-session.pdf"])
        if run("pdftotext", str(locked), "-").returncode == 0 or run("pdftotext", "-upw", "goose", str(locked), "-").returncode:
            bad += 1
            print("the locked file is not locked as it should be")
        try:
            zipfile.ZipFile(io.BytesIO(archive.files["reports/1955-burial-register.zip"]))
            bad += 1
            print("the damaged zip opens")
        except zipfile.BadZipFile:
            pass
    print("all well" if not bad else f"{bad} problems")
    return bad


if __name__ == "__main__":
    made = build()
    if sys.argv[1:2] == ["--check"]:
        sys.exit(1 if check(made, *sys.argv[2:3]) else 0)
    write(made)
