#if DEBUG
    import ExtractionProtocol
    import Foundation

    /// Acts as a reader that was taken over, in tests.
    final class StandIn: ForkedWork {
        private let program: String
        private let arguments: [String]

        init?(_ arguments: inout [String]) {
            guard arguments.count >= 2, arguments[0] == ReaderArgument.standIn else { return nil }
            program = arguments[1]
            arguments.removeFirst(2)
            self.arguments = arguments
        }

        func prepare(languages: [String]) {}

        func run() -> Int32 {
            var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
            execv(program, &words)
            return 127
        }
    }
#endif
