#!/usr/bin/env python3
"""Uses the pages of docsearch-serve as people do, in headless Chromium: check-browser.py PROGRAM

Takes playwright and axe-playwright-python from PyPI and Debian's chromium-headless-shell. Where one of them is missing it
says so and ends with 0. Indexes Samples/archive into a temporary folder first.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

try:
    from axe_playwright_python.sync_playwright import Axe
    from playwright.sync_api import sync_playwright
except ImportError as missing:
    print(f"check-browser: left out: {missing.name} is not installed (pip install playwright axe-playwright-python)")
    sys.exit(0)

CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium")
if not CHROMIUM:
    print("check-browser: left out: Chromium is not installed (apt install chromium-headless-shell)")
    sys.exit(0)

failures = []


def expect(holds, what):
    print(("ok    " if holds else "FAIL  ") + what)
    if not holds:
        failures.append(what)


def pages_without_fault(browser, base, document, mark):
    """axe finds nothing on any page, in light and dark and on a narrow screen; and no page has a script error."""
    targets = ["/", "/?q=water+board", f"/documents/{document}?q=water", mark, "/batch", "/night", "/nowhere", "/?q=xyzzy"]
    for scheme, width in (("light", 1280), ("dark", 1280), ("light", 390)):
        # axe is put into the page, which the policy of the server would not let it be.
        context = browser.new_context(color_scheme=scheme, viewport={"width": width, "height": 900}, bypass_csp=True)
        page = context.new_page()
        errors = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        for target in targets:
            page.goto(base + target)
            page.wait_for_load_state("networkidle")
            found = [violation["id"] for violation in Axe().run(page).response["violations"]]
            expect(not found and not errors, f"{scheme} {width} {target} {found or ''} {errors or ''}")
            wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
            expect(wide <= 0, f"{scheme} {width} {target} is not wider than the screen")
        context.close()


def search_to_highlight(browser, base):
    """Search, open the first hit, look at its box, go to the next hit by key, highlight words, find them again."""
    page = browser.new_page()
    refused = []
    page.on("console", lambda message: refused.append(message.text) if message.type == "error" else None)
    page.goto(base + "/")
    page.keyboard.press("/")
    page.keyboard.type("water board")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"q=water"))
    page.click(".hits h2 a")
    page.wait_for_load_state("networkidle")
    box = page.locator("rect.hit").first.bounding_box()
    image = page.locator(".paper img").bounding_box()
    inside = box["x"] >= image["x"] and box["x"] + box["width"] <= image["x"] + image["width"] + 1
    expect(inside and box["width"] > 5, "the first mark lies on the image")
    expect(page.locator(".paper img").evaluate("image => image.naturalWidth") > 500, "the page was drawn")
    before = page.url
    with page.expect_navigation():
        page.keyboard.press("n")
    expect(page.url != before and page.locator("rect.hit").count() > 0, "the key n leads to the next page with hits")
    words = page.locator("#text mark").first
    words.select_text()
    expect(page.input_value("#quote") == words.inner_text(), "selected words are what is highlighted")
    page.fill("#comment", "seen in the browser")
    with page.expect_navigation():
        page.click("#mark button")
    expect(page.locator("rect.highlight").count() > 0, "the highlight is drawn")
    page.goto(base + "/?q=note:%22seen+in+the+browser%22")
    expect(page.locator("li.hit").count() == 1, "its comment is found")
    page.go_back()
    expect(not refused, f"nothing was refused by the policy {refused[:2]}")
    page.close()


def without_script(browser, base):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(base + "/")
    page.fill("#q", "water board")
    page.click("form.search button")
    expect(page.locator("li.hit").count() > 1, "without script: hits")
    page.click(".facets a >> nth=0")
    expect(page.locator(".chip").count() == 1, "without script: a facet narrows down")
    page.click(".chip a")
    expect(page.locator(".chip").count() == 0, "without script: a chip is taken away")
    page.click(".hits .place >> nth=0")
    expect(page.locator("rect.hit").count() > 0, "without script: the words are marked")
    page.goto(base + "/batch")
    page.fill("#terms", "tramway\nnothingness")
    page.click("button[value=table]")
    expect("1 of 2 found" in page.content(), "without script: a list of terms")
    context.close()


def main():
    program = os.path.abspath(sys.argv[1])
    folder = tempfile.mkdtemp()
    environment = {**os.environ, "HOME": folder, "DOCSEARCH_INDEX": folder + "/index", "XDG_CACHE_HOME": folder}
    subprocess.run([program, "index", "--quiet", "Samples/archive", "--language", "eng+deu"], env=environment,
                   stderr=subprocess.DEVNULL, check=False)
    server = subprocess.Popen([program, "serve", "--port", "0", "--write"], env=environment, stdout=subprocess.PIPE, text=True)
    try:
        base = re.search(r"http://\S+[0-9]", server.stdout.readline()).group()
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
            page = browser.new_page()
            page.goto(base + "/?q=water+board")
            mark = page.locator(".hits .place").first.get_attribute("href")
            document = re.search(r"/documents/([0-9]+)", mark).group(1)
            search_to_highlight(browser, base)
            without_script(browser, base)
            pages_without_fault(browser, base, document, mark)
            browser.close()
    finally:
        server.terminate()
        server.wait()
        shutil.rmtree(folder)
    print(f"check-browser: {len(failures)} failed" if failures else "check-browser: all well")
    sys.exit(1 if failures else 0)


main()
