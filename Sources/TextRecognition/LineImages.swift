internal import CTesseract

/// Takes the place of Leptonica's function of this name, with which tesseract keeps the image of each line that it reads:
/// compressed as PNG, only to decompress it at once. In Leptonica's own format it is copied as it is.
///
/// It works because the system's loader looks for a function in the program before it looks in libraries. Tesseract
/// recognises the format when it reads the image back.
///
/// - Returns: 0 when `data` and `byteCount` are set; the caller frees `data`. 1 otherwise.
@_cdecl("pixWriteMem")
public func writeLineImage(
    _ data: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?, _ byteCount: UnsafeMutablePointer<Int>?,
    _ picture: UnsafeMutableRawPointer?, _ format: Int32
) -> Int32 {
    pixWriteMemSpix(data, byteCount, picture?.assumingMemoryBound(to: PIX.self))
}
