/// Asks for the outline of the open document, and the files of the bundle that are no documents: one ``ContentsFrame``.
package struct ListContentsRequest: Codable, Sendable, Equatable {
    package var limits: ExtractionLimits

    package init(limits: ExtractionLimits) { self.limits = limits }
}

/// Asks for the bytes of one of ``ContentsFrame/files``, to be written to the descriptor that comes with the request.
package struct CopyFileRequest: Codable, Sendable, Equatable {
    package var number: Int
    package var limits: ExtractionLimits

    package init(number: Int, limits: ExtractionLimits) {
        self.number = number
        self.limits = limits
    }
}

/// What an open document has beside its pages.
package struct ContentsFrame: Codable, Sendable, Equatable {
    /// A line of a table of contents.
    package struct Heading: Codable, Sendable, Equatable {
        package var title: String
        /// From 1; nil where it leads to no page of the document.
        package var page: Int?
        /// 0 for those at the top.
        package var depth: Int

        package init(title: String, page: Int?, depth: Int) {
            self.title = title
            self.page = page
            self.depth = depth
        }
    }

    /// A file of the bundle that is no document.
    package struct File: Codable, Sendable, Equatable {
        /// Its position in the bundle's directory, from 1.
        package var number: Int
        package var name: String

        package init(number: Int, name: String) {
            self.number = number
            self.name = name
        }
    }

    /// In the order of the outline, each before what is below it.
    package var outline: [Heading]
    package var files: [File]

    package init(outline: [Heading], files: [File]) {
        self.outline = outline
        self.files = files
    }

    /// Headings of an outline; those behind them are left out.
    package static let mostHeadings = 2_000
    /// Levels below those at the top.
    package static let deepest = 7
    /// Bytes of a heading.
    package static let titleBytes = 512
    /// Files of a bundle; those behind them are left out.
    package static let mostFiles = 500
    /// Numbers of files.
    static let fileNumbers = 1...Int(Int32.max)
    /// Bytes of the name of a file.
    package static let nameBytes = 1024
}
