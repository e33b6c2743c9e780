"""The pages used as people do: with the mouse, by keyboard alone, and without script."""
import re


def search_to_highlight(checks, browser, base):
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
    checks.expect(inside and box["width"] > 5, "the first mark lies on the image")
    checks.expect(page.locator(".paper img").evaluate("image => image.naturalWidth") > 500, "the page was drawn")
    before = page.url
    with page.expect_navigation():
        page.keyboard.press("n")
    checks.expect(page.url != before and page.locator("rect.hit").count() > 0, "the key n leads to the next page with hits")
    with page.expect_navigation():
        page.keyboard.press("p")
    checks.expect(page.url == before, "the key p leads back")
    words = page.locator("#text mark").first
    words.select_text()
    checks.expect(page.input_value("#quote") == words.inner_text(), "selected words are what is highlighted")
    page.fill("#comment", "seen in the browser")
    with page.expect_navigation():
        page.click("#mark button")
    checks.expect(page.locator("rect.highlight").count() > 0, "the highlight is drawn")
    page.goto(base + "/?q=note:%22seen+in+the+browser%22")
    checks.expect(page.locator("li.hit").count() == 1, "its comment is found")
    page.go_back()
    checks.expect(not refused, f"nothing was refused by the policy {refused[:2]}")
    page.close()


def mark_with_the_mouse(checks, browser, base, mark):
    """Words are selected over the image of the page, by pressing on the first and letting go on the last."""
    page = browser.new_page(viewport={"width": 1280, "height": 1000})
    page.goto(base + mark)
    page.wait_for_load_state("networkidle")
    words = page.locator(".layer text")
    # Two words of a line, in sight.
    pair = page.evaluate("""() => {
        const words = [...document.querySelectorAll('.layer text')].filter(word => word.textContent.trim().length > 3);
        for (let i = 0; i + 1 < words.length; i++) {
            const [a, b] = [words[i].getBoundingClientRect(), words[i + 1].getBoundingClientRect()];
            if (Math.abs(a.top - b.top) < 3 && b.left > a.right - 2 && a.top > 150 && b.bottom < innerHeight - 150)
                return [[a.left + 1, a.top + a.height / 2], [b.right - 1, b.top + b.height / 2],
                        words[i].textContent.trim() + ' ' + words[i + 1].textContent.trim()];
        }
        return null; }""")
    checks.expect(words.count() > 0 and pair is not None, "words lie over the image")
    if not pair:
        return
    (x, y), (to_x, to_y), wanted = pair
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move((x + to_x) / 2, (y + to_y) / 2, steps=5)
    page.mouse.move(to_x, to_y, steps=5)
    page.mouse.up()
    quote = " ".join(page.input_value("#quote").split())
    checks.expect(quote == wanted, f"the mouse selects words on the image: \"{wanted}\", \"{quote}\"")
    page.fill("#comment", "made with the mouse")
    with page.expect_navigation():
        page.click("#mark button")
    rectangles = page.locator("rect.highlight")
    checks.expect(rectangles.count() > 0, "the highlight of the mouse is drawn")
    scale = page.locator(".paper img").bounding_box()
    lies = False
    for number in range(rectangles.count()):
        box = rectangles.nth(number).bounding_box()
        lies = lies or scale["x"] <= box["x"] <= scale["x"] + scale["width"] and box["width"] > 5
    checks.expect(lies, "it lies on the page")
    page.goto(base + "/?q=note:%22made+with+the+mouse%22")
    checks.expect(page.locator("li.hit").count() == 1, "it is found again")
    page.close()


def without_script(checks, browser, base):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(base + "/")
    page.fill("#q", "water board")
    page.click("form.search button")
    checks.expect(page.locator("li.hit").count() > 1, "without script: hits")
    page.click(".facets a >> nth=0")
    checks.expect(page.locator(".chip").count() == 1, "without script: a facet narrows down")
    page.click(".chip a")
    checks.expect(page.locator(".chip").count() == 0, "without script: a chip is taken away")
    page.click(".hits .place >> nth=0")
    checks.expect(page.locator("rect.hit").count() > 0, "without script: the words are marked")
    here = page.url
    page.click("a[data-role=next-hit]")
    checks.expect(page.url != here and page.locator("rect.hit").count() > 0, "without script: the next hit")
    page.click("a[data-zoom-to='2']")
    checks.expect("zoom=2" in page.url and page.locator("rect.hit").count() > 0, "without script: a larger image")
    page.fill("#quote", page.locator("#text mark").first.inner_text())
    page.fill("#comment", "typed without script")
    page.click("#mark button")
    checks.expect(page.locator("rect.highlight").count() > 0, "without script: typed words are highlighted")
    page.goto(base + "/?q=note:%22typed+without+script%22")
    checks.expect(page.locator("li.hit").count() == 1, "without script: the highlight is found")
    page.goto(base + "/batch")
    page.fill("#terms", "tramway\nnothingness")
    page.click("button[value=table]")
    checks.expect("1 of 2 found" in page.content(), "without script: a list of terms")
    context.close()


FOCUS = """() => { const at = document.activeElement, box = at.getBoundingClientRect();
    const style = getComputedStyle(at);
    return {name: at.tagName, text: (at.innerText || at.value || '').trim(), id: at.id, role: at.dataset.role || '',
            href: at.getAttribute('href') || '', seen: box.width > 0 && box.height > 0,
            marked: style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0}; }"""


def tabbed_to(page, wanted, most=200):
    """Presses the tabulator until something has the focus that is wanted; also whether all on the way was marked."""
    unmarked = []
    for _ in range(most):
        page.keyboard.press("Tab")
        at = page.evaluate(FOCUS)
        if at["name"] == "BODY":
            continue
        if not at["marked"] or not at["seen"]:
            unmarked.append(f"{at['name']} {at['text'][:20]}")
        if wanted(at):
            return True, unmarked
    return False, unmarked


def keyboard_alone(checks, browser, base):
    """The same way as with the mouse, with the tabulator, letters and the enter key."""
    page = browser.new_page()
    page.goto(base + "/")
    page.keyboard.press("Tab")
    checks.expect("#content" in page.evaluate(FOCUS)["href"], "keyboard: the first stop leads past the head of the page")
    found, unmarked = tabbed_to(page, lambda at: at["id"] == "q")
    checks.expect(found, "keyboard: the words")
    page.keyboard.type("water board")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"q=water"))
    found, more = tabbed_to(page, lambda at: re.search(r"/documents/\d+/pages/\d+", at["href"]))
    checks.expect(found, "keyboard: the first hit")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    unmarked += more
    before = page.url
    found, more = tabbed_to(page, lambda at: at["role"] == "next-hit")
    unmarked += more
    checks.expect(found, "keyboard: the next hit")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    checks.expect(page.url != before, "keyboard: leads to the next hit")
    word = page.locator("#text mark").first.inner_text()
    found, more = tabbed_to(page, lambda at: at["id"] == "quote")
    unmarked += more
    checks.expect(found, "keyboard: the words to highlight")
    page.keyboard.type(word)
    page.keyboard.press("Tab")
    page.keyboard.type("by keyboard alone")
    found, more = tabbed_to(page, lambda at: at["name"] == "BUTTON" and at["text"] == "Highlight")
    unmarked += more
    with page.expect_navigation():
        page.keyboard.press("Enter")
    checks.expect(page.locator("rect.highlight").count() > 0, "keyboard: a highlight is made")
    page.goto(base + "/?q=note:%22by+keyboard+alone%22")
    checks.expect(page.locator("li.hit").count() == 1, "keyboard: it is found")
    checks.expect(not unmarked, f"keyboard: one always sees where one is {sorted(set(unmarked))[:5]}")
    page.close()
