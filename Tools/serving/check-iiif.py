#!/usr/bin/python3
"""Holds what viewers and programs get against the checkers of others, and against `docsearch find`. By hand.

    check-iiif.py PROGRAM STANDARDS [--questions 200]

STANDARDS has iiif-presentation-3.schema.json (of IIIF/presentation-validator), alto-4-4.xsd and xlink.xsd. Needs xmllint and
tesseract-ocr of Debian, and iiif-validator-ng (Python 3.12), jsonschema, iiif-prezi3, hocr-spec and Pillow of PyPI. Checks:

- the Image API, with IIIF's own validator at level 2 and its image, wrapped in a PDF without loss
- all manifests and collections against the schema and iiif-prezi3
- Content Search: both versions find the same, "next" comes to an end, every place is in its canvas, the pages are those of
  the search, and what lies at the place reads as the word
- ALTO against its schema and hOCR against its specification, with the words of the page in both
"""
import argparse
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.parse
import zlib

import marks
from served import Checks, Served, corpus

REAL = ["ocr-gt/scribe-benchmark", "ocr-gt/tesseract-test", "pdf/docsplit", "pdf/textract", "pdf/court-doctor"]


def wrapped(picture):
    """A PDF of 250 points that is the image, pixel by pixel: four pixels a point."""
    from PIL import Image

    image = Image.open(picture).convert("RGB")
    data = zlib.compress(image.tobytes())
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>", b"<< /Type /Pages /Count 1 /Kids [3 0 R] >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 250 250] /Contents 4 0 R /Resources << /XObject << /I 5 0 R >> >> >>",
        b"<< /Length 23 >>\nstream\n250 0 0 250 0 0 cm\n/I Do\nendstream",
        b"<< /Type /XObject /Subtype /Image /Width %d /Height %d /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /FlateDecode /Length %d >>\n"
        b"stream\n" % (image.width, image.height, len(data)) + data + b"\nendstream",
    ]
    result, offsets = b"%PDF-1.4\n", []
    for number, content in enumerate(objects, 1):
        offsets.append(len(result))
        result += b"%d 0 obj\n" % number + content + b"\nendobj\n"
    start = len(result)
    result += b"xref\n0 6\n0000000000 65535 f \n" + b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    return result + b"trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % start


def images(checks, program):
    found = importlib.util.find_spec("iiif_validator")
    if not found:
        return print("      iiif-validator-ng is not installed: the Image API is not checked")
    folder = tempfile.mkdtemp()
    try:
        with open(folder + "/image.pdf", "wb") as file:
            file.write(wrapped(os.path.join(list(found.submodule_search_locations)[0], "validation_image.png")))
        with Served(program, [folder], options=("--public",), ocr="never") as served:
            validator = os.path.join(os.path.dirname(sys.executable), "iiif-validator")
            result = subprocess.run([validator, f"{served.base}/iiif/image/3", "--validation-id", "1-1"],
                                    capture_output=True, text=True, check=False)
            output = result.stdout + result.stderr
            # It ends with 0 whatever it finds.
            counts = re.findall(r"✓ (\d+) ✗ (\d+)", output)
            passed, failed = map(int, counts[-1]) if counts else (0, 1)
            checks.expect(failed == 0 and passed > 50, f"Image API: {passed} hold, {failed} fail {output[-500:] if failed else ''}")
    finally:
        shutil.rmtree(folder)


def manifests(checks, served, standards, identifiers):
    import jsonschema
    from iiif_prezi3 import Manifest

    with open(standards + "/iiif-presentation-3.schema.json", encoding="utf-8") as file:
        validator = jsonschema.Draft7Validator(json.load(file))
    addresses = [f"/iiif/presentation/3/{identifier}/manifest" for identifier in identifiers]
    parts = json.loads(served.get("/iiif/presentation/3/collection")[2])["items"]
    addresses += ["/iiif/presentation/3/collection"] + [urllib.parse.urlsplit(part["id"]).path for part in parts]
    wrong = []
    for address in addresses:
        status, headers, body = served.get(address)
        if status != 200 or not headers["content-type"].startswith("application/ld+json"):
            wrong.append(f"{address}: {status}")
            continue
        wrong += [f"{address}: {list(error.path)[:6]} {error.message[:200]}" for error in validator.iter_errors(json.loads(body))][:3]
        if address.endswith("manifest"):
            try:
                Manifest(**json.loads(body))
            except ValueError as error:
                wrong.append(f"{address}: {str(error)[:300]}")
    checks.expect(not wrong, f"{len(addresses)} manifests and collections {wrong[:3]}")


def places(served, version, identifier, question):
    """All places of a search, page after page, and the total that it says."""
    address, found, total, hits, texts = (
        f"/iiif/search/{version}/{identifier}?" + urllib.parse.urlencode({"q": question}), [], None, [], [])
    seen = set()
    while address and address not in seen:
        seen.add(address)
        answer = json.loads(served.get(address)[2])
        if version == 1:
            found += [item["on"] for item in answer["resources"]]
            texts += [item["resource"]["chars"] for item in answer["resources"]]
            known = {item["@id"] for item in answer["resources"]}
            hits += [annotation in known for hit in answer["hits"] for annotation in hit["annotations"]]
            total, address = answer["within"]["total"], answer.get("next")
        else:
            found += [item["target"] for item in answer["items"]]
            total, address = answer["partOf"]["total"], answer.get("next", {}).get("id")
        if address:
            parts = urllib.parse.urlsplit(address)
            address = f"{parts.path}?{parts.query}"
    return found, total, all(hits), texts


def searches(checks, served, count):
    questions = marks.chosen_words(served, count, 3)
    wrong, read, same, canvases = [], 0, 0, {}
    paths = marks.names(served)
    for identifier, word in questions:
        (one, first, known, texts), (two, second, _, _) = (places(served, version, identifier, word) for version in (1, 2))
        if one != two or first != second or len(one) != first or not known:
            wrong.append(f"{word} in {identifier}: {len(one)} of {first}, {len(two)} of {second}, known {known}")
        if identifier not in canvases:
            manifest = json.loads(served.get(f"/iiif/presentation/3/{identifier}/manifest")[2])
            canvases[identifier] = {canvas["id"]: (canvas["width"], canvas["height"]) for canvas in manifest["items"]}
        for place in one:
            canvas, _, numbers = place.partition("#xywh=")
            x, y, width, height = map(int, numbers.split(","))
            size = canvases[identifier].get(canvas)
            if not size or min(x, y) < 0 or min(width, height) < 1 or x + width > size[0] or y + height > size[1]:
                wrong.append(f"{word}: {place} is not in {size}")
        pages = {int(place.split("#")[0].rsplit("/", 1)[1]) for place in one}
        answer = json.loads(served.get("/api/v1/search?" + urllib.parse.urlencode(
            {"q": word, "filter": f"id:{identifier}", "pages": 100, "literal": "true", "all": "true"}))[2])
        found = {page["page"] for hit in answer["hits"] for page in hit["pages"]}
        if pages != found:
            wrong.append(f"{word} in {identifier}: pages {sorted(pages)[:9]} and {sorted(found)[:9]}")
        if one:
            read += 1
            same += reads(served, one[0], texts[0], paths[identifier])
    checks.expect(not wrong, f"Content Search: {len(questions)} questions {wrong[:4]}")
    checks.expect(same >= 0.95 * read, f"Content Search: {same} of {read} places read as the word")


def reads(served, place, word, path):
    page, numbers = re.search(r"/3/(\d+)/canvas/(\d+)#", place), [int(text) for text in place.split("=")[-1].split(",")]
    margin = max(2, int(numbers[3] * marks.MARGIN))
    x, y = max(0, numbers[0] - margin), max(0, numbers[1] - margin)
    region = f"{x},{y},{numbers[2] + 2 * margin},{numbers[3] + 2 * margin}"
    status, _, body = served.get(f"/iiif/image/3/{page[1]}-{page[2]}/{region}/max/0/default.png")
    if status != 200:
        return False
    wanted = marks.plain(word)
    found = list(marks.recognised(body, served.folder, "eng+deu"))
    held = any(marks.distance(text, wanted) <= (1 if len(wanted) >= 6 else 0) for text in found)
    if not held:
        print(f"      {word} reads as {found} in {path} at {place.split('/canvas/')[1]}")
    return held


def exports(checks, served, standards, identifiers):
    wrong, count, files = [], 0, []
    for identifier in identifiers:
        for number in (1, 2):
            address = f"/documents/{identifier}/pages/{number}"
            status, _, alto = served.get(address + ".alto.xml")
            if status != 200:
                continue
            count += 1
            path = f"{served.folder}/{identifier}-{number}"
            for ending, body in (("alto.xml", alto), ("hocr", served.get(address + ".hocr")[2])):
                with open(f"{path}.{ending}", "wb") as file:
                    file.write(body)
            files.append(path)
    check = subprocess.run(["xmllint", "--nonet", "--noout", "--schema", standards + "/alto-4-4.xsd"] + [f"{path}.alto.xml" for path in files],
                           capture_output=True, text=True, check=False)
    wrong += [line for line in check.stderr.split("\n") if line and not line.endswith(" validates")]
    checks.expect(check.returncode == 0 and not wrong, f"ALTO: {count} pages {wrong[:3]}")
    checker = os.path.join(os.path.dirname(sys.executable), "hocr-spec")
    ours = kinds(checker, [f"{path}.hocr" for path in files])
    # What tesseract's own has is not counted against ours.
    picture = served.folder + "/own.jpg"
    with open(picture, "wb") as file:
        file.write(served.get(f"/documents/{identifiers[0]}/pages/1.jpg?width=1600")[2])
    subprocess.run(["tesseract", picture, served.folder + "/own", "hocr"], capture_output=True, check=False)
    known = kinds(checker, [served.folder + "/own.hocr"])
    checks.expect(not ours - known, f"hOCR: {count} pages {sorted(ours - known)[:5]}")


def kinds(checker, paths):
    """Kinds of faults, without the numbers and names in them."""
    result = subprocess.run([checker, "-f", "text"] + paths, capture_output=True, text=True, check=False)
    lines = [line for line in (result.stdout + result.stderr).split("\n") if "ERROR" in line or "CRITICAL" in line or "WARN" in line]
    # Its parser takes "lpageno" for a number; the specification says that it may be "xii".
    lines = [line for line in lines if "lpageno" not in line]
    return {re.sub(r"['\"][^'\"]*['\"]|/\S+|\d+", "…", line) for line in lines}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("standards")
    parser.add_argument("--questions", type=int, default=200)
    arguments = parser.parse_args()
    checks = Checks("check-iiif")
    images(checks, arguments.program)
    with Served(arguments.program, ["Samples/archive"] + corpus(REAL), options=("--public",)) as served:
        hits = json.loads(served.get("/api/v1/search?q=pages%3A1..&limit=200&all=true&pages=0")[2])["hits"]
        identifiers = [hit["id"] for hit in hits]
        manifests(checks, served, arguments.standards, identifiers)
        exports(checks, served, arguments.standards, identifiers)
        searches(checks, served, arguments.questions)
    checks.finish()


main()
