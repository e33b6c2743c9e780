import ExtractionProtocol

/// Approximate memory in bytes, for buffers.
extension PageFrame {
    var heldBytes: Int { words.reduce(text.utf8.count + reasonBytes + 512) { $0 + $1.text.utf8.count + 128 } }

    var reasonBytes: Int { reasons.reduce(0) { $0 + $1.utf8.count + 48 } }
}

extension IndexedPage {
    var heldBytes: Int { reasons.reduce(256) { $0 + $1.utf8.count + 48 } }
}

extension DocumentFrame {
    var heldBytes: Int {
        entry.utf8.count + recordBytes + (unpagedText?.utf8.count ?? 0) + 512
            + 32 * (metadata.authors.count + metadata.authorAddresses.count + metadata.tags.count)
            + 96 * metadata.details.count
    }
}

extension ProblemFrame {
    var heldBytes: Int { address.entry.utf8.count + reason.utf8.count + 128 }
}

extension WorkerMessage {
    var heldBytes: Int {
        switch self {
        case .reading(_, .document(let frame, _)): frame.heldBytes
        case .reading(_, .page(let frame)), .recognition(_, .recognized(let frame)): frame.heldBytes
        case .reading(_, .problem(let frame)), .recognition(_, .failed(let frame)): frame.heldBytes
        default: 0
        }
    }
}
