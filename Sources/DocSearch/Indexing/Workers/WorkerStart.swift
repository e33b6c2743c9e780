import ExtractionProtocol
import Foundation

extension WorkerProcess {
    /// Starts a worker that has greeted and may be given foreign files.
    ///
    /// - Parameter usesSandbox: False lets it keep its rights.
    /// - Throws: ``Failure`` when it does not greet; ``DocSearchError`` with code `environment` when it cannot be
    ///   started, or when nothing on this system confines it although it should be.
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
}
