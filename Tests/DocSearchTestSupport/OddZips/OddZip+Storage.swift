extension OddZip {
    /// Entries that are not what their headers say, or that cannot be read.
    static let storage: [OddZip] = [
        OddZip(
            "a symbolic link",
            [
                ZipWriter.Entry("x.pdf", "/etc/passwd").with { $0.unixMode = ZipWriter.Entry.symbolicLink },
                pdf("a.pdf"),
            ],
            "x.pdf: unsupported: it is a symbolic link, which is not followed", "a.pdf: read"),
        OddZip(
            "an encrypted entry", [odd { $0.flags = ZipWriter.Entry.encrypted }, pdf("a.pdf")],
            "x.pdf: locked: it is encrypted; give its password in a file with --passwords, or unpack it and index "
                + "the result",
            "a.pdf: read"),
        OddZip(
            "an entry with strong encryption", [odd { $0.flags = ZipWriter.Entry.encrypted | 1 << 6 }, pdf("a.pdf")],
            "x.pdf: locked: it is encrypted; give its password in a file with --passwords, or unpack it and index "
                + "the result",
            "a.pdf: read"),
        OddZip(
            "an unknown compression method", [odd { $0.method = 97 }, pdf("a.pdf")],
            "x.pdf: unsupported: compression method 97 is not supported", "a.pdf: read"),
        OddZip(
            "a wrong checksum", [odd { $0.checksum = 7 }, pdf("a.pdf")],
            "a.pdf: read", "x.pdf: damaged: its checksum does not match"),
        OddZip(
            "damaged packed data", [odd { $0.method = 8 }, pdf("a.pdf")],
            "a.pdf: read", "x.pdf: damaged: its compressed data is damaged"),
        OddZip(
            "a wrong size of what is not packed", [odd { $0.claimedSize = 9 }, pdf("a.pdf")],
            "a.pdf: read", "x.pdf: damaged: its header or its length does not agree with the directory"),
        OddZip(
            "a wrong size", [deflated { $0.claimedSize = 9 }, pdf("a.pdf")], "a.pdf: read", "x.pdf: read"),
        OddZip(
            "a wrong size", [deflated { $0.claimedSize = 1 << 30 }, pdf("a.pdf")], "a.pdf: read", "x.pdf: read"),
        OddZip(
            "data that goes on beyond the end of the zip", [odd { $0.claimedPackedSize = 1 << 20 }, pdf("a.pdf")],
            "a.pdf: read", "x.pdf: damaged: it ends too early"),
        OddZip(
            "a data descriptor", [odd { $0.hasDescriptor = true }, deflated { $0.hasDescriptor = true }, pdf("a.pdf")],
            "a.pdf: read", "x.pdf#2: read", "x.pdf: read"),
        OddZip(
            "true zip64 records",
            ZipWriter([odd { $0.zip64 = (UInt64(pdf.count), UInt64(pdf.count), 0) }]).with { $0.hasZip64End = true },
            "x.pdf: read"),
        OddZip(
            "false zip64 records",
            ZipWriter([odd { $0.zip64 = (1 << 62, UInt64(pdf.count), 0) }, pdf("a.pdf")]).with {
                $0.hasZip64End = true
            },
            "a.pdf: read", "x.pdf: damaged: its header or its length does not agree with the directory"),
        OddZip(
            "false zip64 records", [odd { $0.zip64 = (UInt64(pdf.count), 1 << 62, 0) }, pdf("a.pdf")],
            "a.pdf: read", "x.pdf: damaged: it ends too early"),
        OddZip(
            "false zip64 records",
            [odd { $0.zip64 = (UInt64(pdf.count), UInt64(pdf.count), 1 << 62) }, pdf("a.pdf")],
            "a.pdf: read", "x.pdf: damaged: its header or its length does not agree with the directory"),
        OddZip(
            "false zip64 records",
            ZipWriter([pdf("a.pdf")]).with {
                $0.hasZip64End = true
                $0.claimedZip64Count = 1 << 60
            },
            "a.pdf: read"),
        OddZip(
            "sizes that are in no zip64 record",
            [
                odd { ($0.claimedSize, $0.claimedPackedSize) = (.max, .max) }, pdf("a.pdf"),
            ],
            "a.pdf: read", "x.pdf: damaged: it ends too early"),
        OddZip(
            "an entry of which there is only the line in the directory",
            [
                odd {
                    $0.isOnlyListed = true; $0.claimedOffset = 3
                }, pdf("a.pdf"),
            ],
            "a.pdf: read", "x.pdf: damaged: its header or its length does not agree with the directory"),
    ]

    /// Packed with deflate, in one literal block.
    static func deflated(
        _ name: String = "x.pdf", _ change: (inout ZipWriter.Entry) -> Void = { _ in }
    ) -> ZipWriter.Entry {
        pdf(name).with {
            let (low, high) = (UInt8(pdf.count & 0xFF), UInt8(pdf.count >> 8))
            $0.data = [1, low, high, ~low, ~high] + pdf
            $0.method = 8
            $0.checksum = ZipWriter.checksum(of: pdf)
            $0.claimedSize = UInt32(pdf.count)
            change(&$0)
        }
    }
}
