import ArgumentParser
import DocSearch
import Foundation

/// The only place where errors become codes.
extension ArgumentParser.ExitCode {
    /// As with grep.
    static let nothingFound = ExitCode(1)
    static let couldNot = ExitCode(2)
    /// `index`: finished, but some items failed and are listed. `import`: some lines were skipped.
    static let someFailed = ExitCode(3)
    /// EX_USAGE of sysexits.h.
    static let usage = ExitCode(64)
    /// Nothing was done (EX_TEMPFAIL).
    static let busy = ExitCode(75)

    static func leave(with error: any Error) -> Never {
        guard let error = error as? DocSearchError else {
            // Parse errors, help, and codes that a command chose.
            let code = DocSearchCommand.exitCode(for: error)
            if code == .success { DocSearchCommand.exit(withError: error) }
            let message = DocSearchCommand.fullMessage(for: error)
            if !message.isEmpty { StandardError.write(TerminalText.safe(message, keepingLines: true) + "\n") }
            Foundation.exit(code.rawValue)
        }
        StandardError.say("docsearch: \(error.sentence)")
        Foundation.exit(code(for: error).rawValue)
    }

    static func code(for error: DocSearchError) -> ExitCode {
        switch error.code {
        case .usage: .usage
        case .locked: .busy
        default: .couldNot
        }
    }
}
