enum PictureResolution {
    /// Dots per inch, from the coarsest fax to the finest film scanner. Cameras and web programs write 1 or 72 without
    /// having measured anything; 72 is kept, because a page of screen shots reads alike at any size.
    private static let believed = 50...1200
    private static let usual = 300.0
    /// Inches of the longer side up to which the usual resolution is assumed: more than A3.
    private static let longestAtUsual = 20.0
    /// The longer side of A4, in inches: a larger image is taken for a photograph of such a page.
    private static let longestOtherwise = 11.7

    /// `claimed` is 0 where the file has no value.
    static func of(width: Int, height: Int, claimed: (x: Int, y: Int)) -> (x: Double, y: Double) {
        let (x, y) = claimed
        // Faxes have half as many rows as columns to an inch.
        if believed.contains(x), believed.contains(y), x <= 2 * y, y <= 2 * x { return (Double(x), Double(y)) }
        let longer = Double(max(width, height))
        let assumed = longer <= usual * longestAtUsual ? usual : longer / longestOtherwise
        return (assumed, assumed)
    }
}
