/// Documents by ordinal.
struct DocumentSet {
    private var members: [Bool]

    init(ordinals: [Int], count: Int) {
        members = [Bool](repeating: false, count: count)
        for ordinal in ordinals { members[ordinal] = true }
    }

    init(_ ids: [Int64], _ rowMap: DocumentRowMap) {
        let wanted = Set(ids)
        members = wanted.isEmpty ? Array(repeating: false, count: rowMap.count) : rowMap.ids.map(wanted.contains)
    }

    func contains(_ ordinal: Int) -> Bool { members[ordinal] }

    var count: Int { members.count(where: \.self) }
}
