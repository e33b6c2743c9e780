/// ISO 32000-1, annex D.
package enum PDFDocEncoding {
    package static func byte(of scalar: Unicode.Scalar) -> UInt8? {
        if let byte = UInt8(exactly: scalar.value) { return byte }
        return own.firstIndex(of: scalar).map { UInt8(0x80 + $0) } ?? (scalar == "\u{20AC}" ? 0xA0 : nil)
    }

    private static let own = Array("•†‡…—–ƒ⁄‹›−‰„“”‘’‚™ﬁﬂŁŒŠŸŽıłœšž".unicodeScalars)
}
