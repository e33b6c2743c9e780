import ArgumentParser
import Foundation

/// A command's arguments as the parser describes them, so that completion misses no option.
struct CommandShape: Decodable {
    struct Argument: Decodable {
        struct Name: Decodable {
            var kind: String
            var name: String
        }

        /// `positional`, `option` or `flag`.
        var kind: String
        var names: [Name]?
        /// The placeholder in help decides the completion: `path`, `doc`, `tag`.
        var valueName: String?
        var allValues: [String]?

        var longNames: [String] { (names ?? []).filter { $0.kind == "long" }.map { "--" + $0.name } }
    }

    var commandName: String
    var arguments: [Argument]?

    private struct Dump: Decodable { var command: CommandShape }

    init?(named name: String) throws {
        let commands = DocSearchCommand.configuration.subcommands
        guard let command = commands.first(where: { $0.configuration.commandName == name }) else { return nil }
        self = try JSONDecoder().decode(Dump.self, from: Data(command._dumpHelp().utf8)).command
    }

    static var commandNames: [String] {
        DocSearchCommand.configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
    }

    var positionals: [Argument] { (arguments ?? []).filter { $0.kind == "positional" } }

    var optionNames: [String] { (arguments ?? []).flatMap(\.longNames) }

    func option(_ name: String) -> Argument? {
        (arguments ?? []).first { $0.kind == "option" && $0.longNames.contains(name) }
    }
}

enum CompletionKind: Equatable {
    case files, folders, documents, roots, tags, authors, questions, query, commands
    case values([String])
    case nothing

    /// `position` is the number of the argument's words already typed.
    init(_ argument: CommandShape.Argument, of command: String, position: Int = 0) {
        if let values = argument.allValues {
            self = .values(values)
        } else if argument.longNames == ["--root"] {
            self = .roots
        } else if argument.valueName == "doc text", position > 0 {
            self = .nothing
        } else if command == "serve", argument.valueName == "name" {
            self = .nothing
        } else {
            self = argument.valueName.flatMap { Self.byName[$0] } ?? .nothing
        }
    }

    static let byName: [String: CompletionKind] = [
        "path": .files, "file": .files, "dir": .folders, "folder": .folders, "doc": .documents,
        "doc text": .documents, "doc|path": .documents, "tag": .tags, "author": .authors, "name": .questions,
        "query": .query, "question": .query, "subcommands": .commands,
    ]
}
