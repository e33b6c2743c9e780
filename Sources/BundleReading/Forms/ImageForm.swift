/// An image of a page, or several in one file.
enum ImageForm: BundleForm {
    static func matches(_ opening: FileOpening) -> Bool { ImageKind(of: opening.head) != nil }

    static func open(_ file: BundleFile, way: [BundleEntry], session: ReadingSession) throws -> OpenedForm {
        return .document(BundledDocument(entry: "", place: .images([FileReference(endOf: way)])), .images)
    }
}
