import DocSearchTestSupport
import Foundation
import Testing

@testable import SentenceEmbedding

@Suite("Tensor files")
struct TensorFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func tensorFilesGiveNumbersByNameAndShape() throws {
        let path = try write(header: Self.twoTensors, data: Self.numbers)
        let file = try TensorFile(path: path)
        let first = try file.floats("a", shape: [2, 2])
        #expect((0..<4).map { first[$0] } == [1, 2, 3, 4])
        let second = try file.floats("b", shape: [1])
        #expect(second[0] == 5)
    }

    @Test func tensorFilesRefuseOtherNamesShapesAndTypes() throws {
        let path = try write(
            header: #"{"a":{"dtype":"I64","shape":[1],"data_offsets":[0,8]},"#
                + #""b":{"dtype":"F32","shape":[3],"data_offsets":[8,20]}}"#,
            data: Self.numbers)
        let file = try TensorFile(path: path)
        expect(.tensorMissing("c"), path) { _ = try file.floats("c", shape: [1]) }
        expect(.tensorType("a", found: "I64"), path) { _ = try file.floats("a", shape: [1]) }
        expect(.tensorShape("b", found: [3], expected: [1, 3]), path) { _ = try file.floats("b", shape: [1, 3]) }
    }

    @Test(arguments: [
        // Begins too early, leaves a gap, lies over the one before, ends before it begins, has other bytes than its
        // shape.
        [tensor("a", "4", "4,20")], [tensor("b", "3", "0,12"), tensor("a", "1", "16,20")],
        [tensor("b", "4", "0,16"), tensor("a", "2", "12,20")], [tensor("a", "5", "0,-20")],
        [tensor("b", "0", "0,0"), tensor("a", "6", "0,20")],
        [tensor("b", "1", "0,4"), tensor("a", "4", "4,-9223372036854775808")],
    ]) func tensorFilesRefuseTensorsOutOfPlace(tensors: [String]) throws {
        let path = try write(header: Self.header(tensors), data: Self.numbers)
        expect(.tensorPlace("a"), path) { _ = try TensorFile(path: path) }
    }

    /// More bytes than 64 bits can count, once by its shape and once by its end.
    @Test func tensorFilesRefuseSizesThatOverflow() throws {
        let huge = #"{"a":{"dtype":"F32","shape":[4611686018427387904,4],"data_offsets":[0,20]}}"#
        let path = try write(header: huge, data: Self.numbers)
        let file = try TensorFile(path: path)
        let shape = [4_611_686_018_427_387_904, 4]
        expect(.tensorPlace("a"), path) { _ = try file.floats("a", shape: shape) }

        let far = #"{"a":{"dtype":"U8","shape":[9],"data_offsets":[0,9223372036854775807]}}"#
        let other = try write(header: far, data: Self.numbers, name: "far")
        #expect(throws: ModelFileError.self) { _ = try TensorFile(path: other) }
    }

    @Test func tensorFilesRefuseNumbersThatBeginBetweenTwoWords() throws {
        let header =
            #"{"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]},"#
            + #""b":{"dtype":"F32","shape":[1],"data_offsets":[2,6]}}"#
        let path = try write(header: header, data: [UInt8](repeating: 0, count: 6))
        let file = try TensorFile(path: path)
        expect(.tensorPlace("b"), path) { _ = try file.floats("b", shape: [1]) }
    }

    @Test(arguments: [
        "", "{", "[]", "7", "nul", #"{"a":1}"#, #"{"a":{}}"#, header([tensor("a", "5", "0")]),
        header([tensor("a", "5.5", "0,20")]), header([tensor("a", "-5", "0,20")]), header([tensor("a", "5", "-1,20")]),
        header([tensor("a", "5", "0,20").replacing("\"F32\"", with: "7")]), String(repeating: "[", count: 100_000),
    ]) func tensorFilesRefuseOtherHeaders(header: String) throws {
        let path = try write(header: header, data: Self.numbers)
        expect(.invalid("its header cannot be read"), path) { _ = try TensorFile(path: path) }
    }

    @Test func tensorFilesAreNeverReadBehindTheirEnd() throws {
        let whole = try Data(contentsOf: URL(fileURLWithPath: write(header: Self.twoTensors, data: Self.numbers)))
        for length in 0..<whole.count {
            let path = try folder.write(whole.prefix(length), to: "short-\(length)")
            do {
                _ = try TensorFile(path: path)
                Issue.record("\(length) bytes are enough")
            } catch let error as ModelFileError {
                guard case .cutShort(let bytes, let expected) = error.reason else {
                    Issue.record("\(error)")
                    continue
                }
                #expect(bytes == length)
                #expect(expected > length)
            }
        }
        let longer = try folder.write(whole + [0], to: "long")
        expect(.tooLong(bytes: whole.count + 1, expected: whole.count), longer) { _ = try TensorFile(path: longer) }
    }

    @Test func tensorFilesRefuseHeadersOfAnUnlikelySize() throws {
        let path = try folder.write([UInt8](repeating: 0xFF, count: 64), to: "odd")
        expect(.invalid("its header would have 18446744073709551615 bytes"), path) { _ = try TensorFile(path: path) }
    }

    private static let twoTensors = header([
        #""__metadata__":{"format":"pt"}"#, tensor("a", "2,2", "0,16"), tensor("b", "1", "16,20"),
    ])
    private static let numbers = [Float(1), 2, 3, 4, 5].withUnsafeBytes { [UInt8]($0) }

    private static func header(_ tensors: [String]) -> String { "{\(tensors.joined(separator: ","))}" }

    private static func tensor(_ name: String, _ shape: String, _ offsets: String, type: String = "F32") -> String {
        return #""\#(name)":{"dtype":"\#(type)","shape":[\#(shape)],"data_offsets":[\#(offsets)]}"#
    }

    /// The header is filled up with blanks, as writers do, so that the numbers begin at a multiple of 8.
    private func write(header: String, data: [UInt8], name: String = "model") throws -> String {
        let padded = header + String(repeating: " ", count: (8 - header.utf8.count % 8) % 8)
        let length = withUnsafeBytes(of: UInt64(padded.utf8.count).littleEndian) { [UInt8]($0) }
        return try folder.write(length + [UInt8](padded.utf8) + data, to: name)
    }

    private func expect(_ reason: ModelFileError.Reason, _ path: String, _ work: () throws -> Void) {
        #expect(throws: ModelFileError(path: path, reason: reason), performing: work)
    }
}
