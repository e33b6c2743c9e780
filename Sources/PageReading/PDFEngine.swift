internal import CPopplerGLib
internal import ExtractionProtocol
import Foundation

package enum PDFEngine {
    /// Name and version, as in `poppler 22.12.0`. Also says when tables are missing, because text differs without them.
    package static let version =
        "poppler " + (poppler_get_version().map { String(cString: $0) } ?? "")
        + (hasTables ? "" : GreetingFrame.withoutTables)

    /// True when poppler has its tables for Chinese, Japanese and Korean. It looks for them only in this place, when it
    /// is initialised.
    static let hasTables = access("/usr/share/poppler/cidToUnicode/Adobe-Japan1", R_OK) == 0

    static func listen() { _ = isListening }

    /// GLib allows its writer to be set only once in a process. Poppler's messages go to the default handler.
    private static let isListening: Bool = {
        g_log_set_writer_func({ _, _, _, _ in G_LOG_WRITER_HANDLED }, nil, nil)
        g_log_set_default_handler(
            { domain, _, message, _ in
                // Messages of cairo, GLib and GIO are about programs, not files.
                guard let domain, let message, String(cString: domain) == "Poppler" else { return }
                HeardWarnings.add(String(cString: message), from: "poppler")
            }, nil)
        return true
    }()

    /// Loads everything that poppler loads while reading, for a process that soon can load nothing more. The C library
    /// unloads a converter that is not open, and poppler frees its tables with the last document, so one of each stays
    /// open.
    package static func prepare() {
        _ = converter
        listen()
        _ = anchor
    }

    /// Pages rendered for warming up cannot have compromised the process.
    package static func forgetRenderedPages() { PDFPage.renderedPages = 0 }

    /// Never used; a failure shows when a text is converted.
    private nonisolated(unsafe) static let converter = g_iconv_open("UTF-8", "UTF-16BE")

    /// Owned by the process. Null when poppler refuses it, which only costs time.
    private nonisolated(unsafe) static let anchor: OpaquePointer? = {
        let pdf = Array(
            "%PDF-1.4\n1 0 obj<</Pages 2 0 R>>endobj 2 0 obj<</Kids[]/Count 0>>endobj trailer<</Root 1 0 R>>".utf8)
        let data = g_bytes_new(pdf, gsize(pdf.count))
        // The document holds a reference of its own.
        defer { g_bytes_unref(data) }
        return poppler_document_new_from_bytes(data, nil, nil)
    }()
}
