import TextRecognition

/// Keeps the recognition engine between pages and, where it is loaded before readers are forked, between readers:
/// loading its model takes longer than reading a short page.
final class RecognizerCache {
    private var current: (languages: [String], recognizer: TextRecognizer)?
    /// Whether an engine was loaded since the process began.
    private(set) var hasLoaded = false

    /// To be called in a process that was just forked.
    func beginAnew() { hasLoaded = false }

    func recognizer(languages: [String]) throws -> TextRecognizer {
        if let current, current.languages == languages { return current.recognizer }
        // The old engine goes first, so that two models are never in memory.
        current = nil
        hasLoaded = true
        let recognizer = try TextRecognizer(languages: languages)
        current = (languages, recognizer)
        return recognizer
    }
}
