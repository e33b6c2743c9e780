import ExtractionProtocol

/// One thread's readers, with documents that stay open, most recently used last. Used from one thread.
final class ReadingDesk {
    let conversation: WorkerConversation
    private let options: ArchivePagesOptions
    private var open: [OpenDocument] = []
    private var hashes: [String: (status: FileStatus, hash: String)] = [:]

    private static let mostHashes = 1_000

    init(program: String, _ options: ArchivePagesOptions, stop: StopFlag) {
        self.options = options
        var reading = IndexingOptions()
        (reading.usesSandbox, reading.limits) = (options.usesSandbox, options.limits)
        conversation = WorkerConversation(program: program, options: reading, stop: stop)
    }

    var keys: Set<String> { Set(open.map(\.key)) }

    /// If the reader dies, a new one tries again, because an earlier request may be the cause.
    func use<Value>(_ viewed: ViewedDocument, stop: StopFlag, _ body: (OpenDocument) throws -> Value) throws -> Value {
        var isTriedAgain = false
        while true {
            do {
                let document = try document(viewed, stop)
                defer { if !document.isUsable { close(viewed.key) } }
                return try body(document)
            } catch let refusal as ReaderRefusal {
                throw refusal
            } catch let failure as ReaderProcess.Failure where failure.isDeath && !isTriedAgain {
                close(viewed.key)
                conversation.supply.discardSpare()
                isTriedAgain = true
            } catch {
                close(viewed.key)
                throw error
            }
        }
    }

    private func document(_ viewed: ViewedDocument, _ stop: StopFlag) throws -> OpenDocument {
        if let position = open.firstIndex(where: { $0.key == viewed.key }) {
            let document = open.remove(at: position)
            // A changed document is opened again, and checked then.
            if document.isCurrent {
                open.append(document)
                return document
            }
        }
        if open.count >= max(1, options.openDocuments) { open.removeFirst() }
        let document = try OpenDocument(
            viewed, in: try bundle(of: viewed, stop: stop), readers: conversation.supply, options: options, stop: stop)
        open.append(document)
        return document
    }

    /// In its indexed form: with the same size, time and inode, which a run compares, or with the same hash.
    func bundle(of viewed: ViewedDocument, stop: StopFlag) throws -> OpenBundle {
        let bundle: OpenBundle
        do {
            let bundlePath = BundlePath.withCompanions(viewed.row.relativePath, in: viewed.path.root)
            bundle = try OpenBundle(bundlePath, passwords: options.passwords, limits: options.limits)
        } catch let error as DocSearchError {
            throw DocSearchError.missing(viewed, error.cause ?? error.message)
        }
        guard !viewed.row.hasSameStatus(as: bundle.status) else { return bundle }
        let path = viewed.path.absolutePath
        if hashes[path]?.status != bundle.status {
            if hashes.count >= Self.mostHashes { hashes.removeAll() }
            hashes[path] = (bundle.status, try bundle.contentHash(stop: stop))
        }
        guard hashes[path]?.hash == viewed.row.contentHash else { throw DocSearchError.changed(viewed) }
        return bundle
    }

    private func close(_ key: String) { open.removeAll { $0.key == key } }

    func closeIdle() {
        let start = ContinuousClock.now - options.idleTime
        open.removeAll { $0.lastUse < start }
    }

    func closeAll() {
        open = []
        conversation.supply.close()
    }
}
