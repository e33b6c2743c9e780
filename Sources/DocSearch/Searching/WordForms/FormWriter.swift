import GRDB
import Synchronization

/// The words entered since the index was opened. Most words of a text are among them.
final class KnownForms: Sendable {
    /// 32 MB, about.
    private static let most = 400_000
    private let known = Mutex<Set<String>>([])

    /// Whether it is new.
    func add(_ key: String) -> Bool {
        known.withLock { known in
            if known.count >= Self.most { known.removeAll() }
            return known.insert(key).inserted
        }
    }

    /// Call when rows are deleted, or a transaction is rolled back.
    func forget() { known.withLock { $0.removeAll() } }
}

/// Enters the words of texts into the table `word_form`. Rows stay when their words are gone: they find nothing then.
/// Call inside a transaction.
struct FormWriter {
    private let db: Database
    private let known: KnownForms
    private let languages: [FormLanguage]
    private let keys: FormKeys?

    /// `languages` are those of the document.
    init(_ db: Database, _ known: KnownForms, languages: [FormLanguage]) throws {
        (self.db, self.known, self.languages) = (db, known, languages)
        keys = languages.isEmpty ? nil : try FormKeys(db, languages)
    }

    /// Korean is known by its letters; other texts without a language that has forms are not looked into.
    func enter(_ text: String) throws {
        guard !languages.isEmpty || FormKeys.mayBeKorean(text.utf8) else { return }
        let keys = try keys ?? FormKeys(db, [])
        let prefix = languages.map(\.rawValue).joined() + " "
        var words: [FormKeys.Word] = []
        try keys.forEach(in: text) { token, written in
            // A single letter has no forms.
            guard token.count > 1, !languages.isEmpty || FormKeys.mayBeKorean(token),
                known.add(prefix + String(decoding: written, as: UTF8.self))
            else { return }
            words.append(FormKeys.word(token, written: written))
        }
        for word in words where word.isWord {
            if word.isKorean {
                for ending in FormKeys.koreanEndings(of: word.token) {
                    try insert(FormKeys.korean, ending, word.token)
                }
                continue
            }
            for language in languages {
                guard let stem = try keys.stem(of: word, language) else { continue }
                try insert(language.rawValue, stem, word.token)
                if FormLanguage.compounding.contains(language),
                    stem.unicodeScalars.count >= FormKeys.shortestCompound
                {
                    try insert(language.rawValue, FormKeys.reversed(stem), word.token)
                }
            }
        }
    }

    private func insert(_ language: String, _ stem: String, _ word: String) throws {
        try db.execute(
            "INSERT OR IGNORE INTO word_form (language, stem, word) VALUES (?, ?, ?)", [language, stem, word])
    }
}

extension IndexStore {
    /// In `meta`: by which stems the rows were made. Others need a ``FullTextRebuild``.
    static let formsKey = "word-forms"

    /// Takes out the words that no page has any more. Goes through the whole list of words.
    func forgetLostForms(_ db: Database) throws {
        try db.execute(
            sql: """
                DELETE FROM word_form
                WHERE word NOT IN (SELECT term FROM \(FullTextTables.current.vocabulary))
                """)
        knownForms.forget()
    }
}
