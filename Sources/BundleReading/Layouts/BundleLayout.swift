internal import ExtractionProtocol

/// A way in which documents and what is known of them lie in the files of a bundle. Each is in ``BundleLayouts``.
protocol BundleLayout {
    /// What the folder holds, or nil when it does not have this layout.
    ///
    /// Called with the bundle's own folder and, when everything lies in one folder, with that. Decides by content where
    /// names are not enough. Reads metadata only: texts of pages and documents are named by their ``FileReference``.
    ///
    /// Throws ``BundleError`` when the folder has the layout but cannot be understood as a whole.
    static func findings(in folder: BundleFolder) throws -> LayoutFindings?
}

/// What a layout makes of a folder.
struct LayoutFindings {
    var format: BundleFormat
    var documents: [BundledDocument]
    /// What could not be read, by name; the rest is usable.
    var problems: [BundleError] = []
    /// Why there is nothing for docsearch in it, when that is not a fault.
    var skipReason: String?
    /// Whether the description can be read and names files that are there.
    var holdsTogether = true
    /// The files that the description says nothing of; nil when it speaks for all.
    var unnamed: BundleFolder?

    static var nothing: LayoutFindings {
        LayoutFindings(format: .zip, documents: [], skipReason: "there is no PDF and no page image in it")
    }
}

enum BundleLayouts {
    /// Asked in this order: those with a sign of their own first, any collection of PDFs or images last.
    private static var all: [any BundleLayout.Type] {
        [
            MailLayout.self, YianaLayout.self, BagLayout.self, OCFLLayout.self, PaperlessLayout.self,
            InternetArchiveLayout.self, SimpleArchiveLayout.self, METSLayout.self, ComicLayout.self, HOCRLayout.self,
            PlainLayout.self,
        ]
    }

    /// Throws ``BundleError`` when the folder has a layout but cannot be understood.
    static func findings(in folder: BundleFolder) throws -> LayoutFindings {
        let unwrapped = folder.unwrapped
        for layout in all {
            for folder in [folder, unwrapped].compactMap({ $0 }) {
                let read = try folder.session.account.trying { try layout.findings(in: folder) }
                guard var found = read else { continue }
                try found.addUnnamed()
                return found
            }
        }
        return .nothing
    }
}
