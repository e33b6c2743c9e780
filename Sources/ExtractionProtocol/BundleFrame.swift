/// What the bundle turned out to be.
package struct BundleFrame: Codable, Sendable, Equatable {
    package var format: BundleFormat
    /// Files that its descriptions name and that are not there; nil when there are none.
    package var absence: Absence?
    /// Files in it that nothing comes of; nil when there are none.
    package var passedOver: PassedOver?

    package init(format: BundleFormat, absence: Absence? = nil, passedOver: PassedOver? = nil) {
        (self.format, self.absence, self.passedOver) = (format, absence, passedOver)
    }

    /// Files that are in no document, no bundle within the bundle and no problem, and describe nothing.
    package struct PassedOver: Codable, Sendable, Equatable {
        package var count: Int
        /// The first of them, as many as ``mostNames`` and ``nameBytes`` allow.
        package var names: [String]

        package static let mostNames = 20_000
        /// Bytes of all names together.
        package static let nameBytes = 2 << 20

        /// Nil for no names.
        package init?(_ names: [String]) {
            guard !names.isEmpty else { return nil }
            count = names.count
            var bytes = 0
            self.names = names.prefix(Self.mostNames).filter { name in
                bytes += name.utf8.count
                return bytes <= Self.nameBytes
            }
        }
    }

    /// The files of several frames, as many names as those of one.
    package struct PassedOverFiles: Sendable {
        package private(set) var all: PassedOver?
        private var known: Set<String> = []
        private var bytes = 0

        package init() {}

        /// A reader that goes on for another says again what it finds again: that counts once.
        package mutating func add(_ files: PassedOver?) {
            guard let files else { return }
            let new = files.names.filter { known.insert($0).inserted }
            guard var sum = all else {
                bytes = files.names.reduce(0) { $0 + $1.utf8.count }
                all = files
                return
            }
            guard !new.isEmpty else { return }
            sum.count += files.count - (files.names.count - new.count)
            for name in new
            where sum.names.count < PassedOver.mostNames && bytes + name.utf8.count <= PassedOver.nameBytes {
                bytes += name.utf8.count
                sum.names.append(name)
            }
            all = sum
        }
    }

    /// What a bundle lacks.
    package struct Absence: Codable, Sendable, Equatable {
        /// Files that are missing.
        package var missing: Int
        /// Those of them that checksums are stated for; 0 where these were not asked for.
        package var stated: Int
        /// Files that are to be fetched from elsewhere, which is no fault.
        package var awaited: Int
        /// The first of these.
        package var awaitedNames: [String]

        package init(missing: Int, stated: Int, awaited: Int, awaitedNames: [String]) {
            (self.missing, self.stated) = (missing, stated)
            (self.awaited, self.awaitedNames) = (awaited, awaitedNames)
        }
    }
}

/// The formats of bundles that are understood, told apart by content.
package enum BundleFormat: String, Codable, Sendable, CaseIterable {
    /// A PDF on disk.
    case pdf
    /// A zip of PDFs with optional sidecars.
    case zip
    /// A folder on disk with no more than documents in it.
    case folder = "plain-folder"
    /// A tar of documents, compressed or not.
    case tar
    /// A 7z of documents.
    case sevenZip = "7z"
    /// A `.yianazip` of version 2: a zip with `metadata.json` and `content.pdf`.
    case yianaZip = "yianazip"
    /// A `.yianazip` of version 1: JSON, four bytes FF, PDF.
    case yianaBinary = "yianazip-1"
    /// A `.yianazip` that is only its metadata.
    case yianaMetadata = "yianazip-json"
    /// A bag (RFC 8493).
    case bagit
    /// Page texts and images under a METS document.
    case mets
    /// Page images with hOCR.
    case hocr
    /// An export of Paperless-ngx.
    case paperless
    /// Items in DSpace's Simple Archive Format.
    case simpleArchive = "dspace-saf"
    case ocfl
    /// An item of the Internet Archive.
    case internetArchive = "internet-archive"
    /// Page images with ComicInfo.
    case comic = "cbz"
    case images
    /// A mail message with attachments.
    case mail
    /// A mailbox of several messages.
    case mailbox = "mbox"
}
