import AnswerForms
import ArgumentParser
import DocSearch
import Foundation

/// Candidates for the last word of a command line. The shell completes file names itself, and inserts a candidate as
/// one word, whatever characters it has.
struct Completion {
    enum Fallback: String { case files, folders, nothing }

    private(set) var fallback = Fallback.nothing
    private(set) var candidates: [String] = []
    /// More is to be typed after a candidate.
    private(set) var isOpen = false

    private let words: [String]
    private let current: String
    private var indexPath: String?

    /// Nobody reads more on a terminal.
    private static let most = 200

    /// Errors give no candidates, because messages would disturb a person who is typing.
    init(words: [String], current: String) {
        (self.words, self.current) = (words, current)
        try? complete()
        // Drops candidates that a terminal or a line-based list would misread.
        candidates = candidates.filter { TerminalText.safe($0) == $0 }.prefix(Self.most).map(\.self)
        if candidates.count == 1, let only = candidates.first { isOpen = isOpen || "/:=".contains(only.last ?? " ") }
    }

    private mutating func complete() throws {
        var rest = words.dropFirst()[...]
        while let word = rest.first, word.hasPrefix("-") {
            rest = rest.dropFirst()
            guard ["--index", "--color"].contains(word) else { continue }
            guard let value = rest.popFirst() else { return try completeGlobal(word) }
            if word == "--index" { indexPath = value }
        }
        guard let name = rest.popFirst() else {
            guard current.hasPrefix("-") else { return take(CommandShape.commandNames) }
            // Options of all commands.
            let shared = ["--index", "--color", "--quiet", "--verbose"]
            return take(shared + ["--help", "--version"])
        }
        guard name != "help" else { return rest.isEmpty ? take(CommandShape.commandNames) : () }
        guard let command = try CommandShape(named: name) else { return }
        try complete(command, behind: rest)
    }

    private mutating func completeGlobal(_ option: String) throws {
        guard let option = try CommandShape(named: "find")?.option(option) else { return }
        try complete(CompletionKind(option, of: "find"), current)
    }

    private mutating func complete(_ command: CommandShape, behind words: ArraySlice<String>) throws {
        var rest = words
        var (positions, areOptionsOver) = (0, false)
        while let word = rest.popFirst() {
            if word == "--" {
                areOptionsOver = true
            } else if !areOptionsOver, let option = command.option(word) {
                guard let value = rest.popFirst() else {
                    return try complete(CompletionKind(option, of: command.commandName), current)
                }
                if word == "--index" { indexPath = value }
            } else if !areOptionsOver, word.hasPrefix("--index=") {
                indexPath = String(word.dropFirst("--index=".count))
            } else if areOptionsOver || !word.hasPrefix("-") {
                // "tag" takes `+TAG` words beside documents.
                if command.commandName != "tag" || !word.hasPrefix("+") { positions += 1 }
            }
        }
        if !areOptionsOver, current.hasPrefix("--"), let sign = current.firstIndex(of: "=") {
            guard let option = command.option(String(current[..<sign])) else { return }
            let value = String(current[current.index(after: sign)...])
            try complete(CompletionKind(option, of: command.commandName), value, behind: String(current[...sign]))
            return
        }
        if !areOptionsOver, command.commandName == "tag", let sign = current.first, "+-".contains(sign) {
            try complete(.tags, String(current.dropFirst()), behind: String(sign))
        }
        if !areOptionsOver, current.hasPrefix("-"), !current.contains(":") {
            return take(command.optionNames)
        }
        let positionals = command.positionals
        guard let argument = positionals.indices.contains(positions) ? positionals[positions] : positionals.last
        else { return }
        let before = positions - (positionals.firstIndex { $0.valueName == argument.valueName } ?? 0)
        try complete(CompletionKind(argument, of: command.commandName, position: before), current)
    }

    /// `value` is the typed part; `prefix` is the text before it in the word.
    private mutating func complete(_ kind: CompletionKind, _ value: String, behind prefix: String = "") throws {
        switch kind {
        case .files: fallback = .files
        case .folders: fallback = .folders
        case .documents:
            fallback = .files
            let index = try index()
            take(try index.pathParts(after: value, limit: Self.most).filter { !$0.hasPrefix("-") }, value, prefix)
            // The shell replaces the name by the path, as a name is no reference.
            if candidates.isEmpty {
                candidates = try index.paths(ofNamesBeginning: value, limit: Self.most)
                    .filter { !$0.hasPrefix("-") }.map { prefix + $0 }
            }
        case .roots:
            fallback = .files
            take(try index().rememberedPaths(), value, prefix)
        case .tags: take(try index().tags().map(\.tag), value, prefix)
        case .authors: take(try authors(), value, prefix)
        case .questions: take(try index().savedQuestions().map(\.name), value, prefix)
        case .query: try completeQuery(value, behind: prefix)
        case .commands: take(CommandShape.commandNames, value, prefix)
        case .values(let values): take(values, value, prefix)
        case .nothing: break
        }
    }

    private mutating func completeQuery(_ typed: String, behind prefix: String) throws {
        guard !typed.hasPrefix("@") else {
            return take(try index().savedQuestions().map { "@\($0.name)" }, typed, prefix)
        }
        let signs = typed.prefix { "-(".contains($0) }
        let text = String(typed.dropFirst(signs.count))
        let before = prefix + signs
        guard let colon = text.firstIndex(of: ":") else {
            take(QueryCompletion.fields.map { "\($0):" }, text, before)
            isOpen = true
            if candidates.isEmpty { try takePaths(of: text, text, before) { QueryCompletion.path($0) } }
            return
        }
        let field = text[..<colon].lowercased()
        let value = String(text[text.index(after: colon)...])
        let name = String(text[..<colon])
        func ask(_ values: [String]) -> [String] { values.map { QueryCompletion.asked(name, $0) } }
        switch field {
        case "tag": takeNamed(ask(try index().tags().map(\.tag)), text, before, value)
        case "author": takeNamed(ask(try authors()), text, before, value)
        case "has": take(ask(QueryCompletion.features), text, before)
        case "origin": take(QueryCompletion.origins.map { "\(name):\($0)" }, text, before)
        case "root":
            takeNamed(
                ask(try index().rememberedPaths().map { URL(fileURLWithPath: $0).lastPathComponent }), text, before,
                value)
        case "path": try takePaths(of: value, text, before) { "\(name):\(QueryCompletion.path($0))" }
        default: break
        }
    }

    private mutating func takePaths(
        of value: String, _ typed: String, _ prefix: String, as asked: (String) -> String
    ) throws {
        let beginning = value.hasPrefix("\"") ? String(value.dropFirst()) : value
        let parts = try index().pathParts(after: beginning, limit: Self.most).filter { !$0.hasPrefix("-") }
        isOpen = !parts.isEmpty && parts.allSatisfy { $0.hasSuffix("/") }
        takeNamed(parts.map(asked), typed, prefix, value)
    }

    private func authors() throws -> [String] {
        try index().offers(recent: 0, tags: 0, authors: Self.most).authors.map(\.name)
    }

    private func index() throws -> ArchiveIndex { try GlobalOptions.open(indexPath, .load()) }

    private mutating func take(_ values: [String]) { take(values, current, "") }

    private mutating func take(_ values: [String], _ typed: String, _ prefix: String) {
        candidates += values.filter { $0.hasPrefix(typed) }.map { prefix + $0 }
    }

    /// People type values of several words without quotation marks.
    private mutating func takeNamed(_ values: [String], _ typed: String, _ prefix: String, _ value: String) {
        let quoted = typed.dropLast(value.count) + "\"" + value
        var found = values.filter { $0.hasPrefix(typed) || $0.hasPrefix(quoted) }
        if found.isEmpty {
            let (small, smallQuoted) = (typed.lowercased(), quoted.lowercased())
            found = values.filter { $0.lowercased().hasPrefix(small) || $0.lowercased().hasPrefix(smallQuoted) }
        }
        // Shells compare candidates with the typed text. A single one replaces it.
        take(found.count == 1 ? [] : found, typed, prefix)
        if found.count == 1 { candidates += found.map { prefix + $0 } }
    }
}
