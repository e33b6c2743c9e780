internal import CTesseract

/// Tesseract's detection of orientation (`osd`), which comes with Debian's tesseract-ocr. Takes a third of a second for
/// a page, so it is asked only about pages that could not be read well.
final class OrientationEngine {
    /// Owned: freed in `deinit`.
    private let engine: OpaquePointer

    /// nil when its data is not on this machine.
    init?() {
        guard let engine = TesseractEngine.create() else { return nil }
        guard TessBaseAPIInit3(engine, nil, "osd") == 0 else {
            TessBaseAPIDelete(engine)
            return nil
        }
        self.engine = engine
    }

    deinit { TessBaseAPIDelete(engine) }

    /// With less confidence it says the contrary of the truth on three lines of capitals, in all four positions. Pages of the
    /// corpus had 3.6 and more in all four positions, but for one slide with 2; none was told wrong.
    private static let evidence: Float = 3

    /// Degrees clockwise that a page is turned by: 0, 90, 180 or 270; nil when there is too little text to tell.
    func orientation(of picture: Picture, resolution: Int32) -> Int? {
        OpenMP.useOneThread()
        defer { TessBaseAPIClear(engine) }
        var degrees: Int32 = 0
        var confidence: Float = 0
        let isFound = picture.withHandle {
            TessBaseAPISetImage2(engine, $0)
            TessBaseAPISetSourceResolution(engine, resolution)
            return TessBaseAPIDetectOrientationScript(engine, &degrees, &confidence, nil, nil)
        }
        return isFound != 0 && confidence >= Self.evidence && [0, 90, 180, 270].contains(degrees) ? Int(degrees) : nil
    }
}
