internal import CLibxml2

/// Callbacks that would load or keep something are left out.
enum MarkupCallbacks {
    static var xml: xmlSAXHandler {
        var handler = xmlSAXHandler()
        handler.initialized = XML_SAX2_MAGIC
        handler.startElementNs = { data, name, prefix, _, namespaceCount, _, count, defaulted, attributes in
            guard let session = session(data) else { return }
            // Attributes that the DTD adds come last. They could be very long, and on every element.
            let written = Int(max(0, count - defaulted))
            session.start(
                session.name(name, prefix), found(attributes, count: written), namespaces: namespaceCount,
                attributeCount: Int(count))
        }
        handler.endElementNs = { data, name, prefix, _ in
            guard let session = session(data) else { return }
            session.end(session.name(name, prefix))
        }
        handler.characters = characters
        // The same function, or libxml2 would treat blank text separately.
        handler.ignorableWhitespace = characters
        handler.cdataBlock = characters
        handler.getEntity = { data, name in
            guard let session = session(data), let name else { return nil }
            let inAttribute = session.context?.pointee.instate == XML_PARSER_ATTRIBUTE_VALUE
            return session.entities.entity(named: name, inAttribute: inAttribute)
        }
        handler.entityDecl = { data, _, _, _, _, _ in session(data)?.declaration() }
        handler.attributeDecl = { data, _, _, _, _, _, values in
            // The parser passes ownership.
            xmlFreeEnumeration(values)
            session(data)?.declaration()
        }
        handler.serror = complain
        return handler
    }

    static var html: htmlSAXHandler {
        var handler = htmlSAXHandler()
        handler.initialized = 1
        handler.startElement = { data, name, attributes in
            guard let session = session(data) else { return }
            var found = MarkupAttributes()
            var count = 0
            while let attributes, let name = attributes[2 * count] {
                let (local, hasPrefix) = localName(string(name))
                found.add(local, string(attributes[2 * count + 1]), hasPrefix: hasPrefix)
                count += 1
            }
            session.start(session.name(name), found, namespaces: 0, attributeCount: count)
        }
        handler.endElement = { data, name in
            guard let session = session(data) else { return }
            session.end(session.name(name))
        }
        handler.characters = characters
        handler.ignorableWhitespace = characters
        return handler
    }

    private static let characters: charactersSAXFunc = { data, text, count in
        guard let text, count > 0 else { return }
        session(data)?.text(String(decoding: UnsafeBufferPointer(start: text, count: Int(count)), as: UTF8.self))
    }

    private static let complain: xmlStructuredErrorFunc = { data, error in
        guard let error = error?.pointee, error.level == XML_ERR_FATAL, let message = error.message else { return }
        session(data)?.complain(String(cString: message), line: Int(error.line))
    }
}

extension MarkupSession {
    fileprivate func name(_ local: UnsafePointer<UInt8>?, _ prefix: UnsafePointer<UInt8>?) -> String {
        guard keepsPrefixes, let prefix else { return string(local) }
        return "\(string(prefix)):\(string(local))"
    }

    fileprivate func name(_ whole: UnsafePointer<UInt8>?) -> String {
        keepsPrefixes ? string(whole) : localName(string(whole)).name
    }
}

// Not members, because C functions cannot capture the type.

private func session(_ data: UnsafeMutableRawPointer?) -> MarkupSession? {
    data.map { Unmanaged<MarkupSession>.fromOpaque($0).takeUnretainedValue() }
}

private func string(_ text: UnsafePointer<UInt8>?) -> String { text.map { String(cString: $0) } ?? "" }

/// `attributes` has five pointers for each attribute: name, prefix, namespace, and the start and end of the value.
private func found(_ attributes: UnsafeMutablePointer<UnsafePointer<UInt8>?>?, count: Int) -> MarkupAttributes {
    var found = MarkupAttributes()
    guard let attributes else { return found }
    for index in 0..<count {
        let fields = attributes + 5 * index
        guard let start = fields[3], let end = fields[4], start <= end else { continue }
        let bytes = UnsafeBufferPointer(start: start, count: end - start)
        var value = String(decoding: bytes, as: UTF8.self)
        if bytes.contains(UInt8(ascii: "&")) { value = MarkupEntities.resolve(value) }
        found.add(string(fields[0]), value, hasPrefix: fields[1] != nil)
    }
    return found
}

/// Splits the name, because HTML has no namespaces.
private func localName(_ name: String) -> (name: String, hasPrefix: Bool) {
    guard let colon = name.utf8.firstIndex(of: UInt8(ascii: ":")) else { return (name, false) }
    return (String(name[name.index(after: colon)...]), true)
}
