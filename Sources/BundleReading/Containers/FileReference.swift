struct FileReference: Sendable, Hashable {
    var way: [BundleEntry] = []
    var entry: BundleEntry?
    var offset: Int64 = 0
    /// The file lies beside the bundle; `way` is empty then.
    var isBeside = false
}

extension FileReference {
    init(endOf way: [BundleEntry], offset: Int64 = 0) {
        self.init(way: Array(way.dropLast()), entry: way.last, offset: offset)
    }
}
