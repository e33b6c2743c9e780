import Foundation

extension IndexingOptions {
    /// How many workers there are: at least one, and one for each processor where nothing is said.
    var workerCount: Int { max(1, jobs ?? ProcessInfo.processInfo.activeProcessorCount) }

    /// Starts a thread for each worker. The group is empty when all have ended.
    func startWorkers(_ body: @escaping @Sendable () -> Void) -> DispatchGroup {
        let group = DispatchGroup()
        for _ in 0..<workerCount {
            group.enter()
            let thread = Thread {
                body()
                group.leave()
            }
            thread.stackSize = 4 << 20
            thread.start()
        }
        return group
    }
}
