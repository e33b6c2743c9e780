/// Stains that became black where a scan was made bitonal at too dark a threshold.
///
/// The text below them is lost, yet letters beside and between them read better when the stains are not as black as the
/// letters: on grey, tesseract sees the letters' strokes, while its layout still takes the stains for ink, so that
/// lines stay whole. Painted white, they tear lines and letters apart. Measured on pages 1, 3, 5 of the corpus's dark
/// book: word error 42.0 % unchanged, 38.5 % painted at 128, 41.4 % at 64, 59.0 % at 160 (lighter than the threshold),
/// 77 % white; eroding, blurring and reducing the page gave 39.6 to 46 %.
enum Blots {
    /// Share of blots among all components: 0.10 to 0.19 on the dark pages, below 0.04 on all other bitonal ones.
    static let leastShare = 0.05
    /// Share of pixels nearly black or nearly white; 0.94 and more for one-bit scans.
    static let leastExtremes = 0.93
    private static let grey: UInt32 = 128

    /// `small` is the picture's ink, one bit a pixel, reduced by `reduction` (1, 2 or 4). `resolution` is in dots per
    /// inch, and below `level` grey is ink. Nil when there are too few blots.
    static func paint(_ picture: Picture, small: Picture, reduction: Int, resolution: Double, level: Int) -> Picture? {
        // 0.75 mm: wider than the strokes of any text type, so a component that contains such a square is not a letter.
        let side = max(3, Int((resolution * 0.03).rounded()))
        guard share(of: small, side: max(3, (side + 1) / reduction)) >= leastShare else { return nil }
        guard let ink = picture.bitonal(level: level) else { return nil }
        // On a page of large letters the strokes are as wide, so a blot must be larger than a quarter of a letter.
        let heights = ink.componentHeights.filter { Double($0) > resolution / 30 }.sorted()
        let letter = heights.isEmpty ? 0 : heights[heights.count / 2]
        let square = max(side, letter * 3 / 10)
        guard square == side || share(of: ink, side: square) >= leastShare, let blots = ink.opened(side: square) else {
            return nil
        }
        return picture.painted(blots, grey: grey)
    }

    private static func share(of ink: Picture, side: Int) -> Double {
        // A component larger than a few letters is a picture or a dark margin.
        let blots = ink.opened(side: side)?.withoutLarge(side: 7 * side)?.componentCount ?? 0
        return Double(blots) / Double(max(1, ink.componentCount))
    }
}
