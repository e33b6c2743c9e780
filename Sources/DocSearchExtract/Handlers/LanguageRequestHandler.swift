import BundleReading
import ExtractionProtocol
import Foundation

struct LanguageRequestHandler {
    let request: IdentifyLanguagesRequest
    let descriptor: Int32
    let channel: Channel

    /// Throws only when the coordinator cannot be reached.
    func run() throws {
        let whole = PageAddress(entry: "", page: 0)
        try channel.answer(.document, of: whole, within: request.limits) {
            var position: off_t = 0
            let codes = try request.byteCounts.map { count in
                defer { position += off_t(count) }
                return TextLanguage.identify(try text(from: position, byteCount: count)) ?? ""
            }
            try channel.send(.languages(LanguagesFrame(codes: codes)))
            return FinishedFrame(outcome: .complete)
        }
    }

    private func text(from start: off_t, byteCount: Int) throws -> String {
        var read = 0
        let text = String(unsafeUninitializedCapacity: byteCount) { buffer in
            while read < byteCount {
                let rest = UnsafeMutableBufferPointer(rebasing: buffer[read...])
                let count = pread(descriptor, rest.baseAddress, rest.count, start + off_t(read))
                guard count > 0 else { break }
                read += count
            }
            return read
        }
        guard read == byteCount else { throw BundleError(.damaged, "the texts end too early") }
        return text
    }
}
