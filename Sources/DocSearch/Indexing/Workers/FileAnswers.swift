import ExtractionProtocol
import Foundation

/// Hands a worker the files that it asks for, within one request.
struct FileAnswers {
    private let bundle: OpenBundle
    private var left: Int

    /// A worker that asks for every file so many times wants something else.
    private static let asksPerFile = 10

    init(_ bundle: OpenBundle) {
        self.bundle = bundle
        left = bundle.access.files.count * Self.asksPerFile
    }

    /// Throws ``WorkerProcess/Failure``.
    mutating func answer(_ frame: FileFrame, to process: WorkerProcess) throws {
        guard bundle.access.files.indices.contains(frame.index) else {
            throw WorkerProcess.Failure.rubbish("file \(frame.index) of a bundle with \(bundle.access.files.count)")
        }
        guard left > 0 else { throw WorkerProcess.Failure.rubbish("files without end") }
        left -= 1
        let file = bundle.openFile(frame.index)
        guard file >= 0 else { return try process.sendNoDescriptor() }
        defer { close(file) }
        try process.send(descriptor: file)
    }
}

extension WorkerProcess {
    /// Waits for the next frame of the answer to a request, and hands out files meanwhile. Throws ``Failure``.
    func nextFrame(
        of request: UInt32, within limit: Duration, stop: StopFlag, files: inout FileAnswers
    ) throws -> ExtractionFrame {
        while true {
            let (number, frame) = try nextFrame(within: limit, stop: stop)
            guard number == request else {
                throw Failure.rubbish("an answer to request \(number) instead of \(request)")
            }
            guard case .file(let wanted) = frame else { return frame }
            try files.answer(wanted, to: self)
        }
    }
}
