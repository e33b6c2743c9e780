import TextRecognition

/// Shared by pages and, if loaded before readers are forked, by readers: loading a model takes longer than reading a
/// short page.
final class RecognizerCache {
    private var current: (languages: [String], recognizer: TextRecognizer)?
    private(set) var hasLoaded = false

    /// Call it in a newly forked process.
    func beginAnew() { hasLoaded = false }

    func recognizer(languages: [String]) throws -> TextRecognizer {
        if let current, current.languages == languages { return current.recognizer }
        // Releases the old engine first, so that two models are never in memory.
        current = nil
        hasLoaded = true
        let recognizer = try TextRecognizer(languages: languages)
        current = (languages, recognizer)
        return recognizer
    }
}
