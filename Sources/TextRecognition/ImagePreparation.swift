/// Tesseract binarises by itself, so the picture stays grey, and most pages are passed on unchanged. Its other methods
/// (`thresholding_method` 1 and 2, Leptonica's Otsu in tiles and Sauvola) read worse than its own, 0: 26.7 and 27.2 %
/// of words wrong instead of 26.1 % on eight pages scanned too dark, 1.47 and 1.58 instead of 1.36 % on six clean ones.
struct ImagePreparation {
    let picture: Picture
    let turn: PageTurn
    /// The letters themselves told which edge is the top.
    let isOrientationSure: Bool
    /// The ink of `picture` before levelling, one bit a pixel, at 100 to 200 dots per inch: for a second attempt.
    let ink: Picture

    /// Tesseract follows lines with a small slope: word error on five pages was 5.1 % at 1.5 degrees, 14 % at 2.5, 88 %
    /// at 7, and 4.7 to 5.3 % levelled at all of them. Below, levelling costs a tenth of the time and gains nothing.
    private static let leastSlope = 1.5
    /// Above this share of dark pixels a page is light on dark. Four inverted pages had 0.21 (a slide) and 0.92 to
    /// 0.94. Tesseract also reads such pages by itself, trying each line twice.
    private static let darkPage = 0.6

    /// `levels` and `resolution` (dots per inch) belong to `page`. `orientation` is in degrees clockwise, or nil to
    /// detect it.
    init?(_ page: Picture, levels: GreyLevels, resolution: Double, orientation: Int? = nil) {
        var (picture, level) = (page, levels.threshold)
        if levels.share(below: level) > Self.darkPage, let inverted = picture.inverted() {
            (picture, level) = (inverted, 256 - level)
        }
        guard var ink = picture.bitonal(level: level) else { return nil }
        var reduction = 1
        while resolution / Double(reduction) > 200, reduction < 8, let half = ink.halved() {
            ink = half
            reduction *= 2
        }
        if levels.shareOfExtremes >= Blots.leastExtremes,
            let painted = Blots.paint(picture, small: ink, reduction: reduction, resolution: resolution, level: level)
        {
            picture = painted
        }
        let lie = PageOrientation(ink: ink)
        let quarter = (360 - (orientation ?? lie.orientation ?? 0)) % 360
        if quarter != 0, let turned = picture.turned(clockwise: quarter), let turnedInk = ink.turned(clockwise: quarter)
        {
            (picture, ink) = (turned, turnedInk)
        }
        var angle = 0.0
        if abs(lie.slope) >= Self.leastSlope, let levelled = picture.rotated(clockwise: lie.slope),
            max(levelled.width, levelled.height) <= TesseractEngine.longestSide
        {
            (picture, angle) = (levelled, lie.slope)
        }
        self.picture = picture
        turn = PageTurn(
            width: page.width, height: page.height, quarter: quarter, angle: angle, turnedWidth: picture.width,
            turnedHeight: picture.height)
        self.ink = ink
        isOrientationSure = orientation != nil || lie.orientation != nil
    }
}
