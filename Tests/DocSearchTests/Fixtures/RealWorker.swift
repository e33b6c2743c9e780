import DocSearchTestSupport
import ExtractionProtocol
import Foundation

@testable import DocSearch

/// A running `docsearch-extract` and the conversation with its readers, without the library's answers to what they say.
final class RealWorker {
    let greeting: GreetingFrame
    private let supply: ReaderSupply
    private let passwords: [String]
    private(set) var process: ReaderProcess
    private let stop = StopFlag(after: nil)
    private var number: UInt32 = 0

    /// The reader's.
    var identifier: pid_t { process.process ?? 0 }

    /// Throws when the reader does not greet.
    init(usesSandbox: Bool, passwords: [String] = []) throws {
        self.passwords = passwords
        supply = ReaderSupply(
            program: ExtractProgram.path, usesSandbox: usesSandbox, stop: stop, forksAhead: false)
        (process, greeting) = try supply.reader()
    }

    /// The next requests go to another reader of the same prepared process.
    func next() throws { process = try supply.reader().0 }

    /// The frames of an answer, the last one left out.
    func answer(_ request: ExtractionRequest, file: String) throws -> [ExtractionFrame] {
        let descriptor = open(file, O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        if number > 0 { try next() }
        number += 1
        try process.send(request, number: number, descriptor: descriptor)
        var frames: [ExtractionFrame] = []
        while true {
            let (_, frame) = try process.nextFrame(within: .seconds(60), stop: stop)
            if case .finished = frame { return frames }
            switch frame {
            case .image: try process.send(.unknown)
            case .need(let wanted): try answer(wanted)
            case .document(let document) where document.asksForPages == true: try process.send(.unknown)
            default: break
            }
            frames.append(frame)
        }
    }

    private func answer(_ frame: NeedFrame) throws {
        guard frame.need == .temporaryFile else {
            return try process.send(answer: [UInt8](JSONEncoder().encode(passwords)))
        }
        let file = UnnamedFile.open()
        defer { close(file) }
        try process.send(descriptor: file)
    }

    /// The pages of an answer.
    func pages(_ request: ExtractionRequest, file: String) throws -> [PageFrame] {
        try answer(request, file: file).compactMap { frame in
            guard case .page(let page) = frame else { return nil }
            return page
        }
    }

    /// Whether this system has every part of the sandbox.
    static let isWhollyConfined: Bool = {
        // Where no worker starts, the tests of what it should do say so.
        guard let worker = try? RealWorker(usesSandbox: true) else { return true }
        return worker.greeting.confinement?.missing.isEmpty == true
    }()

    #if DEBUG
        /// What became of a deed: how the answer begins, or how the worker ended.
        func attempt(_ request: AttemptRequest) throws -> String {
            do {
                for case .problem(let problem) in try answer(.attempt(request), file: "/dev/null") {
                    return problem.reason
                }
                return "no answer"
            } catch ReaderProcess.Failure.died(let how) {
                return how
            }
        }
    #endif
}
