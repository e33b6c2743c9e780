extension OddZip {
    static let names: [OddZip] = [
        OddZip(
            "a name that leads out of the folder",
            [pdf("../../etc/a.pdf"), pdf("..\\..\\b.pdf"), pdf("c/../../c.pdf")],
            "../../etc/a.pdf: read", "../../b.pdf: read", "c/../../c.pdf: read"),
        OddZip(
            "an absolute name", [pdf("/etc/passwd.pdf"), pdf("//server/b.pdf"), pdf("~/c.pdf")],
            "/etc/passwd.pdf: read", "//server/b.pdf: read", "~/c.pdf: read"),
        OddZip(
            "a name with a drive letter", [pdf("C:\\a.pdf"), pdf("C:b.pdf"), pdf("\\\\?\\C:\\c.pdf")],
            "C:/a.pdf: read", "C:b.pdf: read", "//?/C:/c.pdf: read"),
        OddZip(
            "a NUL in a name", [.init(name: Array("b\0c.pdf".utf8), data: pdf)], "b c.pdf: read"),
        OddZip(
            "control characters in a name",
            [pdf("a\u{1B}[2J\n.pdf").with { $0.flags = ZipWriter.Entry.utf8Name }, pdf("b\u{7F}\u{85}.pdf")],
            "a\u{FFFD}[2J\u{FFFD}.pdf: read", "b\u{FFFD}\u{FFFD}.pdf: read"),
        OddZip(
            "a name that is too long", [pdf(String(repeating: "x", count: 5000) + ".pdf"), pdf("a.pdf")],
            "\(String(repeating: "x", count: 80))…\(String(repeating: "x", count: 16)).pdf: limit: "
                + "its name has 5004 bytes; the limit is 4096 (nameBytes)",
            "a.pdf: read"),
        OddZip("an empty name", [.init(name: [], data: pdf), pdf("a.pdf")], "a.pdf: read"),
        OddZip(
            "a name that comes twice", [pdf("a.pdf"), pdf("a.pdf"), pdf("A.pdf")],
            "a.pdf: read", "a.pdf#2: read", "A.pdf: read"),
        OddZip(
            "a folder and a file of one name", [.init("a.pdf/", []), pdf("a.pdf"), pdf("a.pdf/b.pdf")],
            "a.pdf: read", "a.pdf/b.pdf: read"),
        OddZip(
            "another name in the entry than in the directory",
            [pdf("a.pdf").with { $0.localName = Array("../b".utf8) }],
            "a.pdf: read"),
        OddZip(
            "a name in UTF-8 without the flag for it", [.init(name: Array("Größe.pdf".utf8), data: pdf)],
            "Größe.pdf: read"),
        OddZip(
            "a name in a code page", [.init(name: [0x47, 0x72, 0x94, 0xE1, 0x65] + Array(".pdf".utf8), data: pdf)],
            "Größe.pdf: read"),
        OddZip(
            "a Unicode extra field", [pdf("Gr__e.pdf").with { $0.extra = unicodeField("Größe.pdf", of: $0.name) }],
            "Größe.pdf: read"),
        OddZip(
            "a Unicode extra field of another name",
            [pdf("a.pdf").with { $0.extra = unicodeField("Größe.pdf", of: Array("b.pdf".utf8)) }],
            "a.pdf: read"),
        OddZip(
            "the UTF-8 flag on a name that is not UTF-8",
            [
                ZipWriter.Entry(name: [0x47, 0x72, 0x94, 0xE1, 0x65] + Array(".pdf".utf8), data: pdf).with {
                    $0.flags = ZipWriter.Entry.utf8Name
                }, pdf("a.pdf"),
            ],
            "Größe.pdf: read", "a.pdf: read"),
        OddZip(
            "a decomposed name (NFD)", [pdf("Gro\u{308}ße.pdf"), pdf("Gr\u{F6}ße.pdf")],
            "Gr\u{F6}ße.pdf: read", "Gr\u{F6}ße.pdf#2: read"),
    ]

    /// Info-ZIP's extra field for a name in UTF-8, which is only good beside the name that it names the checksum of.
    private static func unicodeField(_ unicode: String, of name: [UInt8]) -> [UInt8] {
        let sum = ZipWriter.checksum(of: name)
        return [0x75, 0x70, UInt8(unicode.utf8.count + 5), 0, 1]
            + (0..<4).map { UInt8(truncatingIfNeeded: sum >> (8 * UInt32($0))) } + Array(unicode.utf8)
    }
}
