internal import CGMime
import Glibc

/// The library that takes messages apart. It decrypts nothing and fetches nothing unless it is told to.
enum MailEngine {
    /// Owned by the process. How messages are read: forgiving, and with Windows-1252 for header bytes that say nothing of
    /// their encoding and are not UTF-8.
    nonisolated(unsafe) static let options: OpaquePointer? = {
        g_mime_init()
        let options = g_mime_parser_options_new()
        // GMime copies the names.
        "utf-8".withCString { first in
            "windows-1252".withCString { second in
                var names: [UnsafePointer<CChar>?] = [first, second, nil]
                g_mime_parser_options_set_fallback_charsets(options, &names)
            }
        }
        return options
    }()

    /// Loads what GMime and the C library would load while they read: the converters of encodings that mails have. One of
    /// each stays open, so that it stays in memory. Those of other encodings are missed where no file may be opened.
    static func prepare() {
        _ = options
        _ = converters
    }

    private nonisolated(unsafe) static let converters = encodings.compactMap { name in
        let converter = iconv_open("UTF-8", name)
        // What `iconv_open` returns when it does not know the encoding.
        return Int(bitPattern: converter) == -1 ? nil : converter
    }

    /// By the names that GMime asks for, and the most usual others: a name may stand for a module of its own.
    private static let encodings =
        (1...16).map { "ISO-8859-\($0)" } + (1250...1258).map { "CP\($0)" } + [
            "UTF-7", "UTF-16", "UTF-16LE", "UTF-16BE", "UTF-32", "KOI8-R", "KOI8-U", "MACINTOSH", "IBM437", "IBM850",
            "IBM852",
            "IBM866", "GB2312", "GBK", "GB18030", "BIG5", "BIG5-HKSCS", "EUC-TW", "ISO-2022-CN", "EUC-JP", "SHIFT_JIS",
            "CP932",
            "ISO-2022-JP", "ISO-2022-JP-2", "EUC-KR", "UHC", "JOHAB", "ISO-2022-KR", "TIS-620", "TCVN5712-1",
        ]
}
