internal import CPopplerGLib
internal import ExtractionProtocol
import Foundation

/// The library that reads PDFs.
package enum PDFEngine {
    /// Name and version, as in `poppler 22.12.0`; also that tables are missing, without which it reads other texts.
    package static let version =
        "poppler " + (poppler_get_version().map { String(cString: $0) } ?? "")
        + (hasTables ? "" : GreetingFrame.withoutTables)

    /// Whether poppler has its tables for Chinese, Japanese and Korean. It looks for them in one place, when it is set up.
    static let hasTables = access("/usr/share/poppler/cidToUnicode/Adobe-Japan1", R_OK) == 0

    /// Has ``HeardWarnings`` told what poppler says of a file through GLib's log, and nothing of it printed.
    static func listen() { _ = isListening }

    /// GLib wants its writer set only once in a process. Poppler's messages go to the default handler.
    private static let isListening: Bool = {
        g_log_set_writer_func({ _, _, _, _ in G_LOG_WRITER_HANDLED }, nil, nil)
        g_log_set_default_handler(
            { domain, _, message, _ in
                message.map(MissingResource.hear)
                // Cairo, GLib and GIO speak of programs rather than of files.
                guard let domain, let message, String(cString: domain) == "Poppler" else { return }
                HeardWarnings.add(String(cString: message), from: "poppler")
            }, nil)
        return true
    }()

    /// Loads what poppler would load while it reads, for a process that soon can load nothing any more: the C library's
    /// converter for UTF-16, in which PDFs keep titles and labels. The C library lets go of a converter that is not
    /// open, so this one stays open as long as the process runs.
    ///
    /// The first document that is opened sets up poppler's tables of characters, and the last one that is closed takes
    /// them down: one without pages stays open too, which spares every other that work.
    package static func prepare() {
        _ = converter
        listen()
        _ = anchor
    }

    /// Pages that were rendered to warm up are none that could have compromised anything for others.
    package static func forgetRenderedPages() { PDFPage.renderedPages = 0 }

    /// Never used; a failure shows when a text is converted.
    private nonisolated(unsafe) static let converter = g_iconv_open("UTF-8", "UTF-16BE")

    /// Owned by the process. Null when poppler refuses it, which costs time and nothing else.
    private nonisolated(unsafe) static let anchor: OpaquePointer? = {
        let pdf = Array(
            "%PDF-1.4\n1 0 obj<</Pages 2 0 R>>endobj 2 0 obj<</Kids[]/Count 0>>endobj trailer<</Root 1 0 R>>".utf8)
        let data = g_bytes_new(pdf, gsize(pdf.count))
        // The document holds a reference of its own.
        defer { g_bytes_unref(data) }
        return poppler_document_new_from_bytes(data, nil, nil)
    }()
}
