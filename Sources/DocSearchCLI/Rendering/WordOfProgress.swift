import Foundation
import Synchronization

final class WordOfProgress: Sendable {
    private enum State { case waiting, said, over }

    private let state = Mutex(State.waiting)

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

    func end() {
        state.withLock { state in
            if state == .said { StandardError.write("\r\u{1B}[K") }
            state = .over
        }
    }
}
