/// What the coordinator tells the prepared process from which readers are forked, one message of a sequenced-packet
/// socket each. The prepared process never sees anything else: requests, bundles and frames pass it by.
package enum ReaderOrder: Sendable, Equatable {
    /// Forks a reader, whose standard input, output and error are the three descriptors beside the message. An engine for
    /// the languages is loaded before, unless there are none.
    case start(reader: UInt32, languages: [String])
    /// Waits for the end of a reader that has ended or been killed.
    case bury(reader: UInt32)

    /// A message is never longer.
    package static let maximumBytes = 4096

    package init?(_ text: String) {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count >= 2, let reader = UInt32(words[1]) else { return nil }
        switch words[0] {
        case "start": self = .start(reader: reader, languages: words.dropFirst(2).map(String.init))
        case "bury" where words.count == 2: self = .bury(reader: reader)
        default: return nil
        }
    }

    package var text: String {
        switch self {
        case .start(let reader, let languages): (["start", "\(reader)"] + languages).joined(separator: " ")
        case .bury(let reader): "bury \(reader)"
        }
    }
}

/// What the prepared process answers.
package enum ReaderReport: Sendable, Equatable {
    case started(reader: UInt32, process: Int32)
    /// The number of the error (errno(3)).
    case notStarted(reader: UInt32, error: Int32)
    /// As waitpid(2) tells it; nil when there was no such reader.
    case ended(reader: UInt32, status: Int32?)

    package init?(_ text: String) {
        let words = text.split(separator: " ")
        guard words.count == 3, let reader = UInt32(words[1]), let value = Int32(words[2]) else { return nil }
        switch words[0] {
        // A signal to process 0, 1 or -1 would reach others.
        case "started" where value > 1: self = .started(reader: reader, process: value)
        case "not-started": self = .notStarted(reader: reader, error: value)
        case "ended": self = .ended(reader: reader, status: value < 0 ? nil : value)
        default: return nil
        }
    }

    package var text: String {
        switch self {
        case .started(let reader, let process): "started \(reader) \(process)"
        case .notStarted(let reader, let error): "not-started \(reader) \(error)"
        case .ended(let reader, let status): "ended \(reader) \(status ?? -1)"
        }
    }
}
