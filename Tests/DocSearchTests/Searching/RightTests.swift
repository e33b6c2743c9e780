import DocSearch
import DocSearchTestSupport
import Foundation
import Testing

/// In a right, what lets documents through is taken strictly, and what keeps them back takes along what is like it.
@Suite("What a right lets through")
struct RightTests {
    private static func seen(_ archive: TestArchive, _ access: String) throws -> [String] {
        try archive.find("heron") { ($0.access, $0.showsCopies, $0.match) = (access, true, .all) }
            .map { String($0.prefix { $0 != "." }) }.sorted()
    }

    private static func isRefused(_ access: String) -> String? {
        do {
            try ArchiveIndex.checkAccess(access)
            return nil
        } catch {
            return (error as? DocSearchError)?.message
        }
    }

    /// What is left of a file may be of no format, or of another one.
    @Test(arguments: [0, 0.1, 0.6])
    func damagedFilesStayOfTheirFormat(share: Double) async throws {
        let archive = try TestArchive()
        let pdf = TestDocument("", pages: ["heron"]).pdf
        let mail = Array(
            ("From: a@example.org\nSubject: x\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n"
                + "--b\n\nheron\n--b\nContent-Type: application/pdf\nContent-Disposition: attachment; filename=a.pdf\n"
                + "Content-Transfer-Encoding: base64\n\n\(Data(pdf).base64EncodedString())\n--b--\n").utf8)
        let files = [
            "mail.eml": mail, "letters.mbox": Array("From a Thu Jan  1 00:00:00 2015\n".utf8) + mail,
            "zip.zip": ZipWriter([.init("a.pdf", pdf), .init("b.pdf", pdf)]).bytes, "single.pdf": pdf,
        ]
        for (name, bytes) in files { try archive.write(bytes, to: name) }
        try archive.write(pdf, to: "z/open.pdf")
        try await archive.update()
        let kinds = ["format:mail", "format:mbox", "format:zip", "format:pdf", "-format:mail -format:mbox -format:zip"]
        func seen() throws -> [[String]] {
            try kinds.map { kind in
                try archive.find("heron") { ($0.access, $0.showsCopies, $0.match) = (kind, true, .all) }.sorted()
            }
        }
        let before = try seen()
        #expect(before.last == ["single.pdf", "z/open.pdf"])
        for (name, bytes) in files { try archive.write(bytes.prefix(Int(Double(bytes.count) * share)), to: name) }
        for _ in 1...2 {
            #expect(try await archive.update { $0.full = true }.report.standingFailures > 0)
            #expect(try seen() == before)
        }
        // What is as it was the last time is not read again.
        #expect(try await archive.update().report.changed == 0)
    }

    /// What is new beside them is of the format that it is found in.
    @Test func keptMailsStayMailsBesideOtherDocuments() async throws {
        let archive = try TestArchive()
        func see(_ access: String) throws -> [String] {
            try archive.find("heron OR egret") { ($0.access, $0.showsCopies, $0.match) = (access, true, .all) }.sorted()
        }
        let mail = "From: a@example.org\nTo: b@example.org\nSubject: x\nMessage-ID: <1@example.org>\n\nheron\n"
        try archive.write(mail.utf8, to: "x.eml")
        try await archive.update()
        #expect(try see("format:mail") == ["x.eml"])
        for text in ["egret", "egret two"] {
            try archive.write(ZipWriter([.init("n.pdf", TestDocument("", pages: [text]).pdf)]).bytes, to: "x.eml")
            for isFull in [false, true] {
                #expect(try await archive.update { $0.full = isFull }.report.standingFailures == 1)
                #expect(try see("format:mail") == ["x.eml"])
                #expect(try see("-format:mail") == ["x.eml!/n.pdf"])
                #expect(try see("format:zip") == ["x.eml!/n.pdf"])
            }
        }
        // Everywhere the same is said.
        var formats: [String: String] = [:]
        try archive.index.forEachDocument { document, _ in formats[document.path] = document.format }
        #expect(formats == ["x.eml": "mail", "x.eml!/n.pdf": "zip"])
        var counted = SearchRequest("heron OR egret")
        (counted.countsFacets, counted.showsCopies) = (true, true)
        #expect(try archive.index.search(counted).facets?.formats.map(\.name).sorted() == ["mail", "zip"])
        let reread = try await TestRun(archive.index.reread(bundlesAt: archive.root + "/x.eml", options: .forTests))
        #expect(reread.failures.isEmpty)
        #expect(try see("format:zip") == ["x.eml!/n.pdf"])
        #expect(try see("format:mail").isEmpty)
    }

    /// A bag's own description, not that of its documents, says where it came from.
    @Test(arguments: [
        "", "\0\0\0\0\0\0\0\0\0", "<html><head><title>404</title></head>\n<body>Error: not found</body></html>\n",
        "Source-Organiz\0\0\0\0\0: Closed House\n",
    ])
    func bagsWithoutTheirDescriptionStayOfTheirPackage(left: String) async throws {
        let archive = try TestArchive()
        func write(_ info: String) throws {
            try archive.write("BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n".utf8, to: "bag/bagit.txt")
            try archive.write("ab  data/a.pdf\n".utf8, to: "bag/manifest-sha256.txt")
            try archive.write(TestDocument("", pages: ["heron"]).pdf, to: "bag/data/a.pdf")
            try archive.write(info.utf8, to: "bag/bag-info.txt")
        }
        try write("Source-Organization: Closed House\n")
        #expect(try await archive.update().failures.isEmpty)
        #expect(try Self.seen(archive, "package:closed") == ["bag!/data/a"])
        try write(left)
        for _ in 1...2 {
            #expect(try await archive.update { $0.full = true }.report.standingFailures > 0)
            #expect(try Self.seen(archive, "package:closed") == ["bag!/data/a"])
            #expect(try Self.seen(archive, "-package:closed") == [])
        }
        #expect(try archive.index.status().failures.contains { $0.path.hasSuffix("bag-info.txt") })
    }

    private static let named = Task {
        let archive = try TestArchive()
        let pdf = { (text: String) in TestDocument("", pages: ["heron \(text)"]).pdf }
        try archive.write(pdf("one"), to: "\u{C4}rzte/a.pdf")
        try archive.write(pdf("two"), to: "stra\u{DF}e/b.pdf")
        try archive.write(pdf("three"), to: "\u{C4}kte.pdf")
        for (name, author, tag) in [
            ("upper", "\u{D6}mer Zorn", "Closed"), ("parts", "O\u{308}mer Zorn", "f\u{FC}r uns"),
            ("wide", "\u{FF3A}orn", "fu\u{308}r uns"), ("joined", "Zo\u{200D}rn", "clo\u{200B}sed"),
            ("other", "Locke", "open"),
        ] {
            var document = TestDocument("x", pages: ["heron \(name)"], title: name, authors: [author], tags: [tag])
            (document.identifier, document.language) = name == "wide" ? ("\u{C4}K 7", "ger\u{200B}man") : (nil, "en")
            try archive.write([document], to: "\(name).zip")
        }
        try archive.write("BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n".utf8, to: "bag/bagit.txt")
        try archive.write("ab  data/a.pdf\n".utf8, to: "bag/manifest-sha256.txt")
        try archive.write("Source-Organization: \u{C4}mterhaus\n".utf8, to: "bag/bag-info.txt")
        try archive.write(pdf("four"), to: "bag/data/a.pdf")
        try await archive.update()
        return archive
    }

    @Test(arguments: [
        ("-path:\"ROOT/\u{E4}rzte/\"", ["\u{C4}rzte/a"]), ("-path:\u{E4}rzte", ["\u{C4}rzte/a"]),
        ("-path:STRASSE", ["stra\u{DF}e/b"]), ("-bundle:\u{E4}kte", ["\u{C4}kte"]),
        ("-bundle:a\u{308}KTE", ["\u{C4}kte"]), ("-path:\"parts.zip/x.pdf\"", ["parts"]),
        ("-person:\u{F6}mer", ["parts", "upper"]), ("-person:\u{D6}mer", ["parts", "upper"]),
        ("-person:zorn", ["joined", "parts", "upper", "wide"]), ("-tag:=\"f\u{FC}r uns\"", ["parts", "wide"]),
        ("-tag:=\"F\u{DC}R UNS\"", ["parts", "wide"]), ("-tag:=closed", ["joined", "upper"]),
        ("-id:\"\u{E4}k 7\"", ["wide"]), ("-lang:de", ["wide"]), ("-package:\u{E4}mterhaus", ["bag!/data/a"]),
        ("-path:\"ROOT//\u{E4}rzte/\"", ["\u{C4}rzte/a"]), ("-path:\"ROOT/./\u{E4}rzte/\"", ["\u{C4}rzte/a"]),
        ("-path:\"ROOT/x/../\u{C4}rzte/.\"", ["\u{C4}rzte/a"]), ("-path:\"./bag//data/a.pdf\"", ["bag!/data/a"]),
        ("-path:\"parts.zip//x.pdf\"", ["parts"]),
        ("-tag:=\"closed \"", ["joined", "upper"]), ("-tag:=\"f\u{FC}r  uns\"", ["parts", "wide"]),
    ])
    func whatIsExcludedIsExcludedInEveryForm(access: String, closed: [String]) async throws {
        let archive = try await Self.named.value
        let all = try Self.seen(archive, "pages:1..")
        #expect(all.count == 9)
        let seen = try Self.seen(archive, access.replacing("ROOT", with: archive.root))
        #expect(all.filter { !seen.contains($0) } == closed, "\(access)")
    }

    @Test(arguments: [
        ("tag:=closed", []), ("tag:=Closed", ["upper"]), ("-(-tag:=Closed)", ["upper"]), ("-(-tag:=closed)", []),
        ("path:\"ROOT/\u{E4}rzte/\"", []), ("path:\"ROOT/\u{C4}rzte/\"", ["\u{C4}rzte/a"]),
    ])
    func whatLetsThroughIsTakenToTheLetter(access: String, open: [String]) async throws {
        let archive = try await Self.named.value
        #expect(try Self.seen(archive, access.replacing("ROOT", with: archive.root)) == open, "\(access)")
    }

    /// The same fact stands on both sides.
    @Test func eachFactIsTakenForWhatItDoesWhereItStands() async throws {
        let archive = try await Self.named.value
        let other = archive.root.uppercased() + "/"
        let access = "path:\"\(other)\" OR (tag:=open -path:\"\(other)\")"
        #expect(try Self.seen(archive, "path:\"\(other)\"").isEmpty)
        #expect(try Self.seen(archive, access).isEmpty)
    }

    private static let dated = Task {
        let archive = try TestArchive()
        for (name, date) in [
            ("year", "1932"), ("month", "1932-06"), ("day", "1932-06-30"), ("second", "1932-06-30T23:59:59Z"),
            ("leap", "1956"),
        ] {
            try archive.write(
                [TestDocument("x", pages: ["heron \(name)"], title: name, date: date)], to: "\(name).zip")
        }
        try await archive.update()
        return archive
    }

    /// A document that is dated with a year may be of any day in it.
    @Test(arguments: [
        ("date:..1932-01", []), ("date:..1932-06-30", ["day", "month", "second"]), ("date:..1932-06-29", []),
        ("date:1932", ["day", "month", "second", "year"]), ("date:1932-06", ["day", "month", "second"]),
        ("date:1932-06-30", ["day", "second"]), ("before:1933", ["day", "month", "second", "year"]),
        ("date:1956", ["leap"]), ("date:..1956-12-30", ["day", "month", "second", "year"]),
        ("-date:1932-06..", []), ("-date:1932-07..", ["day", "month", "second"]),
        ("-date:..1932-06", ["leap"]), ("-date:..1932-05", ["day", "leap", "month", "second"]),
        ("-date:1932-06-30", ["leap"]), ("-date:1932-06-29", ["day", "leap", "second"]),
    ])
    func datesThatAreNotExactAreClosedWhereTheyMayBe(access: String, open: [String]) async throws {
        let archive = try await Self.dated.value
        #expect(try Self.seen(archive, access) == open, "\(access)")
    }

    /// The full-width sign is folded to the one that stands between a bundle and what lies in it.
    @Test func aFolderThatEndsInAnExclamationMarkIsExcluded() async throws {
        let archive = try TestArchive()
        try archive.write(["a heron"], to: "geheim\u{FF01}/a.pdf")
        try archive.write(["a heron"], to: "offen/b.pdf")
        try await archive.update()
        for access in ["-path:\"geheim\u{FF01}/\"", "-path:\"geheim\u{FF01}\"", "-path:\"geheim!\""] {
            var request = SearchRequest("heron")
            request.access = access
            #expect(try archive.index.search(request).hits.map(\.document.path) == ["offen/b.pdf"], "\(access)")
        }
    }

    @Test(arguments: [
        // Signs are not looked for.
        ("\"C++\"", "signs"), ("\"#free\"", "signs"), ("\"C++\" NEAR/3 frei", "signs"), ("-(-\"50%\")", "signs"),
        ("tag:=open OR text:\"R&D laboratory\"", "signs"), ("tag:\"R&D\"", "signs"), ("title:\"C++\"", "signs"),
        // No document can have these.
        ("-format:eml", "format"), ("-format:mails", "format"), ("format:doc", "format"),
        ("-lang:dothraki", "language"), ("-(lang:de OR lang:germna)", "language"),
        // These fit nothing by their form.
        ("-bundle:\"letters/x.zip\"", "path:\"letters/x.zip\""), ("-bundle:letters/x.zip", "path:"),
        ("-path:\"/srv/closed/*\"", "slash"), ("-path:\"a|b\"", "OR"), ("-path:\"../closed/\"", "in full"),
        ("-path:\"./\"", "in full"), ("-path:\"~/closed/\"", "in full"), ("-path:\"file:///srv/closed/\"", "in full"),
        ("\"tag:=open\"", "tag:=\"open\""),
        // In its plain form a path that lets through may be a part of other paths as well.
        ("path:\"./letters/\"", "in full"), ("path:\"letters/../open/\"", "in full"), ("path:letters//1931", "in full"),
        ("path:\"/srv/open/.\"", "path:\"/srv/open/\""), ("path:\"/srv//open/\"", "path:\"/srv/open/\""),
        ("path:\"/srv/closed/../open/\" -tag:=x", "path:\"/srv/open/\""), ("-(-path:\"./letters/\")", "in full"),
        ("path:\"/srv/x//\" OR (tag:=open -path:\"/srv/x//\")", "path:\"/srv/x/\""),
    ])
    func whatMayLetThroughMoreThanItSaysIsRefused(access: String, advice: String) throws {
        #expect(try #require(Self.isRefused(access)).contains(advice))
    }

    @Test(arguments: [
        "-\"C++\"", "-(\"#free\" OR tag:=x)", "\"Smith & Sons\"", "\"a plain phrase\"", "-path:\"./letters/\"",
        "-path:\"/srv//open/.\"", "path:\"/srv/open/\"", "path:letters/1931", "-format:mail", "format:zip",
        "-format:yianazip", "lang:german", "-lang:de-AT", "lang:tlh",
    ])
    func whatIsPlainOrExcludesMoreIsTaken(access: String) { #expect(Self.isRefused(access) == nil) }

    @Test(arguments: ["co-operative", "=co-operative", "\"co-operative society\"", "text:co-operative", "co-operat*"])
    func wordsWithAHyphenAreClosedWhereALineEndTookIt(words: String) async throws {
        let archive = try TestArchive()
        for (name, text) in [
            ("broken", "heron co-\noperative society"), ("whole", "heron co-operative society"),
            ("open", "heron society"),
        ] {
            let entries = TestDocument(name, pages: [" "]).entries + [ZipWriter.Entry("\(name).txt", "\(text)\u{C}")]
            try archive.write(ZipWriter(entries).bytes, to: "\(name).zip")
        }
        try await archive.update()
        #expect(try Self.seen(archive, "-\(words)") == ["open"])
    }

    @Test func anExactPhraseThatGoesOnOverleafIsExcluded() async throws {
        let archive = try TestArchive()
        try archive.write(["heron kept streng", "geheim for years"], to: "over.pdf")
        try archive.write(["heron streng geheim"], to: "page.pdf")
        try archive.write(["heron strictly"], to: "none.pdf")
        try await archive.update()
        #expect(try Self.seen(archive, "-\"streng geheim\"") == ["none"])
        #expect(try Self.seen(archive, "-=\"streng geheim\"") == ["none"])
        #expect(try Self.seen(archive, "=\"streng geheim\"") == ["page"])
    }
}
