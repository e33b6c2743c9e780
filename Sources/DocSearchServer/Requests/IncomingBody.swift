/// A body that has not arrived yet. It is read only once the visitor is known and the route accepts one.
package struct IncomingBody: Sendable {
    package let length: Int?
    private let read: @Sendable (_ most: Int) async throws -> [UInt8]

    package init(length: Int?, read: @escaping @Sendable (_ most: Int) async throws -> [UInt8]) {
        (self.length, self.read) = (length, read)
    }

    package func bytes(most: Int) async throws -> [UInt8] {
        if let length, length > most { throw Self.tooLarge(most) }
        return try await read(most)
    }

    package static func tooLarge(_ most: Int) -> ProblemDetails {
        ProblemDetails(413, "This is too much at once", "A request to this address may have at most \(most >> 10) KiB.")
    }

    package static let tooSlow = ProblemDetails(
        408, "The request is too slow", "Its body did not arrive within 10 seconds.")
}
