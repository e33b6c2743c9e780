import DocSearchTestSupport
import Foundation
import Testing

@Suite struct DeliveryTests {
    private static let declaration = "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n"
    private static let mail = """
        Return-Path: <ann@example.org>
        From: Ann Lee <ann@example.org>
        To: bo@example.org
        Subject: The sluice
        Date: Mon, 2 Mar 2020 10:00:00 +0000
        Message-ID: <7@example.org>
        MIME-Version: 1.0
        Content-Type: multipart/mixed; boundary="b"

        --b
        Content-Type: text/plain

        See the plan.
        --b
        Content-Type: application/pdf; name="plan.pdf"
        Content-Disposition: attachment; filename="plan.pdf"
        Content-Transfer-Encoding: base64

        PDF
        --b--

        """

    /// Without `gone` a bag whose manifest is right.
    private func bag(in program: Program, at folder: String, gone: [String] = [], fetch: String? = nil) throws {
        try program.folder.write(Self.declaration.utf8, to: folder + "/bagit.txt")
        let pdf = try SampleArchive.bytes("minutes/1931-council-minutes.pdf")
        try program.folder.write(pdf, to: folder + "/data/minutes.pdf")
        let path = program.folder.path + "/" + folder
        let sum = try Self.sum(of: path + "/data/minutes.pdf")
        let lines = (["data/minutes.pdf"] + gone).map { "\(sum)  \($0)\n" }.joined()
        try program.folder.write(lines.utf8, to: folder + "/manifest-sha256.txt")
        if let fetch { try program.folder.write(fetch.utf8, to: folder + "/fetch.txt") }
    }

    private static func sum(of path: String) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/sha256sum")
        process.arguments = [path]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return String(text.prefix(64))
    }

    @Test func deliveriesLoseNoFileSilently() throws {
        let program = try Program()
        try bag(in: program, at: "bags/one", gone: (1...300).map { "data/\($0).pdf" })
        let found = try program.run(["bundles", "--json", "--fixity", "bags"])
        #expect(found.exitCode == 3)
        let bundle = try found.json()
        #expect(bundle["fixity"]?["stated"]?.int == 301)
        #expect(bundle["fixity"]?["agreeing"]?.int == 1)
        #expect(bundle["fixity"]?["missing"]?.int == 300)
        let text = try program.run(["bundles", "--fixity", "bags"]).output
        #expect(text.contains("1 of 301 files have their stated checksums; 300 are missing"), "\(text)")
        #expect(text.contains("300 files (the first 20 are named)"), "\(text)")
        let run = try program.run(["index", "--ocr", "never", "bags"])
        #expect(run.exitCode == 3)
        #expect(run.errors.contains("21 failed"), "\(run.errors)")
        #expect(run.errors.contains("21 items stand as failed"), "\(run.errors)")
    }

    @Test func bagsWithoutTheirDeclarationAreNamed() throws {
        let program = try Program()
        try bag(in: program, at: "bags/one")
        try FileManager.default.removeItem(atPath: program.folder.path + "/bags/one/bagit.txt")
        let found = try program.run(["bundles", "--json", "bags"])
        #expect(found.exitCode == 3)
        #expect(try found.json()["format"]?.string == "bagit")
        #expect(try found.json()["problems"]?.elements.first?["entry"]?.string == "bagit.txt")
        let run = try program.run(["index", "--ocr", "never", "bags"])
        #expect(run.exitCode == 3, "\(run.errors)")
        #expect(try program.run(["find", "council"]).output.contains("minutes.pdf"))
        #expect(try program.run(["index", "--ocr", "never", "bags"]).exitCode == 3, "it stands")
    }

    @Test func bagsAwaitWhatIsToBeFetched() throws {
        let program = try Program()
        try bag(
            in: program, at: "bags/one", gone: ["data/a.pdf", "data/b.pdf"],
            fetch: "https://example.org/a - data/a.pdf\nhttps://example.org/b 12 data/b.pdf\n")
        let found = try program.run(["bundles", "--fixity", "bags"])
        #expect(found.exitCode == 0, "\(found)")
        #expect(found.output.contains("awaited, as fetch.txt says: data/a.pdf, data/b.pdf"), "\(found)")
        let run = try program.run(["index", "--ocr", "never", "bags"])
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(run.errors.contains("2 files awaited"), "\(run.errors)")
    }

    @Test func skippedBundlesSayTheirFormat() throws {
        let program = try Program()
        try program.folder.write(ZipWriter([.init("a.csv", "1,2")]).bytes, to: "in/a.zip")
        try program.folder.write(Self.declaration.utf8, to: "in/bag/bagit.txt")
        try program.folder.write("1,2".utf8, to: "in/bag/data/a.csv")
        try program.folder.write("3ca3c1f1fe4c8f0ff6aa7cb2eab1c1f9  data/a.csv\n".utf8, to: "in/bag/manifest-md5.txt")
        let found = try program.run(["bundles", "in"]).output
        #expect(found.contains("in/a.zip: a zip\n  skipped:"), "\(found)")
        #expect(found.contains("in/bag: a bag\n  skipped:"), "\(found)")
        let run = try program.run(["index", "--verbose", "--progress", "lines", "in"])
        #expect(run.errors.contains("skipped: a.zip: a zip; there is no PDF"), "\(run.errors)")
    }

    // MARK: - Other formats

    @Test func deliveriesComeAsTarsAndSevenZips() throws {
        let program = try Program()
        let pdf = Array(
            try SampleArchive.bytes("minutes/1931-council-minutes.pdf"))
        let names = [
            "a.tar": ArchiveWriter.Format.tar, "b.tar.gz": .gzip, "c.tgz": .gzip, "d.tar.bz2": .bzip2,
            "e.tar.xz": .xz, "f.tar.zst": .zstd, "g.7z": .sevenZip,
        ]
        for (name, format) in names {
            try program.folder.write(
                ArchiveWriter.bytes([.init("Protokolle/Größe \(name).pdf", pdf)], format), to: "in/" + name)
        }
        let run = try program.run(["index", "--ocr", "never", "in"])
        #expect(run.exitCode == 0, "\(run.errors)")
        let hits = try program.run(["find", "--json", "--all", "council"]).output
        for name in names.keys { #expect(hits.contains("\(name)!/Protokolle/Größe \(name).pdf"), "\(name) \(hits)") }
    }

    @Test func deliveriesComeAsMaildirs() throws {
        let program = try Program()
        let pdf = try SampleArchive.bytes("minutes/1931-council-minutes.pdf")
        let message = Self.mail.replacing("PDF", with: pdf.base64EncodedString(options: .lineLength76Characters))
        for folder in ["box", "box/.Sent"] {
            for part in ["cur", "new", "tmp"] {
                try FileManager.default.createDirectory(
                    atPath: program.folder.path + "/in/\(folder)/\(part)", withIntermediateDirectories: true)
            }
        }
        try program.folder.write(message.utf8, to: "in/box/cur/1583143200.M1P2.host:2,S")
        try program.folder.write(message.utf8, to: "in/box/new/1583143201.M1P2.host")
        try program.folder.write(message.utf8, to: "in/box/tmp/1583143202.M1P2.host")
        try program.folder.write(message.utf8, to: "in/box/.Sent/cur/1583143203.M1P2.host:2,")
        // No Maildir: there is nothing to tell it by.
        try program.folder.write(message.utf8, to: "in/other/cur/1583143204.M1P2.host")
        let run = try program.run(["index", "--ocr", "never", "in"])
        #expect(run.exitCode == 0, "\(run.errors)")
        let hits = try program.run(["find", "--json", "--all", "council"]).output
        for name in [
            "box/cur/1583143200.M1P2.host:2,S", "box/new/1583143201.M1P2.host", "box/.Sent/cur/1583143203.M1P2.host:2,",
        ] {
            #expect(hits.contains("\(name)!/plan.pdf"), "\(name) \(hits)")
        }
        #expect(!hits.contains("1583143202"), "it is being written")
        #expect(hits.contains("in/other/cur/1583143204.M1P2.host"), "its content says that it is a mail")
        let passed = try program.run(["status", "--passed-over"]).output
        #expect(passed.contains("in/box/tmp/1583143202.M1P2.host"), "\(passed)")
        // The flags of a message are in its name.
        try FileManager.default.moveItem(
            atPath: program.folder.path + "/in/box/cur/1583143200.M1P2.host:2,S",
            toPath: program.folder.path + "/in/box/cur/1583143200.M1P2.host:2,RS")
        let next = try program.run(["index", "--ocr", "never", "in"])
        #expect(next.errors.contains("1 moved"), "\(next.errors)")
    }

    @Test func filesThatAreNotReadAreNotPassedOverSilently() throws {
        let program = try Program()
        _ = try program.archive("minutes/1931-council-minutes.pdf")
        for name in ["a.docx", "b.docx", "c.rar", "noend", "d.xml"] {
            try program.folder.write("x".utf8, to: "archive/more/" + name)
        }
        try program.folder.write("x".utf8, to: "archive/minutes/1931-council-minutes.txt")
        try program.folder.write("x".utf8, to: "archive/more/.hidden")
        let run = try program.run(["index", "--ocr", "never", "--verbose", "archive"])
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(
            run.errors.contains(
                "5 files passed over because of their names (2 .docx, 1 without an extension, 1 .rar, 1 .xml)"),
            "\(run.errors)")
        #expect(run.errors.contains("passed over: "), "\(run.errors)")
        #expect(run.errors.contains("/archive/more/c.rar"), "\(run.errors)")
        let listed = try program.run(["status", "--passed-over"]).output.split(separator: "\n")
        #expect(listed.map { $0.split(separator: "/").last } == ["a.docx", "b.docx", "c.rar", "d.xml", "noend"])
        #expect(try program.run(["status", "--json"]).json()["passed_over"]?.int == 5)
        let quiet = try program.run(["index", "--ocr", "never", "archive"])
        #expect(!quiet.errors.contains("/archive/more/c.rar"))
    }

    /// Mails to a whole town are read, and what is too much of them is said.
    @Test func mailsAreReadHoweverManyTheirRecipientsAre() throws {
        let program = try Program()
        let pdf = try SampleArchive.bytes("minutes/1931-council-minutes.pdf")
        for count in [600, 1500] {
            let to = (1...count).map { "reader\($0)@example.org" }.joined(separator: ",\n ")
            let text = Self.mail.replacing("To: bo@example.org", with: "To: \(to)").replacing(
                "sluice", with: "sluice \(count)"
            ).replacing("PDF", with: pdf.base64EncodedString(options: .lineLength76Characters))
            try program.folder.write(text.utf8, to: "in/\(count).eml")
        }
        let run = try program.run(["index", "--ocr", "never", "in"])
        #expect(run.errors.contains("1500.eml"), "\(run.errors)")
        #expect(run.errors.contains("(values)"), "\(run.errors)")
        #expect(!run.errors.contains("invalid answer"), "\(run.errors)")
        #expect(try program.run(["find", "person:reader600"]).output.contains("600.eml"))
        #expect(try program.run(["find", "person:reader900"]).output.contains("1500.eml"))
    }

    // MARK: - Audits

    @Test func bundlesAreAuditedAndTheLastSoundTimeIsKept() throws {
        let program = try Program()
        try bag(in: program, at: "bags/one")
        try bag(in: program, at: "bags/two")
        try bag(in: program, at: "bags/holey", gone: ["data/a.pdf"], fetch: "https://example.org/a - data/a.pdf\n")
        _ = try program.archive("minutes/1931-council-minutes.pdf")
        #expect(try program.run(["index", "--ocr", "never", "bags", "archive"]).exitCode == 0)
        let first = try program.run(["verify", "--fixity", "--json"])
        #expect(first.exitCode == 0, "\(first)")
        let report = try #require(first.jsonLines().last)
        let bundles = try #require(report["bundles"]?.elements)
        #expect(bundles.map { $0["state"]?.string } == ["awaited", "sound", "sound"])
        let sound = try #require(bundles[2]["last_sound"]?.int)
        try program.folder.write("rotten".utf8, to: "bags/two/data/minutes.pdf")
        let second = try program.run(["verify", "--fixity", "--report", "report.txt"])
        #expect(second.exitCode == 3, "\(second)")
        let text = try String(contentsOfFile: program.folder.path + "/report.txt", encoding: .utf8)
        #expect(text.contains("3 bundles: 1 sound, 1 awaited, 1 faulty; 0 bundles without checksums."), "\(text)")
        #expect(text.contains("faulty: "), "\(text)")
        #expect(text.contains("data/minutes.pdf: its bytes do not have"), "\(text)")
        #expect(text.contains("0 of 1 file as stated"), "\(text)")
        let third = try program.run(["verify", "--fixity", "--report", "report.json"])
        #expect(third.exitCode == 3)
        let filed = try program.json("report.json")
        let two = filed["bundles"]?.elements.first { $0["path"]?.string?.hasSuffix("/two") == true }
        #expect(two?["last_sound"]?.int == sound, "\(filed)")
        #expect(try program.run(["verify", "--fresh"]).exitCode == 64)
    }

    /// What is gone with its description must not be called sound because it was the last time.
    @Test func auditNamesFoldersThatAreNoBundlesAnyMore() throws {
        let program = try Program()
        for name in ["cleared", "emptied", "manifestless", "sound"] { try bag(in: program, at: "bags/" + name) }
        #expect(try program.run(["index", "--ocr", "never", "bags"]).exitCode == 0)
        #expect(try program.run(["verify", "--fixity"]).output.contains("4 bundles: 4 sound"))
        let bags = program.folder.path + "/bags/"
        for name in ["cleared/bagit.txt", "cleared/manifest-sha256.txt", "manifestless/manifest-sha256.txt"] {
            try FileManager.default.removeItem(atPath: bags + name)
        }
        try program.folder.write("rotten".utf8, to: "bags/cleared/data/minutes.pdf")
        try program.folder.write("".utf8, to: "bags/emptied/manifest-sha256.txt")
        let audit = try program.run(["verify", "--fixity", "--json"])
        #expect(audit.exitCode == 3, "\(audit)")
        let bundles = try #require(try audit.jsonLines().last?["bundles"]?.elements)
        let states = bundles.map { ($0["path"]?.string?.split(separator: "/").last ?? "", $0["state"]?.string) }
        #expect(states.map(\.0) == ["cleared", "emptied", "manifestless", "sound"])
        #expect(states.map(\.1) == ["unreadable", "faulty", "faulty", "sound"], "\(audit)")
        #expect(bundles[0]["last_sound"]?.int != nil, "when it was is kept")
        #expect(bundles[1]["stated"]?.int == 1)
        // A run in between takes none of the damaged bags out of the audit.
        _ = try program.run(["index", "--ocr", "never", "bags"])
        let later = try program.run(["verify", "--fixity"])
        #expect(later.exitCode == 3)
        #expect(later.output.contains("1 sound, 2 faulty"), "\(later)")
    }

    /// What is locked is whole as long as it has its checksum, and it is read once alone.
    @Test func auditsOpenNoDocument() throws {
        let program = try Program()
        try bag(in: program, at: "bags/one")
        try program.folder.write("no PDF at all".utf8, to: "bags/one/data/minutes.pdf")
        let sum = try Self.sum(of: program.folder.path + "/bags/one/data/minutes.pdf")
        try program.folder.write("\(sum)  data/minutes.pdf\n".utf8, to: "bags/one/manifest-sha256.txt")
        #expect(try program.run(["index", "--ocr", "never", "bags"]).exitCode == 3)
        let audit = try program.run(["verify", "--fixity"])
        #expect(audit.exitCode == 0, "\(audit)")
        #expect(audit.output.contains("1 bundle: 1 sound"), "\(audit)")
        #expect(try program.run(["bundles", "--fixity", "bags"]).exitCode == 3, "which opens documents as well")
    }

    @Test func forgottenBundlesAreErasedFromTheLedger() throws {
        let program = try Program()
        try bag(in: program, at: "bags/one")
        try bag(in: program, at: "bags/two", gone: ["data/secret.pdf"])
        #expect(try program.run(["index", "--ocr", "never", "bags"]).exitCode == 3)
        #expect(try program.run(["verify", "--fixity"]).exitCode == 3)
        let ledger = program.index + "/fixity.jsonl"
        #expect(try String(contentsOfFile: ledger, encoding: .utf8).contains("secret"))
        let forgotten = try program.run(["forget", "--yes", "two!/data/minutes.pdf"])
        #expect(forgotten.exitCode == 0, "\(forgotten)")
        let text = try String(contentsOfFile: ledger, encoding: .utf8)
        #expect(!text.contains("secret"), "\(text)")
        #expect(text.contains("bags\\/one"), "\(text)")
    }

    @Test func bundlesAreNotAuditedTwiceWhenAnAuditIsStopped() throws {
        let program = try Program()
        try bag(in: program, at: "bags/one")
        try bag(in: program, at: "bags/two")
        #expect(try program.run(["index", "--ocr", "never", "bags"]).exitCode == 0)
        #expect(try program.run(["verify", "--fixity"]).exitCode == 0)
        // As it is left by an audit that was killed behind its first bundle, in the middle of a line.
        let ledger = program.index + "/fixity.jsonl"
        let lines = try String(contentsOfFile: ledger, encoding: .utf8).split(separator: "\n")
        #expect(lines.count == 4)
        try (lines[0] + "\n" + lines[1] + "\n" + lines[2].prefix(20)).write(
            toFile: ledger, atomically: false, encoding: .utf8)
        try program.folder.write("rotten".utf8, to: "bags/one/data/minutes.pdf")
        let rest = try program.run(["verify", "--fixity"])
        #expect(rest.exitCode == 0, "the first is not compared again: \(rest)")
        #expect(rest.output.contains("2 bundles: 2 sound"), "\(rest)")
        #expect(try program.run(["verify", "--fixity"]).exitCode == 3, "now it is")
    }
}
