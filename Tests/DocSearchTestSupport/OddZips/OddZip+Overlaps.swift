extension OddZip {
    /// Zips in which bytes belong to several entries.
    static let overlaps: [OddZip] = [
        OddZip(
            "entries that share their bytes",
            [
                pdf("a.pdf"),
                pdf("b.pdf").with {
                    $0.isOnlyListed = true
                    $0.claimedOffset = 0
                },
            ],
            "a.pdf: read", "b.pdf: read"),
        OddZip(
            "an overlap bomb", quoting(PackedZeros.entry("3.pdf"), unpacked: nil, count: 3),
            limits: ["memoryBytes": 1 << 20], outcomeOfBomb(1), outcomeOfBomb(2), outcomeOfBomb(3)),
        // The same with so little in it that no ratio is striking. The sum is.
        OddZip(
            "an overlap bomb", quoting(deflated("4.pdf"), unpacked: pdf, count: 4),
            limits: ["bundleBytes": overlapLimit],
            withoutDirectory("1.pdf"), withoutDirectory("2.pdf"), tooMuch("3.pdf", overlapLimit),
            tooMuch("4.pdf", overlapLimit)),
        OddZip(
            "a zip that contains itself", bytes: ZipQuine.bytes(name: "r.zip") ?? [],
            outcome: ["r.zip!/r.zip!/r.zip!/r.zip: limit: it is a bundle within 3 others; the limit is 3 (nesting)"]),
    ]

    /// What three of the PDFs are more than the zip.
    private static let overlapLimit =
        pdf.count * 3 - quoting(deflated("4.pdf"), unpacked: pdf, count: 4).bytes.count

    /// The header of the next entry makes it look like a zip.
    private static func withoutDirectory(_ name: String) -> String {
        "\(name): damaged: this zip has no directory, its end is missing or damaged"
    }

    private static func outcomeOfBomb(_ number: Int) -> String {
        let (packed, ratio) = [(4160, 267), (4120, 270), (4080, 273)][number - 1]
        return "\(number).pdf: limit: its first \(packed) bytes unpack to 1114112, \(ratio) for each; the limit is 200 "
            + "(compressionRatio)"
    }

    /// Entries of which each holds the header and the data of the next, and the last `kernel`: what is in the zip once is
    /// unpacked `count` times. The way was found by David Fifield ("A better zip bomb", 2019): a literal block of deflate
    /// quotes the header of the next entry, and its packed data follows.
    ///
    /// `kernel` is packed with deflate; `unpacked` is what is in it, nil when the checksums need not be right.
    private static func quoting(_ kernel: ZipWriter.Entry, unpacked: [UInt8]?, count: Int) -> ZipWriter {
        var entries = [kernel]
        var contents = unpacked
        while entries.count < count {
            let next = entries[0]
            let header = ZipWriter.localHeader(of: next)
            let (low, high) = (UInt8(header.count & 0xFF), UInt8(header.count >> 8))
            let entry = ZipWriter.Entry(
                "\(count - entries.count).pdf", [0, low, high, ~low, ~high] + header + next.data)
            contents = contents.map { header + $0 }
            entries.insert(
                entry.with {
                    $0.method = 8
                    $0.claimedSize = next.claimedSize.map { $0 + UInt32(header.count) }
                    $0.checksum = contents.map { ZipWriter.checksum(of: $0) } ?? 0
                }, at: 0)
        }
        var offset: UInt32 = 0
        for index in entries.indices {
            entries[index].claimedOffset = offset
            entries[index].isOnlyListed = index > 0
            offset += UInt32(ZipWriter.localHeader(of: entries[index]).count + 5)
        }
        return ZipWriter(entries)
    }
}
