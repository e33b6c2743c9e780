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

/// A file that the worker wants to read.
package struct FileFrame: Codable, Sendable, Equatable {
    /// The place in ``BundleAccess/files``, from 0.
    package var index: Int

    package init(index: Int) { self.index = index }
}

/// The coordinator's answer to an ``ImageFrame``, and to a ``DocumentFrame`` that asks.
package enum KnownAnswer: UInt8, Sendable {
    /// The page, or the document's pages, are to be read.
    case unknown = 0x55
    /// The text is there; the worker goes on behind it.
    case known = 0x4B
}
