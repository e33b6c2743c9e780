extension OddZip {
    /// What describes a document, and is written against its reader.
    static let markup: [OddZip] = [
        OddZip(
            "XML with elements within too many elements", [pdf("a.pdf"), described("<dc:title>", "</dc:title>", 300)],
            "a.xml: limit: its elements are nested too deeply; the limit is 256 (markupDepth)", "a.pdf: read"),
        OddZip(
            "XML that is too long", [pdf("a.pdf"), described("<dc:title>x</dc:title>", "", 100)],
            limits: ["metadataBytes": 1000],
            "a.xml: limit: it has more bytes than allowed; the limit is 1000 (metadataBytes)", "a.pdf: read"),
        OddZip(
            "XML that is too long",
            [pdf("a.pdf"), .init("a.hocr", "<html><body>" + String(repeating: "<p>x</p>", count: 200))],
            limits: ["markupBytes": 1000],
            "a.hocr: limit: it has more bytes than allowed; the limit is 1000 (markupBytes)", "a.pdf: read"),
        OddZip(
            "XML whose entities multiply",
            [
                pdf("a.pdf"),
                .init(
                    "a.xml",
                    "<!DOCTYPE dc [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;&a;&a;\"><!ENTITY c \"&b;&b;&b;&b;\">]>"
                        + "<dc xmlns:dc=\"http://purl.org/dc/elements/1.1/\"><dc:title>&c;&c;&c;</dc:title></dc>"),
            ],
            "a.pdf: read"),
        OddZip(
            "XML that names other files",
            [
                pdf("a.pdf"),
                .init(
                    "a.xml",
                    "<!DOCTYPE dc SYSTEM \"http://example.com/x\" [<!ENTITY a SYSTEM \"file:///etc/passwd\">]>"
                        + "<dc xmlns:dc=\"http://purl.org/dc/elements/1.1/\"><dc:title>A&a;</dc:title></dc>"),
            ],
            "a.pdf: read"),
        OddZip(
            "JSON with values within too many values",
            [
                pdf("a.pdf"),
                .init("a.json", String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)),
            ],
            "a.json: damaged: it is not valid JSON", "a.pdf: read"),
        OddZip(
            "a sidecar that is not what its name says", [pdf("a.pdf"), .init("a.json", "<xml/>")],
            "a.json: damaged: it is not valid JSON", "a.pdf: read"),
    ]

    /// Dublin Core with something in it many times.
    private static func described(_ start: String, _ end: String, _ count: Int) -> ZipWriter.Entry {
        let (starts, ends) = (String(repeating: start, count: count), String(repeating: end, count: count))
        return .init("a.xml", "<dc xmlns:dc=\"http://purl.org/dc/elements/1.1/\">\(starts)\(ends)</dc>")
    }
}
