#!/usr/bin/python3
"""Makes an image-only PDF of a page image, turned or sloping, as a careless scan of it.

    spoil-page.py IMAGE PDF DPI TURN SLOPE

TURN is 0, 90, 180 or 270 degrees clockwise; SLOPE degrees by which lines rise to the right, on larger white paper.
Needs python3-pil.
"""
import sys

from PIL import Image

source, target, dpi, turn, slope = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]), float(sys.argv[5])
page = Image.open(source).convert("L")
if slope:
    page = page.rotate(slope, Image.BICUBIC, expand=True, fillcolor=255)
if turn:
    page = page.transpose({90: Image.ROTATE_270, 180: Image.ROTATE_180, 270: Image.ROTATE_90}[turn])
page.save(target, "PDF", resolution=dpi, quality=95)
