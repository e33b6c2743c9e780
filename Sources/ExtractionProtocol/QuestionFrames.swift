/// A page image about to be recognised. Identical images are recognised once, on whatever page of whatever file.
package struct ImageFrame: Codable, Sendable, Equatable {
    package var address: PageAddress
    /// Hash of the pixels and the page's size, in lower-case hexadecimal.
    package var imageHash: String

    package init(address: PageAddress, imageHash: String) { (self.address, self.imageHash) = (address, imageHash) }
}

package struct FileFrame: Codable, Sendable, Equatable {
    /// The index in ``BundleAccess/files``, from 0.
    package var index: Int

    package init(index: Int) { self.index = index }
}

package struct NeedFrame: Codable, Sendable, Equatable {
    package enum Need: String, Codable, Sendable, CaseIterable {
        /// The run's candidate passwords. The coordinator answers with the answer's length in four bytes, big-endian,
        /// and a JSON array of strings.
        case passwords
        /// An empty file for a large entry. Answered like a ``FileFrame``.
        case temporaryFile = "temporary-file"
    }
    package var need: Need

    package init(_ need: Need) { self.need = need }
}

/// The coordinator's answer to an ``ImageFrame``, and to a ``DocumentFrame`` that asks.
package enum KnownAnswer: UInt8, Sendable {
    case unknown = 0x55
    /// The text is stored already; the reader continues after it.
    case known = 0x4B
}
