internal import CGMime
import Glibc

/// The library that parses messages. It decrypts and fetches nothing unless told to.
package enum MailEngine {
    /// Owned by the process. Lenient; header bytes that are neither UTF-8 nor of a stated encoding are read as
    /// Windows-1252.
    nonisolated(unsafe) static let options: OpaquePointer? = {
        g_mime_init()
        registerTypes()
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

    /// GMime registers each of its types when it is first needed, without a lock: two threads that parse their first mails
    /// at once get no object.
    private static func registerTypes() {
        let types = [
            g_mime_stream_get_type, g_mime_stream_mem_get_type, g_mime_stream_fs_get_type, g_mime_stream_null_get_type,
            g_mime_stream_cat_get_type, g_mime_stream_buffer_get_type, g_mime_stream_filter_get_type,
            g_mime_filter_get_type, g_mime_filter_basic_get_type, g_mime_filter_charset_get_type,
            g_mime_filter_from_get_type, g_mime_filter_dos2unix_get_type, g_mime_filter_unix2dos_get_type,
            g_mime_filter_windows_get_type, g_mime_filter_best_get_type, g_mime_parser_get_type,
            g_mime_parser_options_get_type, g_mime_format_options_get_type, g_mime_data_wrapper_get_type,
            g_mime_header_get_type, g_mime_header_list_get_type, g_mime_param_get_type, g_mime_param_list_get_type,
            g_mime_content_type_get_type, g_mime_content_disposition_get_type, g_mime_references_get_type,
            g_mime_object_get_type, g_mime_part_get_type, g_mime_text_part_get_type, g_mime_message_get_type,
            g_mime_message_part_get_type, g_mime_message_partial_get_type, g_mime_multipart_get_type,
            g_mime_multipart_signed_get_type, g_mime_multipart_encrypted_get_type,
            g_mime_application_pkcs7_mime_get_type, internet_address_get_type, internet_address_group_get_type,
            internet_address_mailbox_get_type, internet_address_list_get_type,
        ]
        for type in types { _ = type() }
    }

    /// Loads GMime and the converters of mail encodings before the process gives up its rights: later no file may be
    /// opened. An open converter keeps its module in memory.
    package static func prepare() {
        _ = options
        _ = converters
    }

    private nonisolated(unsafe) static let converters = encodings.compactMap { name in
        let converter = iconv_open("UTF-8", name)
        // `iconv_open` returns this when it does not know the encoding.
        return Int(bitPattern: converter) == -1 ? nil : converter
    }

    /// Encodings of mails, by the names that GMime requests: a name may need a module of its own. Each costs every
    /// reader 0.1 ms at its start, so the rarest are left out. A text in one of them is reported.
    private static let encodings = [
        "ISO-8859-1", "ISO-8859-2", "ISO-8859-5", "ISO-8859-7", "ISO-8859-9", "ISO-8859-15", "CP1250", "CP1251",
        "CP1252", "CP1253", "CP1254", "CP1255", "CP1256", "CP1257", "CP1258", "ISO-8859-4", "ISO-8859-6", "ISO-8859-8",
        "ISO-8859-13", "TIS-620", "MACINTOSH", "CP437", "CP850", "UTF-7", "UTF-16", "KOI8-R", "KOI8-U", "GB2312", "GBK",
        "GB18030", "BIG5", "BIG5-HKSCS", "EUC-JP", "EUC-JP-MS", "SHIFT_JIS", "ISO-2022-JP", "EUC-KR", "MAC-CYRILLIC",
    ]
}
