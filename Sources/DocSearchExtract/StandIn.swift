#if DEBUG
    import ExtractionProtocol
    import Foundation

    /// A program that tests run in place of readers, to act as a reader that was taken over.
    final class StandIn: ForkedWork {
        private let program: String
        private let arguments: [String]

        /// Removes `--stand-in-for-readers PROGRAM` from the arguments; nil when it is missing.
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
