internal import BundleConventions
internal import CGMime
import Glibc

struct MailAttachment {
    /// Without slashes. May be repeated, and may have control characters.
    let name: String
    /// Borrowed from the message.
    let part: UnsafeMutablePointer<GMimePart>

    /// The text shows it (RFC 2392): it has a content identifier, and is not marked as attached.
    let isInText: Bool
    /// The nested message that contains it, borrowed from the outermost; nil for that one.
    var message: UnsafeMutablePointer<GMimeMessage>?

    /// Nil when the part is text or belongs to the text. `charset` is that of the message's text.
    init?(_ object: UnsafeMutablePointer<GMimeObject>, number: Int, charset: String?) {
        EncodedWords.decode(["Content-Disposition", "Content-Type"], of: object, charset: charset)
        part = UnsafeMutableRawPointer(object).assumingMemoryBound(to: GMimePart.self)
        let type = Self.type(of: object)
        isInText = g_mime_part_get_content_id(part) != nil && g_mime_part_is_attachment(part) == 0
        // It only tells where its content can be fetched.
        if type == "message/external-body" || Self.isKeptElsewhere(part) { return nil }
        let written = Self.encodedName(of: object) ?? g_mime_part_get_filename(part).map { MailMetadata.line($0) } ?? ""
        let given = Self.tidied(written, of: object)
        if given.isEmpty {
            guard g_mime_part_is_attachment(part) != 0 || !MailParts.isText(type) else { return nil }
            name = "attachment-\(number).\(Self.ending(of: type, part) ?? "bin")"
            return
        }
        // A name, not a path: nothing is extracted by name, and it must not look like a folder.
        let flat = String(given.map { $0 == "/" || $0 == "\\" ? "_" : $0 })
        name = Self.missingEnding(of: flat, type: type, part).map { "\(flat).\($0)" } ?? flat
    }

    /// Without quotation marks that quote nothing in a header, and without the path on a machine with Windows, whose
    /// backslashes mostly are not quoted, so that they are lost.
    private static func tidied(_ name: String, of object: UnsafeMutablePointer<GMimeObject>) -> String {
        if name.count > 2, name.first == "'", name.last == "'" { return String(name.dropFirst().dropLast()) }
        guard name.dropFirst().first == ":", name.first?.isLetter == true else { return name }
        for field in ["Content-Disposition", "Content-Type"] {
            guard let raw = g_mime_object_get_header(object, field).map({ String(cString: $0) }),
                let slash = raw.lastIndex(of: "\\")
            else { continue }
            let last = raw[slash...].dropFirst().prefix { $0 != "\"" && $0 != ";" }
            if !last.isEmpty, name.hasSuffix(last) { return String(last) }
        }
        return name
    }

    private static func missingEnding(
        of name: String, type: String, _ part: UnsafeMutablePointer<GMimePart>
    ) -> String? {
        if type == "application/pdf" { return name.lowercased().hasSuffix(".pdf") ? nil : "pdf" }
        if tnefTypes.contains(type) {
            return FileType(path: name) == .tnef || name.lowercased() == "winmail.dat" ? nil : "tnef"
        }
        guard FileType(path: name) == nil else { return nil }
        return name.contains(".") && !type.hasPrefix("image/") ? nil : ending(of: type, part, named: name)
    }

    /// By the type, else by the first bytes; nil when unknown. Many programs call everything an octet stream.
    private static func ending(
        of type: String, _ part: UnsafeMutablePointer<GMimePart>, named name: String = ""
    ) -> String? {
        if let ending = endings[type], !type.hasPrefix("text/") { return ending }
        let head = FileHead(FirstBytes.count) { try MailMessage.read(part, $0) }.bytes
        let seen = FirstBytes.type(of: head, named: name)
        // A text may begin as a mail does.
        if let ending = endings[type], seen?.isPDFOrImage != true { return ending }
        return seen?.rawValue ?? ArchiveKind(of: head)?.rawValue
    }

    private static let tnefTypes: Set<String> = ["application/ms-tnef", "application/vnd.ms-tnef"]
    private static let endings = [
        "application/pdf": "pdf", "image/tiff": "tiff", "image/jpeg": "jpg", "image/png": "png", "image/jp2": "jp2",
        "image/gif": "gif", "application/zip": "zip", "text/plain": "txt", "text/html": "html", "text/calendar": "ics",
        "text/rtf": "rtf", "message/rfc822": "eml",
    ]

    /// The name with a stated encoding (RFC 2231), beside one in ASCII; GMime returns the first.
    private static func encodedName(of object: UnsafeMutablePointer<GMimeObject>) -> String? {
        guard let disposition = g_mime_object_get_content_disposition(object),
            let parameters = g_mime_content_disposition_get_parameters(disposition)
        else { return nil }
        for index in 0..<max(0, g_mime_param_list_length(parameters)) {
            guard let parameter = g_mime_param_list_get_parameter_at(parameters, index),
                let name = g_mime_param_get_name(parameter), strcasecmp(name, "filename") == 0,
                g_mime_param_get_charset(parameter) != nil, let value = g_mime_param_get_value(parameter)
            else { continue }
            return MailMetadata.line(value)
        }
        return nil
    }

    /// Apple Mail stores attachments in separate files, or on the server, and leaves an empty part with their length.
    private static func isKeptElsewhere(_ part: UnsafeMutablePointer<GMimePart>) -> Bool {
        let object = UnsafeMutableRawPointer(part).assumingMemoryBound(to: GMimeObject.self)
        guard g_mime_object_get_header(object, "X-Apple-Content-Length") != nil else { return false }
        guard let content = g_mime_part_get_content(part), let stream = g_mime_data_wrapper_get_stream(content)
        else { return true }
        // Two line ends.
        return g_mime_stream_length(stream) <= 4
    }

    /// Without a valid type, a part is text (RFC 2045, 5.2), unless its name or its bytes say otherwise. GMime would take
    /// it for bytes of any kind.
    static func mendType(of object: UnsafeMutablePointer<GMimeObject>) {
        let type = type(of: object)
        let isSwapped = type == "plain/text" || type == "html/text"
        guard isSwapped || type == "application/octet-stream",
            let raw = g_mime_object_get_header(object, "Content-Type").map({ String(cString: $0) })
        else { return }
        let stated = raw.prefix { $0 != ";" }
        let part = UnsafeMutableRawPointer(object).assumingMemoryBound(to: GMimePart.self)
        guard isSwapped || stated.split(separator: "/").count < 2, !raw.lowercased().contains("name"),
            g_mime_part_get_filename(part) == nil, g_mime_part_is_attachment(part) == 0
        else { return }
        let head = FileHead(FirstBytes.count) { try MailMessage.read(part, $0) }.bytes
        guard !head.contains(0), FirstBytes.type(of: head, named: "") == nil, ArchiveKind(of: head) == nil else {
            return
        }
        let corrected = "text/\(stated.lowercased().contains("html") ? "html" : "plain")\(raw[stated.endIndex...])"
        guard let new = g_mime_content_type_parse(MailEngine.options, corrected) else { return }
        defer { g_object_unref(new) }
        g_mime_object_set_content_type(object, new)
    }

    static func type(of object: UnsafeMutablePointer<GMimeObject>) -> String {
        guard let type = g_mime_object_get_content_type(object), let main = g_mime_content_type_get_media_type(type),
            let sub = g_mime_content_type_get_media_subtype(type)
        else { return "" }
        return "\(String(cString: main))/\(String(cString: sub))".lowercased()
    }
}
