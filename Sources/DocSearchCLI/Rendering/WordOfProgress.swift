import Foundation
import Synchronization

/// Says on a terminal that a search goes on, when it takes longer than people wait without wondering.
final class WordOfProgress: Sendable {
    private enum State { case waiting, said, over }

    private let state = Mutex(State.waiting)

    /// Without a terminal for standard error, or where nothing is to be shown, it says nothing.
    init(isShown: Bool) {
        guard isShown, isatty(2) == 1, isatty(1) == 1 else { return }
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(500)) { [self] in
            state.withLock { state in
                guard state == .waiting else { return }
                state = .said
                StandardError.write("Searching…")
            }
        }
    }

    /// Takes the word back.
    func end() {
        state.withLock { state in
            if state == .said { StandardError.write("\r\u{1B}[K") }
            state = .over
        }
    }
}
