/// Documents by ordinal.
struct DocumentSet {
    private var members: [Bool]

    init(ordinals: [Int], count: Int) {
        members = [Bool](repeating: false, count: count)
        for ordinal in ordinals { members[ordinal] = true }
    }

    init(_ ids: [Int64], _ places: DocumentRowMap) {
        members = [Bool](repeating: false, count: places.count)
        guard !ids.isEmpty else { return }
        let wanted = Set(ids)
        for (ordinal, id) in places.ids.enumerated() where wanted.contains(id) { members[ordinal] = true }
    }

    func contains(_ ordinal: Int) -> Bool { members[ordinal] }

    var count: Int { members.count(where: \.self) }
}
