/// Where the bytes of a file of a bundle are.
struct FileReference: Sendable, Hashable {
    /// The entries that lead to its container.
    var way: [BundleEntry] = []
    /// Nil for the bundle's own file.
    var entry: BundleEntry?
    var offset: Int64 = 0
    /// Whether the file lies beside the bundle; `way` is then empty.
    var isBeside = false
}

extension FileReference {
    /// The file at the end of a way; the bundle's own for the empty one.
    init(endOf way: [BundleEntry], offset: Int64 = 0) {
        self.init(way: Array(way.dropLast()), entry: way.last, offset: offset)
    }
}
