extension OddZip {
    static let limits: [OddZip] = [
        OddZip(
            "more entries than allowed", [pdf("a.pdf"), pdf("b.pdf"), pdf("c.pdf")], limits: ["entries": 2],
            "limit: this zip has 3 entries; the limit is 2 (entries)"),
        OddZip(
            "more entries than allowed in all bundles within the bundle",
            [pdf("a.pdf"), zip("b.zip", [pdf("b.pdf")]), zip("c.zip", [pdf("c.pdf"), pdf("d.pdf")])],
            limits: ["entries": 5],
            "a.pdf: read", "b.zip!/b.pdf: read",
            "c.zip: limit: this zip has 2 entries, and the bundle 4 before it; the limit is 5 (entries)"),
        // Bundles are opened again for their documents, which does not count twice.
        OddZip(
            "more entries than allowed in all bundles within the bundle",
            [pdf("a.pdf"), zip("b.zip", [pdf("b.pdf")]), zip("c.zip", [pdf("c.pdf")])],
            limits: ["entries": 5],
            "a.pdf: read", "b.zip!/b.pdf: read", "c.zip!/c.pdf: read"),
        OddZip(
            "an entry that unpacks to far more than its size", [PackedZeros.entry("x.pdf"), pdf("a.pdf")],
            limits: ["memoryBytes": 1 << 20],
            "a.pdf: read",
            "x.pdf: limit: its first 4080 bytes unpack to 1114112, 273 for each; the limit is 200 (compressionRatio)"),
        OddZip(
            "an entry that unpacks to far more than its size",
            [
                PackedZeros.entry("x.pdf").with { $0.claimedSize = 100 }, pdf("a.pdf"),
            ],
            limits: ["memoryBytes": 1 << 20],
            "a.pdf: read",
            "x.pdf: limit: its first 4080 bytes unpack to 1114112, 273 for each; the limit is 200 (compressionRatio)"),
        OddZip(
            "an entry that unpacks to far more than its size", [PackedZeros.entry("a.json"), pdf("a.pdf")],
            limits: ["memoryBytes": 1 << 20],
            "a.json: limit: its first 4080 bytes unpack to 1114112, 273 for each; the limit is 200 (compressionRatio)",
            "a.pdf: read"),
        OddZip(
            "an entry with more bytes than allowed", [odd { $0.data += [0x0A] }, pdf("a.pdf")],
            limits: ["entryBytes": pdf.count],
            "a.pdf: read",
            "x.pdf: limit: it has more bytes than allowed; the limit is \(pdf.count) (entryBytes)"),
        OddZip(
            "more bytes in all entries than allowed", sharing,
            limits: ["bundleBytes": sharedGrowth - 1],
            "a.pdf: read", "b.pdf: read",
            tooMuch("c.pdf", sharedGrowth - 1)),
        OddZip(
            "more bytes in all entries than allowed",
            [zip("b.zip", [pdf("b.pdf"), zip("c.zip", sharing)]), pdf("a.pdf")],
            limits: ["bundleBytes": sharedGrowth - 1],
            "a.pdf: read", "b.zip!/b.pdf: read", "b.zip!/c.zip!/a.pdf: read", "b.zip!/c.zip!/b.pdf: read",
            tooMuch("b.zip!/c.zip!/c.pdf", sharedGrowth - 1)),
        OddZip(
            "a bundle in a bundle", [zip("b.zip", [zip("c.zip", [zip("d.zip", [pdf("d.pdf")])])])],
            "b.zip!/c.zip!/d.zip!/d.pdf: read"),
        OddZip(
            "a bundle in too many bundles",
            [
                zip("b.zip", [zip("c.zip", [zip("d.zip", [zip("e.zip", [pdf("e.pdf")]), pdf("d.pdf")])])]),
                pdf("a.pdf"),
            ],
            "a.pdf: read", "b.zip!/c.zip!/d.zip!/d.pdf: read",
            "b.zip!/c.zip!/d.zip!/e.zip: limit: it is a bundle within 3 others; the limit is 3 (nesting)"),
    ]

    /// Three entries of the same bytes, and by how much they are more than the zip of them.
    private static let sharing: [ZipWriter.Entry] =
        [pdf("a.pdf")]
        + ["b.pdf", "c.pdf"].map { name in
            pdf(name).with { ($0.isOnlyListed, $0.claimedOffset) = (true, 0) }
        }
    private static let sharedGrowth = 3 * pdf.count - ZipWriter(sharing).bytes.count

    static func tooMuch(_ name: String, _ limit: Int) -> String {
        "\(name): limit: with it the bundle unpacks to more bytes than allowed; the limit is \(limit) (bundleBytes)"
    }

    private static func zip(_ name: String, _ entries: [ZipWriter.Entry]) -> ZipWriter.Entry {
        ZipWriter.Entry(name, ZipWriter(entries).bytes)
    }
}
