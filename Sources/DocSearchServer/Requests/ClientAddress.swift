import Foundation

package struct ClientAddress: Sendable, Hashable {
    /// The same for all addresses of one customer of a provider: an IPv4 address, or 64 bits of an IPv6 one (RFC 6177).
    package let group: String
    package let isLoopback: Bool

    package init(_ text: String) {
        var (four, six) = (in_addr(), in6_addr())
        var (group, isLoopback) = (text, text == "localhost")
        if inet_pton(AF_INET, text, &four) == 1 {
            (group, isLoopback) = Self.properties(four: withUnsafeBytes(of: four) { Array($0) })
        } else if inet_pton(AF_INET6, String(text.prefix { $0 != "%" }), &six) == 1 {
            let bytes = withUnsafeBytes(of: six) { Array($0) }
            if bytes[..<10].allSatisfy({ $0 == 0 }), bytes[10] == 0xFF, bytes[11] == 0xFF {
                // An IPv4 address, as dual-stack sockets show it (RFC 4291, 2.5.5.2).
                (group, isLoopback) = Self.properties(four: Array(bytes[12...]))
            } else {
                group = bytes[..<8].map { String($0, radix: 16) }.joined(separator: ":") + "/64"
                isLoopback = bytes[..<15].allSatisfy { $0 == 0 } && bytes[15] == 1
            }
        }
        (self.group, self.isLoopback) = (group, isLoopback)
    }

    private static func properties(four bytes: [UInt8]) -> (String, Bool) {
        (bytes.map(String.init).joined(separator: "."), bytes[0] == 127)
    }
}
