import ExtractionProtocol

/// How a text came about: which kind of source, and the settings that would give the same text again.
struct TextSource: Hashable, Sendable {
    var origin: TextOrigin
    var settings: String

    static func layerSettings(engine: String, _ examination: LayerExaminationDepth) -> String {
        let extractor = "extractor \(ProtocolVersion.extractor), \(engine)"
        return examination == .words ? extractor + wordsOnly : extractor
    }

    /// Everything that decides what recognition makes of a page image.
    static func recognition(_ greeting: GreetingFrame, languages: [String]) -> TextSource {
        TextSource(
            origin: .ocr,
            settings: recognitionPrefix + "\(ProtocolVersion.recognition), \(greeting.recognitionEngine), "
                + languages.joined(separator: "+"))
    }

    /// A pattern (GLOB) of the settings of every recognition.
    static let anyRecognition = recognitionPrefix + "*"

    private static let recognitionPrefix = "recognition "

    /// A reading that was asked for, kept apart from the one that a run would do.
    func askedFor(at seconds: Int64) -> TextSource {
        TextSource(origin: origin, settings: settings + "\(Self.asked)\(seconds)")
    }

    var isAskedFor: Bool { settings.contains(Self.asked) }

    private static let asked = ", asked for at "

    /// The same way of reading with a look at the page's image.
    var withImage: TextSource {
        guard settings.hasSuffix(Self.wordsOnly) else { return self }
        return TextSource(origin: origin, settings: String(settings.dropLast(Self.wordsOnly.count)))
    }

    private static let wordsOnly = ", words"
}
