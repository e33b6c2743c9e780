import AnswerForms
import DocSearch

/// How far the vectors of an index are, as text and as JSON.
enum MeaningText {
    static func line(_ status: MeaningStatus) -> String {
        var parts = ["\(status.embedded.counted("page")) with vectors"]
        parts += status.omitted.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
        if status.waiting > 0 {
            parts.append("\(status.waiting) waiting\(status.secondsLeft.map { ", about \(time($0))" } ?? "")")
        }
        return parts.joined(separator: ", ") + " (\(TerminalText.safe(status.model)))"
    }

    /// Null when no vectors were ever computed. What keeps them from being read is a member of its own: the rest of the
    /// status is told all the same.
    static func object(_ index: ArchiveIndex) -> JSONObject? {
        do {
            return try index.meaningStatus().map { status in
                [
                    "model": status.model, "embedded": status.embedded, "omitted": JSONObject(status.omitted),
                    "waiting": status.waiting, "seconds_left": status.secondsLeft,
                ]
            }
        } catch {
            return ["problem": (error as? DocSearchError)?.sentence ?? "\(error)"]
        }
    }

    private static func time(_ seconds: Double) -> String {
        // Of a damaged rate the time may be beyond all numbers.
        let whole = Int(min(seconds, 1e9).rounded(.up))
        return switch whole {
        case ..<90: "\(whole) s"
        case ..<5400: "\(whole / 60) min"
        default: "\(whole / 3600) h \(whole / 60 % 60) min"
        }
    }
}
