internal import CPopplerGLib

extension PDFEngine {
    /// Loads what poppler would load while it reads, for a process that soon can load nothing any more.
    ///
    /// That is the C library's converter for UTF-16, in which PDFs keep titles and labels. The C library lets go of a
    /// converter that nobody has open, so this one stays open as long as the process runs.
    package static func prepare() { _ = converter }

    /// Never used; a failure shows when a text is converted.
    private nonisolated(unsafe) static let converter = g_iconv_open("UTF-8", "UTF-16BE")
}
