/// Gathers copies. Each document is compared with the first of every group that may be its own, so that many forms of
/// one kind cost no more than many documents that are not alike.
struct CopyGroups {
    struct Member {
        var id: Int64
        var hasSameContent: Bool
        var likeness: Double
    }

    /// By the first document of a group, which is not among the members.
    private(set) var members: [Int64: [Member]] = [:]
    private var byContent: [String: (original: Int64, member: Member)] = [:]
    private var places: [Int64: Int] = [:]
    private var sketches: [Int64: TextSketch] = [:]
    private var byKey: [UInt64: [Int64]] = [:]
    private var kept: [Int64: WordSet] = [:]

    /// The least likeness of words, less the error of sketches.
    private static let leastEstimate = 0.6
    private static let mostOfKey = 32
    private static let mostCompared = 8
    private static let mostKept = 64

    /// `content` is the hash; nil for a document without bytes of its own.
    mutating func add(_ id: Int64, content: String?, words: (Int64) throws -> WordSet) rethrows {
        places[id] = places.count
        if let content, let known = byContent[content] {
            var member = known.member
            (member.id, member.hasSameContent) = (id, known.member.hasSameContent)
            members[known.original, default: []].append(member)
            return
        }
        let own = try words(id)
        let found = own.isComparable ? try original(of: own, words) : nil
        let member = Member(id: id, hasSameContent: found == nil, likeness: found?.likeness ?? 1)
        if let found { members[found.id, default: []].append(member) }
        if let content { byContent[content] = (found?.id ?? id, member) }
        guard own.isComparable, found == nil else { return }
        let sketch = TextSketch(own)
        sketches[id] = sketch
        for key in sketch.keys where byKey[key]?.count ?? 0 < Self.mostOfKey { byKey[key, default: []].append(id) }
    }

    private mutating func original(
        of words: WordSet, _ wordsOf: (Int64) throws -> WordSet
    ) rethrows -> (id: Int64, likeness: Double)? {
        let sketch = TextSketch(words)
        let near = Set(sketch.keys.flatMap { byKey[$0] ?? [] })
            .map { (id: $0, likeness: sketches[$0]?.likeness(to: sketch) ?? 0, place: places[$0] ?? 0) }
            .filter { $0.likeness >= Self.leastEstimate }.sorted { ($1.likeness, $0.place) < ($0.likeness, $1.place) }
        for (id, _, _) in near.prefix(Self.mostCompared) {
            let other = try kept[id] ?? wordsOf(id)
            if kept.count >= Self.mostKept { kept = [:] }
            kept[id] = other
            if other.isNear(words) { return (id, other.likeness(to: words)) }
        }
        return nil
    }
}
