import ExtractionProtocol

/// How a text came about: which kind of source, and what would give the same text again.
struct TextSource: Hashable, Sendable {
    let origin: TextOrigin
    /// The programs with their versions and languages, or the bundle.
    private var means: String
    /// The evidence for the verdict on a text layer.
    private var examination = LayerExaminationDepth.image
    /// When a reading was asked for, in seconds since 1970; nil for one that a run does.
    private var asked: Int64?

    /// From what ``settings`` has given.
    init(origin: TextOrigin, settings: String) {
        self.origin = origin
        means = settings
        if origin == .textLayer, settings.hasSuffix(Self.wordsOnly) {
            means.removeLast(Self.wordsOnly.count)
            examination = .words
        } else if origin == .ocr, let blank = settings.lastIndex(of: " "), settings[...blank].hasSuffix(Self.askedFor),
            let seconds = Int64(settings[blank...].dropFirst())
        {
            means = String(settings[...blank].dropLast(Self.askedFor.count))
            asked = seconds
        }
    }

    /// The text layer as a reader with this PDF library and its version reads it.
    static func layer(engine: String, _ examination: LayerExaminationDepth) -> TextSource {
        var source = TextSource(origin: .textLayer, settings: "extractor \(ProtocolVersion.extractor), \(engine)")
        source.examination = examination
        return source
    }

    /// Everything that decides what recognition makes of a page image.
    static func recognition(_ greeting: GreetingFrame, languages: [String]) -> TextSource {
        recognition(engine: greeting.recognitionEngine, languages: languages)
    }

    static func recognition(engine: String, languages: [String]) -> TextSource {
        TextSource(
            origin: .ocr,
            settings: recognitionPrefix + "\(ProtocolVersion.recognition), \(engine), "
                + languages.joined(separator: "+"))
    }

    /// How a program that people chose reads pages after tesseract. `engine` is its name and version.
    static func second(engine: String, languages: [String]) -> TextSource {
        TextSource(origin: .ocr, settings: secondPrefix + "\(engine), " + languages.joined(separator: "+"))
    }

    /// Read by a program that people chose.
    var isSecond: Bool { origin == .ocr && means.hasPrefix(Self.secondPrefix) }

    /// The program that read it, with its version: `tesseract 5.3.0`. Nil for text that came with the document.
    var engine: String? {
        let parts = means.components(separatedBy: ", ").dropFirst()
        let named = origin == .ocr ? parts.dropLast() : parts
        return origin == .sidecar || named.isEmpty ? nil : named.joined(separator: ", ")
    }

    /// When a reading was asked for, in seconds since 1970; nil for one that a run did.
    var askedAt: Int64? { asked }

    /// The codes that it was recognised in; of other origins without a meaning.
    var languages: [String] {
        means.split(separator: " ").last.map { $0.split(separator: "+").map(String.init) } ?? []
    }

    /// The same recognition in other languages.
    func recognition(in languages: [String]) -> TextSource {
        var source = self
        let end = means.lastIndex(of: " ").map(means.index(after:)) ?? means.startIndex
        source.means = means[..<end] + languages.joined(separator: "+")
        return source
    }

    /// A reading that was asked for, kept apart from the one that a run would do.
    func askedFor(at seconds: Int64) -> TextSource {
        var source = self
        source.asked = seconds
        return source
    }

    var isAskedFor: Bool { asked != nil }

    /// The same way of reading with a look at the page's image.
    var withImage: TextSource {
        var source = self
        source.examination = .image
        return source
    }

    /// All of it but the origin, as the databases have it.
    var settings: String {
        means + (examination == .words ? Self.wordsOnly : "") + (asked.map { "\(Self.askedFor)\($0)" } ?? "")
    }

    /// A pattern (GLOB) of the settings of every recognition.
    static let anyRecognition = recognitionPrefix + "*"

    private static let recognitionPrefix = "recognition "
    private static let secondPrefix = "second recognition, "
    private static let askedFor = ", asked for at "
    private static let wordsOnly = ", words"
}
