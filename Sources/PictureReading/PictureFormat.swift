package enum PictureFormat: String, Sendable, CaseIterable {
    case tiff = "TIFF"
    case jpeg = "JPEG"
    case png = "PNG"
    case jp2 = "JPEG 2000"

    package init?(opening: some Collection<UInt8>) {
        guard let format = Self.signatures.first(where: { opening.starts(with: $0.bytes) })?.format else { return nil }
        self = format
    }

    /// TIFF and BigTIFF come in both byte orders, JPEG 2000 in boxes (JP2) and bare.
    private static let signatures: [(bytes: [UInt8], format: PictureFormat)] = [
        (Array("II*\0".utf8), .tiff), (Array("MM\0*".utf8), .tiff),
        (Array("II+\0".utf8), .tiff), (Array("MM\0+".utf8), .tiff),
        ([0xFF, 0xD8, 0xFF], .jpeg),
        ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], .png),
        ([0, 0, 0, 0x0C, 0x6A, 0x50, 0x20, 0x20, 0x0D, 0x0A, 0x87, 0x0A], .jp2),
        ([0xFF, 0x4F, 0xFF, 0x51], .jp2),
    ]
}
