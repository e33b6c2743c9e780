struct FileReference: Sendable, Hashable {
    /// The entries that lead to its container.
    var way: [BundleEntry] = []
    var entry: BundleEntry?
    var offset: Int64 = 0
    /// The file lies beside the bundle; `way` is empty then.
    var isBeside = false
}

extension FileReference {
    /// The file at the end of `way`; the bundle's own for an empty one.
    init(endOf way: [BundleEntry], offset: Int64 = 0) {
        self.init(way: Array(way.dropLast()), entry: way.last, offset: offset)
    }
}
