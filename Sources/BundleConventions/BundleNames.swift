package enum BundleNames {
    /// In a bag (RFC 8493).
    package static let bagDeclaration = "bagit.txt"
    package static let bagInfo = "bag-info.txt"
    package static let bagPayload = "data"
    /// Prefix of a manifest's name. Tag manifests have `tag` before it.
    package static let bagManifest = "manifest-"
    /// Prefix of the file that declares an OCFL object. The version follows.
    package static let objectDeclaration = "0=ocfl_object_"
    package static let objectInventory = "inventory.json"
    /// The folders of an information package (E-ARK CSIP).
    package static let packageFolders = ["representations", "metadata"]
    /// In an item of DSpace's Simple Archive Format.
    package static let itemDescription = "dublin_core.xml"
    package static let itemContents = "contents"
    /// In an export from Paperless-ngx.
    package static let exportManifest = "manifest.json"
    package static let exportMetadata = "metadata.json"
    /// Suffixes of the files that describe and list an item of the Internet Archive.
    package static let archiveDescription = "_meta.xml"
    package static let archiveFiles = "_files.xml"
    /// Part of the name of an XML file that is a METS document, in any case.
    package static let mets = "mets"
    /// The METS document of some packages.
    package static let metsManifest = "manifest.xml"
    /// In a comic, in any case.
    package static let comicInfo = "ComicInfo.xml"
    /// Prefix of a mail's name in a mailbox. Its number follows, from 1.
    package static let message = "message-"
    /// The parts of a `.yianazip`.
    package static let yianaMetadata = "metadata.json"
    package static let yianaContent = "content.pdf"
    package static let yianaFormat = "format.json"
    /// The folder of an archive into which Yiana writes texts. The text of `f/x.yianazip` is in its subfolder `f`.
    package static let yianaResults = ".ocr_results"
    package static let yianaResultTypes: [FileType] = [.json, .xml, .hocr]
}

extension String {
    /// The path without its extension.
    package var fileStem: Substring { self[..<(lastPoint ?? endIndex)] }

    /// The extension with its point, or empty.
    package var fileEnding: Substring { self[(lastPoint ?? endIndex)...] }

    /// Compares bytes, because a point before a combining mark is not a character of its own.
    private var lastPoint: Index? {
        guard let last = utf8.lastIndex(where: { [UInt8(ascii: "."), UInt8(ascii: "/")].contains($0) })
        else { return nil }
        return utf8[last] == UInt8(ascii: ".") ? last : nil
    }
}
