#!/usr/bin/env python3
"""Compares the text layers that docsearch indexes with what pdftotext gives of the same pages.

    check-text-layers.py DOCSEARCH FOLDER [LEAST]

Indexes the PDFs below FOLDER with `--ocr never` into a temporary index, and lists the pages of whose words, as pdftotext
has them, less than LEAST (0.98) are in the index. Words are runs of letters and digits without accents and vowel signs;
a word that a line end divides counts as one. Needs pdftotext (Debian: poppler-utils). Ends with 1 when a page is listed.
"""
import collections
import json
import os
import re
import subprocess
import sys
import tempfile
import unicodedata


def words(text):
    text = unicodedata.normalize("NFKD", text)
    text = "".join(c for c in text if unicodedata.category(c) not in ("Mn", "Me", "Cf"))
    return re.findall(r"[^\W_]+", unicodedata.normalize("NFC", text).casefold())


def share(theirs, ours):
    """Of their words, the share that ours has; the words that it does not have."""
    left = collections.Counter(ours)
    missing, position = [], 0
    while position < len(theirs):
        word = theirs[position]
        pair = word + theirs[position + 1] if position + 1 < len(theirs) else None
        if left[word] > 0:
            left[word] -= 1
        elif pair and left[pair] > 0:
            left[pair] -= 1
            position += 1
        else:
            missing.append(word)
        position += 1
    # What stands on one line for pdftotext may be divided here.
    still = []
    joined = "\0".join(ours)
    for word in missing:
        parts = re.escape(word[0]) + "".join("\0?" + re.escape(c) for c in word[1:])
        if "\0" not in word and len(word) > 1 and re.search("(?:^|\0)" + parts + "(?:\0|$)", joined) and word not in left:
            continue
        still.append(word)
    return 1 - len(still) / max(1, len(theirs)), still


def main():
    program, folder = sys.argv[1:3]
    least = float(sys.argv[3]) if len(sys.argv) > 3 else 0.98
    compared, below = 0, 0
    with tempfile.TemporaryDirectory() as place:
        index = os.path.join(place, "index")
        subprocess.run([program, "index", "--index", index, "--ocr", "never", folder], stdout=subprocess.DEVNULL)
        exported = subprocess.run(
            [program, "export", "--index", index, "--documents", "--text"], stdout=subprocess.PIPE, check=True).stdout
        for line in exported.decode().splitlines():
            document = json.loads(line)
            path = document.get("path", "")
            source = os.path.join(os.path.abspath(folder), path)
            if not os.path.isfile(source):
                continue
            for page in document.get("pages", []):
                number = str(page["page"])
                text = subprocess.run(
                    ["pdftotext", "-f", number, "-l", number, source, "-"],
                    stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
                theirs = words(text.decode("utf-8", "replace"))
                if not theirs:
                    continue
                compared += 1
                found, missing = share(theirs, words(page.get("text") or ""))
                if found < least:
                    below += 1
                    print(f"{found:.3f}  {path} page {number}: {len(missing)} of {len(theirs)} words: {' '.join(missing[:12])}")
    print(f"{compared} pages with words compared, {below} below {least}")
    return 1 if below else 0


if __name__ == "__main__":
    sys.exit(main())
