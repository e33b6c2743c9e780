internal import CLibzip
internal import ExtractionProtocol

enum ZipFailure {
    static func opening(_ error: UnsafeMutablePointer<zip_error_t>) -> BundleError {
        switch zip_error_code_zip(error) {
        case ZIP_ER_NOZIP: BundleError(.damaged, "this zip has no directory, its end is missing or damaged")
        // libzip reports "no such file" for some directories with bad offsets.
        case ZIP_ER_INCONS, ZIP_ER_NOENT: BundleError(.damaged, "the directory of this zip is damaged")
        case ZIP_ER_MULTIDISK: BundleError(.unsupported, "this is one part of a zip in several files; join them first")
        case ZIP_ER_MEMORY: BundleError.memory("for the directory of this zip")
        case ZIP_ER_EOF: BundleError(.damaged, "this zip ends too early")
        default: BundleError(.damaged, "this zip cannot be opened: \(text(error))")
        }
    }

    static func reading(_ error: UnsafeMutablePointer<zip_error_t>) -> BundleError {
        switch zip_error_code_zip(error) {
        case ZIP_ER_CRC: BundleError(.damaged, "its checksum does not match")
        case ZIP_ER_ZLIB, ZIP_ER_COMPRESSED_DATA: BundleError(.damaged, "its compressed data is damaged")
        case ZIP_ER_EOF: BundleError(.damaged, "it ends too early")
        // "Invalid argument" means offsets beyond the end.
        case ZIP_ER_INCONS, ZIP_ER_NOZIP, ZIP_ER_INVAL, ZIP_ER_SEEK:
            BundleError(.damaged, "its header or its length does not agree with the directory")
        case ZIP_ER_COMPNOTSUPP: BundleError(.unsupported, "its compression method is not supported")
        case ZIP_ER_NOPASSWD, ZIP_ER_WRONGPASSWD, ZIP_ER_ENCRNOTSUPP: .encryptedEntry(hasPasswords: true)
        case ZIP_ER_MEMORY: BundleError.memory("to read it")
        default: BundleError(.damaged, "it cannot be read: \(text(error))")
        }
    }

    private static func text(_ error: UnsafeMutablePointer<zip_error_t>) -> String {
        // `error` owns the string.
        String(cString: zip_error_strerror(error))
    }
}
