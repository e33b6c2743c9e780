import Foundation
import PageReading

/// Replaces libjpeg's `jpeg_std_error`, which poppler and leptonica call before they decode a JPEG. Its message
/// function prints on standard error. This one sets a function that informs ``HeardWarnings`` instead.
///
/// - *Contract.* `struct jpeg_error_mgr *jpeg_std_error(struct jpeg_error_mgr *)` fills five pointers to functions,
///   `output_message` the third and `format_message` the fourth of them, and returns its argument (libjpeg.txt, "Error
///   handling"). Every decoder's structure begins with a pointer to that manager.
/// - *Reason.* A scan with damaged data is decoded to grey, and nothing else reports it.
/// - *Without it*, where a linker does not offer it, damaged JPEGs are read without a warning.
@_cdecl("jpeg_std_error")
public func setJPEGErrors(_ manager: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let manager = LibJPEG.standardErrors?(manager) else { return nil }
    let output: LibJPEG.Output = { info in
        guard let manager = info?.load(as: UnsafeMutableRawPointer?.self) else { return }
        let pointer = manager.load(fromByteOffset: 3 * MemoryLayout<Int>.size, as: UnsafeRawPointer?.self)
        guard let pointer else { return }
        // JMSG_LENGTH_MAX of jpeglib.h.
        var text = [CChar](repeating: 0, count: 201)
        unsafeBitCast(pointer, to: LibJPEG.Format.self)(info, &text)
        let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        HeardWarnings.add(String(decoding: bytes, as: UTF8.self), from: "libjpeg")
    }
    manager.storeBytes(
        of: unsafeBitCast(output, to: UnsafeRawPointer.self), toByteOffset: 2 * MemoryLayout<Int>.size,
        as: UnsafeRawPointer.self)
    return manager
}

/// Replaces libjpeg's function of this name. Where a PDF's JPEG ends too early, poppler has no more bytes to give,
/// libjpeg waits for them by returning no row, and the rest of the image stays unchanged without a message.
///
/// - *Contract.* `JDIMENSION jpeg_read_scanlines(j_decompress_ptr, JSAMPARRAY, JDIMENSION)` returns the number of rows.
@_cdecl("jpeg_read_scanlines")
public func readJPEGRows(
    _ info: UnsafeMutableRawPointer?, _ rows: UnsafeMutableRawPointer?, _ most: UInt32
) -> UInt32 {
    guard let read = LibJPEG.readRows else { return 0 }
    let count = read(info, rows, most)
    if count == 0, most > 0 { HeardWarnings.add("the JPEG ends too early", from: "libjpeg") }
    return count
}

/// Replaces libjpeg's function of this name. It reads all of a progressive JPEG before the first row. Where that ends
/// too early, it returns false, and poppler shows nothing.
///
/// - *Contract.* `boolean jpeg_start_decompress(j_decompress_ptr)` returns false when it waits for more bytes;
///   `boolean` is an `int` (jmorecfg.h).
@_cdecl("jpeg_start_decompress")
public func startJPEG(_ info: UnsafeMutableRawPointer?) -> Int32 {
    guard let start = LibJPEG.start else { return 0 }
    let isStarted = start(info)
    if isStarted == 0 { HeardWarnings.add("the JPEG ends too early", from: "libjpeg") }
    return isStarted
}

private enum LibJPEG {
    typealias Output = @convention(c) (UnsafeMutableRawPointer?) -> Void
    typealias Format = @convention(c) (UnsafeMutableRawPointer?, UnsafeMutablePointer<CChar>?) -> Void
    typealias StandardErrors = @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?
    typealias ReadRows = @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, UInt32) -> UInt32
    typealias Start = @convention(c) (UnsafeMutableRawPointer?) -> Int32

    static let standardErrors = next("jpeg_std_error").map { unsafeBitCast($0, to: StandardErrors.self) }
    static let start = next("jpeg_start_decompress").map { unsafeBitCast($0, to: Start.self) }
    static let readRows = next("jpeg_read_scanlines").map { unsafeBitCast($0, to: ReadRows.self) }

    /// RTLD_NEXT: searches the libraries after this program.
    private static func next(_ name: String) -> UnsafeMutableRawPointer? {
        dlsym(UnsafeMutableRawPointer(bitPattern: -1), name)
    }
}
