import Foundation
import Synchronization

/// Brings people's corrections into the index while a run goes on, within a second: nobody waits for a night's run to find
/// what they have corrected. On a thread of its own; each document is a transaction, between those of the run.
final class CorrectionWatch: Sendable {
    private let isEnding = Mutex(false)
    private let ended = DispatchGroup()

    private static let interval: UInt32 = 250_000

    init(_ stores: IndexStores) {
        ended.enter()
        do {
            try WorkThread.start(stackSize: 8 << 20) { [self] in
                watch(stores)
                ended.leave()
            }
        } catch {
            // The run itself looks for corrections at its end.
            ended.leave()
        }
    }

    private func watch(_ stores: IndexStores) {
        var known: Int64?
        while true {
            let isLast = isEnding.withLock { $0 }
            do {
                let last: Int64 = try stores.user.fetchOne("SELECT max(id) FROM change") ?? 0
                if last != known { try stores.applyCorrections() }
                known = last
            } catch {
                // The next run does the same, and reports what is wrong then.
                known = nil
            }
            if isLast { return }
            usleep(Self.interval)
        }
    }

    /// Returns when nothing is written any more.
    func end() {
        isEnding.withLock { $0 = true }
        ended.wait()
    }
}
