/// A condition on a document's facts, not its words.
package struct QueryFilter: Sendable, Equatable {
    package enum Condition: Sendable, Equatable {
        case date(CivilDateRange)
        /// The time of the file's last change.
        case modified(CivilDateRange)
        /// A part of the path form, case-insensitive.
        case path(String)
        /// The indexed folder: its absolute path, or the last name in it.
        case root(String)
        case bundle(String)
        case document(Int64)
        case id(String)
        /// A part of the name of an author, or of a person in any other role.
        case person(String)
        /// A part of the metadata of the document's package.
        case package(String)
        /// A language code as metadata has it, without its region.
        case language(String)
        case format(String)
        case pageCount(NumberRange)
        /// The source of the text of at least one page.
        case origin(String)
        /// The recognition confidence of at least one page.
        case confidence(ConfidenceRange)
        case has(Feature)
        /// A whole tag, character by character.
        case tag(String)
    }

    /// A feature that a document may have or lack.
    package enum Feature: String, Sendable, CaseIterable {
        case text, notes, highlights, attachments, title, author, date, tags, language, hidden
    }

    package var condition: Condition
    /// The filter as typed, with its `-` and field name, in Unicode scalars of the query.
    package var range: Range<Int>

    var canonicalText: String {
        switch condition {
        case .date(let dates): "date:\(dates)"
        case .modified(let dates): "modified:\(dates)"
        case .path(let part): "path:" + Self.quotedIfNeeded(part)
        case .root(let name): "root:" + Self.quotedIfNeeded(name)
        case .bundle(let name): "bundle:" + Self.quotedIfNeeded(name)
        case .document(let number): "document:\(number)"
        case .id(let text): "id:" + Self.quotedIfNeeded(text)
        case .person(let part): "person:" + Self.quotedIfNeeded(part)
        case .package(let part): "package:" + Self.quotedIfNeeded(part)
        case .language(let code): "lang:\(code)"
        case .format(let name): "format:\(name)"
        case .pageCount(let range): "pages:\(range)"
        case .origin(let name): "origin:\(name)"
        case .confidence(let range): "confidence:\(range)"
        case .has(let feature): "has:\(feature.rawValue)"
        case .tag(let name): "tag:=" + Self.quotedIfNeeded(name)
        }
    }

    /// In quotation marks unless the text reads back without them.
    private static func quotedIfNeeded(_ text: String) -> String {
        let marks = "-_./".unicodeScalars
        let isPlain = text.unicodeScalars.allSatisfy { $0.isLetterOrDigit || $0.isMark || marks.contains($0) }
        return isPlain ? text : quoted(text)
    }

    /// A value as it is written in a query, character by character: in quotation marks, with those in it written twice.
    package static func quoted(_ value: String) -> String {
        let scalars = value.unicodeScalars.flatMap { $0.isQuote ? [$0, $0] : [$0] }
        return "\"\(String(scalars: scalars))\""
    }

    static func withoutDoubledQuotes(_ text: String) -> String {
        var kept: [Unicode.Scalar] = []
        var isSecond = false
        for scalar in text.unicodeScalars {
            isSecond = scalar.isQuote && !isSecond && kept.last == scalar
            if !isSecond { kept.append(scalar) }
        }
        return String(scalars: kept)
    }
}
