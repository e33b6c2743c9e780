internal import CPopplerGLib

/// The files embedded in a PDF: those in its list, as in portfolios, and those attached to its pages.
package final class PDFEmbeddedFiles {
    /// May be empty or repeated.
    package let names: [String]
    /// Listed files without bytes in the PDF.
    package let missing: Int
    /// Owned: unreferenced in `deinit`.
    private let attachments: [UnsafeMutablePointer<PopplerAttachment>]
    /// After the others.
    private let oddlyNamed: [OddlyNamedFiles.File]
    /// Keeps the document alive, from which attachments are read.
    private let document: PDFDocument

    /// Takes ownership of the references to the attachments.
    fileprivate init(
        _ attachments: [UnsafeMutablePointer<PopplerAttachment>], missing: Int, of document: PDFDocument
    ) {
        self.attachments = attachments
        self.document = document
        oddlyNamed = missing > 0 ? document.withBytes { OddlyNamedFiles($0, most: missing).files } : []
        self.missing = missing - oddlyNamed.count
        names = attachments.map { PDFDocument.name(of: $0.pointee) ?? "" } + oddlyNamed.map(\.name)
    }

    deinit { attachments.forEach { g_object_unref($0) } }

    package func read(_ index: Int, _ consume: (UnsafeRawBufferPointer) throws -> Void) throws {
        guard index < attachments.count else {
            let file = oddlyNamed[index - attachments.count]
            guard let bytes = document.withBytes({ OddlyNamedFiles.read(file, in: $0) }) else { throw Self.unreadable }
            return try bytes.withUnsafeBytes(consume)
        }
        try withoutActuallyEscaping(consume) { consume in
            let receiver = Receiver(consume)
            let isComplete = withExtendedLifetime(receiver) {
                poppler_attachment_save_to_callback(
                    attachments[index],
                    { bytes, count, receiver, _ in
                        guard let receiver else { return 0 }
                        let bytes = UnsafeRawBufferPointer(start: bytes, count: Int(count))
                        return Unmanaged<Receiver>.fromOpaque(receiver).takeUnretainedValue().take(bytes) ? 1 : 0
                    }, Unmanaged.passUnretained(receiver).toOpaque(), nil)
            }
            if let error = receiver.error { throw error }
            guard isComplete != 0 else { throw Self.unreadable }
        }
    }

    private static let unreadable = PageReadingError(.damaged, "its bytes in the PDF cannot be read")

    private final class Receiver {
        private let consume: (UnsafeRawBufferPointer) throws -> Void
        private(set) var error: (any Error)?

        init(_ consume: @escaping (UnsafeRawBufferPointer) throws -> Void) { self.consume = consume }

        func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
            do {
                try consume(bytes)
                return true
            } catch {
                self.error = error
                return false
            }
        }
    }
}

extension PDFDocument {
    /// Reads its pages, whose annotations poppler keeps from then on.
    package var hasEmbeddedFiles: Bool {
        hasListedFiles || pageNumbers.contains { !filesOnPage($0) { _ in true }.isEmpty }
    }

    /// Limited, because poppler makes an object for each file.
    package func embeddedFiles(most: Int) throws -> PDFEmbeddedFiles {
        let (listed, count) = try listedFiles(most: most)
        var found = listed
        for number in pageNumbers {
            found += filesOnPage(number) { poppler_annot_file_attachment_get_attachment($0) }
            guard found.count <= most else {
                found.forEach { g_object_unref($0) }
                throw Self.tooMany(found.count, most)
            }
        }
        return PDFEmbeddedFiles(found, missing: max(0, count - listed.count), of: self)
    }

    static func tooMany(_ count: Int, _ most: Int) -> PageReadingError {
        PageReadingError(.limit, "it has \(count) files within it; the limit is \(most) (entries)")
    }

    private var pageNumbers: Range<Int> { 1..<pageCount + 1 }

    /// Problems of the page are reported when its text is read.
    private func filesOnPage<Value>(_ number: Int, _ read: (OpaquePointer) -> Value?) -> [Value] {
        (try? page(number))?.attachedFiles(read) ?? []
    }
}

extension PDFPage {
    func attachedFiles<Value>(_ read: (OpaquePointer) -> Value?) -> [Value] {
        GLibList.take(poppler_page_get_annot_mapping(page), freedBy: poppler_page_free_annot_mapping) {
            (mapping: PopplerAnnotMapping) in
            guard let note = mapping.annot, poppler_annot_get_annot_type(note) == POPPLER_ANNOT_FILE_ATTACHMENT
            else { return nil }
            return read(note)
        }
    }

    static func fileName(of annotation: OpaquePointer) -> String? {
        guard poppler_annot_get_annot_type(annotation) == POPPLER_ANNOT_FILE_ATTACHMENT,
            let file = poppler_annot_file_attachment_get_attachment(annotation)
        else { return nil }
        defer { g_object_unref(file) }
        return PDFDocument.name(of: file.pointee)
    }
}
