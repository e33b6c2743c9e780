/// Orders from the coordinator to the prepared process that forks readers, one message on a sequenced-packet socket
/// each. The prepared process never sees requests, bundles or frames.
package enum ReaderOrder: Sendable, Equatable {
    /// Forks a reader whose standard input, output and error are the three descriptors beside the message. First loads
    /// an engine for the languages, if there are any.
    case start(reader: UInt32, languages: [String])
    /// Reaps a reader that has exited or been killed.
    case bury(reader: UInt32)

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

package enum ReaderReport: Sendable, Equatable {
    case started(reader: UInt32, process: Int32)
    /// The error number (errno(3)).
    case notStarted(reader: UInt32, error: Int32)
    /// As in waitpid(2); nil when there was no such reader.
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
