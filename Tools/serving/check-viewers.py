#!/usr/bin/python3
"""Opens documents in two IIIF viewers, searches in them, and looks for marks. By hand, as the viewers are no part of the project.

    check-viewers.py PROGRAM VIEWERS [--documents 20] [--pictures FOLDER]

VIEWERS has mirador/index.html (Mirador 3) and uv/index.html (Universal Viewer 4), which take ?manifest=URL. Needs
chromium-headless-shell of Debian, and playwright and Pillow of PyPI. Of each document a word is looked for that stands on one of
its pages: the viewer must show the document, list as many hits as the server counts, mark the first one, and raise no error.
"""
import argparse
import functools
import http.server
import io
import json
import random
import shutil
import threading

from PIL import Image
from playwright.sync_api import TimeoutError as Late
from playwright.sync_api import sync_playwright

from marks import WORD
from served import Checks, Served, corpus

REAL = ["ocr-gt/scribe-benchmark", "ocr-gt/tesseract-test", "pdf/docsplit", "pdf/textract"]


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def documents(served, count, chance):
    """Numbers of documents that have text, with a word of the first page of each: Universal Viewer stays there."""
    found = json.loads(served.get("/api/v1/search?q=pages%3A1..&limit=200&pages=0")[2])["hits"]
    chosen = []
    for hit in found:
        pages = json.loads(served.get(f"/api/v1/documents/{hit['id']}")[2]).get("pages", [])
        words = sorted({word.lower() for page in pages[:1] for word in WORD.findall(page.get("text", "")) if word.isascii()})
        word = chance.choice(words) if words else None
        # Where it is known where words stand: not on pages whose text came from a file beside the document.
        if word and json.loads(served.get(f"/iiif/search/1/{hit['id']}?q={word}")[2])["within"]["total"] > 0:
            chosen.append((hit["id"], word))
    # Samples and scans come first where many are there: in the order of their numbers.
    return sorted(chosen)[:count]


def changed(before, after, box):
    """How many pixels of a part of the screen are coloured now, and were not."""
    one, two = (Image.open(io.BytesIO(data)).convert("RGB").crop(box) for data in (before, after))
    return sum(1 for a, b in zip(one.getdata(), two.getdata()) if max(b) - min(b) > 30 and max(a) - min(a) < 15)


def mirador(page, base, manifest, word, total):
    """What does not hold."""
    page.goto(f"{base}/mirador/index.html?manifest={manifest}")
    page.wait_for_selector("canvas", timeout=30_000)
    page.wait_for_load_state("networkidle")
    page.get_by_role("tab", name="Search").click()
    field = page.locator("input[id^=search-]")
    before = page.screenshot()
    field.fill(word)
    field.press("Enter")
    page.wait_for_function(
        "() => Object.values(viewer.store.getState().searches).some(all => Object.values(all).some(one => "
        "Object.values(one.data).some(part => part.json)))", timeout=30_000)
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(2500)
    listed = page.evaluate(
        "() => Object.values(viewer.store.getState().searches).flatMap(all => Object.values(all)).flatMap(one => "
        "Object.values(one.data)).flatMap(part => part.json?.hits ?? []).length")
    after = page.screenshot()
    problems = [] if listed == min(total, 100) or 0 < listed <= total else [f"{listed} hits listed of {total}"]
    if changed(before, after, (390, 60, 1290, 890)) < 20:
        problems.append("nothing is marked")
    return problems, after


def universal(page, base, manifest, word, total):
    page.goto(f"{base}/uv/index.html?manifest={manifest}")
    page.wait_for_selector("#text-search", timeout=60_000)
    page.wait_for_selector("canvas", timeout=30_000)
    page.wait_for_load_state("networkidle")
    field = page.locator("#text-search")
    field.fill(word)
    field.press("Enter")
    problems = []
    try:
        page.wait_for_selector(".annotationRect", timeout=20_000, state="attached")
    except Late:
        problems.append("nothing is marked")
    page.wait_for_timeout(2500)
    counts = page.evaluate("() => [...document.querySelectorAll('.thumbsView .thumb .searchResults')].map(one => +one.innerText || 0)")
    if counts and sum(counts) and sum(counts) > total:
        problems.append(f"{sum(counts)} hits counted of {total}")
    box = page.evaluate("() => { const one = document.querySelector('.annotationRect.current, .annotationRect'); "
                        "return one && one.getBoundingClientRect().toJSON(); }")
    if box and (box["width"] < 3 or box["right"] < 280 or box["left"] > 1260):
        problems.append(f"the mark is out of sight: {box}")
    return problems, page.screenshot()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("viewers")
    parser.add_argument("--documents", type=int, default=20)
    parser.add_argument("--pictures")
    arguments = parser.parse_args()
    checks = Checks("check-viewers")
    handler = functools.partial(Quiet, directory=arguments.viewers)
    viewers = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=viewers.serve_forever, daemon=True).start()
    base = f"http://127.0.0.1:{viewers.server_address[1]}"
    with Served(arguments.program, ["Samples/archive"] + corpus(REAL), options=("--public",)) as served, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium-headless-shell"), args=["--no-sandbox"])
        for identifier, word in documents(served, arguments.documents, random.Random(1)):
            manifest = f"{served.base}/iiif/presentation/3/{identifier}/manifest"
            total = json.loads(served.get(f"/iiif/search/1/{identifier}?q={word}")[2])["within"]["total"]
            for name, use in (("Mirador", mirador), ("Universal Viewer", universal)):
                page = browser.new_page(viewport={"width": 1300, "height": 900})
                errors = []
                page.on("pageerror", lambda error, errors=errors: errors.append(str(error)[:200]))
                page.on("requestfailed", lambda request, errors=errors: errors.append(f"{request.url} {request.failure}")
                        if "ERR_ABORTED" not in (request.failure or "") else None)
                page.on("response", lambda answer, errors=errors: errors.append(f"{answer.url} {answer.status}")
                        if answer.status >= 400 else None)
                try:
                    problems, picture = use(page, base, manifest, word, total)
                    if arguments.pictures:
                        with open(f"{arguments.pictures}/{name.split()[0].lower()}-{identifier}.png", "wb") as file:
                            file.write(picture)
                except Late as error:
                    problems = [str(error).split("\n", maxsplit=1)[0]]
                checks.expect(not problems and not errors, f"{name}: document {identifier}, \"{word}\", {total} hits {problems or ''} {errors or ''}")
                page.close()
        browser.close()
    checks.finish()


main()
