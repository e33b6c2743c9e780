package enum BundleNames {
    /// RFC 8493.
    package static let bagDeclaration = "bagit.txt"
    package static let bagInfo = "bag-info.txt"
    package static let bagPayload = "data"
    /// A prefix. Tag manifests have `tag` before it.
    package static let bagManifest = "manifest-"
    /// A prefix, before the version of OCFL.
    package static let objectDeclaration = "0=ocfl_object_"
    package static let objectInventory = "inventory.json"
    package static let packageFolders = ["representations", "metadata"]
    /// DSpace's Simple Archive Format.
    package static let itemDescription = "dublin_core.xml"
    package static let itemContents = "contents"
    package static let exportManifest = "manifest.json"
    package static let exportMetadata = "metadata.json"
    package static let exportVersion = "version.json"
    package static let exportOriginals = "originals"
    /// Endings of the files that describe and list an item of the Internet Archive.
    package static let archiveDescription = "_meta.xml"
    package static let archiveFiles = "_files.xml"
    /// In the name of an XML file, in any case.
    package static let mets = "mets"
    package static let metsManifest = "manifest.xml"
    /// In any case.
    package static let comicInfo = "ComicInfo.xml"
    /// A prefix, before the mail's number in a mailbox, from 1.
    package static let message = "message-"
    package static let yianaMetadata = "metadata.json"
    package static let yianaContent = "content.pdf"
    package static let yianaFormat = "format.json"
    /// The text of `f/x.yianazip` is in its subfolder `f`.
    package static let yianaResults = ".ocr_results"
    package static let yianaResultTypes: [FileType] = [.json, .xml, .hocr]
}

extension String {
    package var fileStem: Substring { self[..<(lastPoint ?? endIndex)] }

    package var fileEnding: Substring { self[(lastPoint ?? endIndex)...] }

    /// Compares bytes, because a point before a combining mark is not a character of its own.
    private var lastPoint: Index? {
        guard let last = utf8.lastIndex(where: { [UInt8(ascii: "."), UInt8(ascii: "/")].contains($0) })
        else { return nil }
        return utf8[last] == UInt8(ascii: ".") ? last : nil
    }
}
