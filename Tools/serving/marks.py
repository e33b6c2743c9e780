"""Whether the words that are marked on a page stand where the marks are."""
import os
import random
import re
import subprocess
import unicodedata
import urllib.parse

WORD = re.compile(r"[^\W\d_]{4,14}")
# Around a mark: what tesseract needs to see a word as one, in shares of the mark's height.
MARGIN = 0.12


def plain(text):
    """Letters and digits alone, without marks; long s and ligatures as people type them."""
    folded = unicodedata.normalize("NFKD", text.replace("ſ", "s")).casefold()
    return "".join(character for character in folded if character.isalnum())


def distance(one, two):
    """Letters that have to be changed (Levenshtein)."""
    row = list(range(len(two) + 1))
    for i, a in enumerate(one, 1):
        previous, row[0] = row[0], i
        for j, b in enumerate(two, 1):
            previous, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, previous + (a != b))
    return row[-1]


def recognised(image, folder, languages):
    """What tesseract reads on a small image, once as a word, once as a line, and once larger and on a white ground."""
    from PIL import Image

    path = folder + "/crop.png"
    with open(path, "wb") as file:
        file.write(image)
    picture = Image.open(path).convert("L")
    # Some pages are scanned on their side.
    turns = [90, 270] if picture.height > 1.5 * picture.width else [0, 180]
    for turn in turns:
        yield from readings(picture.rotate(turn, expand=True), folder, languages)


def readings(picture, folder, languages):
    from PIL import ImageOps

    wide = ImageOps.expand(picture, border=30, fill=picture.getpixel((0, 0)))
    large = ImageOps.expand(ImageOps.autocontrast(picture), border=30, fill=255).resize(
        (2 * (picture.width + 60), 2 * (picture.height + 60)))
    environment = {**os.environ, "OMP_THREAD_LIMIT": "1"}
    for number, (shape, mode) in enumerate([(wide, "8"), (wide, "7"), (large, "8"), (large, "7")]):
        shape.save(f"{folder}/word-{number}.png")
        result = subprocess.run(
            ["tesseract", f"{folder}/word-{number}.png", "-", "--psm", mode, "--dpi", "288", "-l", languages],
            env=environment, capture_output=True, text=True, check=False)
        yield plain(result.stdout)


def names(served):
    """Paths of the documents, by their numbers, which differ from run to run."""
    import json

    found = json.loads(served.get("/api/v1/search?q=pages%3A1..&limit=200&all=true&pages=0")[2])["hits"]
    return {hit["id"]: hit["path"] for hit in found}


def chosen_words(served, count, seed):
    """Words that stand on pages of the archive, half of them on recognised pages, with the place where they were taken from."""
    import json

    chance = random.Random(seed)
    _, _, body = served.get("/api/v1/search?q=pages%3A1..&limit=200&all=true")
    documents = [hit["id"] for hit in json.loads(body)["hits"]]
    chance.shuffle(documents)
    words = {"ocr": [], "text-layer": []}
    for document in documents:
        _, _, body = served.get(f"/api/v1/documents/{document}")
        pages = [page for page in json.loads(body).get("pages", []) if page.get("origin") in words]
        for page in chance.sample(pages, min(4, len(pages))):
            found = sorted(set(WORD.findall(page.get("text", ""))))
            words[page["origin"]] += [(document, word) for word in chance.sample(found, min(4, len(found)))]
    for found in words.values():
        chance.shuffle(found)
    half = min(count // 2, len(words["ocr"]))
    chosen = words["ocr"][:half] + words["text-layer"][:count - half]
    chance.shuffle(chosen)
    return chosen


def check(checks, served, browser, count, seed, languages="eng+deu"):
    """Searches for words, opens the first hit, and reads again what is in the box of the first mark."""
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    results = {"recognised": [], "text layer": []}
    missed, exact = [], 0
    paths = names(served)
    # Some words are not looked for, as they are too common, and some have no page to be drawn.
    for document, word in chosen_words(served, 2 * count, seed):
        if sum(map(len, results.values())) == count:
            break
        page.goto(served.base + "/?" + urllib.parse.urlencode({"q": f"{word} id:{document}", "literal": "1"}))
        hits = page.locator(".hits .place")
        if hits.count() == 0:
            missed.append(f"{word} in {document}: no hit")
            continue
        hits.first.click()
        page.wait_for_load_state("load")
        marks = page.locator("rect.hit")
        if marks.count() == 0:
            missed.append(f"{word}: no mark at {page.url}")
            results["text layer"].append(False)
            continue
        kind = "recognised" if "Recognised" in page.locator(".words .about").inner_text() else "text layer"
        first = page.locator("rect.hit[data-hit='1']")
        holds, read = reads_as(page, served, first if first.count() else marks.first, languages)
        results[kind].append(holds)
        exact += read == "the same"
        if read != "the same":
            missed.append(f"{word}: {read} on page {page.url.split('/pages/')[1].split('?')[0]} of {paths[document]}")
    page.close()
    for line in missed:
        print("      " + line)
    for kind, held in results.items():
        checks.expect(sum(held) >= 0.95 * len(held), f"{sum(held)} of {len(held)} marks ({kind}) lie on their words")
    everything = [held for kind in results.values() for held in kind]
    print(f"      {exact} of {len(everything)} letter by letter, the others with one letter of six or more otherwise")
    checks.expect(len(everything) == count, f"{len(everything)} of {count} words were looked at")


def reads_as(page, served, mark, languages):
    """Whether what lies below a mark on the screen is the word, and what was read there. A mark over two lines has two boxes.

    Their places are taken as the browser draws them, against the image as it draws that.
    """
    word = plain(page.locator("#text mark").first.inner_text())
    lines = []
    for number in range(mark.count()):
        status, seen = below(page, served, mark.nth(number), languages)
        if status != 200:
            return False, f"the crop is answered with {status}"
        lines.append(seen)
    # Each reading of the first line with each of the second.
    readings = [""]
    for seen in lines:
        readings = [before + text for before in readings for text in dict.fromkeys(seen)]
    # A letter of a long word may be read otherwise than on the whole page; half a word may not.
    best = min(distance(text, word) for text in readings)
    return best <= (1 if len(word) >= 6 else 0), "the same" if best == 0 else f"\"{word}\" reads as {readings[:8]}"


def below(page, served, mark, languages):
    """The status of the image of what lies below a box on the screen, and what tesseract reads there, tried in some ways."""
    image, box = page.locator(".paper img").bounding_box(), mark.bounding_box()
    margin = MARGIN * box["height"]
    left = max(0, box["x"] - image["x"] - margin) / image["width"]
    top = max(0, box["y"] - image["y"] - margin) / image["height"]
    width = min(1 - left, (box["width"] + 2 * margin) / image["width"])
    height = min(1 - top, (box["height"] + 2 * margin) / image["height"])
    place = re.search(r"/documents/(\d+)/pages/(\d+)", page.url)
    region = ",".join(f"{100 * value:.4f}" for value in (left, top, width, height))
    status, _, body = served.get(f"/iiif/image/3/{place[1]}-{place[2]}/pct:{region}/max/0/default.png")
    return status, list(recognised(body, served.folder, languages)) if status == 200 else []
