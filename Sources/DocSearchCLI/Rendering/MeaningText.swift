import AnswerForms
import DocSearch

enum MeaningText {
    static func line(_ status: MeaningStatus) -> String {
        var parts = ["\(status.embedded.counted("page")) with vectors"]
        parts += status.omitted.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
        if status.waiting > 0 {
            // A damaged rate may give a time beyond all numbers.
            let left = status.secondsLeft.map { ", about \(time(Int(min($0, 1e9).rounded(.up))))" } ?? ""
            parts.append("\(status.waiting) waiting\(left)")
        }
        return parts.joined(separator: ", ") + " (\(TerminalText.safe(status.model)))"
    }

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

    static func time(_ seconds: Int) -> String {
        switch seconds {
        case ..<90: "\(seconds) s"
        case ..<5400: "\(seconds / 60) min"
        default: "\(seconds / 3600) h \(seconds / 60 % 60) min"
        }
    }
}
