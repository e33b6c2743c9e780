import ExtractionProtocol

extension Misdeed {
    /// It ends before it has answered.
    static let ends = [
        Misdeed("dies on the request", gets: "code 3", script: "echo 'out of luck' >&2; exit 3"),
        Misdeed("is killed", gets: "was killed", script: "kill -9 $$"),
        Misdeed("crashes", gets: "crashed", script: "kill -SEGV $$"),
        Misdeed(
            "says what it has in hand and dies", gets: "code 3", script: "answer; exit 3",
            frames: [FakeWorker.starting]),
    ]

    /// The version of frames, as printf(1) takes a byte.
    private static let version = "\\" + String(ProtocolVersion.frames, radix: 8)

    /// What it says are no frames, or not those of an answer.
    static let rubbish = [
        Misdeed("talks rubbish", gets: "not a frame", script: "printf 'Once upon a time there was'"),
        Misdeed(
            "speaks another version", gets: "same release", script: #"printf 'DS\377\010\0\0\0\001\0\0\0\0'"#),
        Misdeed(
            "announces four gigabytes", gets: "4294967295 bytes",
            script: #"printf 'DS\#(version)\010\0\0\0\001\377\377\377\377'"#),
        Misdeed(
            "sends a frame of no kind", gets: "unknown kind 99",
            script: #"printf 'DS\#(version)\143\0\0\0\001\0\0\0\002{}'"#),
        Misdeed(
            "answers another request", gets: "an answer to request", script: "number=$((number + 1)); answer",
            frames: [FakeWorker.complete]),
        Misdeed(
            "says that nothing has changed", gets: "invalid answer",
            script: #"printf 'DS\#(version)\010\0\0\0\001\0\0\0\027{"outcome":"unchanged"}'"#),
        Misdeed("greets again", gets: "invalid answer", script: "cat \"$dir/greeting\""),
    ]

    /// Frames in an order or number that makes no sense.
    static let disorder = [
        bad("sends a page of another document", FakeWorker.document("a.pdf"), FakeWorker.page(1, entry: "b.pdf")),
        bad("sends a page of no document", FakeWorker.page(1)),
        bad("sends a huge page number", FakeWorker.document(), FakeWorker.page(.max)),
        bad("sends page 0", FakeWorker.document(), FakeWorker.page(0)),
        bad("sends a negative page number", FakeWorker.document(), FakeWorker.page(.min)),
        bad("sends a page twice", FakeWorker.document(pageCount: 2), FakeWorker.page(1), FakeWorker.page(1)),
        bad("sends a document twice", FakeWorker.document(), FakeWorker.document()),
        bad("has countless pages", FakeWorker.document(pageCount: .max)),
        bad("has fewer than no pages", FakeWorker.document(pageCount: -1)),
        bad(
            "sends a page beyond the limit", FakeWorker.document(),
            FakeWorker.page(1, text: String(repeating: "x", count: 5 << 20))),
    ]

    /// Frames after which the reader is stopped.
    static func bad(_ does: String, _ frames: ExtractionFrame...) -> Misdeed {
        Misdeed(does, gets: "invalid answer", frames: [FakeWorker.starting, FakeWorker.bundle] + frames)
    }
}
