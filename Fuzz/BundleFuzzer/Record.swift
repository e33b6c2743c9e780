/// A file of a folder as it is written in an input: two bytes 1E, the name, a byte 1F, the content. Such marks survive
/// what a fuzzer does better than lengths, and look like what they are in an editor.
struct Record {
    var name: String
    var content: [UInt8]

    private static let mark: UInt8 = 0x1E
    private static let nameEnd: UInt8 = 0x1F
    private static let maximumCount = 200

    static func records(in bytes: [UInt8]) -> [Record] {
        var starts: [Int] = []
        var index = 0
        while index + 1 < bytes.count, starts.count < maximumCount {
            if bytes[index] == mark, bytes[index + 1] == mark {
                starts.append(index + 2)
                index += 2
            } else {
                index += 1
            }
        }
        return starts.enumerated().map { number, start in
            let end = number + 1 < starts.count ? starts[number + 1] - 2 : bytes.count
            let record = bytes[start..<end]
            let nameEnd = record.firstIndex(of: nameEnd) ?? record.endIndex
            return Record(
                name: String(decoding: record[..<nameEnd], as: UTF8.self),
                content: Array(record[nameEnd...].dropFirst()))
        }
    }
}
