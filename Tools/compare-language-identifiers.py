#!/usr/bin/env python3
"""Compares what can tell the language of a text: CLD2 (libcld2-dev) and eldc (PyPI), if it is installed.

    compare-language-identifiers.py CORPUS/ir

CORPUS/ir is the folder with lang-*/langid.jsonl. The figures are in docs/decisions/0241-languages-of-texts.md. Needs c++.
"""
import ctypes
import json
import pathlib
import subprocess
import sys
import tempfile

TO_THREE = {"de": "deu", "fr": "fra", "es": "spa", "nl": "nld", "it": "ita", "sv": "swe", "ru": "rus", "pt": "por",
            "en": "eng"}
SHIM = """
#include <cstdio>
#include <cstring>
#include <cld2/public/compact_lang_det.h>
#include <cld2/public/encodings.h>
extern "C" bool identify(const char *text, int count, int flags, const char *hint, char *code, char *codes, int *shares) {
    const CLD2::CLDHints hints = {hint, nullptr, CLD2::UNKNOWN_ENCODING, CLD2::UNKNOWN_LANGUAGE};
    CLD2::Language found[3];
    double scores[3];
    int bytes = 0;
    bool is_certain = false;
    strcpy(code, CLD2::LanguageCode(CLD2::ExtDetectLanguageSummary(
        text, count, true, &hints, flags, found, shares, scores, nullptr, &bytes, &is_certain)));
    for (int i = 0; i < 3; ++i) strcpy(codes + 16 * i, CLD2::LanguageCode(found[i]));
    return is_certain;
}
"""
BEST_EFFORT = 0x4000


def three(code):
    return TO_THREE.get(code, code)


def cld2(folder):
    source, library = folder / "shim.cpp", folder / "shim.so"
    source.write_text(SHIM)
    subprocess.run(["c++", "-O2", "-shared", "-fPIC", source, "-o", library, "-lcld2"], check=True)
    function = ctypes.CDLL(library).identify
    function.restype = ctypes.c_bool

    def identify(text, flags=0, hint=None):
        code, codes, shares = ctypes.create_string_buffer(16), ctypes.create_string_buffer(48), (ctypes.c_int * 3)()
        encoded = text.encode()
        function(encoded, len(encoded), flags, hint and hint.encode(), code, codes, shares)
        found = [codes.raw[16 * i:16 * i + 16].split(b"\0")[0].decode() for i in range(3)]
        return three(code.value.decode()), {three(f): s / 100 for f, s in zip(found, shares) if f != "un"}

    return identify


def beginning(text, length):
    return text if len(text) <= length else text[:length].rpartition(" ")[0] or text[:length]


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    files = sorted(pathlib.Path(sys.argv[1]).glob("lang-*/langid.jsonl"))
    passages = [json.loads(line) for file in files for line in file.open()]
    with tempfile.TemporaryDirectory() as folder:
        identify = cld2(pathlib.Path(folder))
    two = {value: key for key, value in TO_THREE.items()}
    ways = {
        "CLD2": lambda text, language: identify(text)[0],
        "CLD2, best effort": lambda text, language: identify(text, BEST_EFFORT)[0],
        "CLD2, told the language": lambda text, language: identify(text, 0, two[language])[0],
    }
    try:
        import eldc
        eldc.init()
        ways["eldc"] = lambda text, language: three(eldc.detect(text))
    except ImportError:
        print("eldc is not installed (pip install eldc), and is left out", file=sys.stderr)
    single = [p for p in passages if p["kind"] != "mixed"]
    mixed = [p for p in passages if p["kind"] == "mixed"]
    for name, way in ways.items():
        for length in (20, 80, 150, 300):
            texts = [(beginning(p["text"], length), p["language"]) for p in single if len(p["text"]) >= length]
            right = sum(way(text, language) == language for text, language in texts)
            print(f"{name}: {length} characters: {right / len(texts):.3f} of {len(texts)}")
    if "eldc" in ways:
        right = sum(ways["eldc"](p["text"], None) == p["language"] for p in mixed)
        print(f"eldc: mixed, main language: {right / len(mixed):.3f} of {len(mixed)}")
    found = [(p, identify(p["text"])[1]) for p in mixed]
    right = sum(max(shares, key=shares.get, default=None) == p["language"] for p, shares in found)
    both = sum(set(shares) == set(p["languages"]) for p, shares in found)
    errors = [sum(abs(shares.get(l, 0) - share) for l, share in p["share"].items()) / 2 for p, shares in found]
    print(f"CLD2: mixed, main language: {right / len(mixed):.3f}, both and no other: {both / len(mixed):.3f}, "
          f"error of shares: {sum(errors) / len(errors):.3f}")


if __name__ == "__main__":
    main()
