import AnswerForms
import ArgumentParser
import DocSearch
import Foundation
import Synchronization

struct GlobalOptions: ParsableArguments {
    enum Color: String, ExpressibleByArgument, CaseIterable {
        case auto, always, never

        var isUsed: Bool {
            switch self {
            case .always: true
            case .never: false
            case .auto: isatty(1) == 1 && Environment.value("NO_COLOR") == nil && Environment.value("TERM") != "dumb"
            }
        }
    }

    @Option(help: .init("The index folder.", valueName: "dir")) var index: String?

    @Flag(help: "Report only problems.") var quiet = false

    @Flag(help: "Report more.") var verbose = false

    @Option(help: "Colours and marks: auto, always or never. NO_COLOR is honoured.") var color: Color = .auto

    func validate() throws { try refuse(if: index?.isEmpty == true, "--index needs a folder, not an empty text.") }

    func archiveIndex(_ configuration: ConfigurationFile) throws -> ArchiveIndex { try Self.open(index, configuration) }

    /// The index lives as long as the process: closing its files takes time that a short command need not spend.
    static func open(_ path: String?, _ configuration: ConfigurationFile) throws -> ArchiveIndex {
        let index = ArchiveIndex(at: try IndexLocation.path(option: path, configuration: configuration))
        opened.withLock { $0.append(index) }
        return index
    }

    private static let opened = Mutex<[ArchiveIndex]>([])

    var style: Style { Style(usesColor: color.isUsed) }

    func say(_ text: String) { if !quiet { StandardError.say(text) } }

    func give(_ hints: [SearchHint]) { for hint in hints { say("Hint: \(hint.sentence)") } }

    static func movedBehindCommand(_ arguments: [String]) -> [String] {
        var moved: [String] = []
        var rest = arguments[...]
        while let argument = rest.first, argument.hasPrefix("--") {
            let count: Int
            switch argument {
            case "--index", "--color": count = 2
            case "--quiet", "--verbose": count = 1
            case _ where argument.hasPrefix("--index=") || argument.hasPrefix("--color="): count = 1
            default: return arguments
            }
            moved += rest.prefix(count)
            rest = rest.dropFirst(count)
        }
        guard let command = rest.first, !moved.isEmpty else { return arguments }
        return [command] + moved + rest.dropFirst()
    }
}

extension ParsableArguments {
    func refuse(if isWrong: Bool, _ reason: @autoclosure () -> String) throws {
        if isWrong { throw ValidationError(reason()) }
    }

    func requireJobs(_ jobs: Int?) throws {
        let possible = IndexingOptions.possibleJobs
        if let jobs, !possible.contains(jobs) {
            throw ValidationError("--jobs must be from \(possible.lowerBound) to \(possible.upperBound).")
        }
    }

    func requireOneOrMore(_ option: String, _ number: Int?) throws {
        if let number, number < 1 { throw ValidationError("\(option) must be 1 or more.") }
    }
}

enum Terminal {
    /// Nothing is piped in or out.
    static var isUsed: Bool { isatty(1) == 1 && isatty(0) == 1 }

    static func size(of descriptor: CInt) -> (rows: Int, columns: Int)? {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0, size.ws_col > 0 else { return nil }
        return (Int(size.ws_row), Int(size.ws_col))
    }
}
