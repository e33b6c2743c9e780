internal import CPopplerGLib

/// The library that reads PDFs.
package enum PDFEngine {
    /// Name and version, as in `poppler 22.12.0`.
    package static let version = "poppler " + (poppler_get_version().map { String(cString: $0) } ?? "")

    /// Keeps poppler quiet, which tells of every oddity of a file through GLib's log, by default on standard error.
    static func silence() { _ = isSilenced }

    /// GLib wants its writer set only once in a process.
    private static let isSilenced: Bool = {
        g_log_set_writer_func({ _, _, _, _ in G_LOG_WRITER_HANDLED }, nil, nil)
        g_log_set_default_handler({ _, _, _, _ in }, nil)
        return true
    }()
}
