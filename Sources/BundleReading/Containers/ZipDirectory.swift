internal import CLibzip
internal import ExtractionProtocol
import Glibc

enum ZipDirectory {
    static func entries(
        of archive: OpaquePointer, limits: ExtractionLimits, hasPasswords: () throws -> Bool
    ) throws -> [BundleEntry] {
        try names(in: archive, limits).enumerated().map { index, name in
            try entry(at: UInt64(index), named: name, of: archive, limits: limits, hasPasswords: hasPasswords)
        }
    }

    /// Nil for unreadable ones. A name is in UTF-8 by its flag or by Info-ZIP's Unicode extra field, else in a guessed
    /// code page.
    private static func names(in archive: OpaquePointer, _ limits: ExtractionLimits) -> [String?] {
        var names: [String?] = []
        var unknown: [(index: Int, name: [UInt8])] = []
        for index in 0..<UInt64(max(0, zip_get_num_entries(archive, 0))) {
            guard let raw = bytes(zip_get_name(archive, index, zip_flags_t(ZIP_FL_ENC_RAW))) else {
                names.append(nil)
                continue
            }
            // libzip would assume CP437 for a name of unknown encoding.
            let isUnknown =
                raw.contains { $0 >= 0x80 }
                && bytes(zip_get_name(archive, index, zip_flags_t(ZIP_FL_ENC_STRICT))) != raw
            // Longer names are refused.
            if isUnknown, raw.count <= limits.nameBytes { unknown.append((names.count, raw)) }
            // A NUL in a name has become a space: libzip replaces it before the name can be read.
            names.append(String(decoding: raw, as: UTF8.self))
        }
        let texts = NameEncoding.texts(of: unknown.map(\.name), in: .zip, setting: limits.zipNames)
        for (place, text) in texts.enumerated() { names[unknown[place].index] = text }
        return names
    }

    private static func bytes(_ name: UnsafePointer<CChar>?) -> [UInt8]? {
        name.map { Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
    }

    private static func entry(
        at index: UInt64, named name: String?, of archive: OpaquePointer, limits: ExtractionLimits,
        hasPasswords: () throws -> Bool
    ) throws -> BundleEntry {
        guard let name else {
            let refusal = BundleError(.damaged, "its name cannot be read")
            return BundleEntry(index: index, name: "entry \(index + 1)", refusal: refusal)
        }
        if let refusal = BundleError.longName(name, limits) {
            return BundleEntry(index: index, name: BundleError.shortened(name), refusal: refusal)
        }
        if let refusal = kindRefusal(at: index, of: archive) {
            return BundleEntry(index: index, name: name, refusal: refusal)
        }
        var status = zip_stat_t()
        zip_stat_init(&status)
        guard zip_stat_index(archive, index, 0, &status) == 0 else { return BundleEntry(index: index, name: name) }
        let encryption = encryption(status)
        let byteCount = status.valid & UInt64(ZIP_STAT_SIZE) != 0 ? Int64(exactly: status.size) : nil
        return BundleEntry(
            index: index, name: name, refusal: try storageRefusal(status, encryption, hasPasswords: hasPasswords),
            encryption: encryption, byteCount: byteCount)
    }

    private static func kindRefusal(at index: UInt64, of archive: OpaquePointer) -> BundleError? {
        var system: UInt8 = 0
        var attributes: UInt32 = 0
        guard zip_file_get_external_attributes(archive, index, 0, &system, &attributes) == 0 else { return nil }
        // Unix modes are in the upper half, which is 0 for other systems.
        let (typeMask, symbolicLink): (UInt32, UInt32) = (0o170000, 0o120000)
        guard attributes >> 16 & typeMask == symbolicLink else { return nil }
        return BundleError(.unsupported, "it is a symbolic link, which is not followed")
    }

    private static func storageRefusal(
        _ status: zip_stat_t, _ encryption: BundleEntry.Encryption, hasPasswords: () throws -> Bool
    ) throws -> BundleError? {
        if encryption != .none {
            let hasPasswords = try hasPasswords()
            if !hasPasswords || zip_encryption_method_supported(status.encryption_method, 0) == 0 {
                return .encryptedEntry(hasPasswords: hasPasswords)
            }
        }
        let isSupported =
            status.valid & UInt64(ZIP_STAT_COMP_METHOD) == 0
            || zip_compression_method_supported(Int32(status.comp_method), 0) != 0
        return isSupported
            ? nil : BundleError(.unsupported, "compression method \(status.comp_method) is not supported")
    }

    private static func encryption(_ status: zip_stat_t) -> BundleEntry.Encryption {
        guard status.valid & UInt64(ZIP_STAT_ENCRYPTION_METHOD) != 0, status.encryption_method != ZIP_EM_NONE
        else { return .none }
        let isAES = [ZIP_EM_AES_128, ZIP_EM_AES_192, ZIP_EM_AES_256].contains { $0 == Int32(status.encryption_method) }
        let hasChecksum = status.valid & UInt64(ZIP_STAT_CRC) != 0 && status.crc != 0
        return isAES && !hasChecksum ? .authenticated : .checksummed
    }
}
