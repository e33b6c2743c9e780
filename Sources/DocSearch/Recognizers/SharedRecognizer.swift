import Foundation
import Synchronization

/// The recogniser of a run, which its workers use in turn. It is started anew after a page that it did not survive, and left
/// alone after ten pages in a row without a usable answer.
final class SharedRecognizer: Sendable {
    let settings: PageRecognizer
    /// `@unchecked Sendable`: only used with ``state`` locked.
    private struct State: @unchecked Sendable {
        var process: RecognizerProcess?
    }
    private let state = Mutex(State())
    private let failures = Mutex<(inARow: Int, reason: String?)>((0, nil))

    static let mostFailures = 10

    init(_ settings: PageRecognizer) { self.settings = settings }

    var isLeftAlone: Bool { warning != nil }

    /// Why it is left alone; a sentence.
    var warning: String? { failures.withLock { $0.reason } }

    /// Its name and version. Throws ``RecognizerFailure``.
    func meet(stop: StopFlag) throws -> String {
        try state.withLock { state in
            let process = try state.process ?? RecognizerProcess(settings, stop: stop)
            state.process = process
            return process.engine
        }
    }

    /// hOCR, as the program gave it. Throws ``RecognizerFailure``.
    func read(_ request: RecognizerRequest, stop: StopFlag) throws -> [UInt8] {
        try state.withLock { state in
            if let warning { throw RecognizerFailure.unavailable(warning) }
            do {
                let process = try state.process ?? RecognizerProcess(settings, stop: stop)
                state.process = process
                return try process.read(request, stop: stop)
            } catch let refusal as RecognizerRefusal {
                note(isUsable: false)
                throw RecognizerFailure.page("the recogniser \(settings.name) did not read it: \(refusal.reason)")
            } catch RecognizerFailure.page(let reason) {
                state.process = nil
                note(isUsable: false)
                throw RecognizerFailure.page("the recogniser \(settings.name) did not read it: \(reason)")
            } catch RecognizerFailure.unavailable(let reason) {
                failures.withLock { $0.reason = reason }
                throw RecognizerFailure.unavailable(reason)
            }
        }
    }

    func note(isUsable: Bool) {
        failures.withLock { failures in
            failures.inARow = isUsable ? 0 : failures.inARow + 1
            guard failures.inARow >= Self.mostFailures, failures.reason == nil else { return }
            failures.reason =
                "The recogniser \(settings.name) is left alone after \(Self.mostFailures) pages in a row that it did not "
                + "read. Pages keep their texts."
        }
    }

    /// Ends the program.
    func end() { state.withLock { $0.process = nil } }
}
