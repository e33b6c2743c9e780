internal import ExtractionProtocol

/// All layouts are listed in ``BundleLayouts``.
protocol BundleLayout {
    /// Nil when the folder does not have this layout. Decides by content where names are not enough, and reads only
    /// metadata: page texts and documents are ``FileReference``s.
    ///
    /// Throws ``BundleError`` when the folder has the layout but cannot be understood as a whole.
    static func findings(in folder: BundleFolder) throws -> LayoutFindings?
}

enum BundleLayouts {
    /// In this order: layouts with a marker of their own first, collections of PDFs or images last.
    private static var all: [any BundleLayout.Type] {
        [
            MailLayout.self, YianaLayout.self, BagLayout.self, OCFLLayout.self, PaperlessLayout.self,
            InternetArchiveLayout.self, SimpleArchiveLayout.self, METSLayout.self, ComicLayout.self, HOCRLayout.self,
            PlainLayout.self,
        ]
    }

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
