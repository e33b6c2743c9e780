internal import CTesseract

/// Found from the shapes of the ink alone, in about 30 ms for an A4 page at 300 dots per inch.
struct PageOrientation: Equatable {
    /// Degrees clockwise that the page is turned by: 0, 90, 180 or 270. Nil when the letters give no evidence.
    var orientation: Int?
    /// Degrees clockwise that make the lines level; 0 without evidence.
    var slope = 0.0

    /// Leptonica compares how many letters reach above and below their line, in standard deviations. It gave 7 to 43 on
    /// pages of Latin print in all four positions, sloping pages included, and up to 6.6 for the wrong direction on a
    /// table, where it must not decide: the margin is thin.
    static let orientationEvidence = 7.0
    /// Ratio of the best to the worst slope: 2.3 (a title page at 7 degrees) to 200 on pages the right way up or down,
    /// 1.1 to 2 on pages lying on their side. Tables are even on both sides, and level.
    static let slopeEvidence = 2.2
    /// With this much the other direction is not tried.
    static let sureSlope = 3.0
    /// Leptonica searches this far in each direction. Steeper lines are rare and need a longer search.
    static let steepestSlope = 10.0

    /// `ink` has one bit a pixel, 100 to 200 dots per inch.
    init(ink: Picture) {
        let level = Self.slope(of: ink)
        var (turn, chosen, slope) = (0, ink, level)
        if level.evidence < Self.sureSlope, let side = ink.turned(clockwise: 90) {
            let sideways = Self.slope(of: side)
            if sideways.evidence > level.evidence { (turn, chosen, slope) = (90, side, sideways) }
        }
        if slope.evidence >= Self.slopeEvidence { self.slope = slope.degrees }
        if abs(self.slope) >= 1, let levelled = chosen.rotated(clockwise: self.slope) { chosen = levelled }
        // The page was turned for the search, so an upright result means that it was turned the other way.
        orientation = Self.orientation(of: chosen).map { ($0 + 360 - turn) % 360 }
    }

    private static func slope(of ink: Picture) -> (degrees: Double, evidence: Double) {
        var (angle, confidence): (Float, Float) = (0, 0)
        // Reduced by four for the sweep in steps of a degree, and by two for the search that follows.
        let failure = ink.withHandle {
            pixFindSkewSweepAndSearch($0, &angle, &confidence, 4, 2, Float(steepestSlope), 1, 0.01)
        }
        return failure == 0 ? (Double(angle), Double(confidence)) : (0, 0)
    }

    private static func orientation(of ink: Picture) -> Int? {
        var (up, left): (Float, Float) = (0, 0)
        guard ink.withHandle({ pixOrientDetect($0, &up, &left, 0, 0) }) == 0 else { return nil }
        let (stronger, weaker) = (max(abs(up), abs(left)), min(abs(up), abs(left)))
        guard Double(stronger) >= orientationEvidence, stronger >= 1.5 * weaker else { return nil }
        return abs(up) > abs(left) ? (up > 0 ? 0 : 180) : (left > 0 ? 270 : 90)
    }
}
