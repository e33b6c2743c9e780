internal import BundleConventions
internal import ExtractionProtocol
internal import Markup

protocol BundleOpener {
    static func matches(_ opening: FileOpening) -> Bool
    /// `way` leads from the bundle to the file, and is empty for the bundle's own.
    static func open(_ opening: FileOpening, way: [BundleEntry], session: ReadingSession) throws -> OpenedFile
}

enum OpenedFile {
    case container(any Container, BundleFormat)
    case document(BundledDocument, BundleFormat)
}

/// The only list of openers. A new format is a new opener and a line here.
enum BundleOpeners {
    /// Tried in this order. A PDF comes after zip and JSON because `%PDF-` need not be at the very start of a PDF, and
    /// a stored PDF, or one that follows short JSON, also begins within the first 1024 bytes.
    private static var all: [any BundleOpener.Type] {
        [
            ZipOpener.self, ArchiveOpener.self, YianaOpener.self, ImageOpener.self, TNEFOpener.self, OutlookOpener.self,
            MailboxOpener.self, MailOpener.self, AppleMailOpener.self, HeadlessArchiveOpener.self, PDFOpener.self,
            PrefixedZipOpener.self,
        ]
    }

    static func opener(for opening: FileOpening) -> (any BundleOpener.Type)? { all.first { $0.matches(opening) } }
}

struct FileOpening {
    /// The range in which a PDF's header may be.
    static let headBytes = 1024
    let head: [UInt8]
    /// The last 64 KiB and 22 bytes, where a zip's end record is. Left out for files that start as a zip, because they
    /// are many.
    let tail: [UInt8]
    let file: BundleFile

    init(of file: BundleFile) throws {
        guard file.byteCount > 0 else { throw BundleError(.empty, "the file is empty") }
        self.file = file
        head = try file.bytes(at: 0, count: Self.headBytes)
        guard !ZipOpener.begins(head) else {
            tail = []
            return
        }
        let tailCount = 65_535 + 22
        tail = try file.bytes(at: max(0, file.byteCount - Int64(tailCount)), count: tailCount)
    }

    /// The length that a mail's headers may have; the first bytes where the file cannot be read.
    var headers: [UInt8] {
        guard file.byteCount > head.count else { return head }
        do {
            return try file.bytes(at: 0, count: MailShape.windowBytes)
        } catch {
            // Opening the file reports the error.
            return head
        }
    }

    func firstCharacters(_ count: Int) -> [UInt8] {
        let start = head.starts(with: TextDecoding.utf8Mark) ? TextDecoding.utf8Mark.count : 0
        return Array(head.dropFirst(start).lazy.filter { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }.prefix(count))
    }
}

extension Array<UInt8> {
    func firstIndex(ofSequence pattern: [UInt8], from start: Int = 0) -> Int? {
        guard let lead = pattern.first else { return start }
        var index = start
        while index <= count - pattern.count {
            guard let found = self[index...(count - pattern.count)].firstIndex(of: lead) else { return nil }
            if self[found...].starts(with: pattern) { return found }
            index = found + 1
        }
        return nil
    }
}
