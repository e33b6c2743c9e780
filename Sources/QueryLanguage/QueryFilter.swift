/// A condition on a document's facts rather than its words.
package struct QueryFilter: Sendable, Equatable {
    package enum Condition: Sendable, Equatable {
        case date(CivilDateRange)
        /// When the file last changed.
        case modified(CivilDateRange)
        /// A part of the path form, capitals and small letters alike.
        case path(String)
        /// The folder that was indexed: its absolute path, or the last name in it.
        case root(String)
        /// The name of the bundle that holds the document.
        case bundle(String)
        /// The number of a document in the index.
        case document(Int64)
        case id(String)
        /// A part of the name of an author, or of a person with any other role.
        case person(String)
        /// A part of what is said of the package that the document came in.
        case package(String)
        /// A language code as metadata has it, without its region.
        case language(String)
        /// A format of bundles.
        case format(String)
        case pageCount(NumberRange)
        /// Where the text of one page at least comes from.
        case origin(String)
        /// How sure the recognition was of one page at least.
        case confidence(ConfidenceRange)
        case has(Feature)
        /// A whole tag, character by character.
        case tag(String)
    }

    /// What a document may have or lack.
    package enum Feature: String, Sendable, CaseIterable {
        case text, notes, highlights, attachments, title, author, date, tags, language, hidden
    }

    package var condition: Condition
    /// The filter as typed, with its `-` and field name, in Unicode scalars of the query.
    package var range: Range<Int>

    /// The filter in the canonical form, without its exclusion.
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
        return isPlain ? text : "\"\(text)\""
    }
}
