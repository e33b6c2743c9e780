/// Stains that became black where a scan was made black and white at too dark a threshold.
///
/// What is below them is lost, yet letters beside and between them can be read better when they are not as black as the
/// letters: painted grey, tesseract's reader sees the letters' strokes stand out, while its layout still takes the
/// stains for ink, so that lines stay whole. Painted white they tear lines and letters apart. Measured on pages 1, 3, 5
/// of the corpus's dark book: word error 42.0 % as they are, 38.5 % painted at 128, 41.4 % at 64, 59.0 % at 160 (lighter
/// than the threshold), 77 % white; eroding, blurring and reducing the page gave 39.6 to 46 %.
enum Blots {
    /// Blots among all components: 0.10 to 0.19 on the dark pages, below 0.04 on all others of black and white.
    static let leastShare = 0.05
    /// Of pixels nearly black or nearly white; 0.94 and more for scans of one bit.
    static let leastExtremes = 0.93
    private static let grey: UInt32 = 128

    /// A picture in 8-bit grey with what is wider than strokes painted; nil when it has too little of that. `small` is
    /// its ink, one bit a pixel, reduced by `reduction` (1, 2 or 4); `resolution` is the picture's, in dots per inch,
    /// and `level` the grey below which it is ink.
    static func paint(_ picture: Picture, small: Picture, reduction: Int, resolution: Double, level: Int) -> Picture? {
        // 0.75 mm: wider than the strokes of any text type, so what holds such a square is no letter.
        let side = max(3, Int((resolution * 0.03).rounded()))
        guard share(of: small, side: max(3, (side + 1) / reduction)) >= leastShare else { return nil }
        guard let ink = picture.bitonal(level: level) else { return nil }
        // On a page of large letters the strokes are as wide, and a blot is larger than a quarter of a letter.
        let heights = ink.componentHeights.filter { Double($0) > resolution / 30 }.sorted()
        let letter = heights.isEmpty ? 0 : heights[heights.count / 2]
        let square = max(side, letter * 3 / 10)
        guard square == side || share(of: ink, side: square) >= leastShare, let blots = ink.opened(side: square) else {
            return nil
        }
        return picture.painted(blots, grey: grey)
    }

    private static func share(of ink: Picture, side: Int) -> Double {
        // What is larger than some letters is a picture or a dark margin.
        let blots = ink.opened(side: side)?.withoutLarge(side: 7 * side)?.componentCount ?? 0
        return Double(blots) / Double(max(1, ink.componentCount))
    }
}
