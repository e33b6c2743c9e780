import DocSearchTestSupport
import ExtractionProtocol
import Foundation
import Testing

@testable import Markup

@Suite struct MarkupReaderTests {
    @Test func xmlWithZerosInPlaceOfTextIsDamaged() {
        func error(zeros: Int, behind: String) -> MarkupError? {
            let bytes = Array("<a>heron".utf8) + [UInt8](repeating: 0, count: zeros) + Array(behind.utf8)
            do {
                try MarkupReader.read(limits: ExtractionLimits(), pieces: bytes.withUnsafeBytes) { _ in }
                return nil
            } catch {
                return error as? MarkupError
            }
        }
        #expect(error(zeros: 200, behind: "egret</a>")?.reason.contains("zeros") == true)
        #expect(error(zeros: 2, behind: "egret</a>") == nil, "a slip of a program")
        #expect(error(zeros: 0, behind: "</a>" + String(repeating: "\0", count: 200) + "\n") == nil, "behind the end")
    }

    private let limits = ExtractionLimits()

    /// The events as one text: `<a x=1>text</a>`.
    private func events(
        _ bytes: [UInt8], as language: MarkupReader.Language = .xml, pieces: Int = .max,
        limits: ExtractionLimits = ExtractionLimits()
    ) throws -> String {
        var seen = ""
        try MarkupReader.read(as: language, limits: limits) { feed in
            for start in stride(from: 0, to: bytes.count, by: min(pieces, max(1, bytes.count))) {
                try bytes[start..<(start + min(pieces, bytes.count - start))].withUnsafeBytes(feed)
            }
        } handler: { event in
            switch event {
            case .start(let name, let attributes):
                seen += "<\(name)" + attributes.pairs.map { " \($0.name)=\($0.value)" }.joined() + ">"
            case .text(let text): seen += text
            case .end(let name): seen += "</\(name)>"
            }
        }
        return seen
    }

    private func events(_ text: String, as language: MarkupReader.Language = .xml) throws -> String {
        try events(Array(text.utf8), as: language)
    }

    private func failure(_ body: () throws -> Void) throws -> MarkupError {
        try #require(throws: MarkupError.self, performing: body)
    }

    @Test(arguments: [1, 3, 7, 1000])
    func markupIsReadInPiecesOfAnyLength(pieces: Int) throws {
        let text = #"<m:mets xmlns:m="x"><m:title a="Größe &amp; 𝄞" m:b='1'>Ä&#228;<![CDATA[<&]]></m:title>  </m:mets>"#
        #expect(
            try events(Array(text.utf8), pieces: pieces)
                == "<mets><title a=Größe & 𝄞 b=1>Ää<&</title>  </mets>")
    }

    @Test func markupReaderPrefersAnAttributeWithoutPrefix() throws {
        let root = try MarkupTree.parse(Array(#"<a x:href="far" href="near" xml:lang="en"/>"#.utf8), limits: limits)
        #expect(root["href"] == "near")
        #expect(root["lang"] == "en")
    }

    @Test(arguments: [MarkupReader.Language.xml, .html])
    func markupReaderKeepsPrefixesWhenAskedTo(language: MarkupReader.Language) throws {
        let bytes = Array("<x:a xmlns:x='u'><y:b>1</y:b></x:a>".utf8)
        func text(of name: String, keepsPrefixes: Bool) throws -> String? {
            let tree = try MarkupTree.parse(bytes, as: language, keepsPrefixes: keepsPrefixes, limits: limits)
            return tree.descendants(name).first?.text
        }
        #expect(try text(of: "y:b", keepsPrefixes: true) == "1")
        #expect(try text(of: "b", keepsPrefixes: true) == nil)
        #expect(try text(of: "b", keepsPrefixes: false) == "1")
    }

    @Test func markupReaderKnowsEntitiesOfHTML() throws {
        #expect(
            try events(#"<a t="x&nbsp;&mdash;&lt;&amp;&quot;&unknown;y">&eacute;&lt;&unknown;&thinsp;&amp;z</a>"#)
                == "<a t=x\u{A0}—<&\"y>é<\u{2009}&z</a>")
    }

    /// A thousand million times "lol".
    @Test func markupReaderGivesNothingForEntitiesWithinEntities() throws {
        var declarations = #"<!ENTITY l0 "lol">"#
        for level in 1...9 {
            let references = String(repeating: "&l\(level - 1);", count: 10)
            declarations += #"<!ENTITY l\#(level) "\#(references)">"#
        }
        let seen = try events("<!DOCTYPE a [\(declarations)]><a x=\"&l9;\">1&l9;2&l0;</a>")
        #expect(seen == "<a x=>12</a>")
    }

    @Test func markupReaderGivesNothingForALongEntityUsedOften() throws {
        let long = String(repeating: "x", count: 200_000)
        let references = String(repeating: "&e;", count: 20_000)
        let seen = try events("<!DOCTYPE a [<!ENTITY e '\(long)'>]><a x='\(references.prefix(3000))'>\(references)</a>")
        #expect(seen == "<a x=></a>")
    }

    @Test func markupReaderLeavesOutAttributesOfADTD() throws {
        let seen = try events("<!DOCTYPE a [<!ATTLIST b long CDATA 'xxxx'>]><a><b c='1'/><b/></a>")
        #expect(seen == "<a><b c=1></b><b></b></a>")
    }

    @Test func markupReaderRefusesManyDeclarations() throws {
        let declarations = (0..<300).map { "<!ATTLIST a x\($0) CDATA 'y'>" }.joined()
        let error = try failure { _ = try events("<!DOCTYPE a [\(declarations)]><a/>") }
        #expect(error.code == .limit)
    }

    @Test func markupReaderOpensNoFile() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(Array("secret".utf8), to: "secret.txt")
        let dtd = try folder.write(Array("<!ENTITY e 'secret'>".utf8), to: "secret.dtd")
        for url in ["file://\(path)", path] {
            #expect(try events("<!DOCTYPE a [<!ENTITY e SYSTEM '\(url)'>]><a x='&e;'>1&e;2</a>") == "<a x=>12</a>")
        }
        #expect(try events("<!DOCTYPE a SYSTEM 'file://\(dtd)'><a>1&e;2</a>") == "<a>12</a>")
        // Whether parameter entities are left out or refused is libxml2's matter.
        let seen = try? events("<!DOCTYPE a [<!ENTITY % p SYSTEM 'file://\(dtd)'> %p;]><a>1&e;2</a>")
        #expect(seen == nil || seen == "<a>12</a>")
        let include = "<a xmlns:i='http://www.w3.org/2001/XInclude'><i:include parse='text' href='file://\(path)'/></a>"
        #expect(try events(include) == "<a><include parse=text href=file://\(path)></include></a>")
    }

    @Test func markupReaderLimitsDepth() throws {
        func nested(_ depth: Int) -> [UInt8] {
            Array((String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)).utf8)
        }
        #expect(try MarkupTree.parse(nested(256), limits: limits).descendants("a").count == 255)
        let error = try failure { _ = try MarkupTree.parse(nested(257), limits: limits) }
        #expect(
            error == MarkupError(.limit, "its elements are nested too deeply; the limit is 256 (markupDepth)"))
        var deepest = limits
        deepest.markupDepth = 1024
        #expect(try MarkupTree.parse(nested(1024), limits: deepest).descendants("a").count == 1023)
        #expect(try failure { _ = try MarkupTree.parse(nested(1025), limits: deepest) }.code == .limit)
        #expect(try failure { _ = try events(nested(1_000_000)) }.code == .limit)
        let soup = Array(String(repeating: "<b>", count: 1_000_000).utf8)
        #expect(try failure { _ = try events(soup, as: .html) }.code == .limit)
    }

    @Test func markupReaderLimitsBytes() throws {
        var limits = ExtractionLimits()
        limits.markupBytes = 10
        #expect(try events(Array("<a>123</a>".utf8), pieces: 4, limits: limits) == "<a>123</a>")
        let error = try failure { _ = try events(Array("<a>1234</a>".utf8), pieces: 4, limits: limits) }
        #expect(error == MarkupError(.limit, "it has more bytes than allowed; the limit is 10 (markupBytes)"))
    }

    @Test(arguments: [
        ("<a><b></a>", 1), ("<a>\n<b>\n</a>", 3), ("", 1), ("text", 1), ("<a", 1), ("<a/><b/>", 1), ("<a>&#1;</a>", 1),
        ("<a b='1' b='2'/>", 1),
    ])
    func markupReaderSaysWhereXMLIsBroken(text: String, line: Int) throws {
        let error = try failure { _ = try events(text) }
        #expect(error.code == .damaged)
        #expect(error.reason.hasPrefix("it is not well-formed XML: "))
        #expect(error.reason.hasSuffix(" in line \(line)"))
    }

    @Test func markupReaderPassesOnErrorsOfItsHandler() throws {
        struct Stop: Error {}
        #expect(throws: Stop.self) {
            try MarkupReader.read(limits: limits) { feed in
                try Array("<a><b/></a>".utf8).withUnsafeBytes(feed)
            } handler: { event in
                if case .end = event { throw Stop() }
            }
        }
    }

    @Test(arguments: [
        ("ISO-8859-1", [0xE4, 0x93], "ä“"), ("iso-8859-15", [0xA4], "€"), ("ISO-8859-2", [0xB1], "ą"),
        ("windows-1252", [0x80], "€"), ("windows-1250", [0x9A], "š"), ("windows-1251", [0xC6], "Ж"),
        ("KOI8-R", [0xF6], "Ж"), ("Shift_JIS", [0x93, 0xFA], "日"), ("EUC-JP", [0xC6, 0xFC], "日"),
        ("GB18030", [0xC8, 0xD5], "日"), ("GBK", [0xC8, 0xD5], "日"), ("Big5", [0xA4, 0xE9], "日"),
        ("EUC-KR", [0xC0, 0xCF], "일"), ("UTF-8", [0xC3, 0xA4], "ä"), ("utf-16", [0xC3, 0xA4], "ä"),
        // Wrong bytes do not end the reading.
        ("UTF-8", [0xE4, 0x20, 0x93], "ä “"), ("UTF-8", [0x0C, 0x41], " A"), ("EUC-JP", [0xFF, 0x41], "\u{FFFD}A"),
    ])
    func markupReaderReadsManyEncodings(name: String, bytes: [UInt8], text: String) throws {
        let xml = Array("<?xml version='1.0' encoding='\(name)'?><a>".utf8) + bytes + Array("</a>".utf8)
        #expect(try events(xml) == "<a>\(text)</a>")
        #expect(try events(xml, pieces: 1) == "<a>\(text)</a>")
        let html = Array("<meta charset=\(name)><p>".utf8) + bytes + Array("</p>".utf8)
        #expect(try events(html, as: .html).contains("<p>\(text)</p>"))
    }

    @Test func markupReaderReadsUTF16() throws {
        let text = "<?xml version='1.0' encoding='UTF-16'?><a>Ä\u{1D11E}</a>"
        let little = text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
        let big = text.utf16.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }
        for bytes in [[0xFF, 0xFE] + little, [0xFE, 0xFF] + big, little, big] {
            #expect(try events(bytes) == "<a>Ä\u{1D11E}</a>")
            #expect(try events(bytes, pieces: 1) == "<a>Ä\u{1D11E}</a>")
        }
    }

    @Test func markupReaderRefusesAnUnknownEncoding() throws {
        let error = try failure { _ = try events("<?xml version='1.0' encoding='x-none'?><a/>") }
        #expect(error == MarkupError(.unsupported, "its encoding, x-none, is not supported"))
    }

    /// A confined process can load none.
    @Test func markupReaderKeepsConvertersInMemory() throws {
        MarkupReader.prepare()
        let file = try #require(FileHandle(forReadingAtPath: "/proc/self/maps"))
        let maps = try String(decoding: file.readToEnd() ?? Data(), as: UTF8.self)
        for module in ["CP1252.so", "ISO8859-15.so", "UTF-16.so", "EUC-KR.so", "GB18030.so"] {
            let isLoaded = maps.contains("/gconv/\(module)")
            #expect(isLoaded, "\(module)")
        }
    }

    @Test func markupReaderReadsTagSoup() throws {
        let seen = try events("<P CLASS=x>a&nbsp;b<br>c<p>d &amp; e</span><b>f", as: .html)
        #expect(seen == "<html><body><p class=x>a\u{A0}b<br></br>c</p><p>d & e<b>f</b></p></body></html>")
    }

    @Test func markupReaderLimitsBytesOfTagSoup() throws {
        let bytes = Array("<p>".utf8) + [UInt8](repeating: 0x20, count: 33 << 20)
        #expect(try failure { _ = try events(bytes, as: .html) }.code == .limit)
    }

    /// What would take minutes if every byte were looked at once for each other byte.
    @Test(arguments: HostileMarkup.all)
    func readingHostileMarkupEndsSoon(hostile: HostileMarkup) throws {
        let spent = try processorTime { () throws in
            for language in [MarkupReader.Language.xml, .html] {
                do { _ = try events(hostile.bytes, as: language) } catch { #expect(error is MarkupError) }
            }
        }
        #expect(spent < .seconds(60))
    }
}

struct HostileMarkup: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let bytes: [UInt8]

    private init(_ description: String, _ text: String) {
        testDescription = description
        bytes = Array(text.utf8)
    }

    private static let many = 60_000

    static let all = [
        HostileMarkup("attributes", "<a " + (0..<many).map { "a\($0)=''" }.joined(separator: " ") + "/>"),
        HostileMarkup("attributes without values", "<a " + (0..<many).map { "a\($0)" }.joined(separator: " ") + ">"),
        HostileMarkup(
            "elements with many attributes",
            "<b>"
                + String(repeating: "<a " + (0..<4000).map { "a\($0)=''" }.joined(separator: " ") + "/>", count: 40)),
        HostileMarkup(
            "namespaces",
            "<a " + (0..<4000).map { "xmlns:a\($0)='\($0)'" }.joined(separator: " ") + ">"
                + String(repeating: "<b/>", count: many)),
        HostileMarkup("open tag", "<a " + String(repeating: " ", count: 8 * many)),
        HostileMarkup("open attribute", "<a b='" + String(repeating: "x", count: 8 * many)),
        HostileMarkup("open comment", "<a><!--" + String(repeating: "- -", count: 4 * many)),
        HostileMarkup("open instruction", "<a><?x " + String(repeating: "? ", count: 4 * many)),
        HostileMarkup("open CDATA", "<a><![CDATA[" + String(repeating: "]] ", count: 4 * many)),
        HostileMarkup("open DTD", "<!DOCTYPE a [" + String(repeating: "<!-- \" -->", count: many)),
        HostileMarkup("open entity", "<a>" + String(repeating: "&", count: 4 * many)),
        HostileMarkup("text", "<a>" + String(repeating: "x ", count: 4 * many) + "</a>"),
        HostileMarkup("end tags", String(repeating: "<i>", count: 200) + String(repeating: "</b>", count: many)),
        HostileMarkup("paragraphs", String(repeating: "<p><table><b>", count: many)),
        HostileMarkup("script", "<script>" + String(repeating: "</ <", count: many)),
        HostileMarkup("names", "<a>" + (0..<many).map { "<name\($0)/>" }.joined() + "</a>"),
    ]
}
