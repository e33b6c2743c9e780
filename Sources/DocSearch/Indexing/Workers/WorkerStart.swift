import ExtractionProtocol
import Foundation

extension WorkerProcess {
    /// A reader of its own prepared process, and its greeting. Throws as ``ReaderSupply/reader(languages:another:)`` does.
    static func started(program: String, usesSandbox: Bool, stop: StopFlag) throws -> (WorkerProcess, GreetingFrame) {
        try ReaderSupply(program: program, usesSandbox: usesSandbox, stop: stop).reader()
    }

    /// What a worker says of itself; nil when the run was stopped before it could.
    ///
    /// Throws ``DocSearchError`` with code `environment` when none can be had.
    static func greeting(options: IndexingOptions, stop: StopFlag) throws -> GreetingFrame? {
        do {
            return try started(
                program: ExtractionProgram.locate(options.extractorPath), usesSandbox: options.usesSandbox, stop: stop
            ).1
        } catch Failure.stopped {
            return nil
        } catch let failure as Failure {
            throw DocSearchError(.environment, "docsearch-extract does not work: \(failure.sentence).")
        }
    }
}
