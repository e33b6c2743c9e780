import ExtractionProtocol
import Foundation

/// Answers a reader's questions within one request: files of the bundle, temporary files, and passwords.
struct FileAnswers {
    private let bundle: OpenBundle
    private var left: Int
    private var temporaryFilesLeft: Int
    private var hasPasswords = false
    private var opened: Set<Int> = []

    /// A reader that asks more often is considered hostile.
    private static let asksPerFile = 10

    init(_ bundle: OpenBundle, limits: ExtractionLimits) {
        self.bundle = bundle
        temporaryFilesLeft = limits.temporaryFiles
        left = bundle.access.files.count * Self.asksPerFile
    }

    mutating func answer(_ frame: ExtractionFrame, to process: ReaderProcess) throws -> AnswerClock.Delivery? {
        switch frame {
        case .file(let wanted): return try answer(wanted, to: process)
        case .need(let wanted):
            try answer(wanted.need, to: process)
            return .nothing
        default: return nil
        }
    }

    private mutating func answer(_ need: NeedFrame.Need, to process: ReaderProcess) throws {
        switch need {
        case .passwords:
            guard !hasPasswords else { throw ReaderProcess.Failure.rubbish("passwords twice") }
            hasPasswords = true
            try process.send(answer: [UInt8](JSONEncoder().encode(bundle.passwords)))
        case .temporaryFile:
            guard temporaryFilesLeft > 0 else { throw ReaderProcess.Failure.rubbish("temporary files without end") }
            temporaryFilesLeft -= 1
            try Self.send(UnnamedFile.open(), to: process)
        }
    }

    private mutating func answer(_ frame: FileFrame, to process: ReaderProcess) throws -> AnswerClock.Delivery {
        guard bundle.access.files.indices.contains(frame.index) else {
            throw ReaderProcess.Failure.rubbish("file \(frame.index) of a bundle with \(bundle.access.files.count)")
        }
        guard left > 0 else { throw ReaderProcess.Failure.rubbish("files without end") }
        left -= 1
        try Self.send(bundle.openFile(frame.index), to: process)
        let isFirst = opened.insert(frame.index).inserted
        return isFirst ? .openedFile(bundle.access.files[frame.index].byteCount) : .nothing
    }

    /// Also closes `file`. A negative descriptor means that it is unavailable.
    private static func send(_ file: Int32, to process: ReaderProcess) throws {
        guard file >= 0 else { return try process.sendNoDescriptor() }
        defer { close(file) }
        try process.send(descriptor: file)
    }
}
