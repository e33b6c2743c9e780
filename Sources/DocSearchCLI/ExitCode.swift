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

    fileprivate static func code(for error: DocSearchError) -> ExitCode {
        switch error.code {
        case .usage: .usage
        case .locked: .busy
        default: .couldNot
        }
    }
}

extension DocSearchCommand {
    static func leave(with error: any Error) -> Never {
        let (code, message) = outcome(of: error)
        if code == 0 { exit(withError: error) }
        if !message.isEmpty { StandardError.write(message + "\n") }
        Foundation.exit(code)
    }

    /// The exit code, and what is said on standard error.
    static func outcome(of error: any Error) -> (code: Int32, message: String) {
        if let error = error as? DocSearchError {
            return (ExitCode.code(for: error).rawValue, TerminalText.safe("docsearch: \(error.sentence)"))
        }
        // Parse errors, help, and codes that a command chose.
        return (exitCode(for: error).rawValue, TerminalText.safe(fullMessage(for: error), keepingLines: true))
    }
}
