internal import CPopplerGLib
import Foundation

/// Not thread-safe, because poppler's documents are not.
package final class PDFDocument {
    /// Owned: unreferenced in `deinit`.
    private let document: OpaquePointer
    /// The file when there are no bytes; -1 otherwise.
    private let descriptor: Int32
    /// Poppler reads from these bytes as long as it lives.
    private let bytes: UnsafeRawBufferPointer?
    let scanResolution = ScanResolution()
    /// Poppler may have recovered nevertheless.
    package let openingWarnings: HeardWarnings
    /// Keeps the bytes valid.
    private let owner: AnyObject?
    private let password: String?
    /// The file opened a second time, for its date and for pages with right-to-left text. Nil if that failed.
    private(set) lazy var wordSource = openWordSource()

    /// `owner` must keep `bytes` valid and is retained as long as the document. The password is the user's or the
    /// owner's.
    package init(bytes: UnsafeRawBufferPointer, owner: AnyObject, password: String? = nil) throws {
        PDFEngine.listen()
        HeardWarnings.take()
        guard let base = bytes.baseAddress, !bytes.isEmpty else { throw PageReadingError(.damaged, "the PDF is empty") }
        let data = g_bytes_new_static(base, gsize(bytes.count))
        // The document holds a reference of its own.
        defer { g_bytes_unref(data) }
        var error: UnsafeMutablePointer<GError>?
        let opened =
            password.map { Self.open(data, password: $0, &error) }
            ?? poppler_document_new_from_bytes(data, nil, &error)
        guard let opened else { throw Self.failure(error) }
        document = opened
        openingWarnings = HeardWarnings.take()
        self.bytes = bytes
        self.owner = owner
        self.password = password
        descriptor = -1
    }

    /// The caller keeps the descriptor.
    package init(descriptor: Int32, password: String? = nil) throws {
        PDFEngine.listen()
        HeardWarnings.take()
        // poppler_document_new_from_fd takes ownership of the descriptor and closes it.
        let own = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
        guard own >= 0 else { throw PageReadingError(.damaged, "the PDF could not be opened again") }
        var error: UnsafeMutablePointer<GError>?
        guard let opened = poppler_document_new_from_fd(own, password, &error) else {
            let failure = Self.failure(error)
            // With a wrong password poppler 22.12 retries in another encoding, on the file that it has closed by then.
            throw password == nil ? failure : PageReadingError(.locked, "the password does not open the PDF")
        }
        document = opened
        openingWarnings = HeardWarnings.take()
        bytes = nil
        owner = nil
        self.password = password
        // Owned by poppler, which closes it with the document.
        self.descriptor = own
    }

    /// Warnings are discarded, because they were heard at the first opening.
    private func openWordSource() -> WordSource? {
        HeardWarnings.unheard {
            if let bytes { return WordSource(bytes: bytes, owner: owner, password: password) }
            guard let file = FileBytes(descriptor: descriptor) else { return nil }
            return WordSource(bytes: file.bytes, owner: file, password: password)
        }
    }

    /// From a stream: with a wrong password `poppler_document_new_from_bytes` of poppler 22.12 uses freed memory.
    private static func open(
        _ data: OpaquePointer?, password: String, _ error: inout UnsafeMutablePointer<GError>?
    ) -> OpaquePointer? {
        guard let stream = g_memory_input_stream_new_from_bytes(data) else { return nil }
        // The document holds a reference of its own.
        defer { g_object_unref(UnsafeMutableRawPointer(stream)) }
        return poppler_document_new_from_stream(stream, goffset(g_bytes_get_size(data)), password, nil, &error)
    }

    deinit { g_object_unref(UnsafeMutableRawPointer(document)) }

    /// Empty where the file cannot be read a second time.
    func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        if let bytes { return try body(bytes) }
        guard let file = FileBytes(descriptor: descriptor) else {
            return try body(UnsafeRawBufferPointer(start: nil, count: 0))
        }
        return try withExtendedLifetime(file) { try body(file.bytes) }
    }

    package var pageCount: Int { max(0, Int(poppler_document_get_n_pages(document))) }

    package var information: DocumentInformation {
        var result = DocumentInformation()
        result.title = information("Title", poppler_document_get_title)
        result.author = information("Author", poppler_document_get_author)
        result.subject = information("Subject", poppler_document_get_subject)
        result.keywords = information("Keywords", poppler_document_get_keywords)
        result.creator = PDFText.take(poppler_document_get_creator(document))
        result.producer = PDFText.take(poppler_document_get_producer(document))
        let written = creationDate()
        result.creationDate = written.flatMap { PDFDate.isCredible($0) ? $0 : nil }
        if let xmp = GLibText.take(poppler_document_get_metadata(document)) { result.xmp = XMPReader(xmp) }
        // Converters repeat it there.
        if let date = result.xmp.date, let written, written.hasPrefix(date.prefix(10)) { result.xmp.date = nil }
        let found = annotations()
        (result.comments, result.formValues) = (found.comments, found.formValues)
        result.attachments = Array((attachmentNames() + found.files).prefix(Self.mostNames))
        return result
    }

    /// Programs write UTF-8 without the mark that it needs (ISO 32000-2, 7.9.2.2), and poppler takes its bytes for those
    /// of PDFDocEncoding, where no text makes sense that is valid UTF-8.
    private func information(
        _ key: String, _ read: (OpaquePointer?) -> UnsafeMutablePointer<CChar>?
    ) -> String? {
        // Poppler-glib drops UTF-16 with half a character at its end.
        guard let text = GLibText.take(read(document)) ?? wordSource?.information(key) else { return nil }
        guard text.utf8.contains(where: { $0 >= 0x80 }), let written = wordSource?.information(key) else {
            return PDFText.understood(text)
        }
        let bytes = written.unicodeScalars.compactMap { UInt8(exactly: $0.value) }
        guard bytes.count == written.unicodeScalars.count, let utf8 = PDFText.utf8(bytes) else {
            return PDFText.understood(text)
        }
        return utf8
    }

    /// No file is named where there are more, because poppler makes an object for each.
    private static let mostAttachments = 100_000
    static let mostNames = 500

    private func attachmentNames() -> [String] {
        guard poppler_document_has_attachments(document) != 0,
            poppler_document_get_n_attachments(document) <= Self.mostAttachments
        else { return [] }
        return GLibList.take(
            poppler_document_get_attachments(document), freedBy: { g_list_free_full($0, g_object_unref) },
            Self.name(of:))
    }

    static func name(of attachment: PopplerAttachment) -> String? {
        attachment.name.map { PDFText.understood(String(cString: $0)) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    var hasListedFiles: Bool { poppler_document_has_attachments(document) != 0 }

    /// The caller owns the references to the files. `count` is the number that the PDF states.
    func listedFiles(most: Int) throws -> (files: [UnsafeMutablePointer<PopplerAttachment>], count: Int) {
        guard hasListedFiles else { return ([], 0) }
        let count = Int(poppler_document_get_n_attachments(document))
        guard count <= most else { throw Self.tooMany(count, most) }
        let list = poppler_document_get_attachments(document)
        defer { g_list_free(list) }
        let files = sequence(first: list) { $0?.pointee.next }.prefix { $0 != nil }
            .compactMap { $0?.pointee.data?.assumingMemoryBound(to: PopplerAttachment.self) }
        return (files, count)
    }

    package func page(_ number: Int) throws -> PDFPage {
        guard number >= 1, number <= pageCount else {
            throw PageReadingError(.damaged, "the PDF has no page \(number)")
        }
        guard let page = poppler_document_get_page(document, Int32(number - 1)) else {
            throw PageReadingError(.damaged, "the page's description in the PDF is damaged")
        }
        return PDFPage(page, number: number, document: self)
    }

    /// The caller frees it.
    func newOutline() -> OpaquePointer? { poppler_index_iter_new(document) }

    /// 0 if there is no such destination.
    func pageOfDestination(_ name: UnsafePointer<CChar>) -> Int {
        guard let found = poppler_document_find_dest(document, name) else { return 0 }
        defer { poppler_dest_free(found) }
        return Int(found.pointee.page_num)
    }

    /// Poppler-glib takes a time zone without a time for minutes, and the years before 1930 for those of Distiller 3.
    private func creationDate() -> String? {
        wordSource?.information("CreationDate").flatMap(PDFDate.iso8601)
    }

    /// Takes ownership of a GLib error, which may be null.
    private static func failure(_ error: UnsafeMutablePointer<GError>?) -> PageReadingError {
        guard let error else { return PageReadingError(.damaged, "the PDF cannot be opened") }
        defer { g_error_free(error) }
        if error.pointee.domain == poppler_error_quark(),
            error.pointee.code == Int32(POPPLER_ERROR_ENCRYPTED.rawValue)
        {
            return PageReadingError(.locked, "the PDF is encrypted and needs a password to be opened")
        }
        let message = error.pointee.message.map { String(cString: $0) } ?? "no message"
        return PageReadingError(.damaged, "the PDF is damaged beyond reading (poppler: \(message))")
    }
}

private final class FileBytes {
    let bytes: UnsafeRawBufferPointer

    init?(descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_size > 0,
            let start = mmap(nil, Int(status.st_size), PROT_READ, MAP_PRIVATE, descriptor, 0), start != MAP_FAILED
        else { return nil }
        bytes = UnsafeRawBufferPointer(start: start, count: Int(status.st_size))
    }

    deinit { munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count) }
}
