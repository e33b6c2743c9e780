package enum TextRecognitionError: Error, Equatable, CustomStringConvertible {
    case missingLanguages([String])
    /// Tesseract did not start although the languages are installed.
    case engine(languages: [String])
    case image(String)

    package var description: String {
        switch self {
        case .missingLanguages(let languages):
            let packages = languages.map { "tesseract-ocr-" + $0.lowercased().replacing("_", with: "-") }
            return "tesseract has no data for \(languages.joined(separator: ", ")); install it with: "
                + "apt install \(packages.joined(separator: " "))"
        case .engine(let languages): return "tesseract did not start for \(languages.joined(separator: "+"))"
        case .image(let reason): return "tesseract could not read the page image: \(reason)"
        }
    }
}
