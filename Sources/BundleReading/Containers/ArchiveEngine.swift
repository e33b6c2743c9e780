import Glibc

/// What libarchive needs of the process: names are converted as the locale says, and this process has none.
package enum ArchiveEngine {
    /// Owned by the process; nil where the system does not have it, and other names than those in ASCII suffer.
    private nonisolated(unsafe) static let unicode: locale_t? = newlocale(LC_CTYPE_MASK, "C.UTF-8", nil)

    /// Loads the locale, and what names in zips are converted with. To be called before the process gives up its rights.
    package static func prepare() {
        _ = unicode
        NameEncoding.prepare()
    }

    /// Has `body` run in a locale with UTF-8. Of this thread alone: other libraries mind the locale, too.
    static func inUnicode<Value>(_ body: () throws -> Value) rethrows -> Value {
        guard let unicode else { return try body() }
        let before = uselocale(unicode)
        defer { uselocale(before) }
        return try body()
    }
}
