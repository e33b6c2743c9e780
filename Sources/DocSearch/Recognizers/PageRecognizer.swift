import Foundation

/// A program of the user's choice that reads page images after tesseract. `docs/recognizers.md` describes what it is sent
/// and what it answers.
public struct PageRecognizer: Sendable, Equatable, Codable {
    /// What people call it: a name in the configuration file, or that of one that docsearch installs.
    public var name: String
    /// The program's absolute path, then its arguments.
    public var command: [String]
    /// Pages whose text has less confidence are read again: 0 to 1.
    public var below = PageRecognizer.usualBelow
    /// Time for one page.
    public var seconds = 120
    /// Address space of the program, in MiB.
    public var megabytes = 4096

    static let usualBelow = 0.92

    private enum CodingKeys: String, CodingKey, CaseIterable { case name, command, below, seconds, megabytes }

    /// Members other than the name and the command may be left out. `below` is in percent.
    public init(from decoder: any Decoder) throws {
        try KnownMembers(CodingKeys.allCases.map(\.rawValue)).refuseOthers(in: decoder)
        let values = try decoder.container(keyedBy: CodingKeys.self)
        name = try values.decode(String.self, forKey: .name)
        command = try values.decode([String].self, forKey: .command)
        func refuse(_ key: CodingKeys, unless isRight: Bool, _ reason: String) throws {
            if !isRight { throw DecodingError.dataCorruptedError(forKey: key, in: values, debugDescription: reason) }
        }
        try refuse(
            .name,
            unless: !name.isEmpty && name != "none"
                && !name.unicodeScalars.contains { $0.properties.generalCategory == .control },
            "it must be a name other than none")
        try refuse(
            .command, unless: command.first?.hasPrefix("/") == true,
            "it must be a list that begins with an absolute path")
        if let percent = try values.decodeIfPresent(Double.self, forKey: .below) {
            try refuse(.below, unless: (0...101).contains(percent), "it must be a percentage")
            below = percent / 100
        }
        seconds = try values.decodeIfPresent(Int.self, forKey: .seconds) ?? seconds
        try refuse(.seconds, unless: (1...86_400).contains(seconds), "it must be from 1 to 86400")
        megabytes = try values.decodeIfPresent(Int.self, forKey: .megabytes) ?? megabytes
        try refuse(.megabytes, unless: (64...1_048_576).contains(megabytes), "it must be from 64 to 1048576")
    }

    /// As the configuration file has it.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(name, forKey: .name)
        try values.encode(command, forKey: .command)
        try values.encode(below * 100, forKey: .below)
        try values.encode(seconds, forKey: .seconds)
        try values.encode(megabytes, forKey: .megabytes)
    }

    /// With the usual limits.
    public init(name: String, command: [String]) { (self.name, self.command) = (name, command) }
}

/// A page image that is to be read.
struct RecognizerRequest: Sendable {
    var png: [UInt8]
    /// Tesseract's codes, most important first.
    var languages: [String]
    /// Dots per inch.
    var resolution: Double
}

enum RecognizerFailure: Error, Equatable {
    /// It cannot be used at all. A sentence.
    case unavailable(String)
    /// It has no answer for this page. No capital letter, no full stop.
    case page(String)
    case stopped
}
