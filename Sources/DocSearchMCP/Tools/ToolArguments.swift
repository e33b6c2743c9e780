import AnswerForms
import DocSearch

/// Why a call cannot be answered, for the model that made it.
package struct ToolFault: Error {
    var sentence: String

    package init(_ sentence: String) { self.sentence = sentence }
}

struct ToolParameter: Sendable {
    enum Kind: Sendable {
        case text(most: Int)
        case number(ClosedRange<Int>)
        case choice([String])
        case flag
        /// A number, or a text that names a document.
        case document
    }

    var name: String
    var kind: Kind
    var description: String
    var isRequired = false

    /// The document that a tool is about.
    static let document = ToolParameter(
        name: "id", kind: .document,
        description: "The document's number as in search, its path, its identifier, or a citation.", isRequired: true)

    var schema: JSONObject {
        let kind: JSONObject =
            switch kind {
            case .text(let most): ["type": "string", "maxLength": most]
            case .number(let range): ["type": "integer", "minimum": range.lowerBound, "maximum": range.upperBound]
            case .choice(let values): ["type": "string", "enum": values]
            case .flag: ["type": "boolean"]
            case .document: ["type": ["integer", "string"]]
            }
        return kind + ["description": description]
    }

    fileprivate func fits(_ value: MessageValue) -> Bool {
        switch kind {
        case .text(let most): value.string.map { $0.unicodeScalars.count <= most } ?? false
        case .number(let range): value.integer.map(range.contains) ?? false
        case .choice(let values): value.string.map(values.contains) ?? false
        case .flag: if case .bool = value { true } else { false }
        case .document: value.integer != nil || value.string.map { $0.utf8.count <= 4096 } ?? false
        }
    }

    fileprivate var wanted: String {
        switch kind {
        case .text(let most): "a text of at most \(most) characters"
        case .number(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .choice(let values): "one of \(values.joined(separator: ", "))"
        case .flag: "true or false"
        case .document: "the number of a document, or a text of at most 4096 bytes"
        }
    }
}

/// Arguments of a call that are as its tool wants them.
struct ToolArguments {
    private let values: [String: MessageValue]

    /// Throws ``ToolFault``. Models send null for what they leave out.
    init(_ given: [String: MessageValue], for parameters: [ToolParameter]) throws {
        values = given.filter { $0.value != .null }
        let known = KnownMembers(parameters.map(\.name), noun: "argument")
        let names = Set(parameters.map(\.name))
        if let unknown = values.keys.filter({ !names.contains($0) }).min() {
            throw ToolFault(
                "There is no argument \"\(unknown.prefix(100))\"; \(known.advice(on: String(unknown.prefix(100)))).")
        }
        for parameter in parameters {
            guard let value = values[parameter.name] else {
                guard !parameter.isRequired
                else {
                    throw ToolFault("The argument \"\(parameter.name)\" is missing. It must be \(parameter.wanted).")
                }
                continue
            }
            guard parameter.fits(value)
            else { throw ToolFault("The argument \"\(parameter.name)\" must be \(parameter.wanted).") }
        }
    }

    func text(_ name: String) -> String? { values[name]?.string }
    func number(_ name: String) -> Int? { values[name]?.integer }
    func flag(_ name: String) -> Bool { values[name] == .bool(true) }

    func choice<Value: RawRepresentable<String>>(_ name: String, usually usual: Value) -> Value {
        text(name).flatMap(Value.init) ?? usual
    }

    func document(_ name: String) -> String { text(name) ?? number(name).map(String.init) ?? "" }
}
