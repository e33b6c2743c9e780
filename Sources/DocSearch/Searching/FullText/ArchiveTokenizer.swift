import GRDB
internal import GRDBSQLite

/// FTS5's `unicode61` with three additions: letters written in several ways are made equal (``EqualLetters``), letters
/// written as one and typed as two are folded (``LetterFolding``), and each character of a script without spaces is a
/// token, so that any part of such a text is found as a phrase.
///
/// FTS5's trigram tokenizer would not find words of two characters, which most Chinese and Japanese words are.
/// Implemented as in SQLite's documentation of FTS5 under "Custom Tokenizers": with GRDB's `FTS5CustomTokenizer` a
/// `docsearch find` took 0.8 million instructions more, two per cent.
enum ArchiveTokenizer {
    static let name = "archive"
    /// In the description of a table's tokenizer. Tables of an index made before it have words of their own until they
    /// are rebuilt.
    static let equalLetters = "equal_letters"

    static func register(in db: Database) throws {
        let api = try FullTextInterface.of(db)
        var methods = fts5_tokenizer(
            xCreate: { context, arguments, count, result in
                TokenizerInstance.create(in: context, arguments: arguments, count: count, result: result)
            },
            xDelete: { instance in
                guard let instance else { return }
                Unmanaged<TokenizerInstance>.fromOpaque(UnsafeRawPointer(instance)).release()
            },
            xTokenize: { instance, context, flags, text, count, emit in
                guard let instance, let text, let emit else { return SQLITE_OK }
                return Unmanaged<TokenizerInstance>.fromOpaque(UnsafeRawPointer(instance))
                    ._withUnsafeGuaranteedRef {
                        $0.tokenize(text, count: count, flags: flags, context: context, emit: emit)
                    }
            })
        let status = api.pointee.xCreateTokenizer(api, name, UnsafeMutableRawPointer(api), &methods, nil)
        guard status == SQLITE_OK else {
            throw DocSearchError(.failed, "SQLite did not accept the tokenizer (code \(status)).")
        }
    }
}

/// FTS5 owns it from `xCreate` to `xDelete`.
private final class TokenizerInstance {
    private let base: fts5_tokenizer
    private let baseInstance: OpaquePointer
    private let hasEqualLetters: Bool

    private init(base: fts5_tokenizer, instance: OpaquePointer, hasEqualLetters: Bool) {
        self.base = base
        baseInstance = instance
        self.hasEqualLetters = hasEqualLetters
    }

    deinit { base.xDelete(baseInstance) }

    static func create(
        in context: UnsafeMutableRawPointer?, arguments: UnsafeMutablePointer<UnsafePointer<CChar>?>?, count: CInt,
        result: UnsafeMutablePointer<OpaquePointer?>?
    ) -> CInt {
        guard let api = context?.assumingMemoryBound(to: fts5_api.self) else { return SQLITE_MISUSE }
        var base = fts5_tokenizer()
        var baseContext: UnsafeMutableRawPointer?
        var instance: OpaquePointer?
        var status = api.pointee.xFindTokenizer(api, "unicode61", &baseContext, &base)
        var given = Array(UnsafeBufferPointer(start: arguments, count: Int(count)))
        let hasEqualLetters = given.last.flatMap { $0 }.map { String(cString: $0) } == ArchiveTokenizer.equalLetters
        if hasEqualLetters { given.removeLast() }
        if status == SQLITE_OK {
            status = "categories".withCString { name in
                // Marks that remain are part of the word.
                "L* N* Co Mn Mc".withCString { categories in
                    if hasEqualLetters { given += [name, categories] }
                    return base.xCreate(baseContext, &given, CInt(given.count), &instance)
                }
            }
        }
        guard status == SQLITE_OK, let instance else { return status == SQLITE_OK ? SQLITE_ERROR : status }
        let tokenizer = TokenizerInstance(base: base, instance: instance, hasEqualLetters: hasEqualLetters)
        result?.pointee = OpaquePointer(Unmanaged.passRetained(tokenizer).toOpaque())
        return SQLITE_OK
    }

    func tokenize(
        _ text: UnsafePointer<CChar>, count: CInt, flags: CInt, context: UnsafeMutableRawPointer?,
        emit: @escaping FTS5TokenCallback
    ) -> CInt {
        let bytes = UnsafeRawBufferPointer(start: text, count: Int(count))
        guard hasEqualLetters, let equal = EqualLetters(bytes) else {
            return divide(Pass(context: context, text: text, equal: nil, emit: emit), count: count, flags: flags)
        }
        return equal.bytes.withUnsafeBufferPointer { bytes in
            bytes.withMemoryRebound(to: CChar.self) { characters in
                // Nothing but signs.
                guard let text = characters.baseAddress, !characters.isEmpty else { return SQLITE_OK }
                return divide(
                    Pass(context: context, text: text, equal: equal, emit: emit), count: CInt(characters.count),
                    flags: flags)
            }
        }
    }

    private func divide(_ pass: Pass, count: CInt, flags: CInt) -> CInt {
        var pass = pass
        return withUnsafeMutablePointer(to: &pass) { pass in
            base.xTokenize(baseInstance, pass, flags, pass.pointee.text, count) {
                context, flags, token, count, start, end in
                guard let context, let token else { return SQLITE_OK }
                let pass = context.assumingMemoryBound(to: Pass.self)
                let bytes = UnsafeRawBufferPointer(start: token, count: Int(count))
                if pass.pointee.equal == nil, bytes.allSatisfy({ $0 < 0x80 }) {
                    return pass.pointee.emit(pass.pointee.context, flags, token, count, start, end)
                }
                return pass.pointee.take(bytes, flags: flags, at: Int(start)..<Int(end))
            }
        }
    }
}

private struct Pass {
    let context: UnsafeMutableRawPointer?
    let text: UnsafePointer<CChar>
    /// ``text`` is made of it; nil when it is the text as written.
    let equal: EqualLetters?
    let emit: FTS5TokenCallback

    func take(_ token: UnsafeRawBufferPointer, flags: CInt, at range: Range<Int>) -> CInt {
        let folded = TokenRuns(token)
        guard folded.hasUndivided else { return send(LetterFolding.fold(Array(token)), flags: flags, at: range) }
        let written = TokenRuns(UnsafeRawBufferPointer(start: text + range.lowerBound, count: range.count))
        // Folding never changes the kind of a run, so the runs correspond. If they should not, every part gets the
        // range of the whole.
        let isParallel = written.runs.count == folded.runs.count
        for (index, run) in folded.runs.enumerated() {
            let bytes = Array(token[run.range])
            let offset = isParallel ? written.runs[index].range : 0..<range.count
            let status = send(
                run.isUndivided ? bytes : LetterFolding.fold(bytes), flags: flags,
                at: range.lowerBound + offset.lowerBound..<range.lowerBound + offset.upperBound)
            if status != SQLITE_OK { return status }
        }
        return SQLITE_OK
    }

    private func send(_ token: [UInt8], flags: CInt, at range: Range<Int>) -> CInt {
        let range = range.isEmpty ? range : equal?.origin(of: range) ?? range
        return token.withUnsafeBufferPointer { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
                emit(context, flags, $0.baseAddress, CInt($0.count), CInt(range.lowerBound), CInt(range.upperBound))
            }
        }
    }
}
