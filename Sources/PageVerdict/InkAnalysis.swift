/// Finds lines of print in a small image of a page, and separates those covered by the text layer from the others, such
/// as a layer's omissions and stamps over scans.
package enum InkAnalysis {
    /// `pixels` has at least `width` times `height` bytes of 8-bit grey (0 is black, top row first) at about 72 pixels
    /// an inch. `boxes` are the places where the text layer has characters.
    package static func evidence(pixels: [UInt8], width: Int, height: Int, boxes: [InkBounds]) -> InkEvidence {
        guard width > 2, height > 2, pixels.count >= width * height else { return .none }
        let cover = cover(of: boxes, width: width, height: height)
        let clear = evidence(InkMask(pixels: pixels, width: width, height: height, contrast: InkMask.clear), cover)
        guard clear.seenCharacters < faintCharacters else { return clear }
        // Finds faded typing and pencil. The noise of an empty scan makes no lines.
        let faint = evidence(InkMask(pixels: pixels, width: width, height: height, contrast: InkMask.faint), cover)
        return faint.seenCharacters >= faintCharacters && faint.lineShare > 0.3 ? faint : clear
    }

    /// Fewer characters may be dust.
    private static let faintCharacters = 8

    private static func evidence(_ mask: InkMask, _ cover: [UInt8]) -> InkEvidence {
        guard mask.count > 0 else { return .none }
        let level = LineFinder(mask: mask, cover: cover).find()
        var best = summary(of: level.print, marks: level.marks, in: mask)
        // Print may lie on its side. This is tried only where the level lines do not make a page by themselves.
        if best.lineShare < 0.6 {
            let turned = LineFinder(
                mask: mask.transposed(), cover: cover.transposed(width: mask.width, height: mask.height))
            let other = summary(of: turned.find().print, marks: level.marks, in: mask)
            if other.lineShare > best.lineShare { best = other }
        }
        return best
    }

    private static func summary(of pieces: [LineFinder.Piece], marks: Int, in mask: InkMask) -> InkEvidence {
        var (explained, unexplained, ink) = (0.0, 0.0, 0)
        for piece in pieces {
            ink += piece.ink
            if piece.covered * 2 >= piece.ink { explained += piece.characters } else { unexplained += piece.characters }
        }
        return InkEvidence(
            inkShare: Double(mask.count) / Double(mask.width * mask.height),
            lineShare: Double(ink) / Double(max(1, mask.count)),
            explainedCharacters: Int(explained.rounded()), unexplainedCharacters: Int(unexplained.rounded()),
            marks: marks)
    }

    /// Boxes from earlier recognition are a few pixels off. Half a line more on each side does not reach the next line.
    private static func cover(of boxes: [InkBounds], width: Int, height: Int) -> [UInt8] {
        var cover = [UInt8](repeating: 0, count: width * height)
        var before: InkBounds?
        for var box in boxes {
            let own = box
            defer { before = own }
            // Poppler gives some letters of right-to-left scripts no width, so the gap is closed.
            if let before { box = box.joined(with: before) }
            let margin = max(2, min(8, (box.bottom - box.top) / 3))
            let (left, right) = (max(0, box.left - margin), min(width, box.right + margin))
            let (top, bottom) = (max(0, box.top - margin), min(height, box.bottom + margin))
            guard left < right, top < bottom else { continue }
            cover.withUnsafeMutableBufferPointer { cover in
                for y in top..<bottom { cover[y * width + left..<y * width + right].update(repeating: 1) }
            }
        }
        return cover
    }
}

extension InkBounds {
    fileprivate func joined(with before: InkBounds) -> InkBounds {
        let height = max(bottom - top, before.bottom - before.top)
        let offset = abs(top + bottom - before.top - before.bottom)
        let gap = max(left - before.right, before.left - right)
        guard offset < height, gap > 0, gap <= 2 * height else { return self }
        return InkBounds(left: min(left, before.right), top: top, right: max(right, before.left), bottom: bottom)
    }
}
