import Logging

package struct ServerLog: LogHandler {
    private let write: @Sendable (String) -> Void
    package var logLevel = Logger.Level.error
    package var metadata: Logger.Metadata = [:]

    package init(write: @escaping @Sendable (String) -> Void) { self.write = write }

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    package func log(event: LogEvent) {
        let details = (event.metadata ?? [:]).sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
        let line = ([event.message.description] + details).joined(separator: "; ")
        // The message may contain bytes from a client.
        write(
            String(String.UnicodeScalarView(line.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : $0 }))
        )
    }
}
