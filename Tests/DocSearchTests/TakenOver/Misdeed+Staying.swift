import ExtractionProtocol

extension Misdeed {
    /// It wants more than its own bundle.
    static let staying = [
        Misdeed(
            "stays for the next bundle and answers falsely for it", gets: nil,
            script: """
                answer
                set -- $(head -c 13 | od -An -v -tu1)
                number=$9
                head -c $(( (${10} << 24) + (${11} << 16) + (${12} << 8) + ${13} )) > "$dir/stolen"
                answer
                """,
            frames: FakeWorker.answer(FakeWorker.document(), FakeWorker.page(1))
        ) { $0.jobs = 1 },
        Misdeed(
            "asks for temporary files without end", gets: "temporary files without end",
            frames: Array(repeating: .need(NeedFrame(.temporaryFile)), count: 20)),
        Misdeed(
            "asks for passwords again", gets: "passwords twice",
            frames: Array(repeating: .need(NeedFrame(.passwords)), count: 2)),
    ]
}
