import ExtractionProtocol
import Foundation

extension WorkerProcess {
    /// Starts a worker, waits for its greeting, and returns both: from then on it may be given foreign files. Without
    /// `usesSandbox` it keeps its rights.
    ///
    /// Throws ``Failure`` when it does not greet, and ``DocSearchError`` with code `environment` when it cannot be
    /// started or when nothing on this system locks it in although it should be.
    static func started(program: String, usesSandbox: Bool, stop: StopFlag) throws -> (WorkerProcess, GreetingFrame) {
        let process = try WorkerProcess(program: program, arguments: usesSandbox ? [] : [WorkerArgument.noSandbox])
        let (_, frame) = try process.nextFrame(within: .seconds(30), stop: stop)
        guard case .greeting(let greeting) = frame else {
            throw Failure.rubbish("the first frame was no greeting")
        }
        if usesSandbox, greeting.confinement?.isConfined != true {
            throw DocSearchError(.environment, SandboxState(greeting.confinement).refusal)
        }
        return (process, greeting)
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
