/// A page image about to be recognised. The same image, on whatever page of whatever file, is recognised once.
package struct ImageFrame: Codable, Sendable, Equatable {
    package var address: PageAddress
    /// Of the pixels and the page's size; lower-case hexadecimal.
    package var imageHash: String

    package init(address: PageAddress, imageHash: String) {
        self.address = address
        self.imageHash = imageHash
    }
}

/// A file that the reader wants to read.
package struct FileFrame: Codable, Sendable, Equatable {
    /// The index in ``BundleAccess/files``, from 0.
    package var index: Int

    package init(index: Int) { self.index = index }
}

/// Something that a reader asks for only when the bundle in hand takes it.
package struct NeedFrame: Codable, Sendable, Equatable {
    package enum Need: String, Codable, Sendable, CaseIterable {
        /// The run's candidates for what is locked. The coordinator answers with the length of the answer in four bytes,
        /// big-endian, and a JSON array of strings.
        case passwords
        /// An empty file to keep a large entry in. Answered like a ``FileFrame``.
        case temporaryFile = "temporary-file"
    }
    package var need: Need

    package init(_ need: Need) { self.need = need }
}

/// The coordinator's answer to an ``ImageFrame``, and to a ``DocumentFrame`` that asks.
package enum KnownAnswer: UInt8, Sendable {
    /// The page, or the document's pages, are to be read.
    case unknown = 0x55
    /// The text is there; the reader goes on behind it.
    case known = 0x4B
}
