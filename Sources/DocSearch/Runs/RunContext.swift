import Foundation

struct RunContext {
    let stores: IndexStores
    let options: IndexingOptions
    let stop: StopFlag
    let record: RunRecord
    let pool: WorkerPool
    let engines: ReaderEngines
    /// Seconds since 1970.
    let started = Int64(Date().timeIntervalSince1970)
    private let begun = ContinuousClock.now

    init(_ stores: IndexStores, _ options: IndexingOptions, record: RunRecord, stop: StopFlag) {
        (self.stores, self.options, self.stop, self.record) = (stores, options, stop, record)
        pool = WorkerPool(pages: stores.pages, options: options, stop: stop)
        engines = ReaderEngines(index: stores.index, options: options, stop: stop, record: record)
        record.result.started = started
    }

    func finish() {
        for loss in stores.pages.losses.take() { record.fail(bundle: loss.bundlePath, in: nil, loss.problem) }
        record.result.isPartial = stop.isSet
        record.result.seconds = (ContinuousClock.now - begun) / .seconds(1)
    }
}
