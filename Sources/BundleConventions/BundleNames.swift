/// The names by which bundles are known, whatever lies in them.
package enum BundleNames {
    /// Of a bag (RFC 8493).
    package static let bagDeclaration = "bagit.txt"
    package static let bagInfo = "bag-info.txt"
    package static let bagPayload = "data"
    /// What the name of a manifest begins with; that of tag files has `tag` before it.
    package static let bagManifest = "manifest-"
    /// What the name of a file begins with that declares an OCFL object; its version follows.
    package static let objectDeclaration = "0=ocfl_object_"
    package static let objectInventory = "inventory.json"
    /// The folders of an information package (E-ARK CSIP).
    package static let packageFolders = ["representations", "metadata"]
    /// Of an item in DSpace's Simple Archive Format.
    package static let itemDescription = "dublin_core.xml"
    package static let itemContents = "contents"
    /// Of an export of Paperless-ngx.
    package static let exportManifest = "manifest.json"
    package static let exportMetadata = "metadata.json"
    /// What names of files end in that describe and list an item of the Internet Archive.
    package static let archiveDescription = "_meta.xml"
    package static let archiveFiles = "_files.xml"
    /// What the name of an XML file has in it that is a METS document, in any case.
    package static let mets = "mets"
    /// What some packages call their METS document.
    package static let metsManifest = "manifest.xml"
    /// Of a comic, in any case.
    package static let comicInfo = "ComicInfo.xml"
    /// The beginning of the name of each mail in a mailbox; its number follows, from 1.
    package static let message = "message-"
    /// The parts of a `.yianazip`.
    package static let yianaMetadata = "metadata.json"
    package static let yianaContent = "content.pdf"
    package static let yianaFormat = "format.json"
    /// The folder of an archive that Yiana writes texts into. The text of `f/x.yianazip` is in `f` of this folder.
    package static let yianaResults = ".ocr_results"
    package static let yianaResultTypes: [FileType] = [.json, .xml, .hocr]
}

extension String {
    /// A path without the last point of its name and what follows.
    package var fileStem: Substring { self[..<(lastPoint ?? endIndex)] }

    /// The last point of a path's name and what follows; empty when there is none.
    package var fileEnding: Substring { self[(lastPoint ?? endIndex)...] }

    /// Bytes are compared: a point before a combining mark is no character of its own.
    private var lastPoint: Index? {
        guard let last = utf8.lastIndex(where: { [UInt8(ascii: "."), UInt8(ascii: "/")].contains($0) })
        else { return nil }
        return utf8[last] == UInt8(ascii: ".") ? last : nil
    }
}
