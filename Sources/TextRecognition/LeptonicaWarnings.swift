internal import CTesseract

/// The image library below tesseract.
enum LeptonicaWarnings {
    private static let isSilenced: Bool = {
        setMsgSeverity(Int32(L_SEVERITY_NONE))
        return true
    }()

    /// Keeps it from printing warnings to standard error. Done once.
    static func silence() { _ = isSilenced }
}
