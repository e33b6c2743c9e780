/// Requests the outline of the open document and the other files of the bundle: one ``ContentsFrame``.
package struct ListContentsRequest: Codable, Sendable, Equatable {
    package var limits: ExtractionLimits

    package init(limits: ExtractionLimits) { self.limits = limits }
}

/// Requests the bytes of one of ``ContentsFrame/files``, written to the descriptor that comes with the request.
package struct CopyFileRequest: Codable, Sendable, Equatable {
    package var number: Int
    package var limits: ExtractionLimits

    package init(number: Int, limits: ExtractionLimits) { (self.number, self.limits) = (number, limits) }
}

package struct ContentsFrame: Codable, Sendable, Equatable {
    package struct Heading: Codable, Sendable, Equatable {
        package var title: String
        /// From 1; nil when it leads to no page of the document.
        package var page: Int?
        /// 0 at the top.
        package var depth: Int

        package init(title: String, page: Int?, depth: Int) {
            (self.title, self.page, self.depth) = (title, page, depth)
        }
    }

    package struct File: Codable, Sendable, Equatable {
        /// Position in the bundle's directory, from 1.
        package var number: Int
        package var name: String

        package init(number: Int, name: String) { (self.number, self.name) = (number, name) }
    }

    package var outline: [Heading]
    package var files: [File]

    package init(outline: [Heading], files: [File]) { (self.outline, self.files) = (outline, files) }

    package static let mostHeadings = 2_000
    /// Levels below the top.
    package static let deepest = 7
    package static let titleBytes = 512
    package static let mostFiles = 500
    static let fileNumbers = 1...Int(Int32.max)
    package static let nameBytes = 1024
}
