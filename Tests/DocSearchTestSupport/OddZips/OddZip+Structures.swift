extension OddZip {
    /// Zips whose directory is not as it should be.
    static let structures: [OddZip] = [
        OddZip(
            "a directory that is cut off", bytes: Array(two.bytes.dropLast(22 + 20)),
            outcome: ["damaged: this zip has no directory, its end is missing or damaged"]),
        OddZip(
            "a directory that is cut off", bytes: Array(two.bytes.dropLast(4)),
            outcome: ["damaged: this zip has no directory, its end is missing or damaged"]),
        OddZip(
            "a directory that is cut off", bytes: Array(two.bytes.prefix(100)),
            outcome: ["damaged: this zip has no directory, its end is missing or damaged"]),
        OddZip(
            "a directory elsewhere than it says", two.with { $0.claimedDirectoryOffset = 1 },
            "a.pdf: read", "b.pdf: read"),
        OddZip(
            "a directory elsewhere than it says", two.with { $0.claimedDirectoryOffset = 1 << 30 },
            "a.pdf: read", "b.pdf: read"),
        OddZip(
            "a directory elsewhere than it says",
            two.with {
                $0.claimedDirectoryOffset = 1
                $0.claimedDirectorySize = 1
            },
            "damaged: this zip has no directory, its end is missing or damaged"),
        OddZip(
            "a directory that says the wrong number of entries", two.with { $0.claimedCount = 3 },
            "a.pdf: read", "b.pdf: read"),
        OddZip(
            "a directory that says the wrong number of entries", two.with { $0.claimedCount = 1 },
            "a.pdf: read", "b.pdf: read"),
        OddZip(
            "the last of several parts", bytes: part(two.bytes),
            outcome: ["unsupported: this is one part of a zip in several files; join them first"]),
        OddZip(
            "the last of several parts", bytes: part(Array(two.bytes.dropFirst(30 + "a.pdf".utf8.count + pdf.count))),
            outcome: ["unsupported: this is one part of a zip in several files; join them first"]),
        OddZip("something before the zip", ZipWriter([pdf("a.pdf")], prefix: program), "a.pdf: read"),
        OddZip(
            "something before the zip, which its directory does not count", bytes: program + two.bytes,
            outcome: ["a.pdf: read", "b.pdf: read"]),
        OddZip(
            "extra fields that are damaged",
            [odd { $0.extra = [0xFF, 0xFF, 0xFF] }, odd { $0.extra = [1, 0, 90, 0] }],
            "x.pdf: read", "x.pdf#2: read"),
        OddZip(
            "something behind the zip", bytes: two.bytes + [UInt8](repeating: 0x20, count: 3000),
            outcome: ["a.pdf: read", "b.pdf: read"]),
        OddZip("nothing in the zip", ZipWriter(), "skipped: there is no PDF and no page image in it"),
    ]

    private static let program = [UInt8](repeating: 0x90, count: 2000)
    /// With an end that says that this is part 2, which has one of the two entries.
    private static func part(_ zip: [UInt8]) -> [UInt8] {
        var bytes = zip
        let end = bytes.count - 22
        bytes.replaceSubrange(end + 4..<end + 10, with: [1, 0, 1, 0, 1, 0])
        return bytes
    }

    private static let two = ZipWriter([pdf("a.pdf"), pdf("b.pdf")])
}
