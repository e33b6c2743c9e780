package struct BundleFrame: Codable, Sendable, Equatable {
    package var format: BundleFormat
    package var absence: Absence?
    package var passedOver: PassedOver?

    package init(format: BundleFormat, absence: Absence? = nil, passedOver: PassedOver? = nil) {
        (self.format, self.absence, self.passedOver) = (format, absence, passedOver)
    }

    /// Files that belong to no document, nested bundle or problem, and describe nothing.
    package struct PassedOver: Codable, Sendable, Equatable {
        package var count: Int
        /// Limited by ``mostNames`` and ``nameBytes``.
        package var names: [String]

        package static let mostNames = 20_000
        /// For all names together.
        package static let nameBytes = 2 << 20

        package init?(_ names: [String]) {
            guard !names.isEmpty else { return nil }
            count = names.count
            self.names = Self.kept(names)
        }

        static func kept(_ names: [String]) -> [String] {
            var bytes = 0
            return names.prefix(mostNames).filter { name in
                bytes += name.utf8.count
                return bytes <= nameBytes
            }
        }
    }

    package struct PassedOverFiles: Sendable {
        package private(set) var all: PassedOver?
        private var known: Set<String> = []
        private var bytes = 0

        package init() {}

        /// A reader that continues for another reports files again; each counts once.
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

    package struct Absence: Codable, Sendable, Equatable {
        package var missing: Int
        /// 0 where checksums were not requested.
        package var stated: Int
        /// To be fetched from elsewhere, which is no fault.
        package var awaited: Int
        package var awaitedNames: [String]

        package init(missing: Int, stated: Int, awaited: Int, awaitedNames: [String]) {
            (self.missing, self.stated) = (missing, stated)
            (self.awaited, self.awaitedNames) = (awaited, awaitedNames)
        }
    }
}

/// Distinguished by content.
package enum BundleFormat: String, Codable, Sendable, CaseIterable {
    case pdf
    /// A zip of PDFs with optional sidecars.
    case zip
    /// A folder on disk with nothing but documents.
    case folder = "plain-folder"
    case tar
    case sevenZip = "7z"
    /// A `.yianazip` of version 2: a zip with `metadata.json` and `content.pdf`.
    case yianaZip = "yianazip"
    /// A `.yianazip` of version 1: JSON, four bytes FF, PDF.
    case yianaBinary = "yianazip-1"
    /// A `.yianazip` that is only its metadata.
    case yianaMetadata = "yianazip-json"
    /// RFC 8493.
    case bagit
    /// Page texts and images under a METS document.
    case mets
    case hocr
    case paperless
    /// Items in DSpace's Simple Archive Format.
    case simpleArchive = "dspace-saf"
    case ocfl
    case internetArchive = "internet-archive"
    case comic = "cbz"
    case images
    case mail
    case mailbox = "mbox"
}
