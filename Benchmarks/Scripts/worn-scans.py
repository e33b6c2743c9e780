#!/usr/bin/python3
"""Makes worn, coarse scans of pages, so that recognition misreads more of their words.

    worn-scans.py PAGES.tsv OUT [--seed 1] [--dpi 110 170] [--grain 0.25 0.45]

PAGES.tsv is the table of pages with a known text (dump-pages.py --truth); OUT gets PDFs of the same names, without its
folder's. Each page is reduced to a resolution between the two of --dpi, mixed with as much noise as --grain says, and
made black and white. Needs python3-pil and pdftoppm.
"""
import argparse
import collections
import csv
import pathlib
import random
import subprocess
import tempfile

from PIL import Image, ImageFilter

DPI = 300


def worn(image, chance, options):
    dpi = chance.randint(*options.dpi)
    size = tuple(max(1, side * dpi // DPI) for side in image.size)
    page = image.convert("L").resize(size, Image.BOX).filter(ImageFilter.GaussianBlur(0.5))
    noise = Image.frombytes("L", size, chance.randbytes(size[0] * size[1])).filter(ImageFilter.GaussianBlur(0.5))
    limit = chance.randint(120, 165)
    mixed = Image.blend(page, noise, chance.uniform(*options.grain)).point(lambda tone: 255 if tone > limit else 0)
    return mixed.convert("1"), dpi


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("table", type=pathlib.Path, metavar="PAGES.tsv")
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--dpi", type=int, nargs=2, default=[110, 170])
    parser.add_argument("--grain", type=float, nargs=2, default=[0.25, 0.45])
    options = parser.parse_args()
    folder = options.table.resolve().parent
    numbers = collections.defaultdict(list)
    with open(options.table, newline="", encoding="utf-8") as lines:
        for row in csv.DictReader(lines, delimiter="\t"):
            numbers[row["pdf"].removeprefix(folder.name + "/")].append(int(row["page"]))
    for name in sorted(numbers):
        chance = random.Random(f"{options.seed} {name}")
        with tempfile.TemporaryDirectory() as images:
            subprocess.run(["pdftoppm", "-gray", "-r", str(DPI), folder / name, f"{images}/page"], check=True)
            pages = []
            for path in sorted(pathlib.Path(images).iterdir()):
                with Image.open(path) as image:
                    pages.append(worn(image, chance, options))
        target = options.out / name
        target.parent.mkdir(parents=True, exist_ok=True)
        # One resolution for the file: the paper's size is of no interest.
        pages[0][0].save(target, "PDF", resolution=pages[0][1], save_all=True, append_images=[p for p, _ in pages[1:]])


main()
