import Glibc

/// A locale for libarchive, which converts names by the locale: this process has none of its own.
package enum ArchiveEngine {
    /// Owned by the process. Nil where the system lacks it; then only ASCII names are right.
    private nonisolated(unsafe) static let unicode: locale_t? = newlocale(LC_CTYPE_MASK, "C.UTF-8", nil)

    /// Loads the locale and the converters for names in zips. Call before the process gives up its rights.
    package static func prepare() {
        _ = unicode
        CodePageTable.prepare()
    }

    /// Runs `body` in a UTF-8 locale, for this thread only, because other libraries depend on the locale too.
    static func inUnicode<Value>(_ body: () throws -> Value) rethrows -> Value {
        guard let unicode else { return try body() }
        let before = uselocale(unicode)
        defer { uselocale(before) }
        return try body()
    }
}
