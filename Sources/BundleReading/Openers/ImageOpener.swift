enum ImageOpener: BundleOpener {
    static func matches(_ opening: FileOpening) -> Bool { ImageKind(of: opening.head) != nil }

    static func open(_ file: BundleFile, way: [BundleEntry], session: ReadingSession) throws -> OpenedFile {
        return .document(BundledDocument(entry: "", files: .images([FileReference(endOf: way)])), .images)
    }
}
